//! Search state by ply: evaluations, moves, principal variations and position keys.

use crate::history::{CONTINUATION_PLIES, PieceTo, PreviousMoves};
use crate::params::MAX_PLY;
use crate::rules::SearchRules;
use crate::tt::PackedMove;
use rules_core::{Move, Position};

#[derive(Debug, Clone, Copy)]
struct StackEntry {
    /// The move played from this ply.
    played: PieceTo,
    eval: i32,
    /// Move that the search of this ply leaves out.
    left_out: PackedMove,
}

/// Entries for the plies before the root, so that looking back needs no bounds test.
const SENTINELS: usize = 4;

#[derive(Debug)]
pub(super) struct SearchStack(Vec<StackEntry>);

impl SearchStack {
    pub(super) fn new() -> Self {
        let empty = StackEntry {
            played: PieceTo::NONE,
            eval: 0,
            left_out: PackedMove::NONE,
        };
        Self(vec![empty; MAX_PLY + SENTINELS + 1])
    }

    pub(super) fn set_played(&mut self, ply: usize, played: PieceTo) {
        self.0[ply + SENTINELS].played = played;
    }

    pub(super) fn set_eval(&mut self, ply: usize, eval: i32) {
        self.0[ply + SENTINELS].eval = eval;
    }

    pub(super) fn left_out(&self, ply: usize) -> PackedMove {
        self.0[ply + SENTINELS].left_out
    }

    pub(super) fn set_left_out(&mut self, ply: usize, mv: PackedMove) {
        self.0[ply + SENTINELS].left_out = mv;
    }

    /// Returns moves that led to a ply, the latest first.
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        CONTINUATION_PLIES.map(|plies| self.0[ply + SENTINELS - plies].played)
    }

    /// Whether the evaluation is better than at the same side's previous turn.
    // CITE: Improving. https://www.chessprogramming.org/Improving
    pub(super) fn is_improving(&self, ply: usize) -> bool {
        self.0[ply + SENTINELS].eval > self.0[ply + SENTINELS - 2].eval
    }
}

/// The principal variation from each ply.
// CITE: Triangular PV-table. https://www.chessprogramming.org/Triangular_PV-Table
#[derive(Debug)]
pub(super) struct PvTable(Vec<Vec<Move>>);

impl PvTable {
    pub(super) fn new() -> Self {
        Self(vec![Vec::new(); MAX_PLY + 2])
    }

    pub(super) fn clear(&mut self, ply: usize) {
        self.0[ply].clear();
    }

    /// Sets a ply's variation to a move and the variation after it.
    pub(super) fn update(&mut self, ply: usize, mv: Move) {
        let (upper, lower) = self.0.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(mv);
        upper[ply].extend_from_slice(&lower[0]);
    }

    pub(super) fn root(&self) -> &[Move] {
        &self.0[0]
    }
}

/// Keys of the positions of the game and of the line being searched.
// CITE: Repetitions. https://www.chessprogramming.org/Repetitions
#[derive(Debug)]
pub(super) struct KeyHistory {
    /// The last is the current position.
    keys: Vec<u64>,
    /// Parallel to `keys`: index of the first position that could still recur.
    first_reversible: Vec<usize>,
    /// Index of the root.
    root: usize,
}

impl KeyHistory {
    /// Starts from the positions of a game, whose last is the root.
    pub(super) fn new<R: SearchRules>(game: &[Position]) -> Self {
        let mut history = Self {
            keys: Vec::with_capacity(game.len() + MAX_PLY),
            first_reversible: Vec::with_capacity(game.len() + MAX_PLY),
            root: game.len().saturating_sub(1),
        };
        if let Some(first) = game.first() {
            history.push_barrier::<R>(first);
        }
        for pair in game.windows(2) {
            history.push::<R>(&pair[0], &pair[1]);
        }
        history
    }

    /// Enters the position after a move.
    pub(super) fn push<R: SearchRules>(&mut self, before: &Position, after: &Position) {
        let first_reversible = if R::is_irreversible(before, after) {
            self.keys.len()
        } else {
            self.first_reversible.last().copied().unwrap_or(0)
        };
        self.keys.push(R::repetition_key(after));
        self.first_reversible.push(first_reversible);
    }

    /// Enters a position before which none can recur: the first one, or that after a null move.
    pub(super) fn push_barrier<R: SearchRules>(&mut self, position: &Position) {
        self.first_reversible.push(self.keys.len());
        self.keys.push(R::repetition_key(position));
    }

    pub(super) fn pop(&mut self) {
        self.keys.pop();
        self.first_reversible.pop();
    }

    /// Whether the current position occurred before, which superko forbids (TOTO-11).
    pub(super) fn breaks_superko(&self) -> bool {
        let (Some((current, past)), Some(&first)) =
            (self.keys.split_last(), self.first_reversible.last())
        else {
            return false;
        };
        past.get(first..).is_some_and(|past| past.contains(current))
    }

    /// Whether the current position counts as a draw: its second occurrence within the search, or its third in all.
    pub(super) fn is_repetition(&self) -> bool {
        let (Some((current, past)), Some(&first)) =
            (self.keys.split_last(), self.first_reversible.last())
        else {
            return false;
        };
        let mut occurrences = 0;
        for (index, key) in past.iter().enumerate().skip(first).rev() {
            if key == current {
                occurrences += 1;
                if index > self.root || occurrences == 2 {
                    return true;
                }
            }
        }
        false
    }
}
