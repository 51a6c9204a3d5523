//! Kinds of pieces (ALL-9).

use crate::Color;
use std::fmt;

/// A kind of piece. Which kinds a game uses: [`Variant::roles`](crate::Variant::roles); how they move: [`Variant::movement`](crate::Variant::movement).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum Role {
    /// `P`
    Pawn,
    /// `N`
    Knight,
    /// `B`; in Latrunculi the crowned bishop
    Bishop,
    /// `R`; in Latrunculi the crowned rook
    Rook,
    /// `Q`
    Queen,
    /// `K`
    King,
    /// `L`: moves one or two squares in any direction, repulses and kidnaps (LETO-2 to LETO-7)
    Leto,
    /// `G`: a (3,1) leaper that may leap on to (6,2) (LETO-13)
    Kwagga,
    /// `A`: leaps two squares diagonally (LEAP-2)
    Alfil,
    /// `D`: leaps two squares orthogonally (LEAP-2)
    Dabbabah,
    /// `S`: alfil or dabbabah (LEAP-2)
    Sail,
    /// `H`: leaps two squares orthogonally or diagonally (TOTO-4)
    Hawk,
}

/// How many roles share the bitboards of a board: no game uses two roles with the same slot.
pub(crate) const SLOTS: usize = 7;

/// The slot of the pawns, in every game.
pub(crate) const PAWN: usize = 0;
/// The slot of the kings, in every game.
pub(crate) const KING: usize = 5;
/// The slot of the Letos.
pub(crate) const LETO: usize = 6;

impl Role {
    /// Every role of every game, in the order of declaration.
    pub const ALL: [Self; 12] = [
        Self::Pawn,
        Self::Knight,
        Self::Bishop,
        Self::Rook,
        Self::Queen,
        Self::King,
        Self::Leto,
        Self::Kwagga,
        Self::Alfil,
        Self::Dabbabah,
        Self::Sail,
        Self::Hawk,
    ];

    /// The upper-case letter of SAN and FEN (ALL-9).
    #[must_use]
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
            Self::Leto => 'L',
            Self::Kwagga => 'G',
            Self::Alfil => 'A',
            Self::Dabbabah => 'D',
            Self::Sail => 'S',
            Self::Hawk => 'H',
        }
    }

    /// The English name in lower case, `"pawn"`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
            Self::Leto => "leto",
            Self::Kwagga => "kwagga",
            Self::Alfil => "alfil",
            Self::Dabbabah => "dabbabah",
            Self::Sail => "sail",
            Self::Hawk => "hawk",
        }
    }

    /// The role with this letter, in either case.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Its place among the roles of its game, below [`compiled::SLOTS`](crate::compiled::SLOTS): no game has two roles in one slot.
    #[must_use]
    pub const fn slot(self) -> usize {
        match self {
            Self::Pawn => PAWN,
            Self::Knight | Self::Kwagga => 1,
            Self::Bishop | Self::Alfil | Self::Hawk => 2,
            Self::Rook | Self::Dabbabah => 3,
            Self::Queen | Self::Sail => 4,
            Self::King => KING,
            Self::Leto => LETO,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Whose it is.
    pub color: Color,
    /// What it is.
    pub role: Role,
}

impl Piece {
    /// FEN's letter: upper case for White.
    #[must_use]
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece that FEN writes with this letter.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() {
            Color::White
        } else {
            Color::Black
        };
        Role::from_letter(letter).map(|role| Self { color, role })
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color, self.role)
    }
}
