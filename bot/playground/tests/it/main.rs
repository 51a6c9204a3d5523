//! Tests over real sockets.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod bot;
mod conversation;
mod faults;
mod strictness;
