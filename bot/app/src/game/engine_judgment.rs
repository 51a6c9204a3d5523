//! When the engine resigns, offers a draw and accepts one: by what it thought of its own last positions, never by one thought alone.

use crate::model::record::GameRecord;

/// Scores that are kept: of so many of its own moves.
const KEPT: usize = 6;

/// Hopeless: nine pawns behind, for four moves on end.
const HOPELESS: (i16, usize) = (-900, 4);

/// Nobody is better by so much, for three moves on end: a draw is accepted.
const EVEN: (i16, usize) = (20, 3);

/// Half-moves before which a draw is accepted only from a worse position, and one at all offered.
const EARLY: (u32, u32) = (40, 80);

/// So much behind, a draw is welcome at any time.
const WORSE: i16 = -100;

/// As dead as can be told by a score: the engine offers a draw itself.
const LEVEL: i16 = 10;

/// Half-moves between two offers of its own.
const BETWEEN: u32 = 20;

impl GameRecord {
    /// Notes what the engine thinks of its position, in hundredths of a pawn.
    pub(crate) fn note_score(&mut self, score: i16) {
        self.engine_scores.push(score);
        let over = self.engine_scores.len().saturating_sub(KEPT);
        self.engine_scores.drain(..over);
    }

    fn last_scores(&self, count: usize) -> Option<&[i16]> {
        let from = self.engine_scores.len().checked_sub(count)?;
        self.engine_scores.get(from..)
    }

    fn all_scores(&self, count: usize, holds: impl Fn(i16) -> bool) -> bool {
        self.last_scores(count)
            .is_some_and(|scores| scores.iter().all(|&score| holds(score)))
    }

    /// Whether the engine gives up.
    pub(crate) fn engine_resigns(&self) -> bool {
        self.all_scores(HOPELESS.1, |score| score <= HOPELESS.0)
    }

    /// Whether the engine agrees to a draw now.
    pub(crate) fn engine_agrees(&self) -> bool {
        let worse = self.all_scores(EVEN.1, |score| score <= WORSE);
        worse || (self.ply() >= EARLY.0 && self.all_scores(EVEN.1, |score| score <= EVEN.0))
    }

    /// Whether the engine offers a draw with its move.
    pub(crate) fn engine_offers(&self) -> bool {
        self.ply() >= EARLY.1
            && self.ply() % BETWEEN < 2
            && self.all_scores(KEPT, |score| score.abs() <= LEVEL)
    }
}
