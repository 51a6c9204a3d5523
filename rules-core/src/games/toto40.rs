//! # Toto40 (Peter Aronson, 1999)
//!
//! - TOTO-1 Files a-h, ranks 1-12; with a=1 a square exists exactly when 9 <= file+rank <= 13. The sum 11 is the fighting line (a10 b9 c8 d7 e6 f5 g4
//!   h3), 9 and 10 are White's section, 12 and 13 Black's.
//! - TOTO-2 White K c6, R d5, N e4, H f3, P a8 b7 g2 h1; Black K f7, R e8, N d9, H c10, P a12 b11 g6 h5.
//! - TOTO-3 A piece may only be in its own section or on the line, and riders stop on the line.
//! - TOTO-4 King, rook and knight are orthodox, without castling. The hawk leaps exactly two squares orthogonally or diagonally.
//! - TOTO-5 A white pawn off the line moves one square up and captures one square diagonally up, a black pawn the same rotated by 180 degrees.
//!   No double step, no en passant, no promotion.
//! - TOTO-6 Captures happen on the line only.
//! - TOTO-7 A piece on the line may also move or capture one square diagonally along it. A pawn on the line has only this move.
//! - TOTO-8 Other pieces may go back from the line into their own section.
//! - TOTO-9 No duty to answer a threat to the king and no ban on exposing it: a player wins by capturing the king.
//! - TOTO-10 Once any piece has ever stood on the line, a player who ends a turn with no piece on the line loses at once.
//! - TOTO-11 Superko: a move may not produce a placement of pieces that occurred earlier in the game, with either side to move.
//! - TOTO-12 A player to move with no legal move loses. No draws except by agreement.
//! - TOTO-13 FEN: placement, side to move, `L` if the line has ever been entered else `-`, full-move number.

use crate::board::{Board, CAPACITY, KING, PAWN, SLOTS, lowest};
use crate::games::Rules;
use crate::movegen::geometry::{leap_table, repeated_steps};
use crate::movegen::pattern::{
    AROUND, KNIGHT_LEAPS, ORTHOGONAL, Pattern, PawnPattern, SAIL_LEAPS, Step,
};
use crate::movegen::{MoveRules, Sink, Want};
use crate::{Bitboard, Color, Move, Outcome, Position, Reason, Role, Shape, Square, Variant};

#[derive(Debug)]
pub(crate) enum Toto40 {}

const SHAPE: Shape = Shape::Staircase40;
const LINE: u64 = SHAPE.line().bits();

/// TOTO-7: the two steps along the line.
const ALONG: [Step; 2] = [(1, -1), (-1, 1)];

const KNIGHT: usize = Role::Knight.slot();
const HAWK: usize = Role::Hawk.slot();
const ROOK: usize = Role::Rook.slot();

/// Targets of one side's pieces, which stay in their half of the board (TOTO-3).
struct Side {
    /// By slot and square, ignoring blockers: all but the rook's second steps and pawns off the line.
    steps: [[u64; CAPACITY]; SLOTS],
    /// By square: first and second square of the rook's two slides that are two squares long.
    slides: [[(u64, u64); 2]; CAPACITY],
    /// By square: the quiet step of a pawn off the line.
    push: [u64; CAPACITY],
    /// By square: captures of a pawn off the line.
    captures: [u64; CAPACITY],
}

const fn within(mut table: [u64; CAPACITY], home: u64, along: &[u64; CAPACITY]) -> [u64; CAPACITY] {
    let mut n = 0;
    while n < CAPACITY {
        if LINE >> n & 1 != 0 {
            table[n] |= along[n];
        }
        table[n] &= home;
        n += 1;
    }
    table
}

const fn off_the_line(mut table: [u64; CAPACITY], home: u64) -> [u64; CAPACITY] {
    let mut n = 0;
    while n < CAPACITY {
        table[n] &= if LINE >> n & 1 != 0 { 0 } else { home };
        n += 1;
    }
    table
}

