//! The rule book, and what Delos is.

pub(crate) mod about;
pub(crate) mod rulebook;
