//! A copy of a person's data, its deletion, and one person's accounts on several platforms.

pub(crate) mod deletion;
pub(crate) mod export;
pub(crate) mod linking;
pub(crate) mod renaming;
