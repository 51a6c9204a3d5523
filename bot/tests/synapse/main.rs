//! The real program on a real homeserver.
//!
//! Tests start in the order of their modules' names; those that mostly wait should start first.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../../matrix/tests/common/mod.rs"]
mod common;
#[path = "../../store/tests/it/server.rs"]
mod postgres;

mod at_once;
mod cups;
mod delos;
mod direct;
mod games;
mod kills;
mod many_rooms;
mod outages;
mod pace;
mod person;
mod proxy;
mod restarts;
mod room;
mod spaces;
mod table;
mod takeovers;
mod upgrades;

use std::sync::OnceLock;

use common::{Limits, Server};

fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| Server::start(Limits::Raised))
        .as_ref()
}

/// Reads a number from the environment; CI uses the default.
fn number(variable: &str, default: u64) -> u64 {
    std::env::var(variable).map_or(default, |number| number.parse().unwrap())
}
