//! Goals of steps that accept every move with a certain effect.

use rules_core::{Game, Move, ShiftKind};
use serde::Deserialize;

#[derive(Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Goal {
    /// The move wins at once.
    Wins,
    /// The move gives check.
    Checks,
    /// The move captures.
    Captures,
    /// A Leto throws a piece.
    Throws,
    /// The move doesn't lose at once, even against the best reply.
    Safe,
}

impl Goal {
    /// Returns whether a legal move achieves it.
    pub(crate) fn is_met(self, game: &Game, mv: Move) -> bool {
        let description = game.position().describe(mv);
        let mut after = game.clone();
        if after.play(mv).is_err() {
            return false;
        }
        match self {
            Self::Wins => after.outcome().and_then(|outcome| outcome.winner) == Some(game.turn()),
            Self::Checks => after.position().is_check(),
            Self::Captures => !description.captures.is_empty(),
            Self::Throws => {
                let mut shifts = description.shifts.iter();
                shifts.any(|shift| shift.kind == ShiftKind::Repulsion)
            }
            Self::Safe => game.blunders(&[mv]) == [None],
        }
    }
}
