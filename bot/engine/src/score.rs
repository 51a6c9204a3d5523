//! Scores: centipawns, or mate in a known number of moves.

use std::fmt;

/// The score of a win on the board.
const MATE: i32 = 30_000;
/// Scores from here on are mate scores.
const MATE_THRESHOLD: i32 = MATE - 1_000;

/// The value of a position for one side, in centipawns, or a forced win or loss.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const EQUAL: Self = Self(0);
    /// Above every score.
    pub(crate) const INFINITE: i32 = MATE + 1;

    /// Returns a score in centipawns, clamped to below the mate scores.
    pub fn centipawns(value: i32) -> Self {
        Self(value.clamp(-MATE_THRESHOLD + 1, MATE_THRESHOLD - 1))
    }

    /// Reads a score as UCI writes it: `cp` and centipawns, or `mate` and the winner's moves.
    pub(crate) fn from_uci(kind: &str, number: i32) -> Option<Self> {
        // A longer mate would not be a mate score.
        let moves = number.clamp(-499, 499);
        match kind {
            "cp" => Some(Self::centipawns(number)),
            "mate" if moves > 0 => Some(Self(MATE - (2 * moves - 1))),
            "mate" => Some(Self(-2 * moves - MATE)),
            _ => None,
        }
    }

    pub(crate) const fn from_raw(value: i32) -> Self {
        Self(value)
    }

    /// Returns centipawns; beyond ±29,000 lie forced wins and losses.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// Returns the number of the winner's moves to a forced win (positive) or loss (negative; 0 if already lost).
    pub const fn mate_in(self) -> Option<i32> {
        if self.0 >= MATE_THRESHOLD {
            Some((MATE - self.0 + 1) / 2)
        } else if self.0 <= -MATE_THRESHOLD {
            Some(-(MATE + self.0) / 2)
        } else {
            None
        }
    }

    /// Returns the expected score against an equal opponent, 0 to 1.
    // CITE: Pawn advantage and win percentage.
    // https://www.chessprogramming.org/Pawn_Advantage,_Win_Percentage,_and_Elo
    pub fn expectation(self) -> f64 {
        match self.0 {
            value if value >= MATE_THRESHOLD => 1.0,
            value if value <= -MATE_THRESHOLD => 0.0,
            value => 1.0 / (1.0 + (-f64::from(value) / EXPECTATION_SCALE).exp()),
        }
    }
}

/// Centipawns that multiply the odds of winning by e. `train.py` trains nets to this scale.
pub(crate) const EXPECTATION_SCALE: f64 = 220.0;

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_possible_wrap,
    reason = "a ply is below 200"
)]
const fn plies(ply: usize) -> i32 {
    ply as i32
}

pub(crate) const fn mated_at(ply: usize) -> i32 {
    plies(ply) - MATE
}

pub(crate) const fn mate_at(ply: usize) -> i32 {
    MATE - plies(ply)
}

pub(crate) const fn is_mate_score(score: i32) -> bool {
    score >= MATE_THRESHOLD || score <= -MATE_THRESHOLD
}

/// Converts a mate score from plies from the root to plies from the node, for the transposition table.
pub(crate) const fn score_to_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score + plies(ply)
    } else if score <= -MATE_THRESHOLD {
        score - plies(ply)
    } else {
        score
    }
}

/// Reverses [`score_to_tt`].
pub(crate) const fn score_from_tt(score: i32, ply: usize) -> i32 {
    if score >= MATE_THRESHOLD {
        score - plies(ply)
    } else if score <= -MATE_THRESHOLD {
        score + plies(ply)
    } else {
        score
    }
}

impl fmt::Display for Score {
    /// Formats as UCI does: `cp 31`, `mate -2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.mate_in() {
            Some(moves) => write!(f, "mate {moves}"),
            None => write!(f, "cp {}", self.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves_of_the_winner() {
        let scores = [mate_at(1), mate_at(3), mated_at(0), mated_at(2)];
        let moves = scores.map(|score| Score(score).mate_in());
        assert_eq!(moves, [1, 2, 0, -1].map(Some));
        assert_eq!(Score::centipawns(31).to_string(), "cp 31");
        assert_eq!(Score(mated_at(4)).to_string(), "mate -2");
    }

    #[test]
    fn scores_are_read_as_they_are_written() {
        let mates = [mate_at(1), mate_at(7), mated_at(0), mated_at(4)].map(Score);
        for score in mates.into_iter().chain([Score::centipawns(-31)]) {
            let text = score.to_string();
            let (kind, number) = text.split_once(' ').unwrap();
            assert_eq!(Score::from_uci(kind, number.parse().unwrap()), Some(score));
        }
        let longest = Score::from_uci("mate", i32::MIN).unwrap();
        assert!(is_mate_score(longest.value()));
        assert_eq!(Score::from_uci("wdl", 1), None);
    }

    #[test]
    fn the_transposition_table_counts_mates_from_the_node() {
        let at_root = mate_at(7);
        let stored = score_to_tt(at_root, 4);
        assert_eq!(stored, mate_at(3));
        assert_eq!(score_from_tt(stored, 4), at_root);
        assert_eq!(score_to_tt(25, 4), 25);
    }
}
