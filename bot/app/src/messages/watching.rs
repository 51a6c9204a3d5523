//! Other people's games.

use rules_core::Color;
use text::{Text, msg};

use crate::messages::seat;
use crate::model::record::GameRecord;

/// Confirms that someone watches a game now.
pub fn watching(record: &GameRecord) -> Text {
    msg!(
        "watch-started",
        variant = record.variant.name(),
        white = seat(&record.seats[Color::White]),
        black = seat(&record.seats[Color::Black]),
    )
    .into()
}

/// The games in progress on a server, one on a line.
pub fn games_here(games: &[GameRecord]) -> Text {
    if games.is_empty() {
        return msg!("watch-no-games").into();
    }
    let lines = games.iter().map(|record| {
        msg!(
            "watch-game",
            id = record.id.to_string(),
            variant = record.variant.name(),
            white = record.seats[Color::White].name(),
            black = record.seats[Color::Black].name(),
        )
    });
    lines
        .fold(Text::default(), Text::line)
        .line(msg!("watch-how"))
}
