//! The opponent: search and evaluation over `rules-core`.

use rules_core::{Game, Move};

/// A legal move for the side to move, drawn by `seed`; none when the game is over.
pub fn choose(game: &Game, _level: u8, seed: u64) -> Option<Move> {
    let moves = game.legal_moves();
    let count = u64::try_from(moves.len()).ok().filter(|&count| count > 0)?;
    moves.get(usize::try_from(seed % count).ok()?).copied()
}
