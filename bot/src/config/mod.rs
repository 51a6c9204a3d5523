//! The configuration: a file, overridden by the environment, over working defaults.
//!
//! An error is one sentence with the file and line or the variable, and what is allowed. The token is in no error and no
//! `Debug`: it is read from the environment or from a separate file, into a [`Secret`].

mod environment;
mod matrix;
mod parse;
mod values;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use store::Secret;
use store::postgres::{DatabaseUrl, PostgresSettings};
use text::{Platform, Platforms};

use crate::error::Error;
use environment::Environment;

pub use matrix::{MatrixAccount, MatrixConfig, MatrixLogin, MatrixUser, ServerNames};
pub use values::{
    ApiAddress, BackupPeriod, Bounded, ListenAddress, LogFormat, LogLevel, LoopbackAddress,
    PageAddress, ProxyAddress, ServerAddress,
};

/// The file that is read when none is named, if it exists.
pub const DEFAULT_FILE: &str = "config.toml";

/// All settings, which `config.example.toml` documents.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folder for the database, and for what else the program keeps.
    pub data: PathBuf,
    /// A database server in place of the folder.
    pub store: StoreConfig,
    /// The connection to Discord.
    pub discord: DiscordConfig,
    /// The account on Matrix.
    pub matrix: MatrixConfig,
    /// The log on standard error.
    pub log: LogConfig,
    /// The endpoints for monitoring.
    pub monitoring: MonitoringConfig,
    /// The local Discord.
    pub playground: PlaygroundConfig,
    /// The engine as an opponent.
    pub engine: EngineConfig,
    /// Automatic backups.
    pub backup: BackupConfig,
    /// Limits for one person or server.
    pub limits: LimitsConfig,
    /// Information about this bot.
    pub about: AboutConfig,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("data"),
            store: StoreConfig::default(),
            discord: DiscordConfig::default(),
            matrix: MatrixConfig::default(),
            log: LogConfig::default(),
            monitoring: MonitoringConfig::default(),
            playground: PlaygroundConfig::default(),
            engine: EngineConfig::default(),
            backup: BackupConfig::default(),
            limits: LimitsConfig::default(),
            about: AboutConfig::default(),
        }
    }
}

/// A database server in place of a database in the data folder.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct StoreConfig {
    /// Its address; without one, the database is in the data folder.
    pub url: Option<DatabaseUrl>,
    /// The password of its user, unless it is in the address.
    #[serde(skip)]
    pub password: Option<Secret>,
    /// A file with only the password.
    pub password_file: Option<PathBuf>,
    /// Certificates of authorities, in place of the system's.
    pub ca_file: Option<PathBuf>,
    /// Maximum number of connections of one process.
    pub connections: Bounded<2, 500, 16>,
}

impl StoreConfig {
    /// The server to connect with, if there is one.
    pub fn postgres(&self) -> Option<PostgresSettings> {
        Some(PostgresSettings {
            url: self.url.clone()?,
            password: self.password.clone(),
            ca_file: self.ca_file.clone(),
            connections: self.connections.number() as usize,
        })
    }
}

/// The connection to Discord.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct DiscordConfig {
    /// The bot's token; without one, the playground runs.
    #[serde(skip)]
    pub token: Option<Secret>,
    /// A file with only the token.
    pub token_file: Option<PathBuf>,
    /// The base address of a compatible server in place of Discord.
    pub api: Option<ApiAddress>,
    /// The base address of a rate-limiting proxy for requests that count against the bot's rate limit.
    pub proxy: Option<ProxyAddress>,
}

/// The log on standard error.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct LogConfig {
    /// The lowest level to log; of libraries, only warnings and errors.
    pub level: LogLevel,
    /// The format of a line.
    pub format: LogFormat,
}

/// The endpoints for monitoring.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct MonitoringConfig {
    /// The address of `/metrics` and `/health`, which are off without it.
    pub address: Option<ListenAddress>,
}

/// The local Discord.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct PlaygroundConfig {
    /// The address of its page; if the port is taken, the next free one.
    pub address: LoopbackAddress,
}

