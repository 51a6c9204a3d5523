//! The check of positions that are read from FEN.

use crate::board::{Board, KING, PAWN, lowest};
use crate::games::{Rules, dispatch};
use crate::movegen::MoveRules;
use crate::notation::fen::RIGHTS;
use crate::{Color, FenError, Position, Square, Variant};

impl Position {
    pub(crate) const fn empty(variant: Variant) -> Self {
        Self {
            board: Board::EMPTY,
            key: 0,
            halfmoves: 0,
            fullmoves: 1,
            turn: Color::White,
            rights: 0,
            en_passant: None,
            variant,
        }
    }

    /// The castling rights whose king or partner is not at home.
    fn impossible_rights(&self) -> u8 {
        let (castles, partner) = dispatch!(self.variant, R => (R::CASTLES, R::CASTLE_PARTNER));
        let mut impossible = 0;
        for (right, castle) in castles.into_iter().enumerate() {
            let own = |slot| self.board.of(Color::ALL[right / 2], slot);
            let at_home = castle.is_some_and(|castle| {
                own(KING) >> castle.king_from & own(partner.slot()) >> castle.partner_from & 1 != 0
            });
            impossible |= u8::from(!at_home) << right;
        }
        impossible
    }

    /// Returns whether a pawn of the side that has just moved may have made a double step over this square.
    fn en_passant_holds(&self, square: Square) -> bool {
        let shape = self.shape();
        let mover = !self.turn;
        let forward = if mover == Color::White { 1 } else { -1 };
        let (Some(before), Some(after)) = (
            shape.offset(square, 0, -forward),
            shape.offset(square, 0, forward),
        ) else {
            return false;
        };
        let occupied = self.board.occupied();
        let doubles = dispatch!(self.variant, R => R::PAWN.doubles_from[mover.index()]);
        doubles >> before.0 & 1 != 0
            && (occupied >> before.0 | occupied >> square.0) & 1 == 0
            && self.board.of(mover, PAWN) >> after.0 & 1 != 0
    }

    pub(crate) fn drop_impossible_rights(&mut self) {
        if self.variant != Variant::Toto40 {
            self.rights &= !self.impossible_rights();
        }
        self.en_passant = self
            .en_passant
            .filter(|&square| self.en_passant_holds(square));
    }

    /// Returns the position if it breaks no rule.
    pub(crate) fn checked(mut self) -> Result<Self, FenError> {
        let shape = self.shape();
        self.check_material()?;
        self.check_pawns()?;
        if self.variant == Variant::Toto40 {
            for color in Color::ALL {
                let misplaced = self.board.colors[color.index()] & shape.section(!color).bits();
                if misplaced != 0 {
                    return Err(FenError::WrongSection(shape.name(lowest(misplaced))));
                }
            }
            return Ok(self);
        }
        let impossible = self.rights & self.impossible_rights();
        if impossible != 0 {
            let first = impossible.trailing_zeros() as usize;
            return Err(FenError::RightWithoutPieces(RIGHTS[first]));
        }
        if let Some(square) = self.en_passant
            && !self.en_passant_holds(square)
        {
            return Err(FenError::EnPassantWithoutPawn(shape.name(square)));
        }
        let mover = !self.turn;
        let (won, attackers) =
            dispatch!(self.variant, R => (R::won(&self), R::checkers(&self, mover)));
        if attackers != 0 && won.is_none() {
            return Err(FenError::OpponentInCheck(mover));
        }
        self.drop_idle_en_passant();
        Ok(self)
    }

    /// Only one king may be missing, and only in games where it can be captured.
    fn check_material(&self) -> Result<(), FenError> {
        let kings = Color::ALL.map(|color| self.board.of(color, KING).count_ones());
        let is_toto40 = self.variant == Variant::Toto40;
        let capturable = is_toto40 || self.variant.chains_captures();
        let most = self.shape().len().min(32) / if is_toto40 { 4 } else { 2 };
        for color in Color::ALL {
            let (own, other) = (kings[color.index()], kings[(!color).index()]);
            if own > 1 || own == 0 && !(capturable && other == 1) {
                return Err(FenError::Kings(color));
            }
            if self.board.colors[color.index()].count_ones() as usize > most {
                return Err(FenError::TooManyPieces(color));
            }
        }
        Ok(())
    }

    fn check_pawns(&self) -> Result<(), FenError> {
        let (pawn, orthodox) = dispatch!(self.variant, R => (R::PAWN, R::PAWN.push == (0, 1)));
        for color in Color::ALL {
            let mut impossible = pawn.promotes_on[color.index()];
            if orthodox {
                impossible |= pawn.promotes_on[(!color).index()];
            }
            let misplaced = self.board.of(color, PAWN) & impossible;
            if misplaced != 0 {
                return Err(FenError::PawnPlace(self.shape().name(lowest(misplaced))));
            }
        }
        Ok(())
    }
}
