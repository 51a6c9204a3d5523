//! Games in lists.

use rules_core::Color;
use text::{Part, Text, text};

use crate::messages::{challenge, code, seat, strong};
use crate::model::record::{ChallengeRecord, GameRecord};
use crate::protocol::refusal::Candidate;

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
        let state = if record.turn() == *side {
            strong("your move")
        } else {
            Part::from("their move")
        };
        let deadline = record.flag().map_or_else(Text::default, |flag| {
            text![", time runs out ", Part::Relative(flag)]
        });
        list = list.line(
            text![
                code(record.id),
                format!(" {} against ", record.variant.name()),
                seat(&record.seats[!*side]),
                ": ",
                state
            ]
            .then(deadline),
        );
    }
    for open in challenges {
        let challenge::Agreed { what, .. } = challenge::terms(open);
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
            ", lapses ",
            Part::Relative(open.expires)
        ]);
    }
    if more {
        list.line(text!["... and more."])
    } else {
        list
    }
}

/// A game in a list to choose from: at most about 80 characters.
pub fn game_label(record: &GameRecord, side: Color) -> String {
    format!(
        "{} against {} (#{})",
        record.variant.name(),
        record.seats[!side].name(),
        record.id
    )
}

pub(crate) fn which_game(candidates: &[Candidate]) -> Text {
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
