//! The Leto: its moves, their effects on other pieces, and its attack on a king (LETO-2 to LETO-9).

mod targets;

pub(crate) use targets::{Letos, reach};

use crate::board::{Board, CAPACITY, LETO, PAWN, lowest};
use crate::movegen::geometry::{RAYS, between};
use crate::movegen::pattern::AROUND;
use crate::{Color, Role, Shape, Square};

const BOARD: Shape = Shape::Square64;

/// The squares on one line through a Leto, as sets: three ahead, two behind. Empty beyond the edge.
#[derive(Clone, Copy)]
struct Path {
    ahead: [u64; 3],
    behind: [u64; 2],
}

/// By square and direction (the order of [`AROUND`]).
static PATHS: [[Path; AROUND.len()]; CAPACITY] = {
    let mut paths = [[Path {
        ahead: [0; 3],
        behind: [0; 2],
    }; AROUND.len()]; CAPACITY];
    let mut square = 0;
    while square < CAPACITY {
        let mut direction = 0;
        while direction < AROUND.len() {
            let (df, dr) = AROUND[direction];
            let mut far = -2;
            while far <= 3 {
                if far != 0
                    && let Some(found) = BOARD.offset(Square(square as u8), df * far, dr * far)
                {
                    let bit = 1 << found.0;
                    if far > 0 {
                        paths[square][direction].ahead[far as usize - 1] = bit;
                    } else {
                        paths[square][direction].behind[-far as usize - 1] = bit;
                    }
                }
                far += 1;
            }
            direction += 1;
        }
        square += 1;
    }
    paths
};

/// By square: the squares on its eight lines, by distance.
struct Rings {
    /// One square away.
    near: u64,
    /// Two or three squares away.
    throw: u64,
    /// Four or more squares away.
    far: u64,
}

static RINGS: [Rings; CAPACITY] = {
    let mut rings = [const {
        Rings {
            near: 0,
            throw: 0,
            far: 0,
        }
    }; CAPACITY];
    let mut square = 0;
    while square < CAPACITY {
        let mut direction = 0;
        while direction < AROUND.len() {
            let [one, two, three] = PATHS[square][direction].ahead;
            rings[square].near |= one;
            rings[square].throw |= two | three;
            rings[square].far |= RAYS[direction][square] & !(one | two | three);
            direction += 1;
        }
        square += 1;
    }
    rings
};

/// By color: its first rank. Its own pawns cannot be thrown there, the opponent's become queens there (LETO-5).
const FIRST: [u64; 2] = [
    BOARD.rank_squares(0).bits(),
    BOARD.rank_squares(BOARD.ranks() - 1).bits(),
];

/// The Letos of a side that attack the square of the opponent's king (LETO-8). Between such a Leto and the king there are
/// exactly two pieces: one of either side next to the king, and one of the king's side two or three squares from the Leto.
#[inline(always)]
pub(crate) fn attackers(board: &Board, king: Square, by: Color) -> u64 {
    let mut found = 0;
    let mut letos = board.of(by, LETO) & RINGS[king.index()].far;
    while letos != 0 {
        let leto = lowest(letos);
        let bit = letos & letos.wrapping_neg();
        letos ^= bit;
        let pieces = between(king, leto) & board.occupied();
        if pieces.count_ones() == 2 && throws(board, king, by, leto, pieces) {
            found |= bit;
        }
    }
    found
}

/// Returns whether a Leto throws one of the two pieces between it and a king onto the king.
#[inline(always)]
fn throws(board: &Board, king: Square, by: Color, leto: Square, pieces: u64) -> bool {
    let victim = by.other();
    let screen = pieces & RINGS[king.index()].near;
    let thrown = pieces ^ screen;
    let forbidden = board.slots[PAWN] & thrown != 0 && FIRST[victim.index()] >> king.0 & 1 != 0;
    screen != 0
        && thrown & RINGS[leto.index()].throw & board.colors[victim.index()] != 0
        && !forbidden
}

