//! # Leap Chess (Ken Franklin, 2000), in six forms
//!
//! - LEAP-1 6 files by 8 ranks without the corners a1 f1 a8 f8: 44 squares, start `*nskn*/dpaapd/pppppp/6/6/PPPPPP/DPAAPD/*NSKN* w KQkq - 0 1`.
//! - LEAP-2 An alfil leaps exactly two squares diagonally, a dabbabah exactly two squares orthogonally, a sail like either. All jump over
//!   any piece between. King and knight are orthodox. All capture by replacement as they move.
//! - LEAP-3 Pawns are orthodox, with the double step from their side's second rank only, and en passant.
//! - LEAP-4 Promotion on the last rank (b8-e8, b1-e1) to sail, dabbabah, alfil or knight. A pawn on a7 or f7 (a2, f2) has no square ahead and can
//!   only capture.
//! - LEAP-5 Castling is with an unmoved knight, the king unmoved and not in check, and not landing on an attacked square. King side: king and
//!   knight swap squares, nothing need be empty. Queen side: the king goes to the c-file, which must be empty, the knight leaps to the king's square.
//! - LEAP-6 Captures are mandatory: if any legal move is a capture, only captures are legal; the player chooses which. En passant counts.
//! - LEAP-7 A player wins by checkmate, by stalemating the opponent, and at once by a capture that leaves the opponent with only the king.
//! - LEAP-8 Draws as in ALL-3 only; no dead positions.
//! - LEAP-9 `leap-multi`: a piece that has captured and can capture again continues in the same turn until it cannot. Check is an attack by a
//!   single capture. Legal turns are the maximal legal chains; a promotion ends the turn; capturing the king on the way wins at once.
//! - LEAP-10 `leap-optional`: captures are not mandatory.
//! - LEAP-11 `leap64` and its forms: 8x8, `dnaskand/pppppppp/8/8/8/8/PPPPPPPP/DNASKAND w KQkq - 0 1`, orthodox castling with the corner dabbabahs.

use super::{ORTHODOX_CASTLES, at, orthodox_pawn};
use crate::board::{Board, KING, PAWN, SLOTS, lowest};
use crate::games::Rules;
use crate::movegen::pattern::{
    ALFIL_LEAPS, Castle, DABBABAH_LEAPS, Pattern, PawnPattern, SAIL_LEAPS,
};
use crate::movegen::{Any, MoveRules, Sink, Want, classic, is_attacked};
use crate::moves::{Kind, MAX_CHAIN};
use crate::{
    Bitboard, CastlingSide, Move, Outcome, Position, Reason, Role, Shape, Square, Variant,
};
use std::collections::HashSet;

pub(crate) const MANDATORY: u8 = 0;
pub(crate) const MULTI: u8 = 1;
pub(crate) const OPTIONAL: u8 = 2;

/// `WIDE` is the board of 64 squares, `CAPTURES` one of [`MANDATORY`], [`MULTI`] and [`OPTIONAL`].
#[derive(Debug)]
pub(crate) enum Leap<const WIDE: bool, const CAPTURES: u8> {}

const NARROW_CASTLES: [Option<Castle>; 4] = [
    Some(narrow_castle(0, CastlingSide::KingSide)),
    Some(narrow_castle(0, CastlingSide::QueenSide)),
    Some(narrow_castle(7, CastlingSide::KingSide)),
    Some(narrow_castle(7, CastlingSide::QueenSide)),
];

/// LEAP-5 on 44 squares.
const fn narrow_castle(rank: u8, side: CastlingSide) -> Castle {
    const SHAPE: Shape = Shape::Cornerless44;
    let b = at(SHAPE, 1, rank);
    let (c, d, e) = (b + 1, b + 2, b + 3);
    let (partner_from, king_to, empty) = match side {
        CastlingSide::KingSide => (e, e, 0),
        CastlingSide::QueenSide => (b, c, 1 << c),
    };
    Castle {
        king_from: d,
        king_to,
        partner_from,
        partner_to: d,
        uci_to: partner_from,
        empty,
        passed: 0,
    }
}

