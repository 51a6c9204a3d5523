//! What a move does to a position, for pictures, notation and words.

use crate::{Piece, Role, Square};

/// Everything that a move changes on the board.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Description {
    /// The piece that moves.
    pub piece: Piece,
    /// Every square it touches, in order; the last is where it ends, for castling on 44 squares the king's own square.
    pub path: Vec<Square>,
    /// What is captured and where it stood, in the order of capture.
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
    /// A Leto pushes an enemy piece away over the next piece (LETO-3).
    Repulsion,
    /// A Leto draws a piece of its own side after it (LETO-6).
    Kidnapping,
    /// The rook, knight or dabbabah in castling.
    CastlePartner,
}
