//! A server's games in one week: figures without names.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::key::{Index, IndexRow};
use crate::model::record_ids::WeekId;

/// Counts of the games that ended in a server's week.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeekRecord {
    pub id: WeekId,
    pub games: BTreeMap<Family, u32>,
    #[serde(default)]
    pub rated: u32,
    /// Games against the engine.
    #[serde(default)]
    pub engine: u32,
    /// Games lost on time.
    #[serde(default)]
    pub forfeits: u32,
}

impl WeekRecord {
    /// A week without games.
    pub fn new(id: WeekId) -> Self {
        Self {
            id,
            games: BTreeMap::new(),
            rated: 0,
            engine: 0,
            forfeits: 0,
        }
    }

    /// All games of the week, of every family.
    pub fn all(&self) -> u32 {
        let games = self.games.values();
        games.fold(0, |sum: u32, games| sum.saturating_add(*games))
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        vec![Index::WeeksOf(self.id.server.clone()).at(self.id.week.into())]
    }
}