impl<const WIDE: bool, const CAPTURES: u8> MoveRules for Leap<WIDE, CAPTURES> {
    const VARIANT: Variant = match (WIDE, CAPTURES) {
        (false, MANDATORY) => Variant::Leap,
        (false, MULTI) => Variant::LeapMulti,
        (false, _) => Variant::LeapOptional,
        (true, MANDATORY) => Variant::Leap64,
        (true, MULTI) => Variant::Leap64Multi,
        (true, _) => Variant::Leap64Optional,
    };
    const PROMOTIONS: &'static [Role] = &[Role::Sail, Role::Dabbabah, Role::Alfil, Role::Knight];
    const PIECES: [Pattern; SLOTS] = [
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

impl<const WIDE: bool, const CAPTURES: u8> Rules for Leap<WIDE, CAPTURES> {
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

    #[inline]
    fn generate<S: Sink>(position: &Position, sink: &mut S, want: Want) {
        if Self::won(position).is_some() {
            return;
        }
        if CAPTURES == OPTIONAL {
            return classic::<Self, S>(position, sink, want);
        }
        if want == Want::Quiets {
            let mut captures = Any::default();
            Self::generate(position, &mut captures, Want::Captures);
            if !captures.found() {
                classic::<Self, S>(position, sink, want);
            }
            return;
        }
        let before = sink.count();
        if CAPTURES == MULTI {
            Chains::new(position, sink).extend_all::<Self>(u64::MAX);
        } else {
            classic::<Self, S>(position, sink, Want::Captures);
        }
        if sink.count() == before && want == Want::All {
            classic::<Self, S>(position, sink, Want::Quiets);
        }
    }

    fn generate_along<S: Sink>(position: &Position, sink: &mut S, path: &[Square]) {
        if CAPTURES != MULTI {
            return Self::generate(position, sink, Want::All);
        }
        if Self::won(position).is_some() {
            return;
        }
        let before = sink.count();
        let mut chains = Chains::new(position, sink);
        chains.along = Some(path);
        chains.extend_all::<Self>(u64::MAX);
        if sink.count() == before {
            Self::generate(position, sink, Want::Quiets);
        }
    }

    fn pawn_captures<S: Sink>(position: &Position, sink: &mut S) {
        if CAPTURES != MULTI {
            Self::generate(position, sink, Want::Captures);
        } else if Self::won(position).is_none() {
            Chains::new(position, sink).extend_all::<Self>(position.board.slots[PAWN]);
        }
    }

    /// LEAP-9 first, then LEAP-7: with two bare kings, the side to move has lost.
    fn won(position: &Position) -> Option<Outcome> {
        let [turn, other] = [position.turn, !position.turn];
        for color in [turn, other] {
            if position.board.of(color, KING) == 0 {
                return Some(Outcome::won(!color, Reason::KingCaptured));
            }
        }
        let bare = [turn, other]
            .into_iter()
            .find(|color| position.board.colors[color.index()].is_power_of_two())?;
        Some(Outcome::won(!bare, Reason::BareKing))
    }

    /// LEAP-7: stalemate loses as checkmate does.
    fn without_moves(position: &Position) -> Outcome {
        let reason = if position.is_check() {
            Reason::Checkmate
        } else {
            Reason::Stalemate
        };
        Outcome::won(!position.turn, reason)
    }

    /// LEAP-8.
    fn dead(_position: &Position) -> bool {
        false
    }
}

/// Generates turns that capture: the maximal chains that end with a safe king or capture the opponent's (LEAP-9).
struct Chains<'a, S> {
    position: &'a Position,
    sink: &'a mut S,
    /// The only squares on which a chain may land, if not all.
    along: Option<&'a [Square]>,
    /// The capturing piece and its origin.
    slot: usize,
    from: Square,
    /// The squares on which it has landed.
    via: [Square; MAX_CHAIN - 1],
    dead_ends: DeadEnds,
}

/// Positions from which no chain becomes legal. Many orders of the same captures reach them, so they are remembered after some
/// failures: fruitless work is bounded by the number of sets of captured pieces, not by their orders.
#[derive(Default)]
struct DeadEnds {
    forgotten: u32,
    remembered: HashSet<(u64, Square, usize)>,
}

impl DeadEnds {
    /// More than ordinary positions have: remembering costs more than looking again at a few.
    const FORGOTTEN: u32 = 512;

    fn insert(&mut self, enemy: u64, at: Square, slot: usize) {
        if self.forgotten < Self::FORGOTTEN {
            self.forgotten += 1;
        } else {
            self.remembered.insert((enemy, at, slot));
        }
    }

