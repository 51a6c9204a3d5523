//! The tags that a game of a tournament has in PGN beside those of the game itself.

use crate::history::History;
use crate::round::{Pairing, PairingResult};
use rules_core::Color;

/// Tags in the order of PGN's export format, with values that are not yet escaped. `round` counts from 1, `board` too.
pub fn tags(
    history: &History,
    event: &str,
    round: usize,
    board: usize,
    pairing: &Pairing,
) -> Vec<(&'static str, String)> {
    let entrant = |color: Color| history.entrants().get(pairing.seed(color).index());
    let name =
        |color| entrant(color).map_or_else(|| "?".to_owned(), |entrant| entrant.name.clone());
    let result = match pairing.result {
        None => "*",
        Some(PairingResult::Draw) => "1/2-1/2",
        Some(PairingResult::Win(Color::White)) => "1-0",
        Some(PairingResult::Win(Color::Black)) => "0-1",
        Some(PairingResult::Forfeit(_)) => match pairing.result.map(|r| r.points(Color::White).0) {
            Some(2) => "1-0",
            _ if pairing
                .result
                .is_some_and(|r| r.points(Color::Black).0 == 2) =>
            {
                "0-1"
            }
            _ => "*",
        },
    };
    let mut tags = vec![
        ("Event", event.to_owned()),
        ("Round", format!("{round}.{board}")),
        ("White", name(Color::White)),
        ("Black", name(Color::Black)),
        ("Result", result.to_owned()),
    ];
    for (tag, color) in [("WhiteElo", Color::White), ("BlackElo", Color::Black)] {
        if let Some(rating) = entrant(color).and_then(|entrant| entrant.rating) {
            tags.push((tag, rating.to_string()));
        }
    }
    if matches!(pairing.result, Some(PairingResult::Forfeit(_))) {
        tags.push(("Termination", "abandoned".to_owned()));
    }
    tags
}
