//! What was played on a server in one week: figures alone, nobody's name.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::key::{Index, IndexRow};
use crate::model::record_ids::WeekId;

/// The games that ended in a server's week.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WeekRecord {
    /// Which week.
    pub id: WeekId,
    /// Games by rule set's family.
    pub games: BTreeMap<Family, u32>,
    /// Those of them that were rated.
    #[serde(default)]
    pub rated: u32,
    /// Those of them with the engine.
    #[serde(default)]
    pub engine: u32,
    /// Those of them that ended on time.
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

    /// All games of the week.
    pub fn all(&self) -> u32 {
        self.games
            .values()
            .fold(0, |sum: u32, games| sum.saturating_add(*games))
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        vec![IndexRow {
            index: Index::WeeksOf(self.id.server.clone()),
            order: self.id.week.into(),
        }]
    }
}
