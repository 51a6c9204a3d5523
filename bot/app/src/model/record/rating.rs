//! A person's rating in one family of games and one pool of opponents.

use crate::model::record::defaults::stored;
use crate::model::record::{Pool, RatingId, Tally};
use crate::model::{Index, IndexRow, Name, Rating, Timestamp};

stored! {
    /// A rating and its history.
    pub struct RatingRecord {
        pub id: RatingId,
        /// The player's name in the last game.
        pub name: Name,
        /// The rating after the last game.
        pub rating: Rating,
        /// Results of the rated games.
        pub tally: Tally,
        /// When the last one was counted.
        pub last: Timestamp,
        /// Seconds since 1970 and whole points, oldest first; the older half is thinned out.
        pub curve: Vec<(i64, u16)> = default,
    }
}

impl RatingRecord {
    /// The rating of a player without rated games.
    pub fn new(id: RatingId, name: Name) -> Self {
        Self {
            id,
            name,
            rating: Rating::NEW,
            tally: Tally::default(),
            last: Timestamp(0),
            curve: Vec::new(),
        }
    }

    /// Most points of a curve, which take about 4 kB.
    const CURVE: usize = 240;

    /// The rating at `now`, whose deviation has grown since the last game.
    pub fn at(&self, now: Timestamp) -> Rating {
        if self.tally.games() == 0 {
            return self.rating;
        }
        self.rating.after_idling(now.since(self.last))
    }

    /// Merges the rating of an account that was linked to this one at that time. The curve goes on from this one's.
    pub(crate) fn merge(&mut self, other: &Self, at: Timestamp) {
        self.rating = self.at(at).merged(other.at(at));
        self.tally = self.tally.plus(other.tally);
        self.last = at;
        self.note(at, self.rating);
    }

    /// Adds a point to the curve. When it is full, drops every other point of the older half.
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
        let mut rows = vec![Index::About(self.id.player.clone()).at(self.last.0)];
        if !self.rating.is_provisional() {
            let leaderboard = Index::Leaderboard(self.id.family, self.id.pool.clone());
            rows.push(leaderboard.at(self.rating.order()));
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
        let mut record = RatingRecord::new(id, Name::someone());
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
