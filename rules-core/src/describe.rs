//! What a move does to a position, for pictures, notation and words.

use crate::leto;
use crate::moves::Kind;
use crate::role::{LETO, PAWN};
use crate::rules::{Rules, dispatch};
use crate::{Move, Piece, Position, Role, Square};

/// Everything that a move changes on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The piece that moves.
    pub piece: Piece,
    /// Every square it touches, in order; the last is where it ends, for castling on 44 squares the king's own square.
    pub path: Vec<Square>,
    /// What is captured and where it stood, in the order of capture; by a Leto's repulsion too.
    pub captures: Vec<(Square, Piece)>,
    /// What else is moved: castling partners, repulsed and kidnapped pieces, in this order.
    pub shifts: Vec<Shift>,
    /// What the moving pawn becomes.
    pub promotion: Option<Role>,
}

/// Another piece that a move moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shift {
    /// The piece, before it is promoted.
    pub piece: Piece,
    /// Where it stood.
    pub from: Square,
    /// Where it stands afterwards.
    pub to: Square,
    /// Why it moves.
    pub kind: ShiftKind,
    /// What a repulsed pawn becomes (LETO-5).
    pub promoted: Option<Role>,
}

/// Why another piece moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ShiftKind {
    /// The rook, knight or dabbabah in castling.
    CastlePartner,
    /// A Leto pushes an enemy piece away over the next piece (LETO-3).
    Repulsion,
    /// A Leto draws a piece of its own side after it (LETO-6).
    Kidnapping,
}

impl Description {
    /// Where the moving piece stood.
    #[must_use]
    pub fn from(&self) -> Square {
        self.path.first().copied().unwrap_or(Square(0))
    }

    /// Where the moving piece ends.
    #[must_use]
    pub fn to(&self) -> Square {
        self.path.last().copied().unwrap_or(Square(0))
    }
}

impl Position {
    /// What a legal move of this position does.
    #[must_use]
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
        if mv.is_castle() {
            self.describe_castle(mv, &mut description);
        } else if dispatch!(self.variant, R => R::LETOS) && piece.role == Role::Leto {
            self.describe_leto(mv, &mut description);
        } else {
            description.captures = self.captures_of(mv);
        }
        description
    }

    fn describe_castle(&self, mv: Move, description: &mut Description) {
        let right = self.turn.index() * 2 + usize::from(mv.kind == Kind::CastleQueenSide);
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
        debug_assert_eq!(self.board.slot_at(mv.from()), LETO);
        let effects = leto::effects(&self.board, self.turn, mv.from(), mv.to());
        if let Some(thrown) = effects.repulsion
            && let Some(piece) = self.piece_at(thrown.from)
        {
            description.captures.extend(
                self.piece_at(thrown.to)
                    .map(|captured| (thrown.to, captured)),
            );
            let promoted = (thrown.becomes != thrown.slot).then_some(Role::Queen);
            let (from, to) = (thrown.from, thrown.to);
            description.shifts.push(Shift {
                piece,
                from,
                to,
                kind: ShiftKind::Repulsion,
                promoted,
            });
        }
        if let Some((from, _)) = effects.kidnapping
            && let Some(piece) = self.piece_at(from)
        {
            let to = mv.from();
            description.shifts.push(Shift {
                piece,
                from,
                to,
                kind: ShiftKind::Kidnapping,
                promoted: None,
            });
        }
    }

    /// By landing, step by step; an empty target of a capturing pawn is en passant.
    fn captures_of(&self, mv: Move) -> Vec<(Square, Piece)> {
        let mut captures = Vec::new();
        let pawn = self.board.slot_at(mv.from()) == PAWN;
        for to in mv.path().skip(1) {
            let passing =
                pawn && self.en_passant == Some(to) && (mv.is_en_passant() || mv.is_chain());
            let victim = if passing { self.passed_pawn(to) } else { to };
            captures.extend(self.piece_at(victim).map(|piece| (victim, piece)));
        }
        captures
    }

    /// Where the pawn stands that is captured on an en passant square.
    fn passed_pawn(&self, square: Square) -> Square {
        Square(dispatch!(self.variant, R => R::TABLES.push[self.turn.index()].from[square.index()]))
    }

    /// Whether a legal move captures anything.
    #[must_use]
    pub fn is_capture(&self, mv: Move) -> bool {
        !self.describe(mv).captures.is_empty()
    }
}
