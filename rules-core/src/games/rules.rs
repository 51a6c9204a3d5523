//! The hooks of a game.

use crate::board::{Board, KING, LETO, PAWN};
use crate::movegen::{
    MoveRules, Sink, Want, attackers, attacks_of, classic, classic_obstacle, classic_reach, leto,
    make,
};
use crate::{Bitboard, Color, Move, Outcome, Position, Reason, Role, Square};

/// The rules of one game.
pub(crate) trait Rules: MoveRules {
    /// The start position in FEN.
    const START: &'static str;
    const ROLES: &'static [Role];

    /// Generates legal moves, ignoring superko. A game that has been won has none (ALL-10).
    #[inline]
    fn generate<S: Sink>(position: &Position, sink: &mut S, want: Want) {
        classic::<Self, S>(position, sink, want);
    }

    /// Generates at least the legal moves whose squares after the origin are `path`, ignoring superko. Never expensive.
    #[inline]
    fn generate_along<S: Sink>(position: &Position, sink: &mut S, _path: &[Square]) {
        Self::generate(position, sink, Want::All);
    }

    /// Generates at least the legal captures by pawns. Never expensive.
    #[inline]
    fn pawn_captures<S: Sink>(position: &Position, sink: &mut S) {
        Self::generate(position, sink, Want::Captures);
    }

    /// Returns the position after a legal move. Its en passant square may be one that no legal move uses.
    #[inline]
    fn make(position: &Position, mv: &Move) -> Position {
        make::<Self>(position, mv)
    }

    /// A win that needs no look at the moves: by a captured king, an empty fighting line or a bare king.
    fn won(_position: &Position) -> Option<Outcome> {
        None
    }

    /// The outcome if the side to move has no legal move.
    fn without_moves(position: &Position) -> Outcome {
        if position.is_check() {
            Outcome::won(!position.turn, Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// Returns whether the position is dead (ALL-4).
    fn dead(position: &Position) -> bool;

    /// The pieces that attack a side's king. Empty if it has none.
    fn checkers(position: &Position, color: Color) -> u64 {
        let board = &position.board;
        Bitboard(board.of(color, KING)).first().map_or(0, |king| {
            let letos = if Self::LETOS {
                leto::attackers(board, king, !color)
            } else {
                0
            };
            attackers::<Self>(board, king, board.occupied(), !color) | letos
        })
    }

    /// A side's pieces that could capture on a square by landing there if exactly `occupied` were occupied. Never Letos.
    #[inline(always)]
    fn attackers(board: &Board, square: Square, occupied: u64, by: Color) -> u64 {
        attackers::<Self>(board, square, occupied, by)
    }

    /// The squares on which a piece could capture. For a Leto, the adjacent squares.
    #[inline(always)]
    fn attacks(color: Color, slot: usize, from: Square, occupied: u64) -> u64 {
        match slot {
            PAWN => Self::TABLES.pawn_attacks[color.index()][from.index()],
            LETO => Self::TABLES.leaps[KING][from.index()],
            _ => attacks_of::<Self>(slot, from, occupied),
        }
    }

    /// Pseudo-legal targets of a piece of the side to move: its king's safety and mandatory captures are ignored.
    fn reach(position: &Position, from: Square) -> u64 {
        classic_reach::<Self>(position, from)
    }

    /// The first piece that blocks a piece which could go from `from` to `to` on an empty board.
    fn obstacle(position: &Position, from: Square, to: Square) -> Option<Square> {
        classic_obstacle::<Self>(position, from, to)
    }
}
