//! Moves and lists of moves.

use crate::{Color, Role, Shape, Square};
use std::fmt;
use std::ops::Deref;

/// Most captures in one turn: a side has at most sixteen pieces.
pub(crate) const MAX_CHAIN: usize = 16;

/// A move. Only its position knows what it does: see [`Position::describe`](crate::Position::describe).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
    pub(crate) kind: Kind,
    /// Number of squares used in `via`.
    pub(crate) stops: u8,
    /// Squares where a chain of captures lands between `from` and `to`.
    pub(crate) via: [Square; MAX_CHAIN - 1],
}

/// The wing to which a king castles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum CastlingSide {
    /// `O-O`
    KingSide,
    /// `O-O-O`
    QueenSide,
}

impl CastlingSide {
    /// The king's side, then the queen's.
    pub const ALL: [Self; 2] = [Self::KingSide, Self::QueenSide];

    /// The castling in SAN.
    pub const fn san(self) -> &'static str {
        match self {
            Self::KingSide => "O-O",
            Self::QueenSide => "O-O-O",
        }
    }

    /// Index of a side's castling in [`MoveRules::CASTLES`](crate::movegen::MoveRules::CASTLES) and in the bits of castling rights.
    pub(crate) const fn right(self, color: Color) -> usize {
        color.index() * 2 + self as usize
    }
}

/// Kinds of moves that do more than go from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Normal,
    EnPassant,
    Castle(CastlingSide),
}

impl Move {
    pub(crate) const fn normal(from: Square, to: Square) -> Self {
        Self {
            from,
            to,
            promotion: None,
            kind: Kind::Normal,
            stops: 0,
            via: [Square(0); MAX_CHAIN - 1],
        }
    }

    pub(crate) const fn promoting(from: Square, to: Square, role: Role) -> Self {
        Self {
            promotion: Some(role),
            ..Self::normal(from, to)
        }
    }

    pub(crate) const fn of_kind(from: Square, to: Square, kind: Kind) -> Self {
        Self {
            kind,
            ..Self::normal(from, to)
        }
    }

    /// The square the piece leaves.
    pub const fn from(self) -> Square {
        self.from
    }

    /// The target in the UCI form (ALL-7). Castling on 44 squares names the knight's square, a chain of captures its last.
    pub const fn to(self) -> Square {
        self.to
    }

    /// The role a pawn promotes to.
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// Origin, the squares on which a chain of captures lands, target.
    pub fn path(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        let stops = usize::from(self.stops);
        (0..stops + 2).map(move |n| match n {
            0 => self.from,
            n if n <= stops => self.via[n - 1],
            _ => self.to,
        })
    }

    /// Returns whether it captures several pieces (LEAP-9).
    pub const fn is_chain(self) -> bool {
        self.stops > 0
    }

    /// Returns the wing if it is castling.
    pub const fn castling(self) -> Option<CastlingSide> {
        match self.kind {
            Kind::Castle(side) => Some(side),
            _ => None,
        }
    }

    /// Returns whether it is castling.
    pub const fn is_castle(self) -> bool {
        matches!(self.kind, Kind::Castle(_))
    }

    /// Returns whether it is an en passant capture. A chain may contain one too: see
    /// [`Description::captures`](crate::Description::captures).
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, Kind::EnPassant)
    }

    /// The UCI form of ALL-7: `e2e4`, `a7a8q`, `c3e5c7`.
    pub fn uci(self, shape: Shape) -> UciMove {
        UciMove { shape, mv: self }
    }
}

/// A move that displays in its UCI form (ALL-7).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UciMove {
    shape: Shape,
    mv: Move,
}

impl fmt::Display for UciMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in self.mv.path() {
            write!(f, "{}", self.shape.name(square))?;
        }
        match self.mv.promotion {
            Some(role) => write!(f, "{}", role.letter().to_ascii_lowercase()),
            None => Ok(()),
        }
    }
}

/// A list of moves whose allocation can be reused. It is complete unless [`MoveList::MOST`] chains of captures fill it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// The number of moves at which generation stops between two chains of captures (LEAP-9): a constructed position may have
    /// millions. No other game comes near. [`Position::moves_along`](crate::Position::moves_along) finds every move.
    pub const MOST: usize = 4096;

    /// An empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Removes all moves, keeps the allocation.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves for which `keep` returns true.
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.0.retain(keep);
    }

    /// Sorts by the bytes of the UCI form.
    pub fn sort_by_uci(&mut self, shape: Shape) {
        self.0.sort_by_cached_key(|mv| mv.uci(shape).to_string());
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}

impl IntoIterator for MoveList {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = std::slice::Iter<'a, Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}
