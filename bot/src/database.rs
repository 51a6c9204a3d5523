//! The store for operators' commands.

use std::sync::Arc;

use crate::config::Config;
use store::postgres::PostgresStore;
use store::{Database, OpenError, SledStore};

/// Opens the configured store.
pub(crate) fn open(config: &Config) -> Result<Arc<dyn Database>, OpenError> {
    Ok(match config.store.postgres() {
        Some(settings) => Arc::new(PostgresStore::open(&settings)?),
        None => Arc::new(SledStore::open(&config.data)?),
    })
}
