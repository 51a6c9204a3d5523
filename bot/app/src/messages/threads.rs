//! Threads of games.

use rules_core::Color;
use text::{Text, msg};

use crate::model::record::GameRecord;

/// The longest name of a thread, in characters; Discord's limit.
const LONGEST: usize = 100;

/// The name of a game's thread: its players and the game.
pub fn thread_name(record: &GameRecord) -> String {
    let name = format!(
        "{} – {}: {}",
        record.seats[Color::White].name(),
        record.seats[Color::Black].name(),
        record.variant.name()
    );
    name.chars().take(LONGEST).collect()
}

/// The message from which a game's thread starts, where there is no challenge.
pub fn thread_opening(record: &GameRecord) -> Text {
    msg!(
        "thread-opening",
        name = thread_name(record),
        id = record.id.to_string(),
    )
    .into()
}
