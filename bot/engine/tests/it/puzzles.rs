//! Mining puzzles.

use engine::puzzle_miner::{Effort, Mined, Miner, read_game};
use rules_core::{Game, Move, Variant};

const EFFORT: Effort = Effort {
    depth: 2,
    first: 500,
    second: 3_000,
    third: 10_000,
};

fn mined(count: usize) -> Vec<Mined> {
    let mut miner = Miner::new(EFFORT, 1 << 20);
    let games = (1..2_000).map(|seed| miner.mine(Variant::Toto40, seed).0);
    games.flatten().take(count).collect()
}

#[test]
fn equal_seeds_lead_to_equal_puzzles_that_can_be_printed_and_read() {
    let puzzles = mined(3);
    assert_eq!(puzzles.len(), 3);
    assert_eq!(mined(3), puzzles);
    for puzzle in &puzzles {
        assert_eq!(puzzle.to_string().parse().as_ref(), Ok(puzzle));
        let mut game = Game::from_position(puzzle.start);
        for &mv in &puzzle.moves {
            game.play(mv).unwrap();
        }
        // A mistake, and a line that ends with the solver.
        assert!(puzzle.moves.len().is_multiple_of(2));
    }
}

#[test]
fn a_game_that_was_played_has_puzzles_that_are_found_while_it_is_played() {
    let puzzles = mined(8);
    assert_eq!(puzzles.len(), 8);
    let again = puzzles.iter().filter(|puzzle| {
        let uci = |mv: &Move| mv.uci(puzzle.start.shape()).to_string();
        let moves: Vec<_> = puzzle.moves.iter().map(uci).collect();
        let game = format!("toto40 | {} | {}", puzzle.start.fen(), moves.join(" "));
        let game = read_game(&game).unwrap();
        let (found, tally) = Miner::new(EFFORT, 1 << 20).mine_played(&game);
        assert_eq!(tally.games, 1);
        found.contains(puzzle)
    });
    // Without what the miner has stored while it played, a search may judge otherwise.
    assert!(again.count() >= 4);
    assert!(read_game("toto40 | no position | a1a2").is_err());
}

#[test]
fn a_larger_search_confirms_a_puzzle_or_rejects_it() {
    let mut puzzles = mined(3);
    let mut miner = Miner::new(EFFORT, 1 << 20);
    for puzzle in &puzzles {
        assert_eq!(miner.confirm(puzzle).as_ref(), Some(puzzle));
    }
    let puzzle = &mut puzzles[0];
    let mut game = Game::from_position(puzzle.start);
    game.play(puzzle.moves[0]).unwrap();
    let moves = game.legal_moves();
    let other = moves.iter().find(|mv| **mv != puzzle.moves[1]);
    puzzle.moves.splice(1.., other.copied());
    assert_eq!(miner.confirm(puzzle), None, "another first move");
}
