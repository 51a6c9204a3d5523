//! Environment variables, which override the file.

use std::path::PathBuf;
use std::str::FromStr;

use super::{Config, ConfigError, MatrixConfig};

/// Overrides settings with those in the environment.
pub(super) fn apply(
    config: &mut Config,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    let path = |name| variable(name).map(PathBuf::from);
    if let Some(data) = path("DELOS_DATA") {
        config.data = data;
    }
    if variable("DELOS_STORE").is_some() {
        config.store.url = read("DELOS_STORE", variable)?;
    }
    if let Some(file) = path("DELOS_STORE_PASSWORD_FILE") {
        config.store.password_file = Some(file);
    }
    if let Some(file) = path("DELOS_STORE_CA_FILE") {
        config.store.ca_file = Some(file);
    }
    set(
        &mut config.store.connections,
        "DELOS_STORE_CONNECTIONS",
        variable,
    )?;
    if let Some(file) = path("DISCORD_TOKEN_FILE") {
        config.discord.token_file = Some(file);
    }
    if variable("DISCORD_API").is_some() {
        config.discord.api = read("DISCORD_API", variable)?;
    }
    if variable("DISCORD_PROXY").is_some() {
        config.discord.proxy = read("DISCORD_PROXY", variable)?;
    }
    apply_matrix(&mut config.matrix, variable)?;
    set(&mut config.log.level, "DELOS_LOG", variable)?;
    set(&mut config.log.format, "DELOS_LOG_FORMAT", variable)?;
    if variable("DELOS_MONITORING_ADDRESS").is_some() {
        config.monitoring.address = read("DELOS_MONITORING_ADDRESS", variable)?;
    }
    set(
        &mut config.playground.address,
        "DELOS_PLAYGROUND_ADDRESS",
        variable,
    )?;
    set(&mut config.engine.threads, "DELOS_ENGINE_THREADS", variable)?;
    set(&mut config.backup.every, "DELOS_BACKUP_EVERY", variable)?;
    set(&mut config.backup.keep, "DELOS_BACKUP_KEEP", variable)?;
    if let Some(folder) = path("DELOS_BACKUP_FOLDER") {
        config.backup.folder = Some(folder);
    }
    set(&mut config.limits.games, "DELOS_LIMITS_GAMES", variable)?;
    set(
        &mut config.limits.challenges,
        "DELOS_LIMITS_CHALLENGES",
        variable,
    )?;
    set(
        &mut config.limits.challenge_hours,
        "DELOS_LIMITS_CHALLENGE_HOURS",
        variable,
    )?;
    set(&mut config.limits.hourly, "DELOS_LIMITS_HOURLY", variable)?;
    set(
        &mut config.limits.server_hourly,
        "DELOS_LIMITS_SERVER_HOURLY",
        variable,
    )?;
    set(
        &mut config.limits.vacation_days,
        "DELOS_LIMITS_VACATION_DAYS",
        variable,
    )?;
    if variable("DELOS_ABOUT_PRIVACY").is_some() {
        config.about.privacy = read("DELOS_ABOUT_PRIVACY", variable)?;
    }
    Ok(())
}

fn apply_matrix(
    matrix: &mut MatrixConfig,
    variable: &impl Fn(&str) -> Option<String>,
) -> Result<(), ConfigError> {
    if variable("DELOS_MATRIX_HOMESERVER").is_some() {
        matrix.homeserver = read("DELOS_MATRIX_HOMESERVER", variable)?;
    }
    if variable("DELOS_MATRIX_USER").is_some() {
        matrix.user = read("DELOS_MATRIX_USER", variable)?;
    }
    if variable("DELOS_MATRIX_DEVICE").is_some() {
        matrix.device = read("DELOS_MATRIX_DEVICE", variable)?;
    }
    for (file, name) in [
        (&mut matrix.password_file, "DELOS_MATRIX_PASSWORD_FILE"),
        (&mut matrix.token_file, "DELOS_MATRIX_TOKEN_FILE"),
        (
            &mut matrix.recovery_key_file,
            "DELOS_MATRIX_RECOVERY_KEY_FILE",
        ),
    ] {
        if let Some(path) = variable(name) {
            *file = Some(path.into());
        }
    }
    set(
        &mut matrix.allow_servers,
        "DELOS_MATRIX_ALLOW_SERVERS",
        variable,
    )?;
    set(&mut matrix.most_rooms, "DELOS_MATRIX_MOST_ROOMS", variable)
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
