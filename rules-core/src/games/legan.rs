//! # Legan Chess (L. Legan, 1913)
//!
//! - LEGAN-1 8x8, start `knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1`.
//! - LEGAN-2 King, queen, rook, bishop and knight as in orthodox chess. No castling, no en passant, no double step.
//! - LEGAN-3 A white pawn moves without capturing one square diagonally up-left (f3-e4) and captures one square left or up (f3xe3, f3xf4).
//!   A black pawn moves one square down-right (b6-c5) and captures one square right or down (b6xc6, b6xb5).
//! - LEGAN-4 A pawn that arrives, by move or capture, on a square where the opponent's king, bishops, knights or rooks began must promote to
//!   queen, rook, bishop or knight. White: a5 a6 a7 a8 b8 c8 d8. Black: e1 f1 g1 h1 h2 h3 h4. Not b7 and g2, the queens' squares.
//! - LEGAN-5 A pawn with no square ahead cannot move that way; on the a-file below a5 it can only capture up the file.
//! - LEGAN-6 Dead: K v K; K+N v K; K+B v K; kings and bishops only with all bishops on one square color.

use super::{ORTHODOX_ROLES, at};
use crate::board::{KING, SLOTS};
use crate::games::Rules;
use crate::movegen::MoveRules;
use crate::movegen::pattern::{Pattern, PawnPattern};
use crate::{Position, Role, Shape, Variant};

#[derive(Debug)]
pub(crate) enum Legan {}

/// For White, the squares from a5 up to a8 and along the last rank to d8; for Black, those rotated by 180 degrees.
const fn promotion_squares() -> [u64; 2] {
    const SHAPE: Shape = Shape::Square64;
    let (last_file, last_rank) = (SHAPE.files() - 1, SHAPE.ranks() - 1);
    let mut sets = [0; 2];
    let mut n = 0;
    while n < 4 {
        sets[0] |= 1 << at(SHAPE, 0, last_rank - n) | 1 << at(SHAPE, n, last_rank);
        sets[1] |= 1 << at(SHAPE, last_file, n) | 1 << at(SHAPE, last_file - n, 0);
        n += 1;
    }
    sets
}

impl MoveRules for Legan {
    const VARIANT: Variant = Variant::Legan;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const PIECES: [Pattern; SLOTS] = [
        Pattern::NONE,
        Pattern::KNIGHT,
        Pattern::BISHOP,
        Pattern::ROOK,
        Pattern::QUEEN,
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = PawnPattern {
        push: (-1, 1),
        captures: [(-1, 0), (0, 1)],
        doubles_from: [0; 2],
        promotes_on: promotion_squares(),
    };
}

impl Rules for Legan {
    const START: &'static str = "knbrp3/bqpp4/npp5/rp1p3P/p3P1PR/5PPN/4PPQB/3PRBNK w - - 0 1";
    const ROLES: &'static [Role] = ORTHODOX_ROLES;

    /// LEGAN-6.
    fn dead(position: &Position) -> bool {
        let board = &position.board;
        let rest = board.occupied() & !board.slots[KING];
        let light = Self::SHAPE.light_squares().bits();
        rest & (rest.wrapping_sub(1)) == 0
            && rest & !(board.slots[KNIGHT] | board.slots[BISHOP]) == 0
            || rest & !board.slots[BISHOP] == 0 && (rest & light == 0 || rest & !light == 0)
    }
}

const KNIGHT: usize = Role::Knight.slot();
const BISHOP: usize = Role::Bishop.slot();
