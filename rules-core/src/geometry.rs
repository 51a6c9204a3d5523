//! Tables made from a shape at compile time: steps of whole sets, lines, squares between.

use crate::Shape;
use crate::rules::Step;
use crate::shape::CAPACITY;

/// One step taken by every square of a set at once. On a board with rows of unequal length the distance in the numbering
/// depends on the row, hence groups.
pub(crate) struct Shift {
    groups: [(u64, u32); GROUPS],
    used: usize,
}

const GROUPS: usize = 6;

pub(crate) const fn shift(shape: Shape, step: Step) -> Shift {
    let mut shift = Shift {
        groups: [(0, 0); GROUPS],
        used: 0,
    };
    let mut n = 0;
    while n < shape.len() {
        if let Some(target) = shape.offset(crate::Square(n as u8), step.0, step.1) {
            let turn = (target.index() + CAPACITY - n) as u32 % CAPACITY as u32;
            let mut group = 0;
            while group < shift.used && shift.groups[group].1 != turn {
                group += 1;
            }
            if group == shift.used {
                shift.groups[group].1 = turn;
                shift.used += 1;
            }
            shift.groups[group].0 |= 1 << n;
        }
        n += 1;
    }
    shift
}

impl Shift {
    /// Where the squares of `set` get; those with no square ahead fall away.
    #[inline(always)]
    pub(crate) fn of(&self, set: u64) -> u64 {
        let (mask, turn) = self.groups[0];
        let mut out = (set & mask).rotate_left(turn);
        for &(mask, turn) in self.groups.iter().take(self.used).skip(1) {
            out |= (set & mask).rotate_left(turn);
        }
        out
    }
}
