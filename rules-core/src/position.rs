//! A position that has been checked, and questions to it.

use crate::board::{Board, state_key};
use crate::role::{KING, PAWN};
use crate::rules::{Rules, dispatch};
use crate::sink::{Counter, Want};
use crate::{
    Bitboard, Color, FenError, Move, MoveList, Outcome, Piece, Reason, Role, Setup, Shape, Square,
    Variant,
};
use std::fmt;

/// A legal position of one rule set: where the pieces stand, who is to move, rights and counters. Built by [`Variant::start`],
/// by reading FEN and by playing moves; there is no other way, so a position always obeys its rule set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) board: Board,
    /// The key of the placement alone.
    pub(crate) key: u64,
    /// Half-moves since the last capture or pawn move (ALL-3, LETO-11); always 0 in Toto40.
    pub(crate) halfmoves: u32,
    pub(crate) fullmoves: u32,
    pub(crate) turn: Color,
    /// Castling rights: bit n is the castling at place n of [`Rules::CASTLES`]. In Toto40 bit 0 says that the line has been entered.
    pub(crate) rights: u8,
    pub(crate) en_passant: Option<Square>,
    pub(crate) variant: Variant,
}

impl Position {
    /// Reads FEN strictly: every field must be there and hold (ALL-6, TOTO-13).
    ///
    /// # Errors
    /// Says which field cannot be read or which rule the position breaks.
    pub fn from_fen(variant: Variant, fen: &str) -> Result<Self, FenError> {
        Setup::parse(variant, fen)?.check()
    }

    /// Reads FEN leniently: fields may be missing from the end, and castling rights or an en passant square that cannot be are dropped.
    ///
    /// # Errors
    /// Says which field cannot be read or which rule the position breaks.
    pub fn from_fen_lenient(variant: Variant, fen: &str) -> Result<Self, FenError> {
        let mut setup = Setup::parse_lenient(variant, fen)?;
        setup.drop_impossible_rights();
        setup.check()
    }

    /// The position in FEN (ALL-6, TOTO-13).
    #[must_use]
    pub fn fen(&self) -> String {
        self.to_string()
    }

    /// The rule set.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// The board it is played on.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.variant.shape()
    }

    /// The side to move.
    #[must_use]
    pub const fn turn(&self) -> Color {
        self.turn
    }

    /// The piece on a square.
    #[must_use]
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        let (color, slot) = self.board.at(square)?;
        self.variant.role_in(slot).map(|role| Piece { color, role })
    }

    /// All pieces with their squares, in the order of the squares.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        self.occupied()
            .iter()
            .filter_map(|square| self.piece_at(square).map(|piece| (square, piece)))
    }

    /// The squares with a piece on them.
    #[must_use]
    pub const fn occupied(&self) -> Bitboard {
        Bitboard(self.board.occupied())
    }

    /// The squares of a side's pieces.
    #[must_use]
    pub const fn side(&self, color: Color) -> Bitboard {
        Bitboard(self.board.colors[color.index()])
    }

    /// The squares of a side's pieces of one role; empty for a role that the game does not have.
    #[must_use]
    pub fn by(&self, color: Color, role: Role) -> Bitboard {
        if self.variant.roles().contains(&role) {
            Bitboard(self.board.of(color, role.slot()))
        } else {
            Bitboard::EMPTY
        }
    }

    /// Where a side's king stands; none once it has been captured (TOTO-9, LEAP-9).
    #[must_use]
    pub const fn king(&self, color: Color) -> Option<Square> {
        Bitboard(self.board.of(color, KING)).first()
    }

    /// Half-moves since the last pawn move or capture, the fifth field of FEN. Toto40 has no such count: there it is always 0.
    #[must_use]
    pub const fn halfmove_clock(&self) -> u32 {
        self.halfmoves
    }

    /// The number of the move, counted from 1 and up by one after each move of Black.
    #[must_use]
    pub const fn fullmove_number(&self) -> u32 {
        self.fullmoves
    }

    /// Whether any piece has ever stood on the fighting line (TOTO-10). False in the other games.
    #[must_use]
    pub const fn line_entered(&self) -> bool {
        matches!(self.variant, Variant::Toto40) && self.rights != 0
    }

    /// Whether a side may still castle to a side of the board, as far as the history goes.
    #[must_use]
    pub fn may_castle(&self, color: Color, king_side: bool) -> bool {
        let bit = color.index() * 2 + usize::from(!king_side);
        dispatch!(self.variant, R => R::CASTLES[bit].is_some()) && self.rights >> bit & 1 != 0
    }

    /// The square behind a pawn that has just made a double step, where a legal move captures it en passant (ALL-6).
    #[must_use]
    pub const fn en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// A key of what makes two positions the same for repetition (ALL-3): placement, side to move, rights, en passant.
    #[must_use]
    #[inline]
    pub const fn hash(&self) -> u64 {
        self.key ^ state_key(self.turn, self.rights, self.en_passant)
    }

    /// A key of the placement alone: what superko compares (TOTO-11).
    #[must_use]
    pub const fn placement_key(&self) -> u64 {
        self.key
    }

    /// Whether the pieces stand alike, whoever is to move (TOTO-11).
    #[must_use]
    pub fn same_placement(&self, other: &Self) -> bool {
        self.board == other.board
    }

    /// Whether this is the same position for repetition (ALL-3).
    #[must_use]
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
        crate::fen::write(self, f)
    }
}

