//! The rule book, how to start, and what Delos is.

pub(crate) mod help_and_welcome;
pub(crate) mod rulebook;
