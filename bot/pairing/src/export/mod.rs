//! Exports: CSV, PGN tags and FIDE's tournament report file.

pub mod csv;
pub mod pgn;
pub mod trf;
