//! The database server, if there is one.

use std::path::PathBuf;

use serde::Deserialize;
use store::Secret;
use store::postgres::{DatabaseUrl, PostgresSettings};

use super::{Bounded, ConfigError, secret};

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

    pub(super) fn read_password(
        &mut self,
        variable: &impl Fn(&str) -> Option<String>,
    ) -> Result<(), ConfigError> {
        let value = variable("DELOS_STORE_PASSWORD");
        self.password = secret(value, "store.password_file", self.password_file.as_deref())?;
        Ok(())
    }
}
