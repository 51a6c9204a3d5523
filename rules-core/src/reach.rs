//! Where a piece can go by its own way of moving, and what stands in its way: for explaining moves that are not legal.

use crate::bitboard::lowest;
use crate::generate::{View, pawn_targets, second_leaps, sees_as};
use crate::geometry::between;
use crate::leto;
use crate::role::{KING, LETO, PAWN};
use crate::rules::Rules;
use crate::sink::Want;
use crate::{Bitboard, Position, Square};

/// The squares that a piece of the side to move can go to, whatever happens to its king and whatever is mandatory.
pub(crate) fn classic_reach<R: Rules>(position: &Position, from: Square) -> u64 {
    let board = &position.board;
    let us = position.turn;
    let (own, enemy) = (board.colors[us.index()], board.colors[us.other().index()]);
    let occupied = own | enemy;
    let king = Bitboard(board.of(us, KING)).first().unwrap_or(from);
    let view = View {
        position,
        us,
        own,
        enemy,
        occupied,
        king,
        want: Want::All,
        wanted: !own,
    };
    match board.slot_at(from) {
        PAWN => {
            let passed = position.en_passant.map_or(0, |square| 1 << square.0);
            pawn_targets::<R>(&view, from) | R::TABLES.pawn_hits[us.index()][from.index()] & passed
        }
        LETO => leto::reach(&view, from),
        slot => {
            let far = if slot == 1 {
                second_leaps::<R>(&view, from)
            } else {
                0
            };
            sees_as::<R>(slot, from, occupied) & !own | far
        }
    }
}

/// The first piece in the way of one that could go from `from` to `to` on an empty board.
pub(crate) fn classic_obstacle<R: Rules>(
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
            if sees_as::<R>(slot, from, 0) >> to.0 & 1 != 0 {
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
