//! # Leap Chess (Ken Franklin, 2000), in six forms
//!
//! - LEAP-1 6 files by 8 ranks without the corners a1 f1 a8 f8: 44 squares, start `*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*NSKN* w KQkq - 0 1`.
//! - LEAP-2 An alfil leaps exactly two squares diagonally, a dabbabah exactly two squares orthogonally, a sail like either. All jump over
//!   whatever stands between. King and knight are orthodox. All capture by replacement as they move.
//! - LEAP-3 Pawns are orthodox, with the double step from their side's second rank only, and en passant.
//! - LEAP-4 Promotion on the last rank (b8-e8, b1-e1) to sail, dabbabah, alfil or knight. A pawn on a7 or f7 (a2, f2) has no square ahead and can
//!   only capture.
//! - LEAP-5 Castling is with an unmoved knight, the king unmoved and not in check, and not landing on an attacked square. King side: king and
//!   knight swap squares, nothing need be empty. Queen side: the king goes to the c-file, which must be empty, the knight leaps to the king's square.
//! - LEAP-6 Captures are mandatory: where a legal move is a capture, only captures are legal; the player chooses which. En passant counts.
//! - LEAP-7 A player wins by checkmate, by stalemating the opponent, and at once by a capture that leaves the opponent with only the king.
//! - LEAP-8 Draws as in ALL-3 only; no dead positions.
//! - LEAP-9 `leap-multi`: a piece that has captured and can capture again goes on in the same turn until it cannot. Check is an attack by a single
//!   capture. Legal turns are the maximal legal chains; a promotion ends the turn; capturing the king on the way wins at once.
//! - LEAP-10 `leap-optional`: captures are not mandatory.
//! - LEAP-11 `leap64` and its forms: 8x8, `dnaskand/pppppppp/8/8/8/8/PPPPPPPP/DNASKAND w KQkq - 0 1`, orthodox castling with the corner dabbabahs.

use super::{ORTHODOX_CASTLES, at, orthodox_pawn};
use crate::role::SLOTS;
use crate::rules::{ALFIL_LEAPS, Castle, DABBABAH_LEAPS, Pattern, PawnPattern, Rules, SAIL_LEAPS};
use crate::{Role, Shape, Variant};

pub(crate) const MANDATORY: u8 = 0;
pub(crate) const MULTI: u8 = 1;
pub(crate) const OPTIONAL: u8 = 2;

/// `WIDE` is the board of 64 squares; `CAPTURES` is one of the three duties to capture.
#[derive(Debug)]
pub(crate) enum Leap<const WIDE: bool, const CAPTURES: u8> {}

const NARROW_CASTLES: [Option<Castle>; 4] = [
    Some(narrow_castle(0, true)),
    Some(narrow_castle(0, false)),
    Some(narrow_castle(7, true)),
    Some(narrow_castle(7, false)),
];

/// LEAP-5 on 44 squares.
const fn narrow_castle(rank: u8, king_side: bool) -> Castle {
    const SHAPE: Shape = Shape::Cornerless44;
    let (b, c, d, e) = (
        at(SHAPE, 1, rank),
        at(SHAPE, 2, rank),
        at(SHAPE, 3, rank),
        at(SHAPE, 4, rank),
    );
    let (partner_from, king_to, empty) = if king_side { (e, e, 0) } else { (b, c, 1 << c) };
    Castle {
        king_from: d,
        king_to,
        partner_from,
        partner_to: d,
        named: partner_from,
        empty,
        passed: 0,
    }
}

impl<const WIDE: bool, const CAPTURES: u8> Rules for Leap<WIDE, CAPTURES> {
    const VARIANT: Variant = match (WIDE, CAPTURES) {
        (false, MANDATORY) => Variant::Leap,
        (false, MULTI) => Variant::LeapMulti,
        (false, _) => Variant::LeapOptional,
        (true, MANDATORY) => Variant::Leap64,
        (true, MULTI) => Variant::Leap64Multi,
        (true, _) => Variant::Leap64Optional,
    };
    const START: &'static str = if WIDE {
        "dnaskand/pppppppp/8/8/8/8/PPPPPPPP/DNASKAND w KQkq - 0 1"
    } else {
        "*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*NSKN* w KQkq - 0 1"
    };
    const ROLES: &'static [Role] = &[
        Role::King,
        Role::Sail,
        Role::Dabbabah,
        Role::Alfil,
        Role::Knight,
        Role::Pawn,
    ];
    const PROMOTIONS: &'static [Role] = &[Role::Sail, Role::Dabbabah, Role::Alfil, Role::Knight];
    const MEN: [Pattern; SLOTS] = [
        Pattern::NONE,
        Pattern::KNIGHT,
        Pattern::leaper(&ALFIL_LEAPS),
        Pattern::leaper(&DABBABAH_LEAPS),
        Pattern::leaper(&SAIL_LEAPS),
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = orthodox_pawn(Self::SHAPE);
    const CASTLES: [Option<Castle>; 4] = if WIDE {
        ORTHODOX_CASTLES
    } else {
        NARROW_CASTLES
    };
    const CASTLE_PARTNER: Role = if WIDE { Role::Dabbabah } else { Role::Knight };
}
