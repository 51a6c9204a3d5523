//! Ratings, careers, head-to-heads and weekly figures.

pub(crate) mod ledger;
pub(crate) mod rebuild;
