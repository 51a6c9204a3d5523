//! The PGN tags that a tournament adds to a game.

use rules_core::Color;

use crate::history::History;
use crate::round::{Pairing, PairingResult};

/// Returns tag pairs besides those that every game has, in the order of PGN's export format, values not escaped. `round` and
/// `board` count from 1.
pub fn tags(
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
