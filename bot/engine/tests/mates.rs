//! The suite of forced wins: proved by trying everything, and found by the search.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

use engine::proof::{Puzzle, as_game, shortest_win};
use engine::{SearchLimits, Stop, search};
use rules_core::Family;

const FILES: [(Family, &str); 5] = [
    (Family::Leto, include_str!("data/mates/leto.txt")),
    (Family::Legan, include_str!("data/mates/legan.txt")),
    (Family::Toto40, include_str!("data/mates/toto40.txt")),
    (Family::Leap, include_str!("data/mates/leap.txt")),
    (
        Family::Latrunculi,
        include_str!("data/mates/latrunculi.txt"),
    ),
];

fn puzzles() -> Vec<Puzzle> {
    FILES
        .iter()
        .flat_map(|(_, text)| text.lines())
        .map(|line| Puzzle::read(line).unwrap())
        .collect()
}

#[test]
fn each_family_has_at_least_twenty_puzzles_of_up_to_four_moves() {
    for (family, text) in FILES {
        let puzzles: Vec<_> = text
            .lines()
            .map(|line| Puzzle::read(line).unwrap())
            .collect();
        assert!(puzzles.len() >= 20, "{family}: {}", puzzles.len());
        for puzzle in puzzles {
            assert_eq!(puzzle.position.variant().family(), family);
            assert!((1..=4).contains(&puzzle.moves));
        }
    }
}

#[test]
fn every_puzzle_is_a_forced_win_of_just_that_length_when_everything_is_tried() {
    for puzzle in puzzles() {
        let shortest = shortest_win(&puzzle.position, puzzle.moves, 20_000_000);
        assert_eq!(shortest, Ok(Some(puzzle.moves)), "{puzzle}");
    }
}

#[test]
fn the_search_finds_every_puzzle_and_says_in_how_many_moves() {
    let mut missed = Vec::new();
    for puzzle in puzzles() {
        let limits = SearchLimits::nodes(400_000);
        let report = search(&as_game(&puzzle), &limits, &Stop::new(), &mut |_| ());
        let found = report.score.mate_in();
        if found != i32::try_from(puzzle.moves).ok() {
            missed.push(format!(
                "{puzzle}: {found:?} after {} positions",
                report.nodes
            ));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
