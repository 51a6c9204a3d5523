//! What games take from orthodox chess.

use crate::movegen::pattern::{Castle, PawnPattern};
use crate::{CastlingSide, Role, Shape};

/// The roles of orthodox chess, in the order of a rules page.
pub const ORTHODOX_ROLES: &[Role] = &[
    Role::King,
    Role::Queen,
    Role::Rook,
    Role::Bishop,
    Role::Knight,
    Role::Pawn,
];

/// The squares of a rank: 0 is rank 1.
const fn rank(shape: Shape, rank: u8) -> u64 {
    shape.rank_squares(rank).bits()
}

/// The square on a file and rank, both counted from zero. Fails to compile if it does not exist.
pub(crate) const fn at(shape: Shape, file: u8, rank: u8) -> u8 {
    match shape.at(file, rank) {
        Some(square) => square.0,
        None => panic!("no such square"),
    }
}

/// The pawns of orthodox chess, in Leto, Leap and Latrunculi too.
pub(crate) const fn orthodox_pawn(shape: Shape) -> PawnPattern {
    let top = shape.ranks() - 1;
    PawnPattern {
        push: (0, 1),
        captures: [(-1, 1), (1, 1)],
        doubles_from: [rank(shape, 1), rank(shape, top - 1)],
        promotes_on: [rank(shape, top), rank(shape, 0)],
    }
}

/// The castlings of orthodox chess, with any partner in the corners.
pub(crate) const ORTHODOX_CASTLES: [Option<Castle>; 4] = [
    Some(orthodox_castle(0, CastlingSide::KingSide)),
    Some(orthodox_castle(0, CastlingSide::QueenSide)),
    Some(orthodox_castle(7, CastlingSide::KingSide)),
    Some(orthodox_castle(7, CastlingSide::QueenSide)),
];

const fn orthodox_castle(rank: u8, side: CastlingSide) -> Castle {
    const SHAPE: Shape = Shape::Square64;
    const E: u8 = 4;
    let (corner, king_file, partner_file, mut file, end) = match side {
        CastlingSide::KingSide => (7, 6, 5, E + 1, 7),
        CastlingSide::QueenSide => (0, 2, 3, 1, E),
    };
    let mut empty = 0;
    while file < end {
        empty |= 1 << at(SHAPE, file, rank);
        file += 1;
    }
    Castle {
        king_from: at(SHAPE, E, rank),
        king_to: at(SHAPE, king_file, rank),
        partner_from: at(SHAPE, corner, rank),
        partner_to: at(SHAPE, partner_file, rank),
        uci_to: at(SHAPE, king_file, rank),
        empty,
        passed: 1 << at(SHAPE, partner_file, rank),
    }
}