impl Position {
    /// The legal moves, superko apart (that needs a [`Game`](crate::Game)); none in a game that has been won (ALL-10). What was in `list` is
    /// forgotten, its memory is used again.
    pub fn legal_moves(&self, list: &mut MoveList) {
        self.moves_of(Want::All, list);
    }

    /// The legal moves that capture something, superko apart; where captures are mandatory, all legal moves or none.
    pub fn captures(&self, list: &mut MoveList) {
        self.moves_of(Want::Captures, list);
    }

    fn moves_of(&self, want: Want, list: &mut MoveList) {
        list.clear();
        dispatch!(self.variant, R => R::generate(self, list, want));
    }

    /// How many legal moves there are, superko apart; quicker than listing them.
    #[must_use]
    pub fn count_moves(&self) -> u64 {
        let mut counter = Counter::default();
        dispatch!(self.variant, R => R::generate(self, &mut counter, Want::All));
        counter.0
    }

    /// The position after a legal move of this position. After any other move the result is meaningless.
    #[must_use]
    pub fn play_unchecked(&self, mv: &Move) -> Self {
        let mut next = dispatch!(self.variant, R => R::make(self, mv));
        next.drop_idle_en_passant();
        next
    }

    /// ALL-6: an en passant square stands only where a legal move captures on it.
    pub(crate) fn drop_idle_en_passant(&mut self) {
        if let Some(passed) = self.en_passant {
            let mut list = MoveList::new();
            self.captures(&mut list);
            let captures = |mv: &Move| {
                let pawn = self.board.slot_at(mv.from()) == PAWN;
                pawn && mv.path().any(|square| square == passed)
            };
            if !list.iter().any(captures) {
                self.en_passant = None;
            }
        }
    }

    /// The end of the game as far as this position shows it: all of ALL-10 but repetition, the 75 moves and superko.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        dispatch!(self.variant, R => {
            if let Some(won) = R::won(self) {
                return Some(won);
            }
            if self.count_moves() == 0 {
                return Some(R::without_moves(self));
            }
            R::dead(self).then_some(Outcome { winner: None, reason: Reason::Dead })
        })
    }

    /// The pieces that attack the king of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Bitboard {
        Bitboard(dispatch!(self.variant, R => R::checkers(self, self.turn)))
    }

    /// The square of the king of the side to move, where it is attacked.
    #[must_use]
    pub fn checked_king(&self) -> Option<Square> {
        self.king(self.turn).filter(|_| !self.checkers().is_empty())
    }

    /// Whether the king of the side to move is attacked; in Toto40 this only warns (TOTO-9).
    #[must_use]
    pub fn is_check(&self) -> bool {
        !self.checkers().is_empty()
    }

    /// The last checks of a position that was set up: the side that has just moved left its king safe, unless the game is won.
    pub(crate) fn settled(mut self) -> Result<Self, FenError> {
        let mover = !self.turn;
        let (won, attackers) =
            dispatch!(self.variant, R => (R::won(&self), R::checkers(&self, mover)));
        if attackers != 0 && won.is_none() {
            return Err(FenError::OpponentInCheck(mover));
        }
        self.drop_idle_en_passant();
        Ok(self)
    }
}
