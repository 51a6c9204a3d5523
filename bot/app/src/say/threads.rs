//! Threads of games.

use super::{code, seat_name};
use crate::record::GameRecord;
use rules_core::Color;
use text::{Text, text};

/// The longest name of a thread, in characters; Discord's limit.
const LONGEST: usize = 100;

/// What a game's thread is called: its players and the rule set.
pub fn thread_name(record: &GameRecord) -> String {
    let name = format!(
        "{} – {}: {}",
        seat_name(&record.seats[Color::White]),
        seat_name(&record.seats[Color::Black]),
        record.variant.name()
    );
    name.chars().take(LONGEST).collect()
}

/// The message beneath which a game's thread hangs, where no challenge is.
pub fn thread_opening(record: &GameRecord) -> Text {
    text![
        format!("{} · game ", thread_name(record)),
        code(record.id),
        ". It is played in this thread."
    ]
}
