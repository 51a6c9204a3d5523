//! The variants and the games they belong to.

use crate::games::{Rules, dispatch};
use crate::movegen::MoveRules;
use crate::{Bitboard, Color, Position, Role, Shape};
use std::fmt;
use std::str::FromStr;

/// A rule set: a game, or one of its forms. Leto Chess has two, Leap Chess six.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Variant {
    /// Leto Chess with knights (LETO-1).
    Leto,
    /// Leto Chess with Kwaggas in the knights' places (LETO-1).
    LetoKwagga,
    /// Legan Chess (LEGAN-1).
    Legan,
    /// Toto40 (TOTO-2).
    Toto40,
    /// Leap Chess on 44 squares; captures are mandatory (LEAP-6).
    Leap,
    /// Leap Chess with chains of captures (LEAP-9).
    LeapMulti,
    /// Leap Chess with optional captures (LEAP-10).
    LeapOptional,
    /// Leap Chess on 64 squares (LEAP-11).
    Leap64,
    /// Leap Chess on 64 squares with chains of captures (LEAP-9, LEAP-11).
    Leap64Multi,
    /// Leap Chess on 64 squares with optional captures (LEAP-10, LEAP-11).
    Leap64Optional,
    /// Chess Latrunculi duo milia et septum (LATR-1).
    Latrunculi,
}

impl Variant {
    /// All variants, grouped by game.
    pub const ALL: [Self; 11] = [
        Self::Leto,
        Self::LetoKwagga,
        Self::Legan,
        Self::Toto40,
        Self::Leap,
        Self::LeapMulti,
        Self::LeapOptional,
        Self::Leap64,
        Self::Leap64Multi,
        Self::Leap64Optional,
        Self::Latrunculi,
    ];

    /// The stable id in files, commands and URLs: `"leap-multi"`.
    pub const fn id(self) -> &'static str {
        match self {
            Self::Leto => "leto",
            Self::LetoKwagga => "leto-kwagga",
            Self::Legan => "legan",
            Self::Toto40 => "toto40",
            Self::Leap => "leap",
            Self::LeapMulti => "leap-multi",
            Self::LeapOptional => "leap-optional",
            Self::Leap64 => "leap64",
            Self::Leap64Multi => "leap64-multi",
            Self::Leap64Optional => "leap64-optional",
            Self::Latrunculi => "latrunculi",
        }
    }

    /// The English name: `"Leap Chess, multiple captures"`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Leto => "Leto Chess",
            Self::LetoKwagga => "Leto Chess with Kwaggas",
            Self::Legan => "Legan Chess",
            Self::Toto40 => "Toto40",
            Self::Leap => "Leap Chess",
            Self::LeapMulti => "Leap Chess, multiple captures",
            Self::LeapOptional => "Leap Chess, optional captures",
            Self::Leap64 => "Leap Chess on 64 squares",
            Self::Leap64Multi => "Leap Chess on 64 squares, multiple captures",
            Self::Leap64Optional => "Leap Chess on 64 squares, optional captures",
            Self::Latrunculi => "Chess Latrunculi",
        }
    }

    /// The name in full, which only Chess Latrunculi shortens.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Latrunculi => "Chess Latrunculi duo milia et septum",
            other => other.name(),
        }
    }

    /// The game it belongs to.
    pub const fn family(self) -> Family {
        match self {
            Self::Leto | Self::LetoKwagga => Family::Leto,
            Self::Legan => Family::Legan,
            Self::Toto40 => Family::Toto40,
            Self::Latrunculi => Family::Latrunculi,
            Self::Leap
            | Self::LeapMulti
            | Self::LeapOptional
            | Self::Leap64
            | Self::Leap64Multi
            | Self::Leap64Optional => Family::Leap,
        }
    }

    /// The shape of its board.
    pub const fn shape(self) -> Shape {
        match self {
            Self::Toto40 => Shape::Staircase40,
            Self::Leap | Self::LeapMulti | Self::LeapOptional => Shape::Cornerless44,
            Self::Leto
            | Self::LetoKwagga
            | Self::Legan
            | Self::Leap64
            | Self::Leap64Multi
            | Self::Leap64Optional
            | Self::Latrunculi => Shape::Square64,
        }
    }

    /// The start position in FEN.
    pub fn start_fen(self) -> &'static str {
        dispatch!(self, R => R::START)
    }

    /// The start position.
    pub fn start(self) -> Position {
        Position::start(self)
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

    /// Returns whether a player who can capture must (LEAP-6).
    pub const fn captures_are_mandatory(self) -> bool {
        matches!(
            self,
            Self::Leap | Self::LeapMulti | Self::Leap64 | Self::Leap64Multi
        )
    }

    /// Returns whether a piece keeps capturing in the same turn (LEAP-9).
    pub const fn chains_captures(self) -> bool {
        matches!(self, Self::LeapMulti | Self::Leap64Multi)
    }

    /// The role with this slot.
    pub(crate) fn role_in(self, slot: usize) -> Option<Role> {
        let mut roles = self.roles().iter().copied();
        roles.find(|role| role.slot() == slot)
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

/// Accepted besides ids and names; lower case without spaces and hyphens.
const ALIASES: [(&str, Variant); 11] = [
    ("letochess", Variant::Leto),
    ("kwagga", Variant::LetoKwagga),
    ("leganchess", Variant::Legan),
    ("toto", Variant::Toto40),
    ("leap44", Variant::Leap),
    ("leap44multi", Variant::LeapMulti),
    ("leap44optional", Variant::LeapOptional),
    ("latr", Variant::Latrunculi),
    ("latrunculichess", Variant::Latrunculi),
    ("chesslatrunculi", Variant::Latrunculi),
    ("leapchess64", Variant::Leap64),
];

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

/// A game with all its variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Leto Chess.
    Leto,
    /// Legan Chess.
    Legan,
    /// Toto40.
    Toto40,
    /// Leap Chess.
    Leap,
    /// Chess Latrunculi duo milia et septum.
    Latrunculi,
}

impl Family {
    /// All games.
    pub const ALL: [Self; 5] = [
        Self::Leto,
        Self::Legan,
        Self::Toto40,
        Self::Leap,
        Self::Latrunculi,
    ];

    /// The English name, that of its basic variant.
    pub const fn name(self) -> &'static str {
        self.variants()[0].name()
    }

    /// The stable id, that of its basic variant.
    pub const fn id(self) -> &'static str {
        self.variants()[0].id()
    }

    /// Its variants, the basic one first.
    pub const fn variants(self) -> &'static [Variant] {
        match self {
            Self::Leto => &[Variant::Leto, Variant::LetoKwagga],
            Self::Legan => &[Variant::Legan],
            Self::Toto40 => &[Variant::Toto40],
            Self::Leap => &[
                Variant::Leap,
                Variant::LeapMulti,
                Variant::LeapOptional,
                Variant::Leap64,
                Variant::Leap64Multi,
                Variant::Leap64Optional,
            ],
            Self::Latrunculi => &[Variant::Latrunculi],
        }
    }

    /// The game's inventor.
    pub const fn inventor(self) -> &'static str {
        match self {
            Self::Leto => "M. Winther",
            Self::Legan => "L. Legan",
            Self::Toto40 => "Peter Aronson",
            Self::Leap => "Ken Franklin",
            Self::Latrunculi => "Gary K. Gifford",
        }
    }

    /// The year of its invention.
    pub const fn year(self) -> u16 {
        match self {
            Self::Leto | Self::Latrunculi => 2007,
            Self::Legan => 1913,
            Self::Toto40 => 1999,
            Self::Leap => 2000,
        }
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
