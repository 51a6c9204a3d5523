//! The puzzle suite: verified by exhaustive search, and solved by the engine's search.

use engine::mate_solver::{Puzzle, shortest_win};
use engine::{SearchLimits, Stop, search};
use rules_core::{Family, Game};

const FILES: [(Family, &str); 5] = [
    (Family::Leto, include_str!("../data/mates/leto.txt")),
    (Family::Legan, include_str!("../data/mates/legan.txt")),
    (Family::Toto40, include_str!("../data/mates/toto40.txt")),
    (Family::Leap, include_str!("../data/mates/leap.txt")),
    (Family::Latrunculi, LATRUNCULI),
];
const LATRUNCULI: &str = include_str!("../data/mates/latrunculi.txt");

fn puzzles_of(text: &str) -> impl Iterator<Item = Puzzle> {
    text.lines().map(|line| line.parse().unwrap())
}

fn puzzles() -> impl Iterator<Item = Puzzle> {
    FILES.into_iter().flat_map(|(_, text)| puzzles_of(text))
}

#[test]
fn each_family_has_at_least_twenty_puzzles_of_up_to_four_moves() {
    for (family, text) in FILES {
        assert!(puzzles_of(text).count() >= 20, "{family}");
        for puzzle in puzzles_of(text) {
            assert_eq!(puzzle.position.variant().family(), family);
            assert!((1..=4).contains(&puzzle.moves));
        }
    }
}

#[test]
fn exhaustive_search_confirms_the_length_of_every_puzzle() {
    for puzzle in puzzles() {
        let shortest = shortest_win(&puzzle.position, puzzle.moves, 20_000_000);
        assert_eq!(shortest, Ok(Some(puzzle.moves)), "{puzzle}");
    }
}

#[test]
fn the_search_solves_every_puzzle_in_the_right_number_of_moves() {
    let mut missed = Vec::new();
    for puzzle in puzzles() {
        let limits = SearchLimits::nodes(400_000);
        let game = Game::from_position(puzzle.position);
        let report = search(&game, &limits, &Stop::new(), &mut |_| ());
        let found = report.score.mate_in();
        if found != i32::try_from(puzzle.moves).ok() {
            missed.push(format!("{puzzle}: {found:?} after {} nodes", report.nodes));
        }
    }
    assert!(missed.is_empty(), "{}", missed.join("\n"));
}
