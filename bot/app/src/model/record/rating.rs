//! A person's rating in one game among some opponents.

use serde::{Deserialize, Serialize};

use crate::model::glicko::Rating;
use crate::model::key::{Index, IndexRow};
use crate::model::moment::Timestamp;
use crate::model::record::career::Tally;
use crate::model::record_ids::{Pool, RatingId};

/// A rating with what led to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RatingRecord {
    /// Which rating it is.
    pub id: RatingId,
    /// What its owner was called in the last game.
    pub name: String,
    /// The rating after the last game.
    pub rating: Rating,
    /// The rated games.
    pub tally: Tally,
    /// When the last one was counted.
    pub last: Timestamp,
    /// Seconds since 1970 and whole points, oldest first; of many games the older ones only now and then.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curve: Vec<(i64, u16)>,
}

impl RatingRecord {
    /// The most points of a curve: four kilobytes of a record that is written after each game.
    const CURVE: usize = 240;

    /// The rating of somebody who has not played yet.
    pub fn new(id: RatingId, name: String) -> Self {
        Self {
            id,
            name,
            rating: Rating::NEW,
            tally: Tally::default(),
            last: Timestamp(0),
            curve: Vec::new(),
        }
    }

    /// The rating as it is by then: less certain than after the last game.
    pub fn at(&self, now: Timestamp) -> Rating {
        if self.tally.games() == 0 {
            return self.rating;
        }
        self.rating.after_idling(now.since(self.last))
    }

    /// Adds a point to the curve. When it is full, every other point of the older half goes.
    pub(crate) fn note(&mut self, at: Timestamp, rating: Rating) {
        if matches!(self.id.pool, Pool::Server(_)) {
            return;
        }
        self.curve.push((at.seconds(), rating.points()));
        if self.curve.len() > Self::CURVE {
            let mut place = 0;
            self.curve.retain(|_| {
                place += 1;
                place > Self::CURVE / 2 || place % 2 == 1
            });
        }
    }

    pub(crate) fn index_rows(&self) -> Vec<IndexRow> {
        let RatingId {
            family,
            pool,
            player,
        } = &self.id;
        let mut rows = vec![IndexRow {
            index: Index::About(player.clone()),
            order: self.last.0,
        }];
        if !self.rating.is_provisional() {
            rows.push(IndexRow {
                index: Index::Leaderboard(*family, pool.clone()),
                order: self.rating.order(),
            });
        }
        rows
    }
}

#[cfg(test)]
mod tests {
    use rules_core::Family;

    use super::*;
    use crate::model::ids::PlayerId;

    #[test]
    fn a_curve_keeps_its_ends_and_its_bound() {
        let id = RatingId {
            family: Family::Leto,
            pool: Pool::Everywhere,
            player: PlayerId::new("t:ann"),
        };
        let mut record = RatingRecord::new(id, "ann".to_owned());
        for second in 0..10_000 {
            record.note(Timestamp(second * 1000), Rating::NEW);
            assert!(record.curve.len() <= RatingRecord::CURVE);
        }
        let at = |point: Option<&(i64, u16)>| point.map(|point| point.0);
        assert_eq!(at(record.curve.first()), Some(0));
        assert_eq!(at(record.curve.last()), Some(9_999));
        assert!(record.curve.is_sorted());
    }
}
