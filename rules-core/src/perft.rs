//! Perft: counts of move sequences (ALL-10), the standard check of a move generator.
//! CITE: Perft. <https://www.chessprogramming.org/Perft>

use crate::games::{Rules, Toto40, dispatch, superko};
use crate::movegen::{Counter, Want};
use crate::{Game, MoveList, Position, Variant};

/// Counts legal move sequences of this length. They stop at won games and ignore draws (ALL-10). In Toto40, superko
/// considers only the sequence itself. From depth 2 on, a position with more than [`MoveList::MOST`] chains is counted
/// incompletely.
pub fn perft(position: &Position, depth: u32) -> u64 {
    perft_after(&[*position], depth)
}

/// Counts as [`perft`] does from a game's position, with superko considering the whole game (TOTO-11).
pub fn perft_game(game: &Game, depth: u32) -> u64 {
    perft_after(game.positions(), depth)
}

fn perft_after(history: &[Position], depth: u32) -> u64 {
    let Some(last) = history.last() else { return 0 };
    if depth == 0 {
        return 1;
    }
    if last.variant() == Variant::Toto40 {
        return with_superko(&mut history.to_vec(), depth);
    }
    let mut lists = vec![MoveList::new(); depth as usize];
    dispatch!(last.variant(), R => plain::<R>(last, &mut lists))
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

fn with_superko(history: &mut Vec<Position>, depth: u32) -> u64 {
    let Some(&position) = history.last() else {
        return 0;
    };
    if depth == 1 {
        let mut counter = Counter::default();
        Toto40::generate(&position, &mut counter, Want::All);
        return counter.0 - superko(history).count() as u64;
    }
    let mut moves = MoveList::new();
    Toto40::generate(&position, &mut moves, Want::All);
    for (_, forbidden) in superko(history) {
        moves.retain(|mv| *mv != forbidden);
    }
    let mut nodes = 0;
    for mv in &moves {
        history.push(Toto40::make(&position, mv));
        nodes += with_superko(history, depth - 1);
        history.pop();
    }
    nodes
}
