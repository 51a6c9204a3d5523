//! The data folder of an operator's command: the bot's, even if the command's environment lacks the token.

use std::path::Path;
use std::sync::Arc;

use crate::config::Config;
use crate::error::{Error, Result};
use store::postgres::PostgresStore;
use store::{Database, OpenError, SledStore};

/// Finds the data of an existing bot or playground. Without a platform in its environment, as in most cron jobs, a command uses
/// whichever has data.
///
/// # Errors
/// When both have data, and the command line does not name the folder.
pub fn located(config: Config, is_named: bool) -> Result<Config> {
    if config.store.url.is_some() {
        return Ok(config);
    }
    let playground = config.in_playground();
    match (is_used(&config.data), is_used(&playground.data)) {
        (true, true) if !is_named => Err(Error::Other(format!(
            "without a token, this could mean the bot's data or the playground's: add --data {} or --data {}",
            config.data.display(),
            playground.data.display()
        ))),
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
pub(crate) fn open(config: &Config) -> Result<Arc<dyn Database>> {
    if config.store.url.is_none() && !config.data.join("store").exists() {
        return Err(Error::NoDatabase(config.data.clone()));
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
