//! Why a text is no legal move.

use std::fmt;

/// Why a text is no legal move. Its `Display` is a sentence for the player.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WhyNot {
    /// The text is no move in any form.
    Unreadable,
}

impl fmt::Display for WhyNot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("I cannot read that as a move. Try e2e4, or Nf3.")
    }
}

impl std::error::Error for WhyNot {}
