//! Environment variables, which override the file.

use std::str::FromStr;

use super::{Config, ConfigError};

/// Overrides settings with those in the environment.
pub(super) fn apply(
    config: &mut Config,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    let environment = Environment { variable };
    environment.common(config)?;
    environment.front_ends(config)?;
    environment.limits(config)
}

struct Environment<'a, F> {
    variable: &'a F,
}

impl<F: Fn(&str) -> Option<String>> Environment<'_, F> {
    fn common(&self, config: &mut Config) -> Result<(), ConfigError> {
        self.set("DELOS_DATA", &mut config.data)?;
        let store = &mut config.store;
        self.set_option("DELOS_STORE", &mut store.url)?;
        self.set_option("DELOS_STORE_PASSWORD_FILE", &mut store.password_file)?;
        self.set_option("DELOS_STORE_CA_FILE", &mut store.ca_file)?;
        self.set("DELOS_STORE_CONNECTIONS", &mut store.connections)?;
        self.set("DELOS_LOG", &mut config.log.level)?;
        self.set("DELOS_LOG_FORMAT", &mut config.log.format)?;
        let monitoring = &mut config.monitoring;
        self.set_option("DELOS_MONITORING_ADDRESS", &mut monitoring.address)?;
        let playground = &mut config.playground;
        self.set("DELOS_PLAYGROUND_ADDRESS", &mut playground.address)?;
        self.set("DELOS_ENGINE_THREADS", &mut config.engine.threads)?;
        let backup = &mut config.backup;
        self.set("DELOS_BACKUP_EVERY", &mut backup.every)?;
        self.set("DELOS_BACKUP_KEEP", &mut backup.keep)?;
        self.set_option("DELOS_BACKUP_FOLDER", &mut backup.folder)?;
        self.set_option("DELOS_ABOUT_PRIVACY", &mut config.about.privacy)
    }

    fn front_ends(&self, config: &mut Config) -> Result<(), ConfigError> {
        let discord = &mut config.discord;
        self.set_option("DISCORD_TOKEN_FILE", &mut discord.token_file)?;
        self.set_option("DISCORD_API", &mut discord.api)?;
        self.set_option("DISCORD_PROXY", &mut discord.proxy)?;
        let matrix = &mut config.matrix;
        self.set_option("DELOS_MATRIX_HOMESERVER", &mut matrix.homeserver)?;
        self.set_option("DELOS_MATRIX_USER", &mut matrix.user)?;
        self.set_option("DELOS_MATRIX_DEVICE", &mut matrix.device)?;
        self.set_option("DELOS_MATRIX_PASSWORD_FILE", &mut matrix.password_file)?;
        self.set_option("DELOS_MATRIX_TOKEN_FILE", &mut matrix.token_file)?;
        let recovery_key = &mut matrix.recovery_key_file;
        self.set_option("DELOS_MATRIX_RECOVERY_KEY_FILE", recovery_key)?;
        self.set("DELOS_MATRIX_ALLOW_SERVERS", &mut matrix.allow_servers)?;
        self.set("DELOS_MATRIX_MOST_ROOMS", &mut matrix.most_rooms)
    }

    fn limits(&self, config: &mut Config) -> Result<(), ConfigError> {
        let limits = &mut config.limits;
        self.set("DELOS_LIMITS_GAMES", &mut limits.games)?;
        self.set("DELOS_LIMITS_CHALLENGES", &mut limits.challenges)?;
        let hours = &mut limits.challenge_hours;
        self.set("DELOS_LIMITS_CHALLENGE_HOURS", hours)?;
        self.set("DELOS_LIMITS_HOURLY", &mut limits.hourly)?;
        self.set("DELOS_LIMITS_SERVER_HOURLY", &mut limits.server_hourly)?;
        self.set("DELOS_LIMITS_VACATION_DAYS", &mut limits.vacation_days)
    }

    fn set_option<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
        value: &mut Option<T>,
    ) -> Result<(), ConfigError> {
        if let Some(read) = self.read(name)? {
            *value = Some(read);
        }
        Ok(())
    }

    fn set<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
        value: &mut T,
    ) -> Result<(), ConfigError> {
        if let Some(read) = self.read(name)? {
            *value = read;
        }
        Ok(())
    }

    fn read<T: FromStr<Err: ToString>>(
        &self,
        name: &'static str,
    ) -> Result<Option<T>, ConfigError> {
        let wrong = |why: T::Err| ConfigError::variable(name, &why.to_string());
        let text = (self.variable)(name);
        text.map(|text| text.parse().map_err(wrong)).transpose()
    }
}
