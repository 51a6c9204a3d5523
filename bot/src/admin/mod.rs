//! For operators: automatic backups, and commands: backups and checks, ratings, broadcasts, and the socket to a running Delos.

pub mod automatic_backups;
pub mod backup;
pub mod broadcast;
pub mod control;
pub mod folder;
pub mod puzzles;
pub mod ratings;
