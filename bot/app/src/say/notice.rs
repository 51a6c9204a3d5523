//! What one person is told by themselves.

use rules_core::{Color, Game};

use super::{code, seat};
use crate::ids::PlayerId;
use crate::moment::Timestamp;
use crate::record::{FIRST_MOVE, GameRecord, Seat, TimeControl};
use crate::text::{Part, Text, text};

fn game_against(record: &GameRecord, opponent: &Seat) -> Text {
    text![
        record.variant.name(),
        " against ",
        seat(opponent),
        " (",
        code(record.id),
        ")"
    ]
}

/// It is somebody's move, who prefers to be told by themselves.
pub fn your_turn(record: &GameRecord, opponent: &Seat, game: &Game) -> Text {
    text!["It is your move in "]
        .then(game_against(record, opponent))
        .then(text!["."])
        .line(super::last_move(game))
}

/// A round has begun, for a player of one of its games.
pub fn round_begins(record: &GameRecord, side: Color) -> Text {
    let words = text!["Your game in a tournament has begun: "]
        .then(game_against(record, &record.seats[!side]))
        .then(text![format!(
            ". You have {}.",
            record.variant.color_name(side)
        )]);
    let rule = first_move_rule(record.time);
    if side == record.turn() {
        words.then(text![format!(" You move first. {rule}")])
    } else {
        words.then(text![format!(" I call you when it is your move. {rule}")])
    }
}

/// What becomes of whoever does not come to a game of a tournament.
pub fn first_move_rule(time: TimeControl) -> String {
    if time.is_live() {
        let minutes = FIRST_MOVE.0 / 60_000;
        format!("Whoever has not made their first move after {minutes} minutes forfeits the game.")
    } else {
        "Whoever has not made their first move in time forfeits the game.".to_owned()
    }
}

/// A reminder that somebody's time is running out.
pub fn time_runs_out(record: &GameRecord, opponent: &Seat, flag: Timestamp) -> Text {
    text!["It is your move in "]
        .then(game_against(record, opponent))
        .then(text![". Your time runs out ", Part::Relative(flag), "."])
}

/// A game's board cannot be posted where the game is played.
pub fn cannot_show(record: &GameRecord, opponent: &Seat) -> Text {
    text!["I cannot post the board of "]
        .then(game_against(record, opponent))
        .then(text![
            " any more: the channel is gone, or I may not write or attach files there. The game goes on here: ",
            code("/move"),
            " and ",
            code("/board"),
            " work in this conversation too. A moderator can let me back in by allowing View Channel, Send Messages and Attach Files."
        ])
}

/// The same words for somebody who is called among others.
pub fn called(who: &PlayerId, words: Text) -> Text {
    text![who, ": "].then(words)
}