const fn side(color: Color) -> Side {
    let home = SHAPE.section(color).bits() | LINE;
    let along = leap_table(SHAPE, &ALONG);
    let mut steps = [[0; CAPACITY]; SLOTS];
    steps[KING] = within(leap_table(SHAPE, &AROUND), home, &along);
    steps[KNIGHT] = within(leap_table(SHAPE, &KNIGHT_LEAPS), home, &along);
    steps[HAWK] = within(leap_table(SHAPE, &SAIL_LEAPS), home, &along);
    steps[ROOK] = within(leap_table(SHAPE, &ORTHOGONAL), home, &along);
    steps[PAWN] = within([0; CAPACITY], home, &along);
    let (push, captures): (Step, [Step; 2]) = match color {
        Color::White => (PAWNS.push, PAWNS.captures),
        Color::Black => ((0, -PAWNS.push.1), [(1, -1), (-1, -1)]),
    };
    Side {
        steps,
        slides: repeated_steps(SHAPE, &ORTHOGONAL, home),
        push: off_the_line(leap_table(SHAPE, &[push]), home),
        captures: off_the_line(leap_table(SHAPE, &captures), home),
    }
}

static SIDES: [Side; 2] = [side(Color::White), side(Color::Black)];

const PAWNS: PawnPattern = PawnPattern {
    push: (0, 1),
    captures: [(-1, 1), (1, 1)],
    doubles_from: [0; 2],
    promotes_on: [0; 2],
};

impl Side {
    /// Targets of a piece: empty squares and enemy pieces, which it meets on the line only (TOTO-6).
    #[inline(always)]
    fn targets(&self, slot: usize, from: Square, own: u64, enemy: u64) -> u64 {
        let n = from.index();
        let mut to = self.steps[slot][n] & !own;
        if slot == ROOK {
            for (one, two) in self.slides[n] {
                if one & (own | enemy) == 0 {
                    to |= two & !own;
                }
            }
        } else if slot == PAWN {
            to |= self.push[n] & !(own | enemy) | self.captures[n] & enemy;
        }
        to
    }
}

/// The change by one of the mover's pieces that would turn `now` into `earlier`, if there is one (TOTO-11).
/// It is never a capture: the captured piece is still on the board in every earlier placement.
fn way_back(now: &Position, earlier: &Position) -> Option<(Square, Square)> {
    let (us, them) = (now.turn.index(), now.turn.other().index());
    let (own, before) = (now.board.colors[us], earlier.board.colors[us]);
    let (from, to) = (own & !before, before & !own);
    let all = now.board.colors[them] | own & before;
    let one_each = from.is_power_of_two() && to.is_power_of_two();
    if now.board.colors[them] != earlier.board.colors[them] || !one_each {
        return None;
    }
    let mut slots = now.board.slots.iter().zip(&earlier.board.slots);
    let same = slots.all(|(now, earlier)| {
        (now ^ earlier) & all == 0 && (now & from != 0) == (earlier & to != 0)
    });
    same.then(|| (lowest(from), lowest(to)))
}

/// The moves forbidden by superko, with the index in `history` of the position each would repeat (TOTO-11). `history` ends
/// with the current position, and no placement occurs twice in it.
pub(crate) fn superko(history: &[Position]) -> impl Iterator<Item = (usize, Move)> + '_ {
    let (now, past) = history.split_last().unzip();
    let past: &[Position] = past.unwrap_or(&[]);
    // One move of the side to move cannot restore either of the last two positions.
    let past = &past[..past.len().saturating_sub(2)];
    let pieces = |position: &Position| position.board.occupied().count_ones();
    let since_capture =
        move |earlier: &&Position| now.is_some_and(|now| pieces(now) == pieces(earlier));
    let earlier = past.iter().rev().take_while(since_capture).enumerate();
    earlier.filter_map(move |(n, earlier)| {
        let now = now?;
        let us = now.turn.index();
        let (from, to) = way_back(now, earlier)?;
        let (own, enemy) = (now.board.colors[us], now.board.colors[us ^ 1]);
        let reached = SIDES[us].targets(now.board.slot_at(from), from, own, enemy) >> to.0 & 1 != 0;
        (reached && Toto40::won(now).is_none())
            .then(|| (past.len() - 1 - n, Move::normal(from, to)))
    })
}

impl MoveRules for Toto40 {
    const VARIANT: Variant = Variant::Toto40;
    const PIECES: [Pattern; SLOTS] = [
        Pattern::NONE,
        Pattern::KNIGHT,
        Pattern::leaper(&SAIL_LEAPS),
        Pattern::ROOK,
        Pattern::NONE,
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = PAWNS;
}

impl Rules for Toto40 {
    const START: &'static str = "p*******/1p******/2h*****/3n****/P3r***/*P3k**/**K3p*/***R3p/****N3/*****H2/******P1/*******P w - 1";
    const ROLES: &'static [Role] = &[Role::King, Role::Rook, Role::Knight, Role::Hawk, Role::Pawn];

