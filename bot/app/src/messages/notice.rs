//! Notices, and the state of a vacation.

use rules_core::{Color, Game, Variant};
use text::chess::color_name;
use text::{Message, Part, Text, msg, text};

use crate::messages::{code, seat};
use crate::model::{FIRST_MOVE, GameRecord, PlayerId, Seat, TimeControl, Timestamp};
use crate::protocol::OfferStep;

/// What every notice of a game names: its variant, an opponent, and its code.
fn named_in(record: &GameRecord, opponent: &Seat) -> (Variant, Part, Part) {
    (record.variant, seat(opponent), code(record.id))
}

/// It is the player's turn.
pub fn your_turn(record: &GameRecord, opponent: &Seat, game: &Game) -> Text {
    let last = super::last_move(game);
    let (variant, opponent, game) = named_in(record, opponent);
    Text::from(msg!("notice-your-turn", variant, opponent, game)).line(last)
}

/// A tournament game of the player of `side` has started.
pub fn round_started(record: &GameRecord, side: Color) -> Text {
    let (variant, opponent, game) = named_in(record, &record.seats[!side]);
    let color = color_name(variant, side);
    let started = if side == record.turn() {
        msg!("notice-round-started-move", variant, opponent, game, color)
    } else {
        msg!("notice-round-started-wait", variant, opponent, game, color)
    };
    Text::sentences([started, first_move_rule(record.time)])
}

/// The deadline for the first move of a tournament game.
pub fn first_move_rule(time: TimeControl) -> Message {
    if time.is_live() {
        msg!("notice-first-move-live", minutes = FIRST_MOVE.0 / 60_000)
    } else {
        msg!("notice-first-move-daily")
    }
}

/// The player's time runs out at `flag`.
pub fn time_running_out(record: &GameRecord, opponent: &Seat, flag: Timestamp) -> Text {
    let (variant, opponent, game) = named_in(record, opponent);
    let when = Part::Relative(flag);
    msg!("notice-time-running-out", variant, opponent, game, when).into()
}

/// Says what the opponent, playing `by`, offers or declined.
pub fn offer(record: &GameRecord, game: &Game, by: Color, step: OfferStep) -> Text {
    let played = super::latest_move_of(game, by);
    let (variant, opponent, game) = named_in(record, &record.seats[by]);
    match step {
        OfferStep::DrawOffered => msg!("notice-draw-offered", opponent, variant, game),
        OfferStep::DrawDeclined => msg!("notice-draw-declined", opponent, variant, game),
        OfferStep::TakebackAsked => {
            msg!("notice-takeback-asked", opponent, variant, game, played)
        }
        OfferStep::TakebackDeclined => msg!("notice-takeback-declined", opponent, variant, game),
    }
    .into()
}

/// A game's board cannot be posted where the game is played.
pub fn board_not_posted(record: &GameRecord, opponent: &Seat) -> Text {
    let (variant, opponent, game) = named_in(record, opponent);
    msg!("notice-board-not-posted", variant, opponent, game).into()
}

/// A notice with a mention, for a room.
pub fn called(who: &PlayerId, words: Text) -> Text {
    text![who, ": "].then(words)
}

/// The opponent is on vacation.
pub fn opponent_away(record: &GameRecord, opponent: &Seat, until: Timestamp) -> Text {
    let (variant, opponent, game) = named_in(record, opponent);
    let until = Part::Date(until);
    msg!("notice-opponent-away", opponent, until, variant, game).into()
}

/// The opponent has ended a vacation early.
pub fn opponent_back(record: &GameRecord, opponent: &Seat) -> Text {
    let (variant, opponent, game) = named_in(record, opponent);
    msg!("notice-opponent-back", opponent, variant, game).into()
}

/// The answer to the start or extension of a vacation; `left` days of this year remain.
pub fn vacation_started(until: Timestamp, left: u16) -> Text {
    let started = msg!("vacation-started", until = Part::Date(until));
    Text::sentences([started, days_left(left)])
}

/// The answer to the early end of a vacation.
pub fn vacation_ended(left: u16) -> Text {
    Text::sentences([msg!("vacation-ended"), days_left(left)])
}

/// The state of a person's vacation, which lasts until `until` if there is one.
pub fn vacation(until: Option<Timestamp>, left: u16) -> Text {
    match until {
        Some(until) => {
            let current = msg!("vacation-current", until = Part::Date(until));
            Text::sentences([current, days_left(left)])
        }
        None => Text::sentences([
            msg!("vacation-none"),
            days_left(left),
            msg!("vacation-how-to"),
        ]),
    }
}

fn days_left(days: u16) -> Message {
    msg!("vacation-days-left", days)
}
