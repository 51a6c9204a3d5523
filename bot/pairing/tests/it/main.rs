//! Tests of tournaments through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod arena;
mod checker;
mod common;
mod knockout;
mod serialization;
mod standings;
mod swiss;
