//! What a position is worth.

use std::fmt;

/// The score of having won already.
const MATE: i32 = 30_000;
/// Scores beyond this say that the game is decided by force.
const DECIDED: i32 = MATE - 1_000;

/// A position's worth for one side, in hundredths of a pawn, or a win or loss in a known number of half-moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Score(i32);

impl Score {
    /// Neither side is better.
    pub const EQUAL: Self = Self(0);
    /// Better than any score that a position can have.
    pub(crate) const INFINITE: i32 = MATE + 1;

    /// From hundredths of a pawn; values that would mean a forced win are cut off.
    pub fn centipawns(value: i32) -> Self {
        Self(value.clamp(-DECIDED + 1, DECIDED - 1))
    }

    pub(crate) const fn raw(value: i32) -> Self {
        Self(value)
    }

    /// The same for the other side.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self(-self.0)
    }

    /// In hundredths of a pawn; forced wins and losses lie beyond ±29,000.
    pub const fn value(self) -> i32 {
        self.0
    }

    /// In how many own moves the game is won by force (positive), or in how many of the opponent's it is lost (negative, or 0 when it is
    /// lost already).
    pub const fn mate_in(self) -> Option<i32> {
        if self.0 >= DECIDED {
            Some((MATE - self.0 + 1) / 2)
        } else if self.0 <= -DECIDED {
            Some(-(MATE + self.0) / 2)
        } else {
            None
        }
    }

    /// The share of points expected from here against an equal opponent, 0 to 1.
    pub fn expectation(self) -> f64 {
        match self.0 {
            value if value >= DECIDED => 1.0,
            value if value <= -DECIDED => 0.0,
            value => 1.0 / (1.0 + (-f64::from(value) / EXPECTATION_SCALE).exp()),
        }
    }
}

/// Hundredths of a pawn that multiply the odds by e: the scale that the tuner fits the evaluation to.
pub(crate) const EXPECTATION_SCALE: f64 = 220.0;

/// The score of a side that has lost, `ply` half-moves from the root.
pub(crate) const fn lost_at(ply: usize) -> i32 {
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_possible_wrap,
        reason = "a ply is below 200"
    )]
    let ply = ply as i32;
    ply - MATE
}

/// Whether a score is a forced win or loss.
pub(crate) const fn is_decided(score: i32) -> bool {
    score >= DECIDED || score <= -DECIDED
}

/// Shifts the length of a forced win from "from the root" to "from this position", for the table.
pub(crate) const fn to_table(score: i32, ply: usize) -> i32 {
    let ply = lost_at(ply) + MATE;
    if score >= DECIDED {
        score + ply
    } else if score <= -DECIDED {
        score - ply
    } else {
        score
    }
}

/// The reverse of [`to_table`].
pub(crate) const fn from_table(score: i32, ply: usize) -> i32 {
    let ply = lost_at(ply) + MATE;
    if score >= DECIDED {
        score - ply
    } else if score <= -DECIDED {
        score + ply
    } else {
        score
    }
}

impl fmt::Display for Score {
    /// As UCI writes it: `cp 31`, `mate -2`.
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
    fn a_forced_win_is_counted_in_moves_of_the_winner() {
        assert_eq!(Score(-lost_at(1)).mate_in(), Some(1));
        assert_eq!(Score(-lost_at(3)).mate_in(), Some(2));
        assert_eq!(Score(lost_at(0)).mate_in(), Some(0));
        assert_eq!(Score(lost_at(2)).mate_in(), Some(-1));
        assert_eq!(Score::centipawns(31).to_string(), "cp 31");
        assert_eq!(Score(lost_at(4)).to_string(), "mate -2");
    }

    #[test]
    fn the_table_keeps_the_distance_to_the_end_from_the_position_itself() {
        let at_root = -lost_at(7);
        let stored = to_table(at_root, 4);
        assert_eq!(stored, -lost_at(3));
        assert_eq!(from_table(stored, 4), at_root);
        assert_eq!(to_table(25, 4), 25);
    }
}
