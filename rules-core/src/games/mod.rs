//! One file for each game: the printed rules, and in code only what is different from the others.

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod toto40;

pub(crate) use latrunculi::Latrunculi;
pub(crate) use leap::{Leap, MANDATORY, MULTI, OPTIONAL};
pub(crate) use legan::Legan;
pub(crate) use leto::Leto;
pub(crate) use toto40::{Toto40, superko};

use crate::Shape;
use crate::rules::{Castle, PawnPattern};

/// The set of the squares on a rank, 0 for rank 1.
pub(crate) const fn rank(shape: Shape, rank: u8) -> u64 {
    shape.rank_squares(rank).bits()
}

/// The square on a file and rank, both counted from nought; a name that does not exist stops the compiler.
pub(crate) const fn at(shape: Shape, file: u8, rank: u8) -> u8 {
    match shape.at(file, rank) {
        Some(square) => square.0,
        None => panic!("no such square"),
    }
}

/// The pawns of the orthodox game, which Leto, Leap and Latrunculi share.
pub(crate) const fn orthodox_pawn(shape: Shape) -> PawnPattern {
    let top = shape.ranks() - 1;
    PawnPattern {
        push: (0, 1),
        captures: [(-1, 1), (1, 1)],
        doubles_from: [rank(shape, 1), rank(shape, top - 1)],
        promotes_on: [rank(shape, top), rank(shape, 0)],
    }
}

/// The castlings of the orthodox game, with whatever partner stands in the corners.
pub(crate) const ORTHODOX_CASTLES: [Option<Castle>; 4] = [
    Some(orthodox_castle(0, true)),
    Some(orthodox_castle(0, false)),
    Some(orthodox_castle(7, true)),
    Some(orthodox_castle(7, false)),
];

const fn orthodox_castle(rank: u8, king_side: bool) -> Castle {
    const SHAPE: Shape = Shape::Square64;
    const E: u8 = 4;
    let (corner, king_file, partner_file) = if king_side { (7, 6, 5) } else { (0, 2, 3) };
    let mut empty = 0;
    let mut file = if king_side { E + 1 } else { 1 };
    while file < if king_side { corner } else { E } {
        empty |= 1 << at(SHAPE, file, rank);
        file += 1;
    }
    Castle {
        king_from: at(SHAPE, E, rank),
        king_to: at(SHAPE, king_file, rank),
        partner_from: at(SHAPE, corner, rank),
        partner_to: at(SHAPE, partner_file, rank),
        named: at(SHAPE, king_file, rank),
        empty,
        passed: 1 << at(SHAPE, partner_file, rank),
    }
}
