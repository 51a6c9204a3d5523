//! Tests of the lessons through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod puzzles;
mod rulings;
mod steps;
mod words;
