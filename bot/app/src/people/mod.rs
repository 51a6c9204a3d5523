//! Profiles, histories, leaderboards, a server's figures, blocks and vacations.

pub(crate) mod accounts;
pub(crate) mod blocking;
pub(crate) mod history;
pub(crate) mod leaderboard;
pub(crate) mod profile;
pub(crate) mod statistics;
pub(crate) mod vacation;
pub(crate) mod visibility;
