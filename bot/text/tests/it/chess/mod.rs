//! The English wording of the rules.

mod refusals;
mod words;

use rules_core::{Game, Position, Variant};

/// The game after these moves from the start.
fn game(variant: Variant, moves: &str) -> Game {
    Game::replay(variant, None, moves.split_whitespace()).unwrap()
}

fn at(variant: Variant, fen: &str) -> Game {
    Game::from_position(Position::from_fen(variant, fen).unwrap())
}

/// Plays a random game of at most `plies` half-moves and calls `look` for every position.
fn random_walk(variant: Variant, seed: u64, plies: usize, mut look: impl FnMut(&Game)) {
    let mut state = seed;
    let mut game = Game::new(variant);
    for _ in 0..plies {
        look(&game);
        let moves = game.legal_moves();
        if moves.is_empty() {
            return;
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let n = usize::try_from(state >> 33).unwrap() % moves.len();
        game.play(moves[n]).unwrap();
    }
}
