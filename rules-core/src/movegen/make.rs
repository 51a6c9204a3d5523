//! Making a legal move.

use crate::board::{KING, LETO, PAWN, lowest, piece_key};
use crate::movegen::leto;
use crate::movegen::rules::MoveRules;
use crate::moves::Kind;
use crate::{CastlingSide, Color, Move, Position, Square};

impl Position {
    /// Puts a piece on an empty square, or removes it from its own.
    #[inline(always)]
    pub(crate) fn toggle(&mut self, color: Color, slot: usize, square: Square) {
        self.board.toggle(color, slot, square);
        self.key ^= piece_key(color, slot, square);
    }

    /// Removes the opponent's piece from a square, if there is one.
    #[inline(always)]
    fn take(&mut self, them: Color, square: Square) -> bool {
        let there = self.board.colors[them.index()] >> square.0 & 1 != 0;
        if there {
            self.toggle(them, self.board.slot_at(square), square);
        }
        there
    }
}

/// Returns the position after a legal move. Not for Toto40.
#[inline]
pub(crate) fn make<R: MoveRules>(position: &Position, mv: &Move) -> Position {
    let mut next = *position;
    let us = position.turn;
    let them = us.other();
    next.turn = them;
    next.fullmoves += u32::from(us == Color::Black);
    next.halfmoves += 1;
    next.en_passant = None;
    if let Kind::Castle(side) = mv.kind {
        castle::<R>(&mut next, us, side);
        return next;
    }
    let slot = position.board.slot_at(mv.from);
    next.rights &=
        !(R::TABLES.rights_ended[mv.from.index()] | R::TABLES.rights_ended[mv.to.index()]);
    if R::LETOS && slot == LETO {
        move_leto::<R>(&mut next, us, mv);
        return next;
    }
    next.toggle(us, slot, mv.from);
    let mut captures = false;
    if R::VARIANT.chains_captures() {
        let mut previous = mv.from;
        for &square in &mv.via[..usize::from(mv.stops)] {
            captures |= capture::<R>(&mut next, position, slot, previous, square);
            previous = square;
        }
        captures |= capture::<R>(&mut next, position, slot, previous, mv.to);
    } else if mv.kind == Kind::EnPassant {
        captures |= next.take(them, R::TABLES.push[us.index()].origin(mv.to));
    } else {
        captures |= next.take(them, mv.to);
    }
    next.toggle(us, mv.promotion.map_or(slot, crate::Role::slot), mv.to);
    if captures || slot == PAWN {
        next.halfmoves = 0;
    }
    if const { R::PAWN.doubles_from[0] != 0 } && slot == PAWN && !captures {
        next.en_passant = passed::<R>(&next, us, mv);
    }
    next
}

/// Makes one capture of a chain: en passant if a pawn goes diagonally to an empty square (LEAP-9).
fn capture<R: MoveRules>(
    next: &mut Position,
    before: &Position,
    slot: usize,
    from: Square,
    to: Square,
) -> bool {
    let us = before.turn;
    let them = us.other();
    next.rights &= !R::TABLES.rights_ended[to.index()];
    if next.take(them, to) {
        return true;
    }
    let diagonal = R::TABLES.pawn_attacks[us.index()][from.index()] >> to.0 & 1 != 0;
    slot == PAWN
        && diagonal
        && before.en_passant == Some(to)
        && next.take(them, R::TABLES.push[us.index()].origin(to))
}

/// The square passed by a double step, if an enemy pawn might capture on it. In a chain, the capturing pawn may come from
/// elsewhere.
#[inline(always)]
fn passed<R: MoveRules>(next: &Position, us: Color, mv: &Move) -> Option<Square> {
    let push = &R::TABLES.push[us.index()];
    let middle = push.to[mv.from.index()];
    if R::PAWN.doubles_from[us.index()] >> mv.from.0 & 1 == 0 || middle >> mv.to.0 & 1 != 0 {
        return None;
    }
    let middle = lowest(middle);
    let hunters =
        R::TABLES.pawn_attacks[us.index()][middle.index()] & next.board.of(us.other(), PAWN);
    (hunters != 0 || R::VARIANT.chains_captures()).then_some(middle)
}

fn castle<R: MoveRules>(next: &mut Position, us: Color, side: CastlingSide) {
    let Some(castle) = &R::CASTLES[side.right(us)] else {
        return;
    };
    let partner = R::CASTLE_PARTNER.slot();
    next.rights &= !R::TABLES.rights_ended[castle.king_from as usize];
    next.toggle(us, KING, Square(castle.king_from));
    next.toggle(us, partner, Square(castle.partner_from));
    next.toggle(us, KING, Square(castle.king_to));
    next.toggle(us, partner, Square(castle.partner_to));
}

fn move_leto<R: MoveRules>(next: &mut Position, us: Color, mv: &Move) {
    let effects = leto::effects(&next.board, us, mv.from, mv.to);
    let ended = |square: Square| R::TABLES.rights_ended[square.index()];
    leto::apply(us, mv.from, mv.to, &effects, |color, slot, square| {
        next.toggle(color, slot, square);
    });
    if let Some(thrown) = effects.repulsion {
        next.rights &= !(ended(thrown.from) | ended(thrown.to));
        if thrown.slot == PAWN || thrown.captured.is_some() {
            next.halfmoves = 0;
        }
    }
    if let Some(pulled) = effects.kidnapping {
        next.rights &= !ended(pulled.from);
        if pulled.slot == PAWN {
            next.halfmoves = 0;
        }
    }
}
