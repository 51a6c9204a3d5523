//! A server: what its moderators chose.

use serde::{Deserialize, Serialize};

use crate::ids::ServerId;
use crate::store::IndexRow;

/// A server whose moderators changed something; any other has the default settings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ServerRecord {
    /// Which server.
    pub id: ServerId,
    /// What is in force there.
    #[serde(default)]
    pub settings: Settings,
}

/// What moderators chose for their server; a choice that was not made is left to the default.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {}

impl ServerRecord {
    /// A server with the default settings.
    pub fn new(id: ServerId) -> Self {
        Self {
            id,
            settings: Settings::default(),
        }
    }

    #[expect(
        clippy::unused_self,
        reason = "every kind of record is asked in the same way"
    )]
    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        Vec::new()
    }
}
