//! Checks a Swiss round against the rules.
//!
//! It is written from the handbook and shares no code with the pairing. With few players present it enumerates every
//! possible round.

mod exhaustive;
mod field;

use std::collections::BTreeSet;

use pairing::swiss::{PairingError, Request, SwissRound};
use pairing::{History, Seed};
use rules_core::Color;

use field::Field;

/// The largest field whose rounds are enumerated in reasonable time.
pub(crate) const MAX_EXHAUSTIVE: usize = 12;

/// Returns every violation of the rules. Fields of at most `max_exhaustive` players are checked exhaustively.
pub(crate) fn violations(
    history: &History,
    request: &Request,
    answer: &Result<SwissRound, PairingError>,
    max_exhaustive: usize,
) -> Vec<String> {
    let field = Field::new(history, request);
    let is_exhaustive = field.players.len() <= max_exhaustive;
    match answer {
        Ok(round) => {
            let mut violations = absolute_criteria(&field, round);
            violations.extend(colors(&field, request, round));
            if violations.is_empty() && is_exhaustive {
                violations.extend(exhaustive::violations(&field, round));
            }
            violations
        }
        Err(PairingError::Impossible) if is_exhaustive => {
            if exhaustive::is_round_possible(&field) {
                vec!["a round is possible and was not found".to_owned()]
            } else {
                Vec::new()
            }
        }
        // Random tournaments of many never run out of rounds.
        Err(error) => vec![format!("no round: {error}")],
    }
}

/// C1, C2 and C3, and that everyone present is in the round once.
fn absolute_criteria(field: &Field, round: &SwissRound) -> Vec<String> {
    let mut violations = Vec::new();
    let mut paired = BTreeSet::new();
    let games = round.pairings.iter().map(|(game, _)| game);
    let all = games.clone().flat_map(|game| [game.white, game.black]);
    for seed in all.chain(round.bye) {
        if !paired.insert(seed) {
            violations.push(format!("{seed} is paired twice"));
        }
    }
    let present: BTreeSet<Seed> = field.players.iter().map(|player| player.seed).collect();
    if paired != present {
        violations.push("the players paired are not those present".to_owned());
        return violations;
    }
    for game in games {
        if !field.may_meet(field.index(game.white), field.index(game.black)) {
            violations.push(format!("{} must not meet {}", game.white, game.black));
        }
    }
    match round.bye {
        None if present.len() % 2 == 1 => violations.push("no one has the PAB".to_owned()),
        Some(seed) if field.players[field.index(seed)].had_free_point => {
            violations.push(format!("{seed} has a second point without a game"));
        }
        Some(_) if present.len().is_multiple_of(2) => {
            violations.push("there is a PAB in an even field".to_owned());
        }
        _ => {}
    }
    violations
}

/// Article 5.
fn colors(field: &Field, request: &Request, round: &SwissRound) -> Vec<String> {
    let mut violations = Vec::new();
    for (game, _) in &round.pairings {
        let (white, black) = (field.index(game.white), field.index(game.black));
        let (higher, lower) = (white.min(black), white.max(black));
        let expected = expected_color(field, request, higher, lower);
        if (higher == white) != (expected == Color::White) {
            let (white, black) = (game.white, game.black);
            violations.push(format!("{white} and {black} have the wrong colors"));
        }
    }
    violations
}

/// The color of the higher-ranked player of a pairing.
fn expected_color(field: &Field, request: &Request, higher: usize, lower: usize) -> Color {
    let (one, two) = (&field.players[higher], &field.players[lower]);
    let preferred = match (one.preference().color(), two.preference().color()) {
        (None, None) => {
            let is_odd = field.numbers[&one.seed] % 2 == 1;
            return if is_odd {
                request.initial
            } else {
                !request.initial
            };
        }
        (None, Some(other)) => return !other,
        (Some(own), Some(other)) if own == other => own,
        (Some(own), _) => return own,
    };
    let preferred_if = |goes_first: bool| if goes_first { preferred } else { !preferred };
    let [own, other] = [one, two].map(|player| player.preference().strength());
    if own != other {
        return preferred_if(own > other);
    }
    let [difference, other_difference] = [one, two].map(|player| player.color_difference().abs());
    if own == 3 && difference != other_difference {
        return preferred_if(difference > other_difference);
    }
    let mut latest = one.colors.iter().rev().zip(two.colors.iter().rev());
    let differing = latest.find(|(own, other)| own != other);
    differing.map_or(preferred, |(_, other)| *other)
}
