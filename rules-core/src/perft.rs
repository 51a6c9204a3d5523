//! Perft: counts of move sequences (ALL-10), the standard check of a move generator.
//! CITE: Perft. <https://www.chessprogramming.org/Perft>

use crate::games::{Rules, Toto40, dispatch, superko};
use crate::movegen::{Counter, Want};
use crate::{Game, MoveList, Position, Variant};

/// Counts legal move sequences of this length. They stop at won games and ignore draws (ALL-10). In Toto40, superko
/// considers only the sequence itself. From depth 2 on, a position with more than [`MoveList::MOST`] chains is counted
/// incompletely.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_game(&Game::from_position(*position), depth)
}

/// Counts as [`perft`] does from a game's position, with superko considering the whole game (TOTO-11).
pub fn perft_game(game: &Game, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.variant() == Variant::Toto40 {
        return with_superko(&mut game.clone(), depth);
    }
    let mut lists = vec![MoveList::new(); depth as usize];
    dispatch!(game.variant(), R => plain::<R>(game.position(), &mut lists))
}

/// Counts to a depth of `lists.len()`.
fn plain<R: Rules>(position: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((list, [_, ..])) = lists.split_first_mut() else {
        let mut counter = Counter::default();
        R::generate(position, &mut counter, Want::All);
        return counter.0;
    };
    list.clear();
    R::generate(position, list, Want::All);
    let moves = std::mem::take(list);
    let nodes = moves
        .iter()
        .map(|mv| plain::<R>(&R::make(position, mv), &mut lists[1..]))
        .sum();
    lists[0] = moves;
    nodes
}

fn with_superko(game: &mut Game, depth: u32) -> u64 {
    if depth == 1 {
        let mut counter = Counter::default();
        Toto40::generate(game.position(), &mut counter, Want::All);
        return counter.0 - superko(game.positions()).count() as u64;
    }
    let mut nodes = 0;
    for mv in game.legal_moves() {
        game.push(mv);
        nodes += with_superko(game, depth - 1);
        game.undo();
    }
    nodes
}
