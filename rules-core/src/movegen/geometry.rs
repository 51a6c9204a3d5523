//! Tables computed from a shape at compile time: shifts of whole sets, rays, squares between.

use super::pattern::{AROUND, Step};
use crate::board::CAPACITY;
use crate::{Shape, Square};

/// One step of every square in a set at once. On a board with ranks of unequal length the index changes by a different
/// amount on each rank, hence groups.
pub(crate) struct Shift {
    /// Squares, and the distance their indices rotate by.
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
        if let Some(target) = shape.offset(Square(n as u8), step.0, step.1) {
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
    /// Shifts `set`; squares whose target does not exist drop out.
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

/// By square: the targets of `steps`.
pub(crate) const fn leap_table(shape: Shape, steps: &[Step]) -> [u64; CAPACITY] {
    let mut table = [0; CAPACITY];
    let mut n = 0;
    while n < shape.len() {
        let mut step = 0;
        while step < steps.len() {
            if let Some(target) = shape.offset(Square(n as u8), steps[step].0, steps[step].1) {
                table[n] |= 1 << target.0;
            }
            step += 1;
        }
        n += 1;
    }
    table
}

/// By square: the targets of a step and of its repetition, for the steps that stay within `home` twice. There are at most two.
pub(crate) const fn repeated_steps(
    shape: Shape,
    steps: &[Step],
    home: u64,
) -> [[(u64, u64); 2]; CAPACITY] {
    let mut table = [[(0, 0); 2]; CAPACITY];
    let mut n = 0;
    while n < shape.len() {
        let square = Square(n as u8);
        let mut used = 0;
        let mut step = 0;
        while step < steps.len() {
            let (df, dr) = steps[step];
            if let (Some(one), Some(two)) = (
                shape.offset(square, df, dr),
                shape.offset(square, 2 * df, 2 * dr),
            ) && home >> n & home >> one.0 & home >> two.0 & 1 != 0
            {
                table[n][used] = (1 << one.0, 1 << two.0);
                used += 1;
            }
            step += 1;
        }
        n += 1;
    }
    table
}

/// By square: all squares in one direction up to the edge.
pub(crate) const fn ray_table(shape: Shape, step: Step) -> [u64; CAPACITY] {
    let mut table = [0; CAPACITY];
    let mut n = 0;
    while n < shape.len() {
        let mut square = Square(n as u8);
        while let Some(next) = shape.offset(square, step.0, step.1) {
            table[n] |= 1 << next.0;
            square = next;
        }
        n += 1;
    }
    table
}

/// The only shape with sliding pieces of unlimited range. The staircase's rook has its own table.
const BOARD: Shape = Shape::Square64;

/// By direction (the order of [`AROUND`]) and square, on the board of 64 squares.
pub(crate) static RAYS: [[u64; CAPACITY]; AROUND.len()] = {
    let mut rays = [[0; CAPACITY]; AROUND.len()];
    let mut direction = 0;
    while direction < AROUND.len() {
        rays[direction] = ray_table(BOARD, AROUND[direction]);
        direction += 1;
    }
    rays
};

/// The squares of one line through a square, with lower and with higher indices.
#[derive(Clone, Copy)]
struct Line {
    lower: u64,
    upper: u64,
}

/// By square: file, rank and the two diagonals, in the order of the first four of [`AROUND`].
static LINES: [[Line; 4]; CAPACITY] = {
    let mut lines = [[Line { lower: 0, upper: 0 }; 4]; CAPACITY];
    let mut square = 0;
    while square < CAPACITY {
        let mut direction = 0;
        while direction < 4 {
            let both = RAYS[direction][square] | RAYS[direction + 4][square];
            let below = (1 << square) - 1;
            lines[square][direction] = Line {
                lower: both & below,
                upper: both & !below,
            };
            direction += 1;
        }
        square += 1;
    }
    lines
};

/// Attacks along a line, up to and including the first blocker on each side.
/// CITE: Obstruction difference. <https://www.chessprogramming.org/Obstruction_Difference>
#[inline(always)]
fn along(line: &Line, occupied: u64) -> u64 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_below = u64::MAX << (lower | 1).ilog2();
    (upper ^ upper.wrapping_add(nearest_below)) & (line.lower | line.upper)
}

/// Rook attacks from `square`.
#[inline(always)]
pub(crate) fn orthogonal(square: Square, occupied: u64) -> u64 {
    let [file, _, rank, _] = &LINES[square.index()];
    along(file, occupied) | along(rank, occupied)
}

/// Bishop attacks from `square`.
#[inline(always)]
pub(crate) fn diagonal(square: Square, occupied: u64) -> u64 {
    let [_, up, _, down] = &LINES[square.index()];
    along(up, occupied) | along(down, occupied)
}

/// By two squares on a line: the squares strictly between them. Empty for any other pair.
static BETWEEN: [[u64; CAPACITY]; CAPACITY] = {
    let mut table = [[0; CAPACITY]; CAPACITY];
    let mut n = 0;
    while n < CAPACITY {
        let mut direction = 0;
        while direction < AROUND.len() {
            let mut passed = 0;
            let mut square = Square(n as u8);
            while let Some(next) = BOARD.offset(square, AROUND[direction].0, AROUND[direction].1) {
                table[n][next.index()] = passed;
                passed |= 1 << next.0;
                square = next;
            }
            direction += 1;
        }
        n += 1;
    }
    table
};

/// The squares strictly between two squares on a line of the 64-square board. Empty for any other pair.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}
