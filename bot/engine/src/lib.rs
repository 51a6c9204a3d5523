//! The opponent: search and evaluation over `rules-core`.