/// The engine as an opponent.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct EngineConfig {
    /// Number of threads; zero for one fewer than the machine's processors.
    pub threads: Bounded<0, 256, 0>,
}

impl EngineConfig {
    /// The effective number of threads, at least one.
    pub fn thread_count(&self) -> usize {
        match self.threads.number() {
            0 => std::thread::available_parallelism()
                .map_or(1, |all| all.get().saturating_sub(1).max(1)),
            chosen => chosen as usize,
        }
    }
}

/// Automatic backups.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct BackupConfig {
    /// How often one is made.
    pub every: BackupPeriod,
    /// How many are kept; zero for none.
    pub keep: Bounded<0, 1000, 7>,
    /// Their folder; without it, `backups` in the data folder.
    pub folder: Option<PathBuf>,
}

impl BackupConfig {
    /// The folder for the backups of a data folder; `None` if there are none.
    pub fn folder(&self, data: &Path) -> Option<PathBuf> {
        let default = || data.join("backups");
        let made = self.every != BackupPeriod::Never && self.keep.number() > 0;
        made.then(|| self.folder.clone().unwrap_or_else(default))
    }
}

/// Information about this bot.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct AboutConfig {
    /// The address of the privacy policy; without it people get the file `PRIVACY.md`.
    pub privacy: Option<PageAddress>,
}

/// Limits for one person or server, and how long challenges last.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields, expecting = "a table")]
pub struct LimitsConfig {
    /// Games in progress per person.
    pub games: Bounded<1, 1000, 50>,
    /// Open challenges per person.
    pub challenges: Bounded<1, 100, 5>,
    /// Hours until a challenge expires.
    pub challenge_hours: Bounded<1, 720, 48>,
    /// New challenges per person and hour, and as many new games against the engine.
    pub hourly: Bounded<1, 1000, 20>,
    /// New challenges per server and hour.
    pub server_hourly: Bounded<1, 10000, 300>,
    /// Days of vacation per person and year.
    pub vacation_days: Bounded<0, 365, 21>,
}

impl From<&LimitsConfig> for app::Limits {
    fn from(limits: &LimitsConfig) -> Self {
        Self {
            games: limits.games.number() as usize,
            challenges: limits.challenges.number() as usize,
            challenge_life: app::Span::hours(i64::from(limits.challenge_hours.number())),
            hourly: limits.hourly.number() as usize,
            server_hourly: limits.server_hourly.number() as usize,
            vacation_days: u16::try_from(limits.vacation_days.number()).unwrap_or(u16::MAX),
        }
    }
}

/// A secret that doesn't belong in the file.
struct SecretSetting {
    key: &'static str,
    /// A key that only its table has.
    beside: &'static str,
    variable: &'static str,
    /// Its name in error messages.
    word: &'static str,
}

const SECRETS: [SecretSetting; 5] = [
    SecretSetting {
        key: "token",
        beside: "api",
        variable: "DISCORD_TOKEN",
        word: "token",
    },
    SecretSetting {
        key: "password",
        beside: "url",
        variable: "DELOS_STORE_PASSWORD",
        word: "password",
    },
    SecretSetting {
        key: "password",
        beside: "user",
        variable: "DELOS_MATRIX_PASSWORD",
        word: "secret",
    },
    SecretSetting {
        key: "token",
        beside: "user",
        variable: "DELOS_MATRIX_TOKEN",
        word: "secret",
    },
    SecretSetting {
        key: "recovery_key",
        beside: "user",
        variable: "DELOS_MATRIX_RECOVERY_KEY",
        word: "secret",
    },
];

impl Config {
    /// The configuration of the playground: a folder of its own, no database server, no account, and not the monitoring address or
    /// backup folder of a bot beside it.
    #[must_use]
    pub fn in_playground(&self) -> Self {
        Self {
            data: self.data.join("playground"),
            store: StoreConfig::default(),
            monitoring: MonitoringConfig::default(),
            backup: BackupConfig {
                folder: None,
                ..self.backup.clone()
            },
            ..self.without_accounts()
        }
    }

