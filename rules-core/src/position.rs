//! Positions.

use crate::board::{Board, KING, PAWN, state_key};
use crate::games::{Rules, dispatch};
use crate::movegen::{Any, MoveRules, Want};
use crate::{
    Bitboard, CastlingSide, Color, FenError, Move, MoveList, Outcome, Piece, Reason, Role, Shape,
    Square, Variant,
};
use std::fmt;

/// A legal position of one variant. Only [`Variant::start`], reading FEN and playing moves build one, so it always obeys the
/// variant's rules.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    /// Zobrist key of the placement alone.
    pub(crate) key: u64,
    /// Half-moves since the last capture or pawn move (ALL-3, LETO-11); always 0 in Toto40.
    pub(crate) halfmoves: u32,
    pub(crate) fullmoves: u32,
    pub(crate) turn: Color,
    /// Castling rights: bit n is the castling at index n of [`MoveRules::CASTLES`]. In Toto40, bit 0 is set once the line has been
    /// entered.
    pub(crate) rights: u8,
    pub(crate) en_passant: Option<Square>,
    pub(crate) variant: Variant,
}

impl Position {
    /// Parses FEN strictly: all fields must be present and consistent (ALL-6, TOTO-13).
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        Self::parse_unchecked(variant, fen, false)?.checked()
    }

    /// Parses FEN leniently: fields may be missing from the end, and impossible castling rights or en passant squares are
    /// dropped.
    pub fn from_fen_lenient(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let mut position = Self::parse_unchecked(variant, fen, true)?;
        position.drop_impossible_rights();
        position.checked()
    }

    /// The position in FEN (ALL-6, TOTO-13).
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// The rule set.
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The shape of the board.
    pub const fn shape(&self) -> Shape {
        self.variant.shape()
    }

    /// The side to move.
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let (color, slot) = self.board.at(square)?;
        let mut roles = self.variant.roles().iter().copied();
        let role = roles.find(|role| role.slot() == slot)?;
        Some(Piece { color, role })
    }

    /// All pieces with their squares, by ascending square.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .iter()
            .filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
    }

    /// The occupied squares.
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The squares of a side's pieces.
    pub const fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.board.colors[color.index()])
    }

    /// The squares of a side's pieces of one role. Empty for a role the game does not have.
    pub fn by(&self, color: Color, role: Role) -> Bitboard {
        if self.variant.roles().contains(&role) {
            Bitboard(self.board.of(color, role.slot()))
        } else {
            Bitboard::EMPTY
        }
    }

    /// The square of a side's king, or `None` once it has been captured (TOTO-9, LEAP-9).
    pub const fn king(&self, color: Color) -> Option<Square> {
        Bitboard(self.board.of(color, KING)).first()
    }

    /// Half-moves since the last pawn move or capture, the fifth field of FEN. Always 0 in Toto40.
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// The move number: starts at 1, incremented after each move of Black.
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// Returns whether any piece has ever been on the fighting line (TOTO-10). False in other games.
    pub const fn line_entered(&self) -> bool {
        matches!(self.variant, Variant::Toto40) && self.rights != 0
    }

    /// Returns whether neither the king nor its partner on this wing has moved.
    pub fn may_castle(&self, color: Color, side: CastlingSide) -> bool {
        let right = side.right(color);
        dispatch!(self.variant, R => R::CASTLES[right].is_some()) && self.rights >> right & 1 != 0
    }

    /// The square passed by a double step, if a legal move captures en passant on it (ALL-6).
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// Zobrist key of everything that repetition compares (ALL-3): placement, side to move, castling rights, en passant square.
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.key ^ state_key(self.turn, self.rights, self.en_passant)
    }

    /// Zobrist key of the placement alone, which superko compares (TOTO-11).
    pub const fn placement_key(&self) -> u64 {
        self.key
    }

    /// Returns whether both have the same placement, with either side to move (TOTO-11).
    pub fn same_placement(&self, other: &Self) -> bool {
        self.board == other.board
    }

    /// The squares whose contents differ.
    pub fn differing_squares(&self, other: &Self) -> Bitboard {
        let sets = |board: Board| board.slots.into_iter().chain(board.colors);
        let pairs = sets(self.board).zip(sets(other.board));
        Bitboard(pairs.fold(0, |all, (ours, theirs)| all | ours ^ theirs))
    }

    /// Returns whether both are the same position for repetition (ALL-3).
    pub fn same_position(&self, other: &Self) -> bool {
        self.board == other.board
            && self.turn == other.turn
            && self.rights == other.rights
            && self.en_passant == other.en_passant
    }
}

impl fmt::Display for Position {
    /// FEN (ALL-6, TOTO-13).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::notation::fen::write(self, f)
    }
}

impl Position {
    /// Fills `list` with the legal moves: [`MoveList::MOST`] chains of captures if there are more. Ignores superko, which needs a
    /// [`Game`](crate::Game). A game that has been won has none (ALL-10).
    pub fn legal_moves(&self, list: &mut MoveList) {
        self.moves_of(Want::All, list);
    }

    /// Fills `list` with the legal captures, ignoring superko. Where captures are mandatory, they are all legal moves or none.
    pub fn captures(&self, list: &mut MoveList) {
        self.moves_of(Want::Captures, list);
    }

    /// Fills `list` with legal moves, among them all whose squares after the origin are `path`. Ignores superko.
    pub fn moves_along(&self, path: &[Square], list: &mut MoveList) {
        list.clear();
        dispatch!(self.variant, R => R::generate_along(self, list, path));
    }

    /// Returns whether there is a legal move, ignoring superko.
    pub fn can_move(&self) -> bool {
        let mut any = Any::default();
        dispatch!(self.variant, R => R::generate(self, &mut any, Want::All));
        any.found()
    }

    fn moves_of(&self, want: Want, list: &mut MoveList) {
        list.clear();
        dispatch!(self.variant, R => R::generate(self, list, want));
    }

    /// Returns the position after a legal move. The result for any other move is meaningless.
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        let mut next = dispatch!(self.variant, R => R::make(self, mv));
        next.drop_idle_en_passant();
        next
    }

    /// Clears the en passant square unless a legal move captures on it (ALL-6).
    pub(crate) fn drop_idle_en_passant(&mut self) {
        if let Some(passed) = self.en_passant {
            let mut list = MoveList::new();
            dispatch!(self.variant, R => R::pawn_captures(self, &mut list));
            let captures = |mv: &Move| {
                let pawn = self.board.slot_at(mv.from()) == PAWN;
                pawn && mv.path().any(|square| square == passed)
            };
            if !list.iter().any(captures) {
                self.en_passant = None;
            }
        }
    }

    /// Returns the outcome that the position alone decides: ALL-10 without repetition, the 75 moves and superko.
    pub fn outcome(&self) -> Option<Outcome> {
        dispatch!(self.variant, R => {
            if let Some(won) = R::won(self) {
                return Some(won);
            }
            if !self.can_move() {
                return Some(R::without_moves(self));
            }
            R::dead(self).then_some(Outcome::draw(Reason::Dead))
        })
    }

    /// The pieces that attack the king of the side to move.
    pub fn checkers(&self) -> Bitboard {
        Bitboard(dispatch!(self.variant, R => R::checkers(self, self.turn)))
    }

    /// The square of the king of the side to move, if it is attacked.
    pub fn checked_king(&self) -> Option<Square> {
        self.king(self.turn).filter(|_| !self.checkers().is_empty())
    }

    /// Returns whether the king of the side to move is attacked. In Toto40 this is only a warning (TOTO-9).
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }
}
