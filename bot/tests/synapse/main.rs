//! The real program on a real homeserver, as people use it.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../../matrix/tests/common/mod.rs"]
mod common;

mod confidant;
mod delos;
mod games;
mod kills;
mod many_rooms;
mod player;
mod secrets;
mod tournament;

use std::sync::OnceLock;

use common::{Limits, Server};

/// The homeserver that the tests share.
fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| Server::start(Limits::Raised))
        .as_ref()
}
