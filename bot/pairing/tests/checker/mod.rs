//! Checks a Swiss round against the rules. Written from the handbook's text, not from the pairing: what it needs to know
//! of a history it works out by itself, and where few are present it goes through every possible round.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod facts;
mod sieve;

use std::collections::BTreeSet;

use pairing::swiss::{PairingError, Request, SwissRound};
use pairing::{History, Seed};
use rules_core::Color;

pub(crate) use facts::{Facts, Wish};

/// Those up to whom every possible round is gone through.
pub(crate) const FEW: usize = 12;

/// Everything that can be said against a round; empty when it is as the rules want it.
pub(crate) fn faults(
    history: &History,
    request: &Request,
    answer: &Result<SwissRound, PairingError>,
    few: usize,
) -> Vec<String> {
    let facts = Facts::of(history, request);
    match answer {
        Ok(round) => {
            let mut faults = absolute(&facts, round);
            faults.extend(colors(&facts, request, round));
            if faults.is_empty() && facts.players.len() <= few {
                faults.extend(sieve::faults(&facts, round));
            }
            faults
        }
        Err(PairingError::Impossible) if facts.players.len() <= few => {
            if sieve::any_round(&facts) {
                vec!["a round is possible and was not found".to_owned()]
            } else {
                Vec::new()
            }
        }
        // With many it cannot be tried; generated tournaments of that size never come to it.
        Err(error) if facts.players.len() > few => vec![format!("no round of many: {error}")],
        Err(error) => vec![format!("{error}")],
    }
}

/// C1, C2 and C3, and that everybody is there once.
fn absolute(facts: &Facts, round: &SwissRound) -> Vec<String> {
    let mut faults = Vec::new();
    let mut seated = BTreeSet::new();
    let games = round.pairings.iter().map(|(game, _)| game);
    let all = games.clone().flat_map(|game| [game.white, game.black]);
    for seed in all.chain(round.bye.map(|bye| bye.seed)) {
        if !seated.insert(seed) {
            faults.push(format!("{seed} is seated twice"));
        }
    }
    let present: BTreeSet<Seed> = facts.players.iter().map(|player| player.seed).collect();
    if seated != present {
        faults.push("those seated are not those present".to_owned());
        return faults;
    }
    for game in games {
        if !facts.may_meet(facts.place(game.white), facts.place(game.black)) {
            faults.push(format!("{} must not meet {}", game.white, game.black));
        }
    }
    match round.bye {
        None if present.len() % 2 == 1 => faults.push("nobody has the bye".to_owned()),
        Some(bye) if facts.players[facts.place(bye.seed)].had_free_point => {
            faults.push(format!("{} has a second point without a game", bye.seed));
        }
        Some(_) if present.len().is_multiple_of(2) => {
            faults.push("there is a bye for nobody".to_owned());
        }
        _ => {}
    }
    faults
}

/// Article 5.
fn colors(facts: &Facts, request: &Request, round: &SwissRound) -> Vec<String> {
    let mut faults = Vec::new();
    for (game, _) in &round.pairings {
        let (white, black) = (facts.place(game.white), facts.place(game.black));
        let (first, second) = (white.min(black), white.max(black));
        let expected = due_color(facts, request, first, second);
        let got = if first == white {
            Color::White
        } else {
            Color::Black
        };
        if got != expected {
            faults.push(format!(
                "{} and {} have the wrong colors",
                game.white, game.black
            ));
        }
    }
    faults
}

/// The color of the higher-ranked one.
fn due_color(facts: &Facts, request: &Request, first: usize, second: usize) -> Color {
    let (one, two) = (&facts.players[first], &facts.players[second]);
    match (one.wish(), two.wish()) {
        (Wish::None, Wish::None) => {
            let number = facts.numbers[&one.seed];
            if number % 2 == 1 {
                request.initial
            } else {
                !request.initial
            }
        }
        (Wish::None, other) => !other.color().unwrap_or(Color::White),
        (own, Wish::None) => own.color().unwrap_or(Color::White),
        (own, other) if own.color() != other.color() => own.color().unwrap_or(Color::White),
        (own, other) => {
            let wanted = own.color().unwrap_or(Color::White);
            if own.strength() != other.strength() {
                return if own.strength() > other.strength() {
                    wanted
                } else {
                    !wanted
                };
            }
            if own.strength() == 3 && one.imbalance().abs() != two.imbalance().abs() {
                let wider = one.imbalance().abs() > two.imbalance().abs();
                return if wider { wanted } else { !wanted };
            }
            let shared = one.colors.len().min(two.colors.len());
            for back in 1..=shared {
                let (mine, theirs) = (
                    one.colors[one.colors.len() - back],
                    two.colors[two.colors.len() - back],
                );
                if mine != theirs {
                    return theirs;
                }
            }
            wanted
        }
    }
}
