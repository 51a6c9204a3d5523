//! The engine's answer.

/// What the engine found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// Its move.
    pub uci: &'a str,
    /// What it thinks of its position, in hundredths of a pawn, if it can say that.
    pub score: Option<i16>,
}
