//! How Delos is to run: a file, changed by the environment, over defaults that work.
//!
//! A mistake is one sentence that names the file and line or the variable, and what would be right. The token is in none of
//! them, and in no `Debug`: it is read from the environment or from a file of its own, into a [`Secret`].

mod environment;
mod file;
mod shards;
mod values;

use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

pub use file::ConfigError;
pub use shards::{Part, Shards};
pub use values::{ApiAddress, Bounded, LogFormat, LogLevel, LoopbackAddress, PageAddress, Secret};

/// The file that is read when none is named and it is there.
pub const DEFAULT_FILE: &str = "config.toml";

/// Everything that can be chosen. `config.example.toml` says what each is for.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// The folder for the database.
    pub data: PathBuf,
    /// The connection to Discord.
    pub discord: Discord,
    /// Which of Discord's shards this process serves.
    pub shards: Shards,
    /// What is written to standard error.
    pub log: Log,
    /// What tells a watching program how it goes.
    pub monitoring: Monitoring,
    /// The Discord in a box.
    pub playground: Playground,
    /// The opponent.
    pub engine: Engine,
    /// What one person may have at once.
    pub limits: Limits,
    /// What is said about this bot.
    pub about: About,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data: PathBuf::from("data"),
            discord: Discord::default(),
            shards: Shards::default(),
            log: Log::default(),
            monitoring: Monitoring::default(),
            playground: Playground::default(),
            engine: Engine::default(),
            limits: Limits::default(),
            about: About::default(),
        }
    }
}

/// The connection to Discord.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Discord {
    /// The bot's token. Without one, the playground is started.
    #[serde(skip)]
    pub token: Option<Secret>,
    /// A file with the token and nothing else.
    pub token_file: Option<PathBuf>,
    /// The base address of a server that is to be spoken to in place of Discord.
    pub api: Option<ApiAddress>,
}

/// What is written to standard error.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Log {
    /// The least important of Delos's own lines that is written; libraries are heard from warnings upward.
    pub level: LogLevel,
    /// The form of a line.
    pub format: LogFormat,
}

/// What tells a watching program how it goes.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Monitoring {
    /// Where `/metrics` and `/health` are answered; nowhere without it.
    pub address: Option<LoopbackAddress>,
}

/// The Discord in a box.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Playground {
    /// Where its page is found. When the port is taken, the next free one is.
    pub address: LoopbackAddress,
}

/// The opponent.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Engine {
    /// Games that it thinks about at the same time; zero for one fewer than the machine has processors.
    pub threads: Bounded<0, 256>,
}

impl Engine {
    /// The number of threads that are meant, at least one.
    pub fn thread_count(&self) -> usize {
        match self.threads.number() {
            0 => std::thread::available_parallelism()
                .map_or(1, |all| all.get().saturating_sub(1).max(1)),
            chosen => chosen as usize,
        }
    }
}

/// What is said about this bot.
#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct About {
    /// Where people can read what is kept about them; without it they get the file `PRIVACY.md`.
    pub privacy: Option<PageAddress>,
}

/// What one person may have at once, and how long a challenge stands.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Games in progress of one person.
    pub games: Bounded<1, 1000>,
    /// Open challenges made by one person.
    pub challenges: Bounded<1, 100>,
    /// Hours that a challenge waits for an answer.
    pub challenge_hours: Bounded<1, 720>,
    /// Challenges that one person can make in an hour.
    pub hourly: Bounded<1, 1000>,
    /// Challenges that can be made on one server in an hour.
    pub server_hourly: Bounded<1, 10000>,
    /// Days of vacation that one person can take in a year.
    pub vacation_days: Bounded<0, 365>,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            games: Bounded::fixed(50),
            challenges: Bounded::fixed(5),
            challenge_hours: Bounded::fixed(48),
            hourly: Bounded::fixed(20),
            server_hourly: Bounded::fixed(300),
            vacation_days: Bounded::fixed(21),
        }
    }
}

impl From<&Limits> for app::Limits {
    fn from(limits: &Limits) -> Self {
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

impl Config {
    /// Reads the configuration: `named` or else `DELOS_CONFIG` or else [`DEFAULT_FILE`] if it is there, then the environment.
    ///
    /// `variable` looks up an environment variable; one that is empty counts as not set.
    ///
    /// # Errors
    /// The first mistake found.
    pub fn load(
        named: Option<&Path>,
        variable: impl Fn(&str) -> Option<String>,
    ) -> Result<Self, ConfigError> {
        let variable = |name: &str| {
            variable(name)
                .map(|value| value.trim().to_owned())
                .filter(|value| !value.is_empty())
        };
        let named = named
            .map(Path::to_owned)
            .or_else(|| variable("DELOS_CONFIG").map(PathBuf::from));
        let mut config = match named {
            Some(path) => file::read(&path)?,
            None if Path::new(DEFAULT_FILE).exists() => file::read(Path::new(DEFAULT_FILE))?,
            None => Self::default(),
        };
        environment::apply(&mut config, &variable)?;
        config.discord.token = config.token(&variable)?;
        config.shards.part().map_err(ConfigError::Shards)?;
        Ok(config)
    }

    fn token(
        &self,
        variable: &impl Fn(&str) -> Option<String>,
    ) -> Result<Option<Secret>, ConfigError> {
        if let Some(token) = variable("DISCORD_TOKEN") {
            return Secret::token(&token)
                .map(Some)
                .map_err(|why| ConfigError::variable("DISCORD_TOKEN", why));
        }
        // The name of the file is not repeated: it may be the token itself, written in the wrong place.
        let Some(file) = &self.discord.token_file else {
            return Ok(None);
        };
        let wrong =
            |why: String| ConfigError::Token(format!("the file named by discord.token_file {why}"));
        let text =
            fs::read_to_string(file).map_err(|error| wrong(format!("cannot be read: {error}")))?;
        Secret::token(&text)
            .map(Some)
            .map_err(|why| wrong(format!("does not hold a token: it {why}")))
    }
}

#[cfg(test)]
mod tests;
