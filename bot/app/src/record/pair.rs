//! What two people have played against each other.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use super::career::Tally;
use crate::ids::PlayerId;
use crate::moment::Timestamp;
use crate::store::{Index, IndexRow};

/// Two people, in the order of their names in the store.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct PairId {
    /// The lesser name.
    first: PlayerId,
    /// The greater name.
    second: PlayerId,
}

impl PairId {
    /// The two, in whichever order.
    pub fn new(one: PlayerId, other: PlayerId) -> Self {
        if one <= other {
            Self {
                first: one,
                second: other,
            }
        } else {
            Self {
                first: other,
                second: one,
            }
        }
    }

    /// Both.
    pub fn both(&self) -> [&PlayerId; 2] {
        [&self.first, &self.second]
    }
}

/// The games of two people against each other, rated or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairRecord {
    /// The two.
    pub id: PairId,
    /// How they ended for the first of the two.
    pub games: BTreeMap<Family, Tally>,
    /// When the last one was counted.
    pub last: Timestamp,
}

impl PairRecord {
    /// Two people who have not finished a game with each other yet.
    pub fn new(id: PairId) -> Self {
        Self {
            id,
            games: BTreeMap::new(),
            last: Timestamp(0),
        }
    }

    /// All games together, as they ended for `player`.
    pub fn of(&self, player: &PlayerId) -> Tally {
        let first = self
            .games
            .values()
            .fold(Tally::default(), |sum, tally| sum.plus(*tally));
        if *player == self.id.first {
            return first;
        }
        Tally {
            wins: first.losses,
            losses: first.wins,
            ..first
        }
    }

    pub(super) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |player: &PlayerId| IndexRow {
            index: Index::About(player.clone()),
            order: self.last.0,
        };
        self.id.both().map(row).to_vec()
    }
}
