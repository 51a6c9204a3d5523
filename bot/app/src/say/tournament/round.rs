//! Who plays whom.

use pairing::Bye;
use rules_core::Color;

use super::name;
use crate::record::{RoundRecord, TournamentBoard, TournamentRecord};
use crate::say::{code, strong};
use crate::text::{Text, text};

/// The most games that fit into any message.
const MOST: usize = 40;

/// Who plays whom in a round, as far as it fits.
pub fn pairings(record: &TournamentRecord, round: Option<&RoundRecord>, most: usize) -> Text {
    let Some(round) = round else {
        return Text::default();
    };
    let most = most.min(MOST);
    let mut words = text![strong(format!("Round {}", round.id.number))];
    for board in round.boards.iter().take(most) {
        words = words.line(board_line(record, board));
    }
    let more = round.boards.len().saturating_sub(most);
    if more > 0 {
        words = words.line(text![format!("and {more} more games")]);
    }
    for &(seed, bye) in round.byes.iter().take(most) {
        let what = match bye {
            Bye::PairingAllocated => "is free this round, for a point",
            Bye::HalfPoint => "sits out this round, for half a point",
            Bye::ZeroPoint => "is free this round",
        };
        words = words.line(text![format!("{} {what}", name(record, seed))]);
    }
    words
}

fn board_line(record: &TournamentRecord, board: &TournamentBoard) -> Text {
    let pairing = board.pairing;
    let result = match pairing.result {
        None => "–".to_owned(),
        Some(result) => {
            let points = |color| result.points(color).to_string();
            let mark = if result.was_played() {
                ""
            } else {
                " (not played)"
            };
            format!("{}:{}{mark}", points(Color::White), points(Color::Black))
        }
    };
    let line = text![format!(
        "{} {result} {}",
        name(record, pairing.white),
        name(record, pairing.black)
    )];
    match board.game {
        Some(game) => line.then(text![" · ", code(game)]),
        None => line,
    }
}
