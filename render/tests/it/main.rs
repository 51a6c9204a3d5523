//! Tests of the pictures through the public interface.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod alt;
mod animation;
mod common;
mod font;
mod golden;
mod hostile;
