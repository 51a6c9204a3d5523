//! Tests of user text through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod chess;
mod platforms;
mod resources;
