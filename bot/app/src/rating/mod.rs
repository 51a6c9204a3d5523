//! Ratings, careers and head-to-heads.

pub(crate) mod ledger;
pub(crate) mod merger;
pub(crate) mod rebuild;
