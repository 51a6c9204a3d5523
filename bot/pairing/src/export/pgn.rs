//! The PGN tags that a tournament adds to a game.

use rules_core::Color;

use crate::history::History;
use crate::round::{Forfeit, Pairing, PairingResult};

/// Returns tag pairs in the order of PGN's export format, values not escaped. `round` and `board` count from 1.
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
        None | Some(PairingResult::Forfeit(Forfeit::Both)) => "*",
        Some(PairingResult::Draw) => "1/2-1/2",
        Some(
            PairingResult::Win(Color::White) | PairingResult::Forfeit(Forfeit::By(Color::Black)),
        ) => "1-0",
        Some(
            PairingResult::Win(Color::Black) | PairingResult::Forfeit(Forfeit::By(Color::White)),
        ) => "0-1",
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
