//! Tests of the engine through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod mates;
mod puzzles;
mod search;
mod uci;
