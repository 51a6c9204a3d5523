//! Who plays whom: Swiss, round robin, knock-out and arena as pure functions from what has happened to what comes next.
//!
//! Nothing here knows a clock, chance, a store or a chat. A [`History`] goes in, a round comes out, and the same history
//! always gives the same round.

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

pub use crosstable::{Cell, CrossRow, Crosstable};
pub use history::{Entrant, History, HistoryError};
pub use performance::performance;
pub use round::{Bye, Forfeit, HalfPoints, Pairing, PairingResult, Round, SeatedTwice, Seed, Slot};
pub use standings::{Ranking, Standing, ranks, standings};
pub use tie_break::{Figure, TieBreak, UnknownTieBreak};
