//! Two people's results against each other.

use std::collections::BTreeMap;

use rules_core::Family;
use serde::{Deserialize, Serialize};

use crate::model::record::{PairId, Tally};
use crate::model::{Index, IndexRow, PlayerId, Timestamp};

/// The games of two people against each other, rated or not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PairRecord {
    pub id: PairId,
    /// Results for the first of the two.
    pub games: BTreeMap<Family, Tally>,
    /// When the last game was counted.
    pub last: Timestamp,
}

impl PairRecord {
    /// Two people without finished games.
    pub fn new(id: PairId) -> Self {
        Self {
            id,
            games: BTreeMap::new(),
            last: Timestamp(0),
        }
    }

    /// Adds the results of `from` against the other of the two, once `from` is linked to `into`.
    pub(crate) fn merge(&mut self, other: Self, from: &PlayerId, into: &PlayerId) {
        let is_turned = (other.id.both()[0] == from) != (self.id.both()[0] == into);
        for (family, tally) in other.games {
            let sum = self.games.entry(family).or_default();
            *sum = sum.plus(if is_turned { tally.turned() } else { tally });
        }
        self.last = self.last.max(other.last);
    }

    /// Results of all games for `player`.
    pub fn of(&self, player: &PlayerId) -> Tally {
        let games = self.games.values();
        let first = games.fold(Tally::default(), |sum, tally| sum.plus(*tally));
        if player == self.id.both()[0] {
            return first;
        }
        first.turned()
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let row = |player: &PlayerId| Index::About(player.clone()).at(self.last.0);
        self.id.both().map(row).to_vec()
    }
}
