//! A player's own games in a tournament, and the reasons for a pairing.

use std::collections::BTreeMap;

use pairing::swiss::{ColorPreference, ColorReason, Float, PairingReason, Strength};
use pairing::{PairingResult, Seed};
use rules_core::{Color, Variant};
use text::chess::color_name;
use text::{Message, Part, Text, key, msg};

use crate::messages::tournament::{bye_note, points};
use crate::messages::{seat, sentences};
use crate::model::ids::{GameId, RoomId};
use crate::model::record::{RoundRecord, TournamentRecord};

/// Maximum number of games listed: more would not fit into one message.
const MAX_LISTED: usize = 20;

/// An entrant's games, where those in progress are played, and why the last one was paired as it was.
pub fn my_pairings(
    record: &TournamentRecord,
    rounds: &[RoundRecord],
    rooms: &BTreeMap<GameId, RoomId>,
    seed: Seed,
    why: Option<(PairingReason, Color)>,
) -> Text {
    let lines: Vec<Message> = rounds
        .iter()
        .filter_map(|round| own_round(record, round, rooms, seed))
        .collect();
    let earlier = lines.len().saturating_sub(MAX_LISTED);
    let name = record.plan.name.clone();
    let heading = if earlier > 0 {
        msg!("mine-heading-last", count = MAX_LISTED, name)
    } else {
        msg!("mine-heading", name)
    };
    let words = lines
        .into_iter()
        .skip(earlier)
        .fold(Text::from(heading), Text::line);
    match why {
        Some((why, color)) => words.line(why_paired(&why, record.plan.variant, color)),
        None => words,
    }
}

/// An entrant's line for a round; `None` where an arena paired only others.
fn own_round(
    record: &TournamentRecord,
    round: &RoundRecord,
    rooms: &BTreeMap<GameId, RoomId>,
    seed: Seed,
) -> Option<Message> {
    let number = round.id.number;
    let mut boards = round.boards.iter();
    let own = boards.find_map(|board| Some((board, board.pairing.color_of(seed)?)));
    let Some((board, color)) = own else {
        let bye = round.byes.iter().find(|(who, _)| *who == seed);
        return match bye {
            Some(&(_, bye)) => Some(msg!("mine-bye", round = number, bye = bye_note(bye))),
            None if record.arena.is_some() => None,
            None => Some(msg!("mine-no-game", round = number)),
        };
    };
    let opponent = record.entry(board.pairing.seed(!color));
    let opponent = opponent.map_or(Part::from("?"), |entry| seat(&entry.seat));
    let color_played = color_name(record.plan.variant_of(number), color);
    if let Some(room) = board.game.and_then(|game| rooms.get(&game)) {
        return Some(msg!(
            "mine-game-in",
            round = number,
            color = color_played,
            opponent,
            room = Part::Room(room.clone())
        ));
    }
    Some(msg!(
        "mine-game",
        round = number,
        color = color_played,
        opponent,
        result = key(result_key(board.pairing.result, color))
    ))
}

fn result_key(result: Option<PairingResult>, color: Color) -> &'static str {
    match result {
        None => "playing",
        Some(result) => match result.points(color).0 {
            2 => "won",
            1 => "drawn",
            _ => "lost",
        },
    }
}

/// The reasons for a Swiss pairing, as told to the player of `color`.
fn why_paired(why: &PairingReason, variant: Variant, color: Color) -> Text {
    let (own, other) = match color {
        Color::White => (why.white_score, why.black_score),
        Color::Black => (why.black_score, why.white_score),
    };
    let group = match why.float_of(color) {
        None => msg!("why-same-score", points = points(own)),
        Some(Float::Down) => msg!("why-float-down", own = points(own), other = points(other)),
        Some(Float::Up) => msg!("why-float-up", own = points(own), other = points(other)),
    };
    let preference = match color {
        Color::White => why.white_preference,
        Color::Black => why.black_preference,
    };
    let colors = match why.colors {
        ColorReason::Granted => msg!("why-colors-granted"),
        ColorReason::Stronger => msg!("why-colors-stronger"),
        ColorReason::Alternation => msg!("why-colors-alternation"),
        ColorReason::Rank => msg!("why-colors-rank"),
        ColorReason::Initial => msg!("why-colors-initial"),
    };
    sentences([
        Some(msg!("why-heading")),
        Some(group),
        preference.map(|preference| preference_of(preference, variant)),
        Some(colors),
        Some(msg!("why-no-rematch")),
    ])
}

fn preference_of(preference: ColorPreference, variant: Variant) -> Message {
    let strength = match preference.strength {
        Strength::Mild => "mild",
        Strength::Strong => "strong",
        Strength::Absolute => "absolute",
    };
    msg!(
        "why-preference",
        strength = key(strength),
        color = color_name(variant, preference.color)
    )
}
