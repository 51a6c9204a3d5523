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

/// Evaluates `$with!("pawn")` with a role's [name](Role::name) as a literal, such as an `include_str!` of its drawing. More literals follow
/// the name.
#[macro_export]
macro_rules! by_role {
    ($role:expr, $with:ident $(, $more:literal)*) => {
        match $role {
            $crate::Role::Pawn => $with!("pawn" $(, $more)*),
            $crate::Role::Knight => $with!("knight" $(, $more)*),
            $crate::Role::Bishop => $with!("bishop" $(, $more)*),
            $crate::Role::Rook => $with!("rook" $(, $more)*),
            $crate::Role::Queen => $with!("queen" $(, $more)*),
            $crate::Role::King => $with!("king" $(, $more)*),
            $crate::Role::Leto => $with!("leto" $(, $more)*),
            $crate::Role::Kwagga => $with!("kwagga" $(, $more)*),
            $crate::Role::Alfil => $with!("alfil" $(, $more)*),
            $crate::Role::Dabbabah => $with!("dabbabah" $(, $more)*),
            $crate::Role::Sail => $with!("sail" $(, $more)*),
            $crate::Role::Hawk => $with!("hawk" $(, $more)*),
        }
    };
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

    /// The upper-case letter in SAN and FEN (ALL-9).
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
    pub const fn name(self) -> &'static str {
        by_role!(self, itself)
    }

    /// The usual points of orthodox pieces, for leapers in proportion to a knight's squares. A Leto is worth a knight by its game's own
    /// description.
    pub const fn points(self) -> u32 {
        match self {
            Self::King => 0,
            Self::Pawn | Self::Alfil => 1,
            Self::Dabbabah => 2,
            Self::Knight | Self::Bishop | Self::Leto | Self::Kwagga | Self::Sail | Self::Hawk => 3,
            Self::Rook => 5,
            Self::Queen => 9,
        }
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
