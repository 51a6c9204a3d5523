//! Move-ordering statistics: history, continuation history, capture history, killers and counter moves.

use crate::params::{HISTORY_MAX, KILLERS};
use crate::rules::{SLOTS, SQUARES};
use crate::tt::PackedMove;
use rules_core::{Move, Position};

const PIECE_TOS: usize = SLOTS * SQUARES;

/// A kind of piece and the square it moves to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceTo(usize);

impl PieceTo {
    /// A null move, or no move before the root.
    pub(crate) const NONE: Self = Self(PIECE_TOS);

    #[inline]
    pub(crate) fn of(position: &Position, mv: &Move) -> Self {
        Self(position.slot_at(mv.from()) * SQUARES + mv.to().index())
    }
}

/// Plies that [`PreviousMoves`] look back.
pub(crate) const CONTINUATION_PLIES: [usize; 3] = [1, 2, 4];

/// The moves at [`CONTINUATION_PLIES`] before a node.
pub(crate) type PreviousMoves = [PieceTo; CONTINUATION_PLIES.len()];

/// A quiet move as the tables index it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct QuietMove {
    butterfly: usize,
    piece_to: PieceTo,
}

impl QuietMove {
    #[inline]
    pub(crate) fn of(position: &Position, mv: &Move) -> Self {
        let color = position.turn().index();
        Self {
            butterfly: (color * SQUARES + mv.from().index()) * SQUARES + mv.to().index(),
            piece_to: PieceTo::of(position, mv),
        }
    }
}

/// Move statistics, gathered while searching and kept between searches.
#[derive(Debug)]
pub(crate) struct History {
    /// By color, origin and target.
    // CITE: History heuristic. https://www.chessprogramming.org/History_Heuristic
    butterfly: Vec<i16>,
    /// By an earlier move, at each of [`CONTINUATION_PLIES`] ago, and this one.
    // CITE: Continuation history. https://www.chessprogramming.org/History_Heuristic#Continuation_History
    continuation: [Vec<i16>; CONTINUATION_PLIES.len()],
    /// By the capturing piece, its target and the kind of piece captured.
    captures: Vec<i16>,
    /// By ply.
    // CITE: Killer heuristic. https://www.chessprogramming.org/Killer_Heuristic
    killers: Vec<[PackedMove; KILLERS]>,
    /// By color and the previous move.
    // CITE: Countermove heuristic. https://www.chessprogramming.org/Countermove_Heuristic
    counter_moves: Vec<PackedMove>,
}

/// Moves a score towards plus or minus `max`, the more slowly the nearer it is.
// CITE: History bonuses. https://www.chessprogramming.org/History_Heuristic#History_Bonuses
pub(crate) fn apply_bonus(score: &mut i16, bonus: i32, max: i32) {
    let old = i32::from(*score);
    let new = old + bonus - old * bonus.abs() / max;
    *score = i16::try_from(new).unwrap_or(*score);
}

const fn counter_index(previous: PieceTo, color: usize) -> usize {
    color * (PIECE_TOS + 1) + previous.0
}

impl History {
    pub(crate) fn new(plies: usize) -> Self {
        Self {
            butterfly: vec![0; 2 * SQUARES * SQUARES],
            continuation: std::array::from_fn(|_| vec![0; (PIECE_TOS + 1) * PIECE_TOS]),
            captures: vec![0; PIECE_TOS * SLOTS],
            killers: vec![[PackedMove::NONE; KILLERS]; plies],
            counter_moves: vec![PackedMove::NONE; 2 * (PIECE_TOS + 1)],
        }
    }

    /// Returns the sum of butterfly and continuation history.
    #[inline]
    pub(crate) fn quiet(&self, quiet: QuietMove, previous: PreviousMoves) -> i32 {
        let mut sum = i32::from(self.butterfly[quiet.butterfly]);
        for (table, previous) in self.continuation.iter().zip(previous) {
            sum += i32::from(table[previous.0 * PIECE_TOS + quiet.piece_to.0]);
        }
        sum
    }

    #[inline]
    pub(crate) fn capture(&self, piece_to: PieceTo, captured_slot: usize) -> i32 {
        i32::from(self.captures[piece_to.0 * SLOTS + captured_slot])
    }

    pub(crate) fn update_quiet(&mut self, quiet: QuietMove, previous: PreviousMoves, bonus: i32) {
        apply_bonus(&mut self.butterfly[quiet.butterfly], bonus, HISTORY_MAX);
        for (table, previous) in self.continuation.iter_mut().zip(previous) {
            let score = &mut table[previous.0 * PIECE_TOS + quiet.piece_to.0];
            apply_bonus(score, bonus, HISTORY_MAX);
        }
    }

    pub(crate) fn update_capture(&mut self, piece_to: PieceTo, captured_slot: usize, bonus: i32) {
        let score = &mut self.captures[piece_to.0 * SLOTS + captured_slot];
        apply_bonus(score, bonus, HISTORY_MAX);
    }

    #[inline]
    pub(crate) fn killers(&self, ply: usize) -> [PackedMove; KILLERS] {
        self.killers[ply]
    }

    #[inline]
    pub(crate) fn counter_move(&self, previous: PieceTo, color: usize) -> PackedMove {
        self.counter_moves[counter_index(previous, color)]
    }

    pub(crate) fn add_killer(&mut self, ply: usize, mv: PackedMove) {
        let killers = &mut self.killers[ply];
        if killers[0] != mv {
            *killers = [mv, killers[0]];
        }
    }

    pub(crate) fn set_counter_move(&mut self, previous: PieceTo, color: usize, mv: PackedMove) {
        self.counter_moves[counter_index(previous, color)] = mv;
    }

    pub(crate) fn clear_killers(&mut self, ply: usize) {
        if let Some(killers) = self.killers.get_mut(ply) {
            *killers = [PackedMove::NONE; KILLERS];
        }
    }
}
