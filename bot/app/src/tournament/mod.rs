//! Tournaments: announcement, entries, pairing, rounds of ordinary games, corrections by the organizer, and the end.

pub(crate) mod arena;
pub(crate) mod availability;
pub(crate) mod award;
pub(crate) mod blocked_pairs;
pub(crate) mod boards;
pub(crate) mod bracket;
pub(crate) mod commands;
pub(crate) mod corrections;
pub(crate) mod dispatch;
pub(crate) mod export;
pub(crate) mod history;
pub(crate) mod invitations;
pub(crate) mod lifecycle;
pub(crate) mod manage;
pub(crate) mod message;
pub(crate) mod notices;
pub(crate) mod pending_change;
pub(crate) mod permission;
pub(crate) mod pictures;
pub(crate) mod plan;
pub(crate) mod progress;
pub(crate) mod records;
pub(crate) mod risk;
pub(crate) mod rounds;
pub(crate) mod server_event;
pub(crate) mod signup;
pub(crate) mod start_time;
pub(crate) mod suggest;
pub(crate) mod threads;
pub(crate) mod views;

pub(crate) use pending_change::PendingChange;
