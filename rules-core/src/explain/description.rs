//! The effects of a move on a position.

use crate::board::PAWN;
use crate::games::dispatch;
use crate::movegen::MoveRules;
use crate::movegen::leto;
use crate::{CastlingSide, Move, Piece, Position, Role, Square};

/// All changes that a move makes on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The moving piece.
    pub piece: Piece,
    /// The squares it touches, in order. The last is where it ends: in castling, the king's own target.
    pub path: Vec<Square>,
    /// The captured pieces with their squares, in order, with those captured by a Leto's repulsion.
    pub captures: Vec<(Square, Piece)>,
    /// Other pieces it moves, the repulsed before the kidnapped.
    pub shifts: Vec<Shift>,
    /// The role a pawn promotes to.
    pub promotion: Option<Role>,
}

/// Another piece that a move moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The piece before its promotion.
    pub piece: Piece,
    /// Origin.
    pub from: Square,
    /// Target.
    pub to: Square,
    /// Why it moves.
    pub kind: ShiftKind,
    /// The role a repulsed pawn promotes to (LETO-5).
    pub promoted: Option<Role>,
}

/// Why another piece moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShiftKind {
    /// The king's partner in castling.
    CastlePartner,
    /// An enemy piece that a Leto throws over the next piece (LETO-3).
    Repulsion,
    /// A piece of its own side that a Leto pulls to its origin (LETO-6).
    Kidnapping,
}

impl Description {
    /// Origin of the moving piece.
    pub fn from(&self) -> Square {
        self.path.first().copied().unwrap_or(Square(0))
    }

    /// Target of the moving piece.
    pub fn to(&self) -> Square {
        self.path.last().copied().unwrap_or(Square(0))
    }
}

impl Position {
    /// Describes a legal move.
    pub fn describe(&self, mv: Move) -> Description {
        let piece = self.piece_at(mv.from()).unwrap_or(Piece {
            color: self.turn,
            role: Role::Pawn,
        });
        let mut description = Description {
            piece,
            path: mv.path().collect(),
            captures: Vec::new(),
            shifts: Vec::new(),
            promotion: mv.promotion(),
        };
        if let Some(side) = mv.castling() {
            self.describe_castle(side, &mut description);
        } else if piece.role == Role::Leto {
            self.describe_leto(mv, &mut description);
        } else {
            description.captures = self.captures_of(mv);
        }
        description
    }

    fn describe_castle(&self, side: CastlingSide, description: &mut Description) {
        let right = side.right(self.turn);
        let (castle, partner) =
            dispatch!(self.variant, R => (R::CASTLES[right], R::CASTLE_PARTNER));
        if let Some(castle) = castle {
            description.path = vec![Square(castle.king_from), Square(castle.king_to)];
            description.shifts.push(Shift {
                piece: Piece {
                    color: self.turn,
                    role: partner,
                },
                from: Square(castle.partner_from),
                to: Square(castle.partner_to),
                kind: ShiftKind::CastlePartner,
                promoted: None,
            });
        }
    }

    fn describe_leto(&self, mv: Move, description: &mut Description) {
        let effects = leto::effects(&self.board, self.turn, mv.from(), mv.to());
        if let Some(thrown) = effects.repulsion
            && let Some(piece) = self.piece_at(thrown.from)
        {
            let captured = self.piece_at(thrown.to);
            let captured = captured.map(|piece| (thrown.to, piece));
            description.captures.extend(captured);
            description.shifts.push(Shift {
                piece,
                from: thrown.from,
                to: thrown.to,
                kind: ShiftKind::Repulsion,
                promoted: (thrown.becomes != thrown.slot).then_some(Role::Queen),
            });
        }
        if let Some(pulled) = effects.kidnapping
            && let Some(piece) = self.piece_at(pulled.from)
        {
            description.shifts.push(Shift {
                piece,
                from: pulled.from,
                to: mv.from(),
                kind: ShiftKind::Kidnapping,
                promoted: None,
            });
        }
    }

    /// Captures by landing, along the whole path.
    fn captures_of(&self, mv: Move) -> Vec<(Square, Piece)> {
        let mut captures = Vec::new();
        let pawn = self.board.slot_at(mv.from()) == PAWN;
        for to in mv.path().skip(1) {
            let passing =
                pawn && self.en_passant == Some(to) && (mv.is_en_passant() || mv.is_chain());
            let victim = if passing {
                let us = self.turn.index();
                dispatch!(self.variant, R => R::TABLES.push[us].origin(to))
            } else {
                to
            };
            captures.extend(self.piece_at(victim).map(|piece| (victim, piece)));
        }
        captures
    }

    /// Returns whether a legal move captures.
    pub fn is_capture(&self, mv: Move) -> bool {
        !self.describe(mv).captures.is_empty()
    }
}
