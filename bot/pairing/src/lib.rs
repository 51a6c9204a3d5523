//! Who plays whom: Swiss, round robin, knock-out and arena as pure functions from what has happened to what comes next.
//!
//! Nothing here knows a clock, chance, a store or a chat. A [`History`] goes in, a round comes out, and the same history
//! always gives the same round.

mod history;
mod weight;

pub mod export;

pub mod swiss;

pub use history::{
    Bye, Entrant, Forfeit, HalfPoints, History, HistoryError, Pairing, PairingResult, Round,
    SeatedTwice, Seed, Slot,
};
