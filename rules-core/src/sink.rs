//! Where the generator puts its moves: into a list, or into a count that never sees a single one.

use crate::rules::Way;
use crate::{Bitboard, Move, MoveList, Role, Square};

/// Which moves are asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    All,
    Captures,
    Quiets,
}

/// Takes legal moves, many at a time.
pub(crate) trait Sink {
    /// A piece's moves to each square of a set.
    fn targets(&mut self, from: Square, to: u64);
    /// One pawn's step to each square of a set.
    fn pawns(&mut self, to: u64, way: &Way);
    /// A pawn's two steps to each square of a set.
    fn doubles(&mut self, to: u64, way: &Way);
    /// One pawn's step to each square of a set, with the choice of these roles.
    fn promotions(&mut self, to: u64, way: &Way, roles: &[Role]);
    /// Any other move.
    fn one(&mut self, mv: Move);
    /// How many moves have come.
    fn count(&self) -> u64;
}

/// Counts moves.
#[derive(Debug, Default)]
pub(crate) struct Counter(pub(crate) u64);

impl Sink for Counter {
    #[inline(always)]
    fn targets(&mut self, _: Square, to: u64) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn pawns(&mut self, to: u64, _: &Way) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn doubles(&mut self, to: u64, _: &Way) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn promotions(&mut self, to: u64, _: &Way, roles: &[Role]) {
        self.0 += u64::from(to.count_ones()) * roles.len() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    fn count(&self) -> u64 {
        self.0
    }
}

impl Sink for MoveList {
    #[inline]
    fn targets(&mut self, from: Square, to: u64) {
        for to in Bitboard(to) {
            self.push(Move::normal(from, to));
        }
    }

    #[inline]
    fn pawns(&mut self, to: u64, way: &Way) {
        for to in Bitboard(to) {
            self.push(Move::normal(Square(way.from[to.index()]), to));
        }
    }

    #[inline]
    fn doubles(&mut self, to: u64, way: &Way) {
        for to in Bitboard(to) {
            let passed = Square(way.from[to.index()]);
            self.push(Move::normal(Square(way.from[passed.index()]), to));
        }
    }

    #[inline]
    fn promotions(&mut self, to: u64, way: &Way, roles: &[Role]) {
        for to in Bitboard(to) {
            for &role in roles {
                self.push(Move::promoting(Square(way.from[to.index()]), to, role));
            }
        }
    }

    #[inline]
    fn one(&mut self, mv: Move) {
        self.push(mv);
    }

    fn count(&self) -> u64 {
        self.len() as u64
    }
}
