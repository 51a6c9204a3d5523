//! A copy of a person's data, and its deletion.

pub(crate) mod deletion;
pub(crate) mod export;
