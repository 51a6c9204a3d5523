//! Tables made from a shape at compile time: steps of whole sets, lines, squares between.

use crate::rules::{AROUND, Step};
use crate::shape::CAPACITY;
use crate::{Shape, Square};

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

/// By square: the squares that these steps lead to.
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

/// The only shape with slides over any distance; on the staircase a rook's three squares are a table of their own.
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

/// The squares of one line through a square, on either side of it in the numbering.
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

/// The squares seen along a line up to and including the first piece on each side: subtracting the nearest piece below
/// from the pieces above borrows its way up to the nearest of those ("obstruction difference").
#[inline(always)]
fn along(line: &Line, occupied: u64) -> u64 {
    let lower = line.lower & occupied;
    let upper = line.upper & occupied;
    let nearest_below = u64::MAX << (lower | 1).ilog2();
    (upper ^ upper.wrapping_add(nearest_below)) & (line.lower | line.upper)
}

/// What a rook on `square` sees.
#[inline(always)]
pub(crate) fn orthogonal(square: Square, occupied: u64) -> u64 {
    let [file, _, rank, _] = &LINES[square.index()];
    along(file, occupied) | along(rank, occupied)
}

/// What a bishop on `square` sees.
#[inline(always)]
pub(crate) fn diagonal(square: Square, occupied: u64) -> u64 {
    let [_, up, _, down] = &LINES[square.index()];
    along(up, occupied) | along(down, occupied)
}

/// By two squares on one line: the squares strictly between them; empty for any others.
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

/// The squares strictly between two squares of one line on the board of 64 squares; empty for any others.
#[inline(always)]
pub(crate) fn between(a: Square, b: Square) -> u64 {
    BETWEEN[a.index()][b.index()]
}
