//! A player's own games in a tournament, and the reasons for a pairing.

use std::collections::BTreeMap;

use pairing::Seed;
use pairing::swiss::{ColorPreference, ColorReason, Float, PairingReason, Strength};
use rules_core::{Color, Variant};
use text::chess::color_name;
use text::{Message, Part, Text, key, msg};

use crate::messages::seat;
use crate::messages::tournament::{bye_note, points};
use crate::model::{GameId, RoomId, RoundRecord, TournamentRecord};

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
    let lines = rounds.iter();
    let lines = lines.filter_map(|round| own_round(record, round, rooms, seed));
    let lines: Vec<_> = lines.collect();
    let earlier = lines.len().saturating_sub(MAX_LISTED);
    let name = &record.plan.name;
    let heading = if earlier > 0 {
        msg!("mine-heading-last", count = MAX_LISTED, name)
    } else {
        msg!("mine-heading", name)
    };
    let words = Text::from(heading).line(Text::lines(lines.into_iter().skip(earlier)));
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
    let result = match board.pairing.result.map(|result| result.points(color).0) {
        None => "playing",
        Some(2) => "won",
        Some(1) => "drawn",
        Some(_) => "lost",
    };
    let (round, result) = (number, key(result));
    let color = color_name(record.plan.variant_of(number), color);
    Some(match board.game.and_then(|game| rooms.get(&game)) {
        Some(room) => msg!("mine-game-in", round, color, opponent, room),
        None => msg!("mine-game", round, color, opponent, result),
    })
}

/// The reasons for a Swiss pairing, as told to the player of `color`.
fn why_paired(why: &PairingReason, variant: Variant, color: Color) -> Text {
    let (own, other) = (why.scores[color], why.scores[!color]);
    let group = match why.float_of(color) {
        None => msg!("why-same-score", points = points(own)),
        Some(Float::Down) => msg!("why-float-down", own = points(own), other = points(other)),
        Some(Float::Up) => msg!("why-float-up", own = points(own), other = points(other)),
    };
    let colors = match why.colors {
        ColorReason::Granted => msg!("why-colors-granted"),
        ColorReason::Stronger => msg!("why-colors-stronger"),
        ColorReason::Alternation => msg!("why-colors-alternation"),
        ColorReason::Rank => msg!("why-colors-rank"),
        ColorReason::Initial => msg!("why-colors-initial"),
    };
    Text::sentences([msg!("why-heading"), group])
        .sentence(why.preferences[color].map(|preference| preference_of(preference, variant)))
        .sentence(colors)
        .sentence(msg!("why-no-rematch"))
}

fn preference_of(preference: ColorPreference, variant: Variant) -> Message {
    let strength = key(match preference.strength {
        Strength::Mild => "mild",
        Strength::Strong => "strong",
        Strength::Absolute => "absolute",
    });
    let color = color_name(variant, preference.color);
    msg!("why-preference", strength, color)
}
