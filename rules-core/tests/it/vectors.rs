//! Test vectors: positions with history on whose moves, SAN and outcome two independent programs agree.

use crate::common::{data, legal, vectors};
use rules_core::{Color, Variant, perft, perft_game};

#[test]
fn every_vector_holds() {
    for variant in Variant::ALL {
        let vectors = vectors(variant);
        assert_eq!(vectors.len(), 80);
        for (n, vector) in vectors.iter().enumerate() {
            let place = format!("{} line {}", variant.id(), n + 1);
            let game = vector.game(variant);
            let mut moves = game.legal_moves();
            moves.sort_by_uci(variant.shape());
            let sans: Vec<String> = moves.iter().map(|mv| game.san(*mv)).collect();
            let outcome = game.outcome();
            let winner = match outcome.map(|outcome| outcome.winner) {
                None => "ongoing",
                Some(None) => "draw",
                Some(Some(Color::White)) => "white",
                Some(Some(Color::Black)) => "black",
            };
            assert_eq!(game.position().fen(), vector.fen, "{place}");
            assert_eq!(legal(&game), vector.legal, "{place}");
            assert_eq!(sans, vector.san, "{place}");
            assert_eq!(game.position().is_check(), vector.check, "{place}");
            assert_eq!(winner, vector.outcome, "{place}");
            let reason = outcome.map(|outcome| outcome.reason.code());
            assert_eq!(reason, vector.reason.as_deref(), "{place}");
            assert_eq!(game.claim().is_some(), vector.claim, "{place}");
            assert_eq!(perft_game(&game, 2), vector.perft2, "{place}");
        }
    }
}

/// The perft counts of a variant from depth 1.
fn known(variant: Variant) -> Vec<u64> {
    let all: serde_json::Value = serde_json::from_str(&data("perft.json")).unwrap();
    let entry = &all[variant.id()];
    assert_eq!(entry["fen"], variant.start_fen());
    let counts = entry["perft"].as_array().unwrap().iter();
    counts.map(|number| number.as_u64().unwrap()).collect()
}

fn compare(wanted: impl Fn(u64) -> bool) {
    let mut compared = 0;
    for variant in Variant::ALL {
        for (depth, number) in (1..).zip(known(variant)) {
            if wanted(number) {
                let found = perft(&variant.start(), depth);
                assert_eq!(found, number, "{variant} to depth {depth}");
                compared += 1;
            }
        }
    }
    assert!(compared >= 11);
}

const SHALLOW: u64 = 1_000_000;

#[test]
fn perft_from_the_start_matches() {
    compare(|number| number <= SHALLOW);
}

#[test]
#[ignore = "two billion positions; `.ci/run deep` runs it"]
fn deep_perft_from_the_start_matches() {
    compare(|number| number > SHALLOW);
}
