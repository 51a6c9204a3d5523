//! Tests over real sockets.

#![allow(clippy::unwrap_used, reason = "what fails in a test fails the test")]

mod bot;
mod conversation;
mod faults;
mod strictness;

/// Waits until a condition holds.
async fn until(pg: &playground::Playground, what: &str, is_so: impl Fn() -> bool) {
    pg.until(what, || is_so().then_some(())).await;
}
