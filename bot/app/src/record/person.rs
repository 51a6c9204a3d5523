//! A person: what Delos keeps about somebody beside their games.

use serde::{Deserialize, Serialize};

use super::preferences::Preferences;
use crate::ids::{Person, PlayerId};
use crate::store::IndexRow;

/// Somebody who has used Delos, by their latest name. Nobody has a record before there is something to keep.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PersonRecord {
    /// Who it is.
    pub person: Person,
    /// What they chose for themselves.
    #[serde(default)]
    pub preferences: Preferences,
}

impl PersonRecord {
    /// Somebody of whom nothing is kept yet.
    pub fn new(person: Person) -> Self {
        Self {
            person,
            preferences: Preferences::default(),
        }
    }

    /// Whose record it is.
    pub fn id(&self) -> &PlayerId {
        &self.person.id
    }

    #[expect(
        clippy::unused_self,
        reason = "every kind of record is asked in the same way"
    )]
    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        Vec::new()
    }
}