    #[inline]
    fn generate<S: Sink>(position: &Position, sink: &mut S, want: Want) {
        let board = &position.board;
        let (own, enemy) = (
            board.colors[position.turn.index()],
            board.colors[position.turn.other().index()],
        );
        let kings = board.slots[KING];
        if kings & own == 0 || kings & enemy == 0 || position.rights != 0 && enemy & LINE == 0 {
            return;
        }
        let wanted = match want {
            Want::All => u64::MAX,
            Want::Captures => enemy,
            Want::Quiets => !enemy,
        };
        let side = &SIDES[position.turn.index()];
        macro_rules! moves_of {
            ($($slot:expr),*) => {$(
                for from in Bitboard(own & board.slots[$slot]) {
                    sink.targets(from, side.targets($slot, from, own, enemy) & wanted);
                }
            )*};
        }
        moves_of!(KING, ROOK, KNIGHT, HAWK, PAWN);
    }

    #[inline]
    fn make(position: &Position, mv: &Move) -> Position {
        let mut next = *position;
        let (us, them) = (position.turn, position.turn.other());
        let slot = position.board.slot_at(mv.from);
        next.turn = them;
        next.fullmoves += u32::from(us == Color::Black);
        next.toggle(us, slot, mv.from);
        if position.board.colors[them.index()] >> mv.to.0 & 1 != 0 {
            next.toggle(them, position.board.slot_at(mv.to), mv.to);
        }
        next.toggle(us, slot, mv.to);
        next.rights |= u8::from(next.board.occupied() & LINE != 0);
        next
    }

    fn won(position: &Position) -> Option<Outcome> {
        for color in Color::ALL {
            if position.board.of(color, KING) == 0 {
                return Some(Outcome::won(!color, Reason::KingCaptured));
            }
        }
        let mover = !position.turn;
        let left = position.rights != 0 && position.board.colors[mover.index()] & LINE == 0;
        left.then_some(Outcome::won(!mover, Reason::LeftLine))
    }

    fn without_moves(position: &Position) -> Outcome {
        Outcome::won(!position.turn, Reason::NoMoves)
    }

    fn dead(_position: &Position) -> bool {
        false
    }

    fn checkers(position: &Position, color: Color) -> u64 {
        let board = &position.board;
        let occupied = board.occupied();
        let king = Bitboard(board.of(color, KING)).first();
        king.map_or(0, |king| Self::attackers(board, king, occupied, !color))
    }

    fn attackers(board: &Board, square: Square, occupied: u64, by: Color) -> u64 {
        let mut found = 0;
        for from in Bitboard(board.colors[by.index()] & occupied) {
            if Self::attacks(by, board.slot_at(from), from, occupied) >> square.0 & 1 != 0 {
                found |= 1 << from.0;
            }
        }
        found
    }

    #[inline]
    fn attacks(color: Color, slot: usize, from: Square, occupied: u64) -> u64 {
        let side = &SIDES[color.index()];
        let n = from.index();
        let mut to = side.steps[slot][n];
        if slot == ROOK {
            for (one, two) in side.slides[n] {
                if one & occupied == 0 {
                    to |= two;
                }
            }
        } else if slot == PAWN {
            to |= side.captures[n];
        }
        to
    }

    fn reach(position: &Position, from: Square) -> u64 {
        let us = position.turn.index();
        let (own, enemy) = (position.board.colors[us], position.board.colors[us ^ 1]);
        SIDES[us].targets(position.board.slot_at(from), from, own, enemy)
    }

    fn obstacle(position: &Position, from: Square, to: Square) -> Option<Square> {
        let side = &SIDES[position.turn.index()];
        let occupied = position.board.occupied();
        let on = |set: u64| (set & occupied != 0).then(|| lowest(set & occupied));
        match position.board.slot_at(from) {
            PAWN if side.push[from.index()] >> to.0 & 1 != 0 => on(1 << to.0),
            ROOK => side.slides[from.index()]
                .iter()
                .find(|(_, two)| two >> to.0 & 1 != 0)
                .and_then(|(one, _)| on(*one)),
            _ => None,
        }
    }
}
