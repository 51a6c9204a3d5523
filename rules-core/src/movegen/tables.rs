//! Lookup tables of one game, computed from its patterns at compile time.

use super::geometry::{Shift, leap_table, shift};
use super::pattern::{Castle, Pattern, PawnPattern, Step};
use crate::board::{CAPACITY, SLOTS};
use crate::{Shape, Square};

pub(crate) struct Tables {
    /// By slot and square: targets of leaps.
    pub(crate) leaps: [[u64; CAPACITY]; SLOTS],
    /// By color and square: squares where a pawn captures.
    pub(crate) pawn_attacks: [[u64; CAPACITY]; 2],
    /// By color: the quiet step.
    pub(crate) push: [PawnStep; 2],
    /// By color: the two capturing steps.
    pub(crate) captures: [[PawnStep; 2]; 2],
    /// By square: castling rights lost when a piece leaves or enters it.
    pub(crate) rights_ended: [u8; CAPACITY],
}

/// A step of one color's pawns.
pub(crate) struct PawnStep {
    pub(crate) shift: Shift,
    /// By target: the origin.
    from: [u8; CAPACITY],
    /// By origin: the target as a set, empty if there is none.
    pub(crate) to: [u64; CAPACITY],
}

const fn reversed(step: Step) -> Step {
    (-step.0, -step.1)
}

impl PawnStep {
    const fn new(shape: Shape, step: Step) -> Self {
        let mut from = [0; CAPACITY];
        let mut to = [0; CAPACITY];
        let mut n = 0;
        while n < shape.len() {
            let square = Square(n as u8);
            if let Some(target) = shape.offset(square, step.0, step.1) {
                from[target.index()] = square.0;
                to[n] = 1 << target.0;
            }
            n += 1;
        }
        Self {
            shift: shift(shape, step),
            from,
            to,
        }
    }

    /// The square from which the step leads to `to`.
    #[inline(always)]
    pub(crate) fn origin(&self, to: Square) -> Square {
        Square(self.from[to.index()])
    }
}

impl Tables {
    pub(crate) const fn new(
        shape: Shape,
        pieces: &[Pattern; SLOTS],
        pawn: &PawnPattern,
        castles: &[Option<Castle>; 4],
    ) -> Self {
        let mut leaps = [[0; CAPACITY]; SLOTS];
        let mut slot = 0;
        while slot < SLOTS {
            leaps[slot] = leap_table(shape, pieces[slot].leaps);
            slot += 1;
        }
        let [left, right] = pawn.captures;
        let captures = [
            [PawnStep::new(shape, left), PawnStep::new(shape, right)],
            [
                PawnStep::new(shape, reversed(left)),
                PawnStep::new(shape, reversed(right)),
            ],
        ];
        let pawn_attacks = [
            leap_table(shape, &[left, right]),
            leap_table(shape, &[reversed(left), reversed(right)]),
        ];
        let push = [
            PawnStep::new(shape, pawn.push),
            PawnStep::new(shape, reversed(pawn.push)),
        ];
        let mut rights_ended = [0; CAPACITY];
        let mut right = 0;
        while right < castles.len() {
            if let Some(castle) = &castles[right] {
                rights_ended[castle.king_from as usize] |= 1 << right;
                rights_ended[castle.partner_from as usize] |= 1 << right;
            }
            right += 1;
        }
        Self {
            leaps,
            pawn_attacks,
            push,
            captures,
            rights_ended,
        }
    }
}
