//! What the engine found when it went through a finished game.

use serde::{Deserialize, Serialize};

use crate::model::ids::GameId;

/// A finished game as the engine sees it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewRecord {
    /// The game.
    pub game: GameId,
    /// White's expected score in thousandths: at the start, then after each half-move that was looked at.
    pub expectations: Vec<u16>,
    /// Where the game turned, in order.
    pub turns: Vec<TurningPoint>,
}

impl ReviewRecord {
    /// The most turning points of a game that are kept.
    pub const TURNS: usize = 3;
}

/// A move that gave away much.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurningPoint {
    /// Half-moves played before it.
    pub ply: u32,
    /// What the engine would have played, in UCI form.
    pub best: String,
    /// The mover's expected score in thousandths, with the best move.
    pub before: u16,
    /// The same after the move that was played.
    pub after: u16,
}
