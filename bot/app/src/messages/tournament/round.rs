//! A round: how far it has come, and how its games ended.

use pairing::{Bye, Forfeit, PairingResult};
use rules_core::Color;
use text::{Part, Text, text};

use crate::messages::strong;
use crate::messages::tournament::name;
use crate::model::record::{Format, RoundRecord, TournamentRecord};

/// Byes that the message of a round names.
const FREE: usize = 12;

/// How far a round has come, and who has no opponent in it; the games are on a picture.
pub fn round(record: &TournamentRecord, round: Option<&RoundRecord>) -> Text {
    let Some(round) = round else {
        return Text::default();
    };
    let number = round.id.number;
    let of = match record.plan.format {
        Format::Swiss { rounds } => format!(" of {rounds}"),
        Format::RoundRobin(_) | Format::Knockout { .. } => String::new(),
        Format::Arena { .. } => return arena(record, round),
    };
    let all = round.boards.len();
    let over = round
        .boards
        .iter()
        .filter(|board| board.pairing.result.is_some())
        .count();
    let games = if all == 1 { "game" } else { "games" };
    let game = if record.plan.rotation.is_empty() {
        String::new()
    } else {
        format!(" ({})", record.plan.variant_of(number).name())
    };
    let mut words = text![
        strong(format!("Round {number}{of}{game}")),
        format!(": {over} of {all} {games} over.")
    ];
    for &(seed, bye) in round.byes.iter().take(FREE) {
        let what = match bye {
            Bye::PairingAllocated => "is free this round, for a point.",
            Bye::HalfPoint => "sits out this round, for half a point.",
            Bye::ZeroPoint => "is free this round.",
        };
        words = words.line(text![format!("{} {what}", name(record, seed))]);
    }
    words
}

/// How an arena goes, given the games that are being played.
fn arena(record: &TournamentRecord, playing: &RoundRecord) -> Text {
    let count = playing.boards.len();
    let games = match count {
        1 => "One game is".to_owned(),
        count => format!("{count} games are"),
    };
    let ends = record.arena.as_ref().filter(|_| !record.is_over());
    match ends {
        Some(arena) => text![
            format!("{games} being played. It ends "),
            Part::Relative(arena.until),
            "; until then everybody can join and leave."
        ],
        None => Text::default(),
    }
}

/// The same in the answer to somebody who asked.
pub fn round_of(record: &TournamentRecord, last: Option<&RoundRecord>) -> Text {
    text![strong(record.plan.name.clone())].line(round(record, last))
}

/// The heading of a round's pairings.
pub fn round_title(record: &TournamentRecord) -> String {
    match record.plan.format {
        Format::Arena { .. } => format!("{}: games being played", record.plan.name),
        _ => format!("{}, round {}", record.plan.name, record.rounds),
    }
}

/// How a game of a round ended, or a dash.
pub fn result_of(result: Option<PairingResult>) -> String {
    match result {
        None => "–".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::Both)) => "–:–".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::By(Color::White))) => "–:+".to_owned(),
        Some(PairingResult::Forfeit(Forfeit::By(Color::Black))) => "+:–".to_owned(),
        Some(result) => format!(
            "{}:{}",
            result.points(Color::White),
            result.points(Color::Black)
        ),
    }
}

/// What a bye brings.
pub fn bye_note(bye: Bye) -> &'static str {
    match bye {
        Bye::PairingAllocated => "free, 1 point",
        Bye::HalfPoint => "sits out, ½ point",
        Bye::ZeroPoint => "free",
    }
}
