//! Notices, and the state of a vacation.

use rules_core::{Color, Game};
use text::chess::{color_name, variant_name};
use text::{Message, Part, Text, msg, text};

use crate::messages::{code, seat, sentences};
use crate::model::ids::PlayerId;
use crate::model::moment::Timestamp;
use crate::model::record::{FIRST_MOVE, GameRecord, Seat, TimeControl};
use crate::protocol::notice::OfferStep;

/// It is the player's turn.
pub fn your_turn(record: &GameRecord, opponent: &Seat, game: &Game) -> Text {
    Text::from(msg!(
        "notice-your-turn",
        variant = variant_name(record.variant),
        opponent = seat(opponent),
        game = code(record.id)
    ))
    .line(super::last_move(game))
}

/// A tournament game of the player of `side` has started.
pub fn round_started(record: &GameRecord, side: Color) -> Text {
    let variant = variant_name(record.variant);
    let opponent = seat(&record.seats[!side]);
    let game = code(record.id);
    let color = color_name(record.variant, side);
    let started = if side == record.turn() {
        msg!("notice-round-started-move", variant, opponent, game, color)
    } else {
        msg!("notice-round-started-wait", variant, opponent, game, color)
    };
    Text::from(started)
        .then(" ")
        .then(first_move_rule(record.time))
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
    msg!(
        "notice-time-running-out",
        variant = variant_name(record.variant),
        opponent = seat(opponent),
        game = code(record.id),
        when = Part::Relative(flag)
    )
    .into()
}

/// Says what the opponent, playing `by`, offers or declined.
pub fn offer(record: &GameRecord, game: &Game, by: Color, step: OfferStep) -> Text {
    let opponent = seat(&record.seats[by]);
    let (variant, id) = (variant_name(record.variant), code(record.id));
    let played = super::latest_move_of(game, by);
    match step {
        OfferStep::DrawOffered => msg!("notice-draw-offered", opponent, variant, game = id),
        OfferStep::DrawDeclined => msg!("notice-draw-declined", opponent, variant, game = id),
        OfferStep::TakebackAsked => msg!(
            "notice-takeback-asked",
            opponent,
            variant,
            game = id,
            played
        ),
        OfferStep::TakebackDeclined => {
            msg!("notice-takeback-declined", opponent, variant, game = id)
        }
    }
    .into()
}

/// A game's board cannot be posted where the game is played.
pub fn board_not_posted(record: &GameRecord, opponent: &Seat) -> Text {
    msg!(
        "notice-board-not-posted",
        variant = variant_name(record.variant),
        opponent = seat(opponent),
        game = code(record.id)
    )
    .into()
}

/// Above the private board of a game whose board cannot be posted.
pub(crate) fn board_only_you() -> Text {
    msg!("board-only-you").into()
}

/// A notice with a mention, for a room.
pub fn called(who: &PlayerId, words: Text) -> Text {
    text![who, ": "].then(words)
}

/// The opponent is on vacation.
pub fn opponent_away(record: &GameRecord, opponent: &Seat, until: Timestamp) -> Text {
    msg!(
        "notice-opponent-away",
        opponent = seat(opponent),
        until = Part::Date(until),
        variant = variant_name(record.variant),
        game = code(record.id)
    )
    .into()
}

/// The opponent has ended a vacation early.
pub fn opponent_back(record: &GameRecord, opponent: &Seat) -> Text {
    msg!(
        "notice-opponent-back",
        opponent = seat(opponent),
        variant = variant_name(record.variant),
        game = code(record.id)
    )
    .into()
}

/// The answer to the start or extension of a vacation; `left` days of this year remain.
pub fn vacation_started(until: Timestamp, left: u16) -> Text {
    Text::from(msg!("vacation-started", until = Part::Date(until)))
        .then(" ")
        .then(msg!("vacation-days-left", days = left))
}

/// The answer to the early end of a vacation.
pub fn vacation_ended(left: u16) -> Text {
    Text::from(msg!("vacation-ended"))
        .then(" ")
        .then(msg!("vacation-days-left", days = left))
}

/// The state of a person's vacation, which lasts until `until` if there is one.
pub fn vacation(until: Option<Timestamp>, left: u16) -> Text {
    let days_left = msg!("vacation-days-left", days = left);
    let (state, how_to) = match until {
        Some(until) => (msg!("vacation-current", until = Part::Date(until)), None),
        None => (msg!("vacation-none"), Some(msg!("vacation-how-to"))),
    };
    sentences([Some(state), Some(days_left), how_to])
}
