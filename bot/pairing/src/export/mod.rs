//! Exports: CSV, PGN tags and FIDE's tournament report file.

pub mod csv;
pub mod trf;

use rules_core::Color;

use crate::history::History;
use crate::round::{Pairing, PairingResult};

/// Returns the PGN tags of a game besides those that every game has, in the order of PGN's export format, values not escaped.
/// `round` and `board` count from 1.
pub fn pgn_tags(
    history: &History,
    round: u16,
    board: usize,
    pairing: &Pairing,
) -> Vec<(&'static str, String)> {
    let mut tags = vec![("Round", format!("{round}.{board}"))];
    for (tag, color) in [("WhiteElo", Color::White), ("BlackElo", Color::Black)] {
        let entrant = history.entrants().get(pairing.seed(color).index());
        if let Some(rating) = entrant.and_then(|entrant| entrant.rating) {
            tags.push((tag, rating.to_string()));
        }
    }
    if matches!(pairing.result, Some(PairingResult::Forfeit(_))) {
        tags.push(("Termination", "abandoned".to_owned()));
    }
    tags
}
