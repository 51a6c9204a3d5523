//! The rules of one game, chosen at compile time: for searches, which ask the same questions millions of times.
//!
//! [`visit`] chooses the game once; everything that a [`Visitor`] does then is compiled for that game by itself. All answers are those of
//! [`Position`]'s own methods, where it has them; roles are told apart by [slots](Role::slot), of which no game has two roles in one.

use crate::rules::{Rules, dispatch};
use crate::sink::{Counter, Want};
use crate::{Bitboard, Color, Move, MoveList, Outcome, Position, Role, Square, Variant};

/// How many slots there are.
pub const SLOTS: usize = crate::role::SLOTS;
/// The slot of pawns.
pub const PAWN: usize = Role::Pawn.slot();
/// The slot of kings.
pub const KING: usize = Role::King.slot();
/// The slot of Letos.
pub const LETO: usize = Role::Leto.slot();

/// One game's rules. Positions given to it must be of its own rule set; for others the answers mean nothing.
pub trait Compiled: 'static {
    /// The rule set.
    const VARIANT: Variant;

    /// As [`Position::legal_moves`].
    fn legal_moves(position: &Position, list: &mut MoveList);

    /// As [`Position::captures`].
    fn captures(position: &Position, list: &mut MoveList);

    /// Whether there is a legal move.
    fn can_move(position: &Position) -> bool;

    /// As [`Position::play_unchecked`].
    fn play(position: &Position, mv: &Move) -> Position;

    /// As [`Position::is_check`].
    fn is_check(position: &Position) -> bool;

    /// A win that the position shows whatever moves there are: a captured king, a line left, a bare king.
    fn won(position: &Position) -> Option<Outcome>;

    /// What it means that the side to move has no legal move.
    fn without_moves(position: &Position) -> Outcome;

    /// Whether nobody can win with the pieces that are left (ALL-4).
    fn is_dead(position: &Position) -> bool;

    /// A side's pieces that could capture on a square by going there, if exactly `occupied` were occupied. Letos never do (LETO-2).
    fn attackers(position: &Position, square: Square, occupied: Bitboard, by: Color) -> Bitboard;

    /// The squares on which a piece of this color and slot could capture, if exactly `occupied` were occupied; for a Leto those next to
    /// it.
    fn attacks(color: Color, slot: usize, from: Square, occupied: Bitboard) -> Bitboard;
}

impl<R: Rules> Compiled for R {
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
        let mut counter = Counter::default();
        R::generate(position, &mut counter, Want::All);
        counter.0 > 0
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

/// Something to be done for one game, compiled for each of them.
pub trait Visitor {
    /// What comes of it.
    type Output;

    /// Does it.
    fn visit<C: Compiled>(self) -> Self::Output;
}

/// Chooses the game at run time, once.
pub fn visit<V: Visitor>(variant: Variant, visitor: V) -> V::Output {
    dispatch!(variant, R => visitor.visit::<R>())
}

impl Position {
    /// A side's pieces of one slot.
    #[must_use]
    #[inline]
    pub fn slot_set(&self, color: Color, slot: usize) -> Bitboard {
        Bitboard(self.board.of(color, slot))
    }

    /// The slot of the piece on an occupied square.
    #[must_use]
    #[inline]
    pub fn slot_at(&self, square: Square) -> usize {
        self.board.slot_at(square)
    }

    /// The position with the turn passed on, as no rule allows: what searches ask to see what a threat is worth. It is a position of the
    /// game where the king of the side to move is not attacked.
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