    #[inline]
    fn contains(&self, enemy: u64, at: Square, slot: usize) -> bool {
        self.forgotten == Self::FORGOTTEN && self.remembered.contains(&(enemy, at, slot))
    }
}

impl<'a, S: Sink> Chains<'a, S> {
    fn new(position: &'a Position, sink: &'a mut S) -> Self {
        Self {
            position,
            sink,
            along: None,
            slot: PAWN,
            from: Square(0),
            via: [Square(0); MAX_CHAIN - 1],
            dead_ends: DeadEnds::default(),
        }
    }

    /// Generates the turns of the pieces of the side to move that are on these squares.
    fn extend_all<R: Rules>(&mut self, squares: u64) {
        let board = &self.position.board;
        let us = self.position.turn;
        for from in Bitboard(board.colors[us.index()] & squares) {
            self.slot = board.slot_at(from);
            self.from = from;
            let mut board = *board;
            board.toggle(us, self.slot, from);
            self.extend::<R>(&board, from, 0);
        }
    }

    /// Generates every legal turn that captures again from `at` after `taken` captures, and returns whether there is any
    /// (LEAP-9 b). The capturing piece is not on `board`.
    fn extend<R: Rules>(&mut self, board: &Board, at: Square, taken: usize) -> bool {
        let (us, them) = (self.position.turn, self.position.turn.other());
        let enemy = board.colors[them.index()];
        let mut targets = R::TABLES.leaps[self.slot][at.index()] & enemy;
        let mut passed = None;
        if self.slot == PAWN {
            let hits = R::TABLES.pawn_attacks[us.index()][at.index()];
            passed = self
                .position
                .en_passant
                .filter(|square| hits >> square.0 & 1 != 0 && enemy >> square.0 & 1 == 0);
            targets = hits & enemy | passed.map_or(0, |square| 1 << square.0);
        }
        if targets == 0 || self.dead_ends.contains(enemy, at, self.slot) {
            return false;
        }
        if let Some(path) = self.along {
            match path.get(taken) {
                Some(next) => targets &= 1 << next.0,
                None => return self.may_continue::<R>(board, at, taken),
            }
        }
        let mut any = false;
        for to in Bitboard(targets) {
            if self.sink.is_full() {
                return true;
            }
            let victim = if passed == Some(to) {
                R::TABLES.push[us.index()].origin(to)
            } else {
                to
            };
            let Some((_, taken_slot)) = board.at(victim) else {
                continue;
            };
            let mut next = *board;
            next.toggle(them, taken_slot, victim);
            let promotes = self.slot == PAWN && R::PAWN.promotes_on[us.index()] >> to.0 & 1 != 0;
            if taken_slot != KING && !promotes {
                if taken < MAX_CHAIN - 1 {
                    self.via[taken] = to;
                }
                if self.extend::<R>(&next, to, taken + 1) {
                    any = true;
                    continue;
                }
            }
            if self.along.is_some_and(|path| path.len() != taken + 1) {
                continue;
            }
            if taken_slot == KING || self.is_safe::<R>(&next, to) {
                any = true;
                let kind = if victim == to {
                    Kind::Normal
                } else {
                    Kind::EnPassant
                };
                self.end::<R>(to, taken, kind);
            }
        }
        if !any && self.along.is_none() {
            self.dead_ends.insert(enemy, at, self.slot);
        }
        any
    }

    /// Returns whether a legal turn captures again from `at`.
    fn may_continue<R: Rules>(&self, board: &Board, at: Square, taken: usize) -> bool {
        let mut any = Any::default();
        let mut chains = Chains::new(self.position, &mut any);
        chains.slot = self.slot;
        chains.extend::<R>(board, at, taken)
    }

    /// LEAP-9 a: only the end of the turn counts.
    fn is_safe<R: Rules>(&self, board: &Board, at: Square) -> bool {
        let us = self.position.turn;
        let mut board = *board;
        board.toggle(us, self.slot, at);
        !is_attacked::<R>(&board, lowest(board.of(us, KING)), us.other())
    }

    /// Emits the turn; `last` is the kind of its last capture.
    fn end<R: Rules>(&mut self, to: Square, stops: usize, last: Kind) {
        let mut mv = Move::normal(self.from, to);
        mv.stops = stops as u8;
        mv.via[..stops].copy_from_slice(&self.via[..stops]);
        if stops == 0 {
            mv.kind = last;
        }
        let last_rank = R::PAWN.promotes_on[self.position.turn.index()];
        if self.slot == PAWN && last_rank >> to.0 & 1 != 0 {
            for &role in R::PROMOTIONS {
                self.sink.one(Move {
                    promotion: Some(role),
                    ..mv
                });
            }
        } else {
            self.sink.one(mv);
        }
    }
}