/// An enemy piece thrown by a Leto (LETO-3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Repulsion {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) slot: usize,
    /// Its slot after landing: a pawn thrown onto its last rank becomes a queen.
    pub(crate) becomes: usize,
    /// Slot of the piece it captures.
    pub(crate) captured: Option<usize>,
}

/// Effects of a Leto's move on other pieces (LETO-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Effects {
    pub(crate) repulsion: Option<Repulsion>,
    pub(crate) kidnapping: Option<Kidnapping>,
}

/// A piece pulled to the Leto's origin (LETO-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Kidnapping {
    pub(crate) from: Square,
    pub(crate) slot: usize,
}

/// Returns where an enemy piece in front of a Leto lands, if it can be thrown in this direction (LETO-3 to LETO-5).
fn landing(board: &Board, us: Color, direction: usize, thrown: Square) -> Option<Square> {
    let line = RAYS[direction][thrown.index()] & board.occupied();
    let screen = if line == 0 {
        return None;
    } else if RAYS[direction][thrown.index()] > 1 << thrown.0 {
        lowest(line)
    } else {
        Square(line.ilog2() as u8)
    };
    let lands = PATHS[screen.index()][direction].ahead[0];
    let own_first =
        board.slots[PAWN] >> thrown.0 & 1 != 0 && lands & FIRST[us.other().index()] != 0;
    if lands == 0 || lands & board.colors[us.index()] != 0 || own_first {
        None
    } else {
        Some(lowest(lands))
    }
}

fn direction(from: Square, to: Square) -> usize {
    RAYS.iter()
        .position(|rays| rays[from.index()] >> to.0 & 1 != 0)
        .unwrap_or(0)
}

pub(crate) fn effects(board: &Board, us: Color, from: Square, to: Square) -> Effects {
    let direction = direction(from, to);
    let [screen, pulled] = PATHS[from.index()][direction].behind;
    let kidnaps = screen & board.occupied() != 0 && pulled & board.colors[us.index()] != 0;
    let kidnapping = kidnaps.then(|| Kidnapping {
        from: lowest(pulled),
        slot: board.slot_at(lowest(pulled)),
    });
    let met = PATHS[to.index()][direction].ahead[0] & board.colors[us.other().index()];
    let repulsion = if met == 0 {
        None
    } else {
        repulsion(board, us, direction, lowest(met))
    };
    Effects {
        repulsion,
        kidnapping,
    }
}

fn repulsion(board: &Board, us: Color, direction: usize, from: Square) -> Option<Repulsion> {
    let to = landing(board, us, direction, from)?;
    let slot = board.slot_at(from);
    let promotes = slot == PAWN && FIRST[us.index()] >> to.0 & 1 != 0;
    let becomes = if promotes { Role::Queen.slot() } else { slot };
    let captured = (board.occupied() >> to.0 & 1 != 0).then(|| board.slot_at(to));
    Some(Repulsion {
        from,
        to,
        slot,
        becomes,
        captured,
    })
}

/// Makes a Leto's move with its effects; `toggle` puts a piece on an empty square, or removes it from its own.
#[inline(always)]
pub(crate) fn apply(
    us: Color,
    from: Square,
    to: Square,
    effects: &Effects,
    mut toggle: impl FnMut(Color, usize, Square),
) {
    let them = us.other();
    toggle(us, LETO, from);
    toggle(us, LETO, to);
    if let Some(thrown) = &effects.repulsion {
        toggle(them, thrown.slot, thrown.from);
        if let Some(slot) = thrown.captured {
            toggle(them, slot, thrown.to);
        }
        toggle(them, thrown.becomes, thrown.to);
    }
    if let Some(pulled) = &effects.kidnapping {
        toggle(us, pulled.slot, pulled.from);
        toggle(us, pulled.slot, from);
    }
}

/// The square between and the target of a Leto's move on an empty board, as sets. The first is empty for a single step.
pub(crate) fn two_steps(from: Square, to: Square) -> Option<(u64, u64)> {
    let bit = 1 << to.0;
    let [one, two, _] = PATHS[from.index()][direction(from, to)].ahead;
    match bit {
        _ if one == bit => Some((0, bit)),
        _ if two == bit => Some((one, bit)),
        _ => None,
    }
}
