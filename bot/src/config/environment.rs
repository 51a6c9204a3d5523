//! Environment variables, which override the file.

use std::fmt::Display;
use std::str::FromStr;

use super::Config;

/// Overrides settings with those in the environment.
pub(super) fn apply(
    config: &mut Config,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), String> {
    let environment = Environment(variable);
    environment.set("DELOS_DATA", &mut config.data)?;
    let store = &mut config.store;
    environment.set_option("DELOS_STORE", &mut store.url)?;
    environment.set_option("DELOS_STORE_PASSWORD_FILE", &mut store.password_file)?;
    environment.set_option("DELOS_STORE_CA_FILE", &mut store.ca_file)?;
    environment.set("DELOS_STORE_CONNECTIONS", &mut store.connections)?;
    let discord = &mut config.discord;
    environment.set_option("DISCORD_TOKEN_FILE", &mut discord.token_file)?;
    environment.set_option("DISCORD_API", &mut discord.api)?;
    environment.set_option("DISCORD_PROXY", &mut discord.proxy)?;
    environment.set("DELOS_LOG", &mut config.log.level)?;
    environment.set("DELOS_LOG_FORMAT", &mut config.log.format)?;
    environment.set_option("DELOS_MONITORING_ADDRESS", &mut config.monitoring.address)?;
    environment.set("DELOS_PLAYGROUND_ADDRESS", &mut config.playground.address)?;
    environment.set("DELOS_ENGINE_THREADS", &mut config.engine.threads)?;
    let backup = &mut config.backup;
    environment.set("DELOS_BACKUP_EVERY", &mut backup.every)?;
    environment.set("DELOS_BACKUP_KEEP", &mut backup.keep)?;
    environment.set_option("DELOS_BACKUP_FOLDER", &mut backup.folder)?;
    let limits = &mut config.limits;
    environment.set("DELOS_LIMITS_GAMES", &mut limits.games)?;
    environment.set("DELOS_LIMITS_CHALLENGES", &mut limits.challenges)?;
    environment.set("DELOS_LIMITS_CHALLENGE_HOURS", &mut limits.challenge_hours)?;
    environment.set("DELOS_LIMITS_HOURLY", &mut limits.hourly)?;
    environment.set("DELOS_LIMITS_SERVER_HOURLY", &mut limits.server_hourly)?;
    environment.set("DELOS_LIMITS_VACATION_DAYS", &mut limits.vacation_days)?;
    environment.set_option("DELOS_ABOUT_PRIVACY", &mut config.about.privacy)
}

pub(super) struct Environment<'a, F>(pub(super) &'a F);

impl<F: Fn(&str) -> Option<String>> Environment<'_, F> {
    pub(super) fn set_option<T: FromStr<Err: Display>>(
        &self,
        name: &str,
        value: &mut Option<T>,
    ) -> Result<(), String> {
        *value = self.read(name)?.or(value.take());
        Ok(())
    }

    pub(super) fn set<T: FromStr<Err: Display>>(
        &self,
        name: &str,
        value: &mut T,
    ) -> Result<(), String> {
        if let Some(read) = self.read(name)? {
            *value = read;
        }
        Ok(())
    }

    fn read<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, String> {
        let wrong = |why: T::Err| format!("the environment variable {name} {why}");
        let text = (self.0)(name);
        text.map(|text| text.parse().map_err(wrong)).transpose()
    }
}
