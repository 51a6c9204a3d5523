//! Moves and lists of moves.

use crate::{Role, Shape, Square};
use std::fmt;
use std::ops::Deref;

/// The most captures in one turn: a side has at most sixteen pieces, and a chain takes each at most once.
pub(crate) const MAX_CHAIN: usize = 16;

/// A move of one rule set. What it does to a position is [`Position::describe`](crate::Position::describe).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) promotion: Option<Role>,
    pub(crate) kind: Kind,
    /// How many squares of `via` count.
    pub(crate) stops: u8,
    /// Where a chain of captures lands between `from` and `to`.
    pub(crate) via: [Square; MAX_CHAIN - 1],
}

/// What a move does beside going from one square to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Kind {
    Normal,
    EnPassant,
    CastleKingSide,
    CastleQueenSide,
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
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The square that the move names as its target (ALL-7): for castling on 44 squares that of the knight, for a chain of captures the last.
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }

    /// What the pawn becomes.
    #[must_use]
    pub const fn promotion(self) -> Option<Role> {
        self.promotion
    }

    /// Every square of the move in order: from and to, and for a chain of captures those between.
    pub fn path(&self) -> impl ExactSizeIterator<Item = Square> + '_ {
        let stops = usize::from(self.stops);
        (0..stops + 2).map(move |n| match n {
            0 => self.from,
            n if n <= stops => self.via[n - 1],
            _ => self.to,
        })
    }

    /// Whether it takes several pieces in one turn (LEAP-9).
    #[must_use]
    pub const fn is_chain(self) -> bool {
        self.stops > 0
    }

    /// Whether it is castling.
    #[must_use]
    pub const fn is_castle(self) -> bool {
        matches!(self.kind, Kind::CastleKingSide | Kind::CastleQueenSide)
    }

    /// Whether its only capture is en passant. A chain may contain one too: see the captures of its [`Description`](crate::Description).
    #[must_use]
    pub const fn is_en_passant(self) -> bool {
        matches!(self.kind, Kind::EnPassant)
    }

    /// The text form of ALL-7, `e2e4`, `a7a8q`, `c3e5c7`.
    #[must_use]
    pub fn uci(self, shape: Shape) -> UciMove {
        UciMove { shape, mv: self }
    }
}

/// A move in the text form of ALL-7, ready to be shown.
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

/// A list of moves that keeps its memory when it is filled again.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// An empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Forgets the moves, keeps the memory.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    #[inline]
    pub(crate) fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves for which `keep` is true.
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.0.retain(keep);
    }

    /// Puts the moves into the order of their text forms, byte by byte.
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
