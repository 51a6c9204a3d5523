//! The account on a real homeserver.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

#[path = "../common/mod.rs"]
mod common;

mod absences;
mod account;
mod bookmarks;
mod keys;
mod messages;
mod rooms;

use std::sync::OnceLock;

use common::{Limits, Server};

/// Returns the homeserver that the tests share.
fn server() -> Option<&'static Server> {
    static SERVER: OnceLock<Option<Server>> = OnceLock::new();
    SERVER
        .get_or_init(|| Server::start(Limits::Raised))
        .as_ref()
}
