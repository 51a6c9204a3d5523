//! The engine's reviews of finished games.

use crate::model::ids::GameId;
use crate::model::record::defaults::stored;

stored! {
    /// The engine's review of a finished game.
    pub struct ReviewRecord {
        pub game: GameId,
        /// White's expected score in thousandths, at the start and after each reviewed half-move.
        pub expectations: Vec<u16>,
        /// In the order of play.
        pub turns: Vec<TurningPoint>,
    }

    /// A bad mistake.
    pub struct TurningPoint {
        /// Half-moves played before it.
        pub ply: u32,
        /// The engine's move in UCI notation.
        pub best: String,
        /// The moves that the engine expects after it; none in older reviews.
        pub continuation: Vec<String> = default,
        /// The mover's expected score in thousandths, after the best move.
        pub before: u16,
        /// The mover's expected score after the move that was played.
        pub after: u16,
    }
}

impl ReviewRecord {
    /// Most turning points of a game.
    pub const TURNS: usize = 3;
}
