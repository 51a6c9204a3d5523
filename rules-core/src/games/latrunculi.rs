//! # Chess Latrunculi duo milia et septum (Gary K. Gifford, 2007)
//!
//! - LATR-1 FIDE chess and its start position, except:
//! - LATR-2 a rook may also move or capture one square diagonally;
//! - LATR-3 a bishop may also move or capture one square orthogonally, so bishops are not color-bound.
//! - LATR-4 Castling, en passant, double step and promotion (Q R B N) as in FIDE chess. Castling needs an unmoved rook on its corner.
//! - LATR-5 Dead: K v K; K+N v K. Not K+B v K: a crowned bishop can mate with its king's help.

use super::{ORTHODOX_CASTLES, ORTHODOX_ROLES, orthodox_pawn};
use crate::board::{KING, SLOTS};
use crate::games::Rules;
use crate::movegen::MoveRules;
use crate::movegen::pattern::{Castle, DIAGONAL, ORTHOGONAL, Pattern, PawnPattern};
use crate::{Position, Role, Shape, Variant};

#[derive(Debug)]
pub(crate) enum Latrunculi {}

impl MoveRules for Latrunculi {
    const VARIANT: Variant = Variant::Latrunculi;
    const PROMOTIONS: &'static [Role] = &[Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
    const PIECES: [Pattern; SLOTS] = [
        Pattern::NONE,
        Pattern::KNIGHT,
        Pattern::BISHOP.and_leaps(&ORTHOGONAL),
        Pattern::ROOK.and_leaps(&DIAGONAL),
        Pattern::QUEEN,
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = orthodox_pawn(Shape::Square64);
    const CASTLES: [Option<Castle>; 4] = ORTHODOX_CASTLES;
}

impl Rules for Latrunculi {
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const ROLES: &'static [Role] = ORTHODOX_ROLES;

    /// LATR-5.
    fn dead(position: &Position) -> bool {
        let board = &position.board;
        let rest = board.occupied() & !board.slots[KING];
        rest & rest.wrapping_sub(1) == 0 && rest & !board.slots[Role::Knight.slot()] == 0
    }
}
