//! Tournament pairings and standings as pure functions: Swiss, round robin, knockout and arena.
//!
//! The input is a [`History`], the output is a round. There is no clock, randomness or I/O, so the same history always
//! yields the same round.

mod history;
mod round;
mod weight;

pub mod arena;
pub mod knockout;
pub mod round_robin;
pub mod swiss;

mod crosstable;
mod performance;
mod standings;
mod tie_break;

pub mod export;

pub use crosstable::{Cell, CrosstableRow, crosstable};
pub use history::{Entrant, History, HistoryError};
pub use round::{Bye, Forfeit, HalfPoints, Pairing, PairingResult, Round, Seed, Slot};
pub use standings::{Standing, ranks, standings};
pub use tie_break::{Ranking, TieBreak, TieBreakValue, UnknownTieBreak};
