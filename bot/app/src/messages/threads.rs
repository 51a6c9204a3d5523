//! Threads of games.

use rules_core::Color;
use text::{Text, text};

use crate::messages::code;
use crate::model::record::GameRecord;

/// The longest name of a thread, in characters; Discord's limit.
const LONGEST: usize = 100;

/// What a game's thread is called: its players and the rule set.
pub fn thread_name(record: &GameRecord) -> String {
    let name = format!(
        "{} – {}: {}",
        record.seats[Color::White].name(),
        record.seats[Color::Black].name(),
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
