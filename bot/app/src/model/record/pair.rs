//! What two people have played against each other.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::ids::PlayerId;
use crate::model::key::{Index, IndexRow};
use crate::model::moment::Timestamp;
use crate::model::record::career::Tally;
use crate::model::record_ids::PairId;

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
        if *player == *self.id.both()[0] {
            return first;
        }
        Tally {
            wins: first.losses,
            losses: first.wins,
            ..first
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |player: &PlayerId| IndexRow {
            index: Index::About(player.clone()),
            order: self.last.0,
        };
        self.id.both().map(row).to_vec()
    }
}
