//! What people do, command by command, over a store in memory: every answer, effect and refusal.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../common/mod.rs"]
mod common;

mod challenges;
mod endings;
mod moves;
mod warnings;
