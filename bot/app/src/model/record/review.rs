//! The engine's reviews of finished games.

use serde::{Deserialize, Serialize};

use crate::model::ids::GameId;

/// The engine's review of a finished game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ReviewRecord {
    pub game: GameId,
    /// White's expected score in thousandths, at the start and after each reviewed half-move.
    pub expectations: Vec<u16>,
    /// In the order of play.
    pub turns: Vec<TurningPoint>,
}

impl ReviewRecord {
    /// Most turning points of a game.
    pub const TURNS: usize = 3;
}

/// A bad mistake.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TurningPoint {
    /// Half-moves played before it.
    pub ply: u32,
    /// The engine's move in UCI notation.
    pub best: String,
    /// The moves that the engine expects after it; none in older reviews.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub continuation: Vec<String>,
    /// The mover's expected score in thousandths, after the best move.
    pub before: u16,
    /// The mover's expected score after the move that was played.
    pub after: u16,
}
