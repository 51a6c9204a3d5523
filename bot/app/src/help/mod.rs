//! The rule book, how to start, and what Delos is.

pub(crate) mod rulebook;
pub(crate) mod welcome;
