//! Operator commands: backups and checks, ratings, broadcasts, and the socket to a running Delos.

pub mod backup;
pub mod broadcast;
pub mod control;
pub mod ratings;
