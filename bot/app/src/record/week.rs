//! What was played on a server in one week: figures alone, nobody's name.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::ids::ServerId;
use crate::moment::{Span, Timestamp};
use crate::store::{Index, IndexRow};

/// A server's week.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct WeekId {
    /// The server.
    pub server: ServerId,
    /// Whole weeks since Monday, 5 January 1970, UTC.
    pub week: u32,
}

/// The first Monday.
const MONDAY: Span = Span::days(4);
const WEEK: Span = Span::days(7);

impl WeekId {
    /// The week of that time.
    pub fn of(server: ServerId, at: Timestamp) -> Self {
        let week = at.since(Timestamp(MONDAY.0)).0.div_euclid(WEEK.0);
        Self {
            server,
            week: u32::try_from(week).unwrap_or(0),
        }
    }

    /// When it began.
    pub fn began(&self) -> Timestamp {
        Timestamp(MONDAY.0 + i64::from(self.week) * WEEK.0)
    }
}

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

    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        vec![IndexRow {
            index: Index::WeeksOf(self.id.server.clone()),
            order: self.id.week.into(),
        }]
    }
}
