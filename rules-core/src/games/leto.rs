//! # Leto Chess (M. Winther, 2007), with knights or with Kwaggas
//!
//! - LETO-1 FIDE chess with Letos on the bishops' squares: `rnlqklnr/pppppppp/8/8/8/8/PPPPPPPP/RNLQKLNR w KQkq - 0 1`; `leto-kwagga` has Kwaggas
//!   instead of the knights. The array is inferred.
//! - LETO-2 The Leto slides one or two squares in any direction over empty squares to an empty square. It never captures by landing.
//! - LETO-3 Let a Leto of player P move from S to T in direction d. *Repulsion*: if T+d holds an enemy piece E, the first piece beyond E in
//!   direction d is X, and X+d is on the board and does not hold a piece of P, then E is moved to X+d; an enemy piece there is captured.
//! - LETO-4 If these conditions fail, nothing is repulsed and the move is still legal.
//! - LETO-5 E may be a king. A pawn is not repulsed onto its own first rank; on its last rank it becomes a queen of its own color.
//! - LETO-6 *Kidnapping*: if S-d holds any piece and S-2d holds a piece of P, that piece is moved to S.
//! - LETO-7 Both effects happen whenever their conditions hold (inferred); each works without the other.
//! - LETO-8 A king is attacked by a Leto if some Leto move would repulse a piece onto it, even if that move would expose its own king.
//! - LETO-9 Everything is judged in the final position: the mover's king must not be attacked then.
//! - LETO-10 A dislocated king or rook loses castling rights as if it had moved, and so does a corner rook captured by repulsion. No effect creates
//!   an en passant right.
//! - LETO-11 A dislocated pawn counts as a pawn move, and a capture by repulsion as a capture, for the 50- and 75-move rules.
//! - LETO-12 Promotion to Q, R, B, N or L; with Kwaggas to Q, R, B, G or L.
//! - LETO-13 The Kwagga leaps (3,1); if that square is empty it may make the same leap again to an empty square.
//! - LETO-14 Dead: K v K; K and any number of Letos v K; K+N v K; K+B v K; K+G v K.
//! - LETO-15 In SAN brackets say what else moved: `Lc4(d5-f7)`, `Ld4(e5xg7,a1-c3)`, `Le5(e4-e1=Q)`.

use super::{ORTHODOX_CASTLES, orthodox_pawn};
use crate::board::{CAPACITY, KING, LETO, SLOTS, lowest};
use crate::games::Rules;
use crate::movegen::MoveRules;
use crate::movegen::geometry::repeated_steps;
use crate::movegen::pattern::{CAMEL_LEAPS, Castle, Pattern, PawnPattern};
use crate::{Color, Position, Role, Shape, Square, Variant};

/// `KWAGGA` replaces the knights by Kwaggas.
#[derive(Debug)]
pub(crate) enum Leto<const KWAGGA: bool> {}

const LEAPER: [Role; 2] = [Role::Knight, Role::Kwagga];

impl<const KWAGGA: bool> MoveRules for Leto<KWAGGA> {
    const VARIANT: Variant = if KWAGGA {
        Variant::LetoKwagga
    } else {
        Variant::Leto
    };
    const PROMOTIONS: &'static [Role] = &[
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        LEAPER[KWAGGA as usize],
        Role::Leto,
    ];
    const PIECES: [Pattern; SLOTS] = [
        Pattern::NONE,
        if KWAGGA {
            Pattern::leaper(&CAMEL_LEAPS)
        } else {
            Pattern::KNIGHT
        },
        Pattern::BISHOP,
        Pattern::ROOK,
        Pattern::QUEEN,
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = orthodox_pawn(Shape::Square64);
    const CASTLES: [Option<Castle>; 4] = ORTHODOX_CASTLES;
    const LETOS: bool = true;

    /// LETO-13.
    #[inline(always)]
    fn far_leaps(from: Square, occupied: u64) -> u64 {
        if !KWAGGA {
            return 0;
        }
        let mut found = 0;
        for (first, second) in DOUBLE_LEAPS[from.index()] {
            if first & occupied == 0 {
                found |= second;
            }
        }
        found
    }

    fn halfway(from: Square, to: Square) -> Option<Square> {
        let leaps = &DOUBLE_LEAPS[from.index()];
        leaps
            .iter()
            .find(|(_, second)| KWAGGA && second >> to.0 & 1 != 0)
            .map(|(first, _)| lowest(*first))
    }
}

impl<const KWAGGA: bool> Rules for Leto<KWAGGA> {
    const START: &'static str = if KWAGGA {
        "rglqklgr/pppppppp/8/8/8/8/PPPPPPPP/RGLQKLGR w KQkq - 0 1"
    } else {
        "rnlqklnr/pppppppp/8/8/8/8/PPPPPPPP/RNLQKLNR w KQkq - 0 1"
    };
    const ROLES: &'static [Role] = &[
        Role::King,
        Role::Queen,
        Role::Rook,
        Role::Bishop,
        LEAPER[KWAGGA as usize],
        Role::Leto,
        Role::Pawn,
    ];

    /// LETO-14.
    fn dead(position: &Position) -> bool {
        let board = &position.board;
        let rest = board.occupied() & !board.slots[KING];
        let letos = board.slots[LETO];
        let one_sided = Color::ALL
            .into_iter()
            .any(|color| rest & board.colors[color.index()] == rest);
        let single = board.slots[LEAPER[0].slot()] | board.slots[Role::Bishop.slot()];
        rest & !letos == 0 && one_sided || rest & rest.wrapping_sub(1) == 0 && rest & !single == 0
    }
}

/// By square: targets of a Kwagga's first and second leap, for leaps that have both.
static DOUBLE_LEAPS: [[(u64, u64); 2]; CAPACITY] =
    repeated_steps(Shape::Square64, &CAMEL_LEAPS, u64::MAX);
