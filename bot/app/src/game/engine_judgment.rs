//! When the engine resigns, offers a draw and accepts one: by its scores of its own last positions, never by one score alone.

use crate::model::GameRecord;

/// Maximum number of scores kept.
const KEPT: usize = 6;

/// The engine resigns after this many scores at most this high, in centipawns.
const HOPELESS_MOVES: usize = 4;
const HOPELESS_SCORE: i16 = -900;

/// The engine accepts a draw after this many scores at most this high.
const EVEN_MOVES: usize = 3;
const EVEN_SCORE: i16 = 20;

/// Half-moves before which the engine accepts a draw only when it is worse.
const EARLIEST_DRAW: u32 = 40;

/// Half-moves before which the engine never offers a draw.
const EARLIEST_OFFER: u32 = 80;

/// Scores at most this high make a draw welcome at any time.
const WORSE: i16 = -100;

/// Scores at most this far from zero make the engine offer a draw.
const LEVEL: i16 = 10;

/// Half-moves between two of the engine's draw offers.
const BETWEEN_OFFERS: u32 = 20;

impl GameRecord {
    /// Keeps the engine's score of its position, in centipawns.
    pub(crate) fn note_score(&mut self, score: i16) {
        self.engine_scores.push(score);
        let over = self.engine_scores.len().saturating_sub(KEPT);
        self.engine_scores.drain(..over);
    }

    /// Whether there are at least `count` scores, and `holds` is true of the last `count`.
    fn all_scores(&self, count: usize, holds: impl Fn(i16) -> bool) -> bool {
        let mut last = self.engine_scores.iter().rev().take(count);
        last.len() == count && last.all(|&score| holds(score))
    }

    pub(crate) fn engine_resigns(&self) -> bool {
        self.all_scores(HOPELESS_MOVES, |score| score <= HOPELESS_SCORE)
    }

    pub(crate) fn engine_agrees(&self) -> bool {
        let worse = self.all_scores(EVEN_MOVES, |score| score <= WORSE);
        worse
            || (self.ply() >= EARLIEST_DRAW
                && self.all_scores(EVEN_MOVES, |score| score <= EVEN_SCORE))
    }

    pub(crate) fn engine_offers(&self) -> bool {
        self.ply() >= EARLIEST_OFFER
            && self.ply() % BETWEEN_OFFERS < 2
            && self.all_scores(KEPT, |score| score.abs() <= LEVEL)
    }
}
