//! The engine's answer.

/// The engine's move and score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found<'a> {
    /// In UCI form.
    pub uci: &'a str,
    /// In centipawns from its own side, if it has one.
    pub score: Option<i16>,
}

/// A move without a score.
impl<'a> From<&'a str> for Found<'a> {
    fn from(uci: &'a str) -> Self {
        Self { uci, score: None }
    }
}
