//! # Toto40 (Peter Aronson, 1999)
//!
//! - TOTO-1 Files a-h, ranks 1-12; with a=1 a square exists exactly when 9 <= file+rank <= 13. The sum 11 is the fighting line (a10 b9 c8 d7 e6 f5 g4
//!   h3), 9 and 10 are White's section, 12 and 13 Black's.
//! - TOTO-2 White K c6, R d5, N e4, H f3, P a8 b7 g2 h1; Black K f7, R e8, N d9, H c10, P a12 b11 g6 h5.
//! - TOTO-3 A piece may only stand in its own section or on the line, and riders stop on the line.
//! - TOTO-4 King, rook and knight are orthodox, without castling. The hawk leaps exactly two squares orthogonally or diagonally.
//! - TOTO-5 A white pawn off the line moves one square up and captures one square diagonally up, a black pawn the half-turn image. No double step, no
//!   en passant, no promotion.
//! - TOTO-6 Captures happen on the line only.
//! - TOTO-7 A piece on the line may also move or capture one square diagonally along it. A pawn on the line has only this move.
//! - TOTO-8 Other pieces may go back from the line into their own section.
//! - TOTO-9 No duty to answer a threat to the king and no ban on exposing it: a player wins by capturing the king.
//! - TOTO-10 Once any piece has ever stood on the line, a player who ends a turn with no piece on the line loses at once.
//! - TOTO-11 Superko: a move may not produce a placement of pieces that occurred at any earlier point of the game, whoever was to move.
//! - TOTO-12 A player to move with no legal move loses. No draws except by agreement.
//! - TOTO-13 FEN: placement, side to move, `L` if the line has ever been entered else `-`, full-move number.

use crate::role::SLOTS;
use crate::rules::{KNIGHT_LEAPS, Pattern, PawnPattern, Rules, SAIL_LEAPS};
use crate::{Role, Shape, Variant};

#[derive(Debug)]
pub(crate) enum Toto40 {}

impl Rules for Toto40 {
    const VARIANT: Variant = Variant::Toto40;
    const START: &'static str = "p*******/1p******/2h*****/3n****/P3r***/*P3k**/**K3p*/***R3p/****N3/*****H2/******P1/*******P w - 1";
    const ROLES: &'static [Role] = &[Role::King, Role::Rook, Role::Knight, Role::Hawk, Role::Pawn];
    const MEN: [Pattern; SLOTS] = [
        Pattern::NONE,
        Pattern::leaper(&KNIGHT_LEAPS),
        Pattern::leaper(&SAIL_LEAPS),
        Pattern::ROOK,
        Pattern::NONE,
        Pattern::KING,
        Pattern::NONE,
    ];
    const PAWN: PawnPattern = PawnPattern {
        push: (0, 1),
        captures: [(-1, 1), (1, 1)],
        doubles_from: [0; 2],
        promotes_on: [0; 2],
    };
}
