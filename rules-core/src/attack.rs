//! Who attacks a square.

use crate::board::Board;
use crate::geometry::{diagonal, orthogonal};
use crate::leto;
use crate::role::{PAWN, SLOTS};
use crate::rules::Rules;
use crate::{Color, Square};

/// The pieces of a side that would capture on a square by going there, with `occupied` taken for the board's occupied squares.
/// A Leto never does (LETO-2); its attack is [`leto::attackers`].
#[inline(always)]
pub(crate) fn attackers<R: Rules>(board: &Board, square: Square, occupied: u64, by: Color) -> u64 {
    let mut found = R::TABLES.pawn_hits[by.other().index()][square.index()] & board.slots[PAWN];
    let (mut rooks, mut bishops) = (0, 0);
    // The slots are few and known to the compiler, which unrolls this.
    let mut slot = 1;
    while slot < SLOTS {
        if !R::MEN[slot].leaps.is_empty() {
            found |= R::TABLES.leaps[slot][square.index()] & board.slots[slot];
        }
        if R::MEN[slot].orthogonal {
            rooks |= board.slots[slot];
        }
        if R::MEN[slot].diagonal {
            bishops |= board.slots[slot];
        }
        slot += 1;
    }
    if rooks != 0 {
        found |= orthogonal(square, occupied) & rooks;
    }
    if bishops != 0 {
        found |= diagonal(square, occupied) & bishops;
    }
    found & board.colors[by.index()]
}

/// Whether a side attacks a square on which its opponent's king stands, by Letos too.
#[inline]
pub(crate) fn is_attacked<R: Rules>(board: &Board, king: Square, by: Color) -> bool {
    attackers::<R>(board, king, board.occupied(), by) != 0
        || R::LETOS && leto::attackers(board, king, by) != 0
}
