//! What cannot be read, and what the platform does not allow.

use text::{Text, text};

use crate::messages::{code, shortened, strong};
use crate::model::record::Level;

/// A slash command that this program does not have (any more).
pub fn unknown_command() -> Text {
    text!["I do not know this command any more. Please choose one from the list."]
}

/// A button that this program does not have (any more).
pub fn unknown_button() -> Text {
    text![
        "I cannot do what this button says any more. ",
        code("/games"),
        " lists your games."
    ]
}

/// Something that was typed as a game's code and is none.
pub fn no_such_code(typed: &str) -> Text {
    text![
        "\"",
        shortened(typed),
        "\" is not the code of a game. Choose one from the list; a code has six letters and digits, like ",
        code("k7f3q2"),
        "."
    ]
}

/// Something that was given as a game's name and is none.
pub fn no_such_variant(typed: &str) -> Text {
    text![
        "I do not know a game called \"",
        shortened(typed),
        "\". Please choose one from the list."
    ]
}

/// A level outside the range.
pub fn no_such_level(lowest: Level, highest: Level) -> Text {
    text![format!(
        "My levels go from {} to {}.",
        lowest.number(),
        highest.number()
    )]
}

/// Another bot was challenged.
pub fn bots_are_not_challenged() -> Text {
    text![
        "Bots cannot accept a challenge. ",
        code("/play"),
        " begins a game with me."
    ]
}

/// The bot lacks permissions in this channel, by Discord's names for them.
pub fn may_not_post(missing: &[&str]) -> Text {
    text![
        "I may not post here, so a game could not be seen. Please ask a moderator to allow me in this channel: ",
        strong(missing.join(", ")),
        "."
    ]
}

/// A reply to a message that shows no board.
pub fn no_board() -> Text {
    text![
        "That message shows no board, so I do not know which game you mean. Reply to the board, or use ",
        code("/move"),
        "."
    ]
}

/// A message far longer than any move.
pub fn too_long_to_read() -> Text {
    text![
        "That is too long to be a move. Write it like ",
        code("e4"),
        ", ",
        code("Rxd7"),
        " or ",
        code("d5d7"),
        "."
    ]
}

/// Neither a finished game nor a position was given, or both.
pub fn game_or_position() -> Text {
    text![
        "Give me the code of a finished game, or a ",
        code("position"),
        " as FEN: one of the two."
    ]
}
