//! Pieces and their letters (ALL-9).

use crate::Color;
use std::fmt;

/// A kind of piece. [`Variant::roles`](crate::Variant::roles) lists a game's roles, [`Variant::movement`](crate::Variant::movement)
/// describes how each moves.
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
    /// `L`: slides one or two squares, repulses and kidnaps (LETO-2 to LETO-7)
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

/// Number of piece bitboards in a [`Board`](super::Board).
pub(crate) const SLOTS: usize = 7;

pub(crate) const PAWN: usize = 0;
pub(crate) const KING: usize = 5;
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

    const fn letter_and_name(self) -> (char, &'static str) {
        match self {
            Self::Pawn => ('P', "pawn"),
            Self::Knight => ('N', "knight"),
            Self::Bishop => ('B', "bishop"),
            Self::Rook => ('R', "rook"),
            Self::Queen => ('Q', "queen"),
            Self::King => ('K', "king"),
            Self::Leto => ('L', "leto"),
            Self::Kwagga => ('G', "kwagga"),
            Self::Alfil => ('A', "alfil"),
            Self::Dabbabah => ('D', "dabbabah"),
            Self::Sail => ('S', "sail"),
            Self::Hawk => ('H', "hawk"),
        }
    }

    /// The upper-case letter in SAN and FEN (ALL-9).
    pub const fn letter(self) -> char {
        self.letter_and_name().0
    }

    /// The English name in lower case, `"pawn"`.
    pub const fn name(self) -> &'static str {
        self.letter_and_name().1
    }

    /// Returns the role with this letter, in either case.
    pub fn from_letter(letter: char) -> Option<Self> {
        let letter = letter.to_ascii_uppercase();
        Self::ALL.into_iter().find(|role| role.letter() == letter)
    }

    /// Index of the role's bitboard, below [`SLOTS`](crate::variant_rules::SLOTS). No game has two roles with the same slot.
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

/// A role and its side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Piece {
    /// Its side.
    pub color: Color,
    /// Its kind.
    pub role: Role,
}

impl Piece {
    /// The letter in FEN: upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// Reads a letter of FEN.
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
