//! What follows from a variant's rules and names.

use crate::games::{ALIASES, Rules, dispatch};
use crate::movegen::MoveRules;
use crate::{Bitboard, Color, Family, Position, Role, Variant};
use std::fmt;
use std::str::FromStr;

impl Variant {
    /// The start position in FEN.
    pub fn start_fen(self) -> &'static str {
        dispatch!(self, R => R::START)
    }

    /// The start position. A test holds that every one is legal.
    pub fn start(self) -> Position {
        Position::parse_unchecked(self, self.start_fen(), false)
            .unwrap_or_else(|_| Position::empty(self))
    }

    /// The roles of the game in the order of a rules page, with those that only appear by promotion.
    pub fn roles(self) -> &'static [Role] {
        dispatch!(self, R => R::ROLES)
    }

    /// The roles a pawn may promote to, strongest first. Empty in Toto40.
    pub fn promotions(self) -> &'static [Role] {
        dispatch!(self, R => R::PROMOTIONS)
    }

    /// The squares where a side's pawns promote. Empty in Toto40.
    pub fn promotion_squares(self, color: Color) -> Bitboard {
        Bitboard(dispatch!(self, R => R::PAWN.promotes_on[color.index()]))
    }

    /// The name of a side: Leap Chess calls the first player Red (ALL-1).
    pub const fn color_name(self, color: Color) -> &'static str {
        match (self.family(), color) {
            (Family::Leap, Color::White) => "Red",
            _ => color.name(),
        }
    }
}

impl fmt::Display for Variant {
    /// The English name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text that names no variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownVariant(String);

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let shown: String = self.0.chars().take(40).collect();
        let known = Variant::ALL.map(Variant::id).join(", ");
        write!(f, "unknown variant {shown:?}, expected one of {known}")
    }
}

impl std::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    /// Parses an id, an English name or an alias, ignoring case, spaces and punctuation.
    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        fn plain(text: &str) -> String {
            text.chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|c| c.to_ascii_lowercase())
                .collect()
        }
        let sought = plain(text);
        Self::ALL
            .into_iter()
            .find(|variant| sought == plain(variant.id()) || sought == plain(variant.name()))
            .or_else(|| {
                let mut aliases = ALIASES.into_iter();
                Some(aliases.find(|(alias, _)| *alias == sought)?.1)
            })
            .ok_or_else(|| UnknownVariant(text.to_owned()))
    }
}

impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Family {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Self, UnknownVariant> {
        let variant = text.parse::<Variant>()?;
        Ok(variant.family())
    }
}

#[cfg(feature = "serde")]
macro_rules! stored_as_id {
    ($type:ty) => {
        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.id())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
                let id = <String as serde::Deserialize>::deserialize(from)?;
                id.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

#[cfg(feature = "serde")]
stored_as_id!(Family);
#[cfg(feature = "serde")]
stored_as_id!(Variant);
