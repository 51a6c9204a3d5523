//! Static dispatch over the variants, for searches.
//!
//! [`visit`] branches on the variant once; a [`Visitor`] is compiled separately for each. [`VariantRules`] agrees with the methods of
//! [`Position`], and tells roles apart by their [slots](Role::slot).

use crate::games::{Rules, dispatch};
use crate::movegen::{Any, Want};
use crate::{Bitboard, Color, Move, MoveList, Outcome, Position, Role, Square, Variant};

/// Number of slots.
pub const SLOTS: usize = crate::board::SLOTS;
/// The slot of pawns.
pub const PAWN: usize = Role::Pawn.slot();
/// The slot of kings.
pub const KING: usize = Role::King.slot();
/// The slot of Letos.
pub const LETO: usize = Role::Leto.slot();

/// The rules of one variant. Results for positions of another variant are meaningless.
pub trait VariantRules: 'static {
    /// The rule set.
    const VARIANT: Variant;

    /// As [`Position::legal_moves`].
    fn legal_moves(position: &Position, list: &mut MoveList);

    /// As [`Position::captures`].
    fn captures(position: &Position, list: &mut MoveList);

    /// Returns whether there is a legal move.
    fn can_move(position: &Position) -> bool;

    /// As [`Position::play_unchecked`].
    fn play(position: &Position, mv: &Move) -> Position;

    /// As [`Position::is_check`].
    fn is_check(position: &Position) -> bool;

    /// A win that needs no look at the moves: by a captured king, an empty fighting line or a bare king.
    fn won(position: &Position) -> Option<Outcome>;

    /// The outcome if the side to move has no legal move.
    fn without_moves(position: &Position) -> Outcome;

    /// Returns whether the position is dead (ALL-4).
    fn is_dead(position: &Position) -> bool;

    /// A side's pieces that could capture on a square by landing there if exactly `occupied` were occupied. Never Letos (LETO-2).
    fn attackers(position: &Position, square: Square, occupied: Bitboard, by: Color) -> Bitboard;

    /// The squares on which a piece could capture if exactly `occupied` were occupied. For a Leto, the adjacent squares.
    fn attacks(color: Color, slot: usize, from: Square, occupied: Bitboard) -> Bitboard;
}

impl<R: Rules> VariantRules for R {
    const VARIANT: Variant = R::VARIANT;

    #[inline]
    fn legal_moves(position: &Position, list: &mut MoveList) {
        list.clear();
        R::generate(position, list, Want::All);
    }

    #[inline]
    fn captures(position: &Position, list: &mut MoveList) {
        list.clear();
        R::generate(position, list, Want::Captures);
    }

    fn can_move(position: &Position) -> bool {
        let mut any = Any::default();
        R::generate(position, &mut any, Want::All);
        any.found()
    }

    #[inline]
    fn play(position: &Position, mv: &Move) -> Position {
        let mut next = R::make(position, mv);
        next.drop_idle_en_passant();
        next
    }

    #[inline]
    fn is_check(position: &Position) -> bool {
        R::checkers(position, position.turn) != 0
    }

    #[inline]
    fn won(position: &Position) -> Option<Outcome> {
        R::won(position)
    }

    fn without_moves(position: &Position) -> Outcome {
        R::without_moves(position)
    }

    fn is_dead(position: &Position) -> bool {
        R::dead(position)
    }

    #[inline]
    fn attackers(position: &Position, square: Square, occupied: Bitboard, by: Color) -> Bitboard {
        Bitboard(R::attackers(&position.board, square, occupied.0, by) & occupied.0)
    }

    #[inline(always)]
    fn attacks(color: Color, slot: usize, from: Square, occupied: Bitboard) -> Bitboard {
        Bitboard(R::attacks(color, slot, from, occupied.0))
    }
}

/// A computation that is generic over the variant's rules.
pub trait Visitor {
    /// Result of the computation.
    type Output;

    /// Runs the computation for one variant.
    fn visit<V: VariantRules>(self) -> Self::Output;
}

/// Runs `visitor` for the rules of `variant`.
pub fn visit<V: Visitor>(variant: Variant, visitor: V) -> V::Output {
    dispatch!(variant, R => visitor.visit::<R>())
}

impl Position {
    /// The squares of a side's pieces with this slot.
    #[inline]
    pub fn slot_set(&self, color: Color, slot: usize) -> Bitboard {
        Bitboard(self.board.of(color, slot))
    }

    /// The slot of the piece on an occupied square.
    #[inline]
    pub fn slot_at(&self, square: Square) -> usize {
        self.board.slot_at(square)
    }

    /// Returns the position after a null move, which is legal in no game. The king of the side to move must not be attacked.
    ///
    /// CITE: Null move. <https://www.chessprogramming.org/Null_Move>
    #[must_use]
    pub fn passed(&self) -> Self {
        Self {
            turn: !self.turn,
            en_passant: None,
            halfmoves: self.halfmoves + u32::from(self.variant != Variant::Toto40),
            fullmoves: self.fullmoves + u32::from(self.turn == Color::Black),
            ..*self
        }
    }
}
