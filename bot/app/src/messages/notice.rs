//! What one person is told by themselves.

use rules_core::{Color, Game};
use text::{Part, Text, text};

use crate::messages::{code, seat};
use crate::model::ids::PlayerId;
use crate::model::moment::Timestamp;
use crate::model::record::{FIRST_MOVE, GameRecord, Seat, TimeControl};

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

/// Somebody's opponent is on vacation.
pub fn away(record: &GameRecord, opponent: &Seat, until: Timestamp) -> Text {
    text![
        seat(opponent),
        " is on vacation until ",
        Part::Date(until),
        ": their clock stands in your game of ",
        record.variant.name(),
        " (",
        code(record.id),
        "). They can move all the same."
    ]
}

/// Somebody's opponent has come back early.
pub fn back(record: &GameRecord, opponent: &Seat) -> Text {
    text![
        seat(opponent),
        " is back from vacation: their clock counts again in your game of ",
        record.variant.name(),
        " (",
        code(record.id),
        ")."
    ]
}

/// A vacation was ended before its time.
pub fn vacation_ends(left: u16) -> Text {
    text![
        "Welcome back! Your clocks go on from where they stood; I tell your opponents. ",
        vacation_days(left)
    ]
}

/// A vacation begins.
pub fn vacation_begins(until: Timestamp, left: u16) -> Text {
    text![
        "Have a good time! Until ",
        Part::Date(until),
        " your clock stands in games with days for a move; I tell your opponents. Live games and tournaments go on, and you can move whenever you like. ",
        vacation_days(left)
    ]
}

/// How somebody's vacation stands.
pub fn vacation(until: Option<Timestamp>, left: u16) -> Text {
    match until {
        Some(until) => text![
            "You are on vacation until ",
            Part::Date(until),
            ". If you end it now, you keep the days that have not begun. ",
            vacation_days(left)
        ],
        None => text![
            "You are not on vacation. ",
            vacation_days(left),
            " In a vacation your clock stands in games with days for a move: ",
            code("/vacation days:3"),
            " begins one of three days."
        ],
    }
}

pub(crate) fn no_vacation_left(left: u16) -> Text {
    text![
        vacation_days(left),
        " Take at least one, and no more than that."
    ]
}

fn vacation_days(left: u16) -> String {
    match left {
        0 => "You have no days of vacation left this year.".to_owned(),
        1 => "You have one day of vacation left this year.".to_owned(),
        left => format!("You have {left} days of vacation left this year."),
    }
}
