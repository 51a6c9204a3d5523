//! Static exchange evaluation.
// CITE: Static exchange evaluation. https://www.chessprogramming.org/Static_Exchange_Evaluation

use crate::rules::{KING, LETO, PAWN, SLOTS, SearchRules};
use rules_core::{Bitboard, Color, Move, Position};

/// Values of pieces in exchanges, by slot; the king's is above all.
pub(crate) type PieceValues = [i32; SLOTS];

/// Returns the slot of the captured piece; a pawn where the target square does not show it (en passant, Letos).
#[inline]
pub(crate) fn captured_slot(position: &Position, mv: &Move) -> usize {
    if position.side(!position.turn()).contains(mv.to()) {
        position.slot_at(mv.to())
    } else {
        PAWN
    }
}

/// Returns the value of everything that a chain of captures takes.
pub(crate) fn chain_value(position: &Position, values: &PieceValues, mv: &Move) -> i32 {
    let enemy = position.side(!position.turn());
    mv.path()
        .skip(1)
        .map(|square| {
            let slot = if enemy.contains(square) {
                position.slot_at(square)
            } else {
                PAWN
            };
            values[slot]
        })
        .sum()
}

fn least_valuable(
    position: &Position,
    color: Color,
    set: Bitboard,
    values: &PieceValues,
) -> Option<usize> {
    (0..SLOTS)
        .filter(|&slot| !(position.slot_set(color, slot) & set).is_empty())
        .min_by_key(|&slot| values[slot])
}

/// Whether a move gains at least `threshold` centipawns after all exchanges on its target square. Promotions, castling, chains and
/// moves of Letos count as 0.
pub(crate) fn see_ge<R: SearchRules>(
    position: &Position,
    values: &PieceValues,
    mv: &Move,
    threshold: i32,
) -> bool {
    let mover = position.slot_at(mv.from());
    let leto = R::LETOS && mover == LETO;
    if mv.promotion().is_some() || mv.is_castle() || mv.is_chain() || leto {
        return threshold <= 0;
    }
    let captured = if R::is_capture(position, mv) {
        values[captured_slot(position, mv)]
    } else {
        0
    };
    let surplus = captured - threshold;
    if surplus < 0 {
        return false;
    }
    // The recapturing side's gain, beyond the gain that it needs.
    let mut swing = values[mover] - surplus;
    if swing <= 0 {
        return true;
    }
    let to = mv.to();
    let mut occupied = position.occupied();
    occupied.remove(mv.from());
    occupied.insert(to);
    let mut side = position.turn();
    let mut holds = true;
    loop {
        side = !side;
        let mut attackers = R::attackers(position, to, occupied, side) & occupied;
        attackers.remove(to);
        let Some(slot) = least_valuable(position, side, attackers, values) else {
            return holds;
        };
        holds = !holds;
        if slot == KING && !R::NO_CHECK {
            // A king cannot capture a protected piece.
            let defenders = R::attackers(position, to, occupied, !side) & occupied;
            return if defenders.is_empty() { holds } else { !holds };
        }
        swing = values[slot] - swing;
        if swing < i32::from(holds) {
            return holds;
        }
        if let Some(from) = (position.slot_set(side, slot) & attackers).first() {
            occupied.remove(from);
        }
    }
}
