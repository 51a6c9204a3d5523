//! Ratings, careers and head-to-heads: what a finished game changes beside itself.

pub(crate) mod ledger;
pub(crate) mod rebuild;
