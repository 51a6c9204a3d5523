//! The English wording of the rules.

mod refusals;
mod words;

use rules_core::{Game, Position, Variant};

/// Calls `check` with each row of a table, `text | words`, and the game of its block, `variant | moves or FEN`.
fn each_row(table: &str, check: impl Fn(&Game, &str, &str)) {
    let mut game = None;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(row) = line.strip_prefix("    ") {
            let (text, words) = row.split_once(" | ").unwrap();
            check(game.as_ref().unwrap(), text, words);
        } else if !line.is_empty() {
            game = Some(set_up(line));
        }
    }
}

fn set_up(line: &str) -> Game {
    let (name, place) = line.split_once(" | ").unwrap_or((line, ""));
    let named = |variant: &Variant| format!("{variant:?}") == name;
    let variant = Variant::ALL.into_iter().find(named).unwrap();
    if place.contains('/') {
        at(variant, place)
    } else {
        Game::replay(variant, None, place.split_whitespace()).unwrap()
    }
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
