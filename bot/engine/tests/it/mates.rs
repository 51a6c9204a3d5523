//! The puzzle suite: verified by exhaustive search, and solved by the engine's search.

use engine::mate_solver::{Puzzle, shortest_win};
use engine::{SearchLimits, Stop, search};
use rules_core::{Family, Game, by_family};

/// The puzzles of a game, a line each.
fn text(family: Family) -> &'static str {
    macro_rules! puzzles {
        ($id:literal) => {
            include_str!(concat!("../data/mates/", $id, ".txt"))
        };
    }
    by_family!(family, puzzles)
}

fn puzzles_of(text: &str) -> impl Iterator<Item = Puzzle> {
    text.lines().map(|line| line.parse().unwrap())
}

fn puzzles() -> impl Iterator<Item = Puzzle> {
    Family::ALL
        .into_iter()
        .flat_map(|family| puzzles_of(text(family)))
}

#[test]
fn each_family_has_at_least_twenty_puzzles_of_up_to_four_moves() {
    for family in Family::ALL {
        let text = text(family);
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
