//! Requests at the same moment: what a commit relied on still holds when it is made.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

#[path = "../common/mod.rs"]
mod common;
mod interruptions;
mod limits;

use app::{Command, Level, Terms};
use common::person;
use rules_core::Variant;

fn invite(to: Option<&str>) -> Command {
    Command::Challenge {
        opponent: to.map(person),
        terms: Terms::of(Variant::Toto40),
    }
}

fn play() -> Command {
    Command::Play {
        terms: Terms::of(Variant::Toto40),
        level: Level::LOWEST,
    }
}
