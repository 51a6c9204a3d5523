//! The commands for whoever runs Delos, apart from running it.

pub mod backup;
pub mod broadcast;
pub mod control;
pub mod ratings;
