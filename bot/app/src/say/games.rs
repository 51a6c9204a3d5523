//! Games in lists.

use rules_core::Color;

use super::{challenge, code, seat, seat_name, strong};
use crate::record::{ChallengeRecord, GameRecord};
use crate::refusal::Candidate;
use crate::text::{Part, Text, text};

/// Somebody's games and challenges, one on a line.
pub fn games(ongoing: &[(GameRecord, Color)], challenges: &[ChallengeRecord], more: bool) -> Text {
    if ongoing.is_empty() && challenges.is_empty() {
        return text![
            "You have no game in progress. ",
            code("/challenge"),
            " invites somebody, ",
            code("/play"),
            " begins a game with me."
        ];
    }
    let mut list = Text::default();
    for (record, side) in ongoing {
        let turn = if record.ply().is_multiple_of(2) {
            first_to_move(record)
        } else {
            !first_to_move(record)
        };
        let state = if turn == *side {
            strong("your move")
        } else {
            Part::from("their move")
        };
        list = list.line(text![
            code(record.id),
            format!(" {} against ", record.variant.name()),
            seat(&record.seats[!*side]),
            ": ",
            state
        ]);
    }
    for open in challenges {
        let challenge::Terms { what, .. } = challenge::terms(open);
        let whom = open
            .to
            .as_ref()
            .map_or(Part::from("anybody"), |to| Part::from(&to.id));
        list = list.line(text![
            &open.by.id,
            " challenges ",
            whom,
            " to ",
            what,
            ", until ",
            Part::Relative(open.expires)
        ]);
    }
    if more {
        list.line(text!["... and more."])
    } else {
        list
    }
}

fn first_to_move(record: &GameRecord) -> Color {
    let black = record
        .start
        .as_deref()
        .and_then(|fen| fen.split(' ').nth(1))
        == Some("b");
    if black { Color::Black } else { Color::White }
}

/// A game in a list to choose from: at most about 80 characters.
pub fn game_label(record: &GameRecord, side: Color) -> String {
    format!(
        "{} against {} (#{})",
        record.variant.name(),
        seat_name(&record.seats[!side]),
        record.id
    )
}

pub(super) fn which_game(candidates: &[Candidate]) -> Text {
    candidates.iter().fold(
        text!["Which game do you mean? Reply to its board, or name it:"],
        |list, candidate| {
            list.line(text![
                code(candidate.game),
                format!(" {} against ", candidate.variant),
                seat(&candidate.opponent)
            ])
        },
    )
}
