//! Attacks on a square.

use crate::board::{Board, PAWN, SLOTS};
use crate::movegen::geometry::{diagonal, orthogonal};
use crate::movegen::leto;
use crate::movegen::rules::MoveRules;
use crate::{Color, Square};

/// A side's pieces that would capture on a square by landing there if exactly `occupied` were occupied.
/// A Leto never does (LETO-2); see [`leto::attackers`].
#[inline(always)]
pub(crate) fn attackers<R: MoveRules>(
    board: &Board,
    square: Square,
    occupied: u64,
    by: Color,
) -> u64 {
    let mut found = R::TABLES.pawn_attacks[by.other().index()][square.index()] & board.slots[PAWN];
    let (mut rooks, mut bishops) = (0, 0);
    // SLOTS is small and constant: the compiler unrolls this.
    let mut slot = 1;
    while slot < SLOTS {
        if !R::PIECES[slot].leaps.is_empty() {
            found |= R::TABLES.leaps[slot][square.index()] & board.slots[slot];
        }
        if R::PIECES[slot].orthogonal {
            rooks |= board.slots[slot];
        }
        if R::PIECES[slot].diagonal {
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

/// Returns whether a side attacks the square of the opponent's king, with Letos too.
#[inline]
pub(crate) fn is_attacked<R: MoveRules>(board: &Board, king: Square, by: Color) -> bool {
    attackers::<R>(board, king, board.occupied(), by) != 0
        || R::LETOS && leto::attackers(board, king, by) != 0
}