    /// Leaves out what other platforms than Discord need.
    fn without_accounts(&self) -> Self {
        Self {
            matrix: MatrixConfig::default(),
            ..self.clone()
        }
    }

    /// Reads the file `named`, `DELOS_CONFIG`, or [`DEFAULT_FILE`] if it exists, then the environment.
    ///
    /// `variable` looks up an environment variable; an empty one counts as unset.
    pub fn load(
        named: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, Error> {
        Self::read(named, variable).map_err(Error::Invalid)
    }

    fn read(
        named: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, String> {
        let untrimmed = |name: &str| variable(name).filter(|value| !value.trim().is_empty());
        let variable = |name: &str| untrimmed(name).map(|value| value.trim().to_owned());
        let named = named
            .map(Path::to_owned)
            .or_else(|| variable("DELOS_CONFIG").map(PathBuf::from))
            .or_else(|| Some(PathBuf::from(DEFAULT_FILE)).filter(|file| file.exists()));
        let mut config = named.map_or_else(|| Ok(Self::default()), |file| parse::read(&file))?;
        environment::apply(&mut config, &variable)?;
        config.matrix.apply(&Environment(&variable))?;
        config.discord.token = config.token(variable("DISCORD_TOKEN"))?;
        let of = |name, key, file: &Option<PathBuf>| secret(untrimmed(name), key, file.as_deref());
        let store = &mut config.store;
        let file = &store.password_file;
        store.password = of("DELOS_STORE_PASSWORD", "store.password_file", file)?;
        let matrix = &mut config.matrix;
        let file = &matrix.password_file;
        matrix.password = of("DELOS_MATRIX_PASSWORD", "matrix.password_file", file)?;
        let file = &matrix.token_file;
        matrix.token = of("DELOS_MATRIX_TOKEN", "matrix.token_file", file)?;
        let file = &matrix.recovery_key_file;
        matrix.recovery_key = of(
            "DELOS_MATRIX_RECOVERY_KEY",
            "matrix.recovery_key_file",
            file,
        )?;
        matrix.account()?;
        Ok(config)
    }

    /// Returns the configured chat platforms; `None` without a token for Discord and an account on Matrix.
    pub fn platforms(&self) -> Option<Platforms> {
        let platforms = Platforms::matching(|platform| match platform {
            Platform::Discord => self.discord.token.is_some(),
            Platform::Matrix => self.matrix.is_configured(),
        });
        (!platforms.is_empty()).then_some(platforms)
    }

    /// Discord's token, as its variable has it or else its file.
    fn token(&self, variable: Option<String>) -> Result<Option<Secret>, String> {
        let (text, place) = match (variable, &self.discord.token_file) {
            (Some(token), _) => (token, "the environment variable DISCORD_TOKEN"),
            (None, Some(file)) => (
                read_secret("discord.token_file", file)?,
                "the file in discord.token_file does not hold a token: it",
            ),
            (None, None) => return Ok(None),
        };
        let token = Secret::token(&text);
        token.map(Some).map_err(|why| format!("{place} {why}"))
    }
}

/// A secret from its variable, or else from the file that `key` names.
fn secret(value: Option<String>, key: &str, file: Option<&Path>) -> Result<Option<Secret>, String> {
    let text = match (value, file) {
        (Some(value), _) => value,
        (None, Some(file)) => read_secret(key, file)?,
        (None, None) => return Ok(None),
    };
    // A password may end in a space, but not in a line break.
    let text = text.trim_end_matches(['\r', '\n']);
    if text.is_empty() {
        return Err(format!("the file in {key} is empty"));
    }
    Ok(Some(Secret::from(text.to_owned())))
}

/// Reads a file with a secret. Its name is not repeated: it may be the secret itself, in the wrong place.
fn read_secret(key: &str, file: &Path) -> Result<String, String> {
    fs::read_to_string(file).map_err(|error| format!("the file in {key} cannot be read: {error}"))
}

#[cfg(test)]
mod tests;
