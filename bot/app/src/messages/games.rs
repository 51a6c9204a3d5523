//! Lists of games.

use rules_core::Color;
use text::chess::variant_name;
use text::{Message, Part, Text, key, msg};

use crate::messages::{challenge_terms, named, seat};
use crate::model::record::{ChallengeRecord, GameRecord};
use crate::protocol::refusal::Candidate;

/// Someone's games in progress and open challenges, one on a line.
pub fn games(ongoing: &[(GameRecord, Color)], challenges: &[ChallengeRecord]) -> Text {
    if ongoing.is_empty() && challenges.is_empty() {
        return msg!("games-none").into();
    }
    let games = ongoing.iter().map(|(record, side)| entry(record, *side));
    let challenges = challenges.iter().map(challenge_entry);
    games.chain(challenges).fold(Text::default(), Text::line)
}

fn entry(record: &GameRecord, side: Color) -> Message {
    let id = record.id.to_string();
    let variant = record.variant.name();
    let opponent = seat(&record.seats[!side]);
    let turn = key(if record.turn() == side {
        "yours"
    } else {
        "theirs"
    });
    match record.flag() {
        None => msg!(
            "games-entry",
            id = id,
            variant = variant,
            opponent = opponent,
            turn = turn
        ),
        Some(flag) => msg!(
            "games-entry-timed",
            id = id,
            variant = variant,
            opponent = opponent,
            turn = turn,
            when = Part::Relative(flag),
        ),
    }
}

fn challenge_entry(open: &ChallengeRecord) -> Message {
    let (terms, when) = (challenge_terms(&open.terms), Part::Relative(open.expires));
    match &open.to {
        Some(to) => msg!(
            "games-challenge",
            by = named(&open.by),
            to = named(to),
            terms = terms,
            when = when
        ),
        None => msg!(
            "games-challenge-open",
            by = named(&open.by),
            terms = terms,
            when = when
        ),
    }
}

/// A game in a list to choose from, from the side of one of its players.
pub fn game_label(record: &GameRecord, side: Color) -> Message {
    msg!(
        "choice-game",
        variant = record.variant.name(),
        opponent = record.seats[!side].name(),
        id = record.id.to_string(),
    )
}

pub(crate) fn which_game(candidates: &[Candidate]) -> Text {
    let candidates = candidates.iter().map(|candidate| {
        msg!(
            "games-candidate",
            id = candidate.game.to_string(),
            variant = variant_name(candidate.variant),
            opponent = seat(&candidate.opponent),
        )
    });
    candidates.fold(msg!("games-which").into(), Text::line)
}
