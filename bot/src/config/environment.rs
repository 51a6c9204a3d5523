//! Environment variables, which override the file.

use std::str::FromStr;

use super::{
    BackupConfig, Config, ConfigError, DiscordConfig, LimitsConfig, MatrixConfig, StoreConfig,
};

/// Overrides settings with those in the environment.
pub(super) fn apply(
    config: &mut Config,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set(&mut config.data, "DELOS_DATA", variable)?;
    apply_store(&mut config.store, variable)?;
    apply_discord(&mut config.discord, variable)?;
    apply_matrix(&mut config.matrix, variable)?;
    set(&mut config.log.level, "DELOS_LOG", variable)?;
    set(&mut config.log.format, "DELOS_LOG_FORMAT", variable)?;
    let monitoring = &mut config.monitoring.address;
    set_option(monitoring, "DELOS_MONITORING_ADDRESS", variable)?;
    let playground = &mut config.playground.address;
    set(playground, "DELOS_PLAYGROUND_ADDRESS", variable)?;
    set(&mut config.engine.threads, "DELOS_ENGINE_THREADS", variable)?;
    apply_backup(&mut config.backup, variable)?;
    apply_limits(&mut config.limits, variable)?;
    set_option(&mut config.about.privacy, "DELOS_ABOUT_PRIVACY", variable)
}

fn apply_store(
    store: &mut StoreConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set_option(&mut store.url, "DELOS_STORE", variable)?;
    let password = &mut store.password_file;
    set_option(password, "DELOS_STORE_PASSWORD_FILE", variable)?;
    set_option(&mut store.ca_file, "DELOS_STORE_CA_FILE", variable)?;
    set(&mut store.connections, "DELOS_STORE_CONNECTIONS", variable)
}

fn apply_discord(
    discord: &mut DiscordConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set_option(&mut discord.token_file, "DISCORD_TOKEN_FILE", variable)?;
    set_option(&mut discord.api, "DISCORD_API", variable)?;
    set_option(&mut discord.proxy, "DISCORD_PROXY", variable)
}

fn apply_matrix(
    matrix: &mut MatrixConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set_option(&mut matrix.homeserver, "DELOS_MATRIX_HOMESERVER", variable)?;
    set_option(&mut matrix.user, "DELOS_MATRIX_USER", variable)?;
    set_option(&mut matrix.device, "DELOS_MATRIX_DEVICE", variable)?;
    let password = &mut matrix.password_file;
    set_option(password, "DELOS_MATRIX_PASSWORD_FILE", variable)?;
    set_option(&mut matrix.token_file, "DELOS_MATRIX_TOKEN_FILE", variable)?;
    let recovery_key = &mut matrix.recovery_key_file;
    set_option(recovery_key, "DELOS_MATRIX_RECOVERY_KEY_FILE", variable)?;
    let servers = &mut matrix.allow_servers;
    set(servers, "DELOS_MATRIX_ALLOW_SERVERS", variable)?;
    set(&mut matrix.most_rooms, "DELOS_MATRIX_MOST_ROOMS", variable)
}

fn apply_backup(
    backup: &mut BackupConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set(&mut backup.every, "DELOS_BACKUP_EVERY", variable)?;
    set(&mut backup.keep, "DELOS_BACKUP_KEEP", variable)?;
    set_option(&mut backup.folder, "DELOS_BACKUP_FOLDER", variable)
}

fn apply_limits(
    limits: &mut LimitsConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    set(&mut limits.games, "DELOS_LIMITS_GAMES", variable)?;
    set(&mut limits.challenges, "DELOS_LIMITS_CHALLENGES", variable)?;
    let hours = &mut limits.challenge_hours;
    set(hours, "DELOS_LIMITS_CHALLENGE_HOURS", variable)?;
    set(&mut limits.hourly, "DELOS_LIMITS_HOURLY", variable)?;
    let server_hourly = &mut limits.server_hourly;
    set(server_hourly, "DELOS_LIMITS_SERVER_HOURLY", variable)?;
    let days = &mut limits.vacation_days;
    set(days, "DELOS_LIMITS_VACATION_DAYS", variable)
}

fn set_option<T: FromStr<Err: ToString>>(
    value: &mut Option<T>,
    name: &'static str,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    if let Some(read) = read(name, variable)? {
        *value = Some(read);
    }
    Ok(())
}

fn set<T: FromStr<Err: ToString>>(
    value: &mut T,
    name: &'static str,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    if let Some(read) = read(name, variable)? {
        *value = read;
    }
    Ok(())
}

fn read<T: FromStr<Err: ToString>>(
    name: &'static str,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<Option<T>, ConfigError> {
    let wrong = |why: T::Err| ConfigError::variable(name, &why.to_string());
    variable(name)
        .map(|text| text.parse().map_err(wrong))
        .transpose()
}
