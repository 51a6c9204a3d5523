//! A tournament as other programs read it.

pub mod csv;
pub mod pgn;
pub mod trf;
