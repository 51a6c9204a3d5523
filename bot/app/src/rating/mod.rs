//! Ratings, careers and head-to-heads.

pub(crate) mod ledger;
mod merger;
pub(crate) mod rebuild;
