//! Games of others.

use rules_core::Color;
use text::{Text, text};

use crate::messages::{code, seat};
use crate::model::ids::GameId;
use crate::model::record::GameRecord;

/// Somebody follows a game now.
pub fn watching(record: &GameRecord) -> Text {
    text![
        "You are watching ",
        record.variant.name(),
        ", ",
        seat(&record.seats[Color::White]),
        " – ",
        seat(&record.seats[Color::Black]),
        ". I send you each new board in a direct message."
    ]
}

/// Somebody does not follow a game any more.
pub fn not_watching(id: GameId) -> Text {
    text![
        "You are not watching game ",
        code(id),
        " any more. ",
        code("/board"),
        " still shows it."
    ]
}

/// The games in progress on a server, one on a line.
pub fn games_here(games: &[GameRecord]) -> Text {
    if games.is_empty() {
        return text![
            "Nobody is playing on this server. ",
            code("/challenge"),
            " invites somebody."
        ];
    }
    let lines = games.iter().map(|record| {
        let name = |color| record.seats[color].name();
        text![
            code(record.id),
            format!(
                " {}: {} – {}",
                record.variant.name(),
                name(Color::White),
                name(Color::Black)
            )
        ]
    });
    lines
        .fold(Text::default(), Text::line)
        .line(text![code("/watch"), " follows one of them."])
}

pub(crate) fn own_game(id: GameId) -> Text {
    text![
        "You play game ",
        code(id),
        " yourself. I call you when it is your move."
    ]
}

pub(crate) fn watches_too_many(most: usize) -> Text {
    text![format!(
        "You are watching {most} games, and that is the most. Stop watching one first, with the button under its board."
    )]
}

pub(crate) fn too_many_watchers(id: GameId) -> Text {
    text![
        "So many people are watching game ",
        code(id),
        " that there is no room for more. ",
        code("/board"),
        " shows it too."
    ]
}
