//! The games and their variants. Each game has a file: its printed rules, and as code only its differences.

mod orthodox;
mod rules;

mod latrunculi;
mod leap;
mod legan;
mod leto;
mod toto40;

pub(crate) use latrunculi::Latrunculi;
pub(crate) use leap::{Leap, MANDATORY, MULTI, OPTIONAL};
pub(crate) use legan::Legan;
pub(crate) use leto::Leto;
pub use orthodox::ORTHODOX_ROLES;
pub(crate) use orthodox::{ORTHODOX_CASTLES, at, orthodox_pawn};
pub(crate) use rules::Rules;
pub(crate) use toto40::{Toto40, superko};

use crate::Shape;

/// Evaluates an expression with `$R` as the variant's [`Rules`], compiled once for each variant.
macro_rules! dispatch {
    ($variant:expr, $R:ident => $body:expr) => {
        $crate::games::dispatch!(@ $variant, $R => $body;
            Leto: g::Leto<false>,
            LetoKwagga: g::Leto<true>,
            Legan: g::Legan,
            Toto40: g::Toto40,
            Leap: g::Leap<false, { g::MANDATORY }>,
            LeapMulti: g::Leap<false, { g::MULTI }>,
            LeapOptional: g::Leap<false, { g::OPTIONAL }>,
            Leap64: g::Leap<true, { g::MANDATORY }>,
            Leap64Multi: g::Leap<true, { g::MULTI }>,
            Leap64Optional: g::Leap<true, { g::OPTIONAL }>,
            Latrunculi: g::Latrunculi,
        )
    };
    (@ $variant:expr, $R:ident => $body:expr; $($name:ident: $rules:ty,)*) => {{
        use $crate::games as g;
        match $variant {
            $($crate::Variant::$name => {
                type $R = $rules;
                $body
            })*
        }
    }};
}
pub(crate) use dispatch;

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

/// Evaluates `$with!("leap-multi")` with a variant's [id](Variant::id) as a literal, such as an `include_bytes!` of its file. More
/// literals follow the id.
#[macro_export]
macro_rules! by_variant {
    ($variant:expr, $with:ident $(, $more:literal)*) => {
        match $variant {
            $crate::Variant::Leto => $with!("leto" $(, $more)*),
            $crate::Variant::LetoKwagga => $with!("leto-kwagga" $(, $more)*),
            $crate::Variant::Legan => $with!("legan" $(, $more)*),
            $crate::Variant::Toto40 => $with!("toto40" $(, $more)*),
            $crate::Variant::Leap => $with!("leap" $(, $more)*),
            $crate::Variant::LeapMulti => $with!("leap-multi" $(, $more)*),
            $crate::Variant::LeapOptional => $with!("leap-optional" $(, $more)*),
            $crate::Variant::Leap64 => $with!("leap64" $(, $more)*),
            $crate::Variant::Leap64Multi => $with!("leap64-multi" $(, $more)*),
            $crate::Variant::Leap64Optional => $with!("leap64-optional" $(, $more)*),
            $crate::Variant::Latrunculi => $with!("latrunculi" $(, $more)*),
        }
    };
}

/// Evaluates `$with!("leap")` with a game's [id](Family::id) as a literal.
#[macro_export]
macro_rules! by_family {
    ($family:expr, $with:ident) => {
        match $family {
            $crate::Family::Leto => $with!("leto"),
            $crate::Family::Legan => $with!("legan"),
            $crate::Family::Toto40 => $with!("toto40"),
            $crate::Family::Leap => $with!("leap"),
            $crate::Family::Latrunculi => $with!("latrunculi"),
        }
    };
}

impl Variant {
    /// All variants, grouped by game, in the order of declaration.
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
        by_variant!(self, itself)
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
}

/// Accepted besides ids and names; lower case without spaces and hyphens.
pub(crate) const ALIASES: [(&str, Variant); 11] = [
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

/// A game with all its variants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Family {
    Leto,
    Legan,
    Toto40,
    Leap,
    Latrunculi,
}

impl Family {
    /// All games, in the order of declaration.
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
        by_family!(self, itself)
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

// Tables of games are indexed by `variant as usize` and `family as usize`.
const _: () = {
    let mut n = 0;
    while n < Variant::ALL.len() {
        assert!(Variant::ALL[n] as usize == n);
        n += 1;
    }
    n = 0;
    while n < Family::ALL.len() {
        assert!(Family::ALL[n] as usize == n);
        n += 1;
    }
};
