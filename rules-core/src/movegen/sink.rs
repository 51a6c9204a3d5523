//! Receivers of generated moves: a list, or a counter that takes whole sets of targets.

use super::tables::PawnStep;
use crate::{Bitboard, Move, MoveList, Role, Square};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Want {
    All,
    Captures,
    Quiets,
}

/// Receives legal moves, many at a time.
pub(crate) trait Sink {
    /// A piece's moves to each square of a set.
    fn targets(&mut self, from: Square, to: u64);
    /// A pawn's move to each square of a set, given the origin of each.
    fn pawns(&mut self, to: u64, from: impl Fn(Square) -> Square);
    /// A pawn's step to each square of a set, with promotion to each of `roles`.
    fn promotions(&mut self, to: u64, step: &PawnStep, roles: &[Role]);
    /// Any other move.
    fn one(&mut self, mv: Move);
    fn count(&self) -> u64;
    /// Returns whether further moves are of no use. Only chains of captures, which may be very many, ask.
    #[inline(always)]
    fn is_full(&self) -> bool {
        false
    }
}

/// Counts moves. With `STOPS_AT_FIRST`, chains of captures are not followed after the first move found.
#[derive(Debug, Default)]
pub(crate) struct Count<const STOPS_AT_FIRST: bool>(pub(crate) u64);

pub(crate) type Counter = Count<false>;
pub(crate) type Any = Count<true>;

impl Any {
    pub(crate) const fn found(&self) -> bool {
        self.0 > 0
    }
}

impl<const STOPS_AT_FIRST: bool> Sink for Count<STOPS_AT_FIRST> {
    #[inline(always)]
    fn targets(&mut self, _: Square, to: u64) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn pawns(&mut self, to: u64, _: impl Fn(Square) -> Square) {
        self.0 += u64::from(to.count_ones());
    }

    #[inline(always)]
    fn promotions(&mut self, to: u64, _: &PawnStep, roles: &[Role]) {
        self.0 += u64::from(to.count_ones()) * roles.len() as u64;
    }

    #[inline(always)]
    fn one(&mut self, _: Move) {
        self.0 += 1;
    }

    fn count(&self) -> u64 {
        self.0
    }

    #[inline(always)]
    fn is_full(&self) -> bool {
        STOPS_AT_FIRST && self.0 > 0
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
    fn pawns(&mut self, to: u64, from: impl Fn(Square) -> Square) {
        for to in Bitboard(to) {
            self.push(Move::normal(from(to), to));
        }
    }

    #[inline]
    fn promotions(&mut self, to: u64, step: &PawnStep, roles: &[Role]) {
        for to in Bitboard(to) {
            for &role in roles {
                self.push(Move::promoting(step.origin(to), to, role));
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

    #[inline(always)]
    fn is_full(&self) -> bool {
        self.len() >= Self::MOST
    }
}
