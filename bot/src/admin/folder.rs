//! The data folder of an operator's command: the bot's, even if the command's environment lacks the token.

use std::path::Path;
use std::sync::Arc;

use super::backup::DataError;
use crate::config::Config;
use store::postgres::PostgresStore;
use store::{Database, OpenError, SledStore};

/// How a command's data folder was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Choice {
    /// By the environment, which names a platform.
    Platform,
    /// By the command line.
    Named,
    /// By default: nothing tells whether a bot or a playground is meant.
    Unknown,
}

/// Finds the data of an existing bot or playground. Without a platform in its environment, as in most cron jobs, a command uses
/// whichever has data.
///
/// # Errors
/// When both have data and nothing tells them apart.
pub fn located(config: Config, choice: Choice) -> Result<Config, DataError> {
    if config.store.url.is_some() || choice == Choice::Platform {
        return Ok(config);
    }
    let playground = config.in_playground();
    match (is_used(&config.data), is_used(&playground.data)) {
        (true, true) if choice == Choice::Unknown => Err(DataError::TwoFolders {
            bot: config.data,
            playground: playground.data,
        }),
        (false, true) => Ok(playground),
        _ => Ok(config),
    }
}

/// Whether a folder has a database, or a process that uses one elsewhere.
fn is_used(folder: &Path) -> bool {
    let mut traces = ["store", "alive"].into_iter();
    traces.any(|name| folder.join(name).exists())
}

/// Opens the configured store, but creates none.
pub(crate) fn open(config: &Config) -> Result<Arc<dyn Database>, DataError> {
    if config.store.url.is_none() && !config.data.join("store").exists() {
        return Err(DataError::NoDatabase(config.data.clone()));
    }
    Ok(open_or_create(config)?)
}

/// Opens the configured store.
pub(super) fn open_or_create(config: &Config) -> Result<Arc<dyn Database>, OpenError> {
    Ok(match config.store.postgres() {
        Some(settings) => Arc::new(PostgresStore::open(&settings)?),
        None => Arc::new(SledStore::open(&config.data)?),
    })
}
