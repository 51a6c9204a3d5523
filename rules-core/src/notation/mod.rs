//! Text forms of positions, moves and games.

pub(crate) mod fen;
pub(crate) mod parse;
pub mod pgn;
pub(crate) mod san;
