//! Pseudo-legal targets of a piece and what blocks it, for explaining illegal moves.

use crate::board::{LETO, PAWN, lowest};
use crate::movegen::geometry::between;
use crate::movegen::rules::MoveRules;
use crate::movegen::{View, Want, attacks_of, leto, pawn_targets, second_leaps};
use crate::{Bitboard, Position, Square};

/// Pseudo-legal targets of a piece of the side to move: its king's safety and mandatory captures are ignored.
pub(crate) fn classic_reach<R: MoveRules>(position: &Position, from: Square) -> u64 {
    let view = View::new(position, Want::All);
    match position.board.slot_at(from) {
        PAWN => {
            let us = view.us.index();
            let passed = position.en_passant.map_or(0, |square| 1 << square.0);
            pawn_targets::<R>(&view, from) | R::TABLES.pawn_attacks[us][from.index()] & passed
        }
        LETO => leto::reach(&view, from),
        slot => {
            let far = if slot == 1 {
                second_leaps::<R>(&view, from)
            } else {
                0
            };
            attacks_of::<R>(slot, from, view.occupied) & !view.own | far
        }
    }
}

/// The first piece that blocks a piece which could go from `from` to `to` on an empty board.
pub(crate) fn classic_obstacle<R: MoveRules>(
    position: &Position,
    from: Square,
    to: Square,
) -> Option<Square> {
    let occupied = position.board.occupied();
    let on = |set: u64| (set & occupied != 0).then(|| lowest(set & occupied));
    match position.board.slot_at(from) {
        PAWN => {
            let us = position.turn.index();
            let push = &R::TABLES.push[us].to;
            let once = push[from.index()];
            if once >> to.0 & 1 != 0 {
                return on(once);
            }
            let doubles = once != 0 && R::PAWN.doubles_from[us] >> from.0 & 1 != 0;
            let twice = if doubles {
                push[lowest(once).index()]
            } else {
                0
            };
            if twice >> to.0 & 1 != 0 {
                on(once).or_else(|| on(twice))
            } else {
                None
            }
        }
        LETO => {
            let (middle, target) = leto::two_steps(from, to)?;
            on(middle).or_else(|| on(target))
        }
        slot => {
            if attacks_of::<R>(slot, from, 0) >> to.0 & 1 != 0 {
                let line = between(from, to) & occupied;
                let rising = to.0 > from.0;
                return Bitboard(line)
                    .iter()
                    .min_by_key(|square| if rising { square.0 } else { u8::MAX - square.0 });
            }
            let halfway = R::halfway(from, to)?;
            on(1 << halfway.0).or_else(|| on(1 << to.0))
        }
    }
}
