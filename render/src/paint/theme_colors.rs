//! The colors of the themes.

#![expect(clippy::unreadable_literal, reason = "colors are written as usual")]

use pictures::Theme;
use rules_core::{Color, Family};

/// A color as red, green and blue in sRGB.
pub(crate) type Rgb = [u8; 3];

/// The color of a square without marks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum SquareColor {
    Light,
    Dark,
    /// Light and dark squares of Black's section on a board with sections.
    FarLight,
    FarDark,
    /// The fighting line.
    Line,
}

impl SquareColor {
    pub(crate) const ALL: [Self; 5] = [
        Self::Light,
        Self::Dark,
        Self::FarLight,
        Self::FarDark,
        Self::Line,
    ];

    /// The kinds of squares on a board without sections.
    pub(crate) const PLAIN: &[Self] = &[Self::Light, Self::Dark];
}

#[derive(Debug)]
pub(crate) struct Colors {
    /// Squares, indexed by [`SquareColor`].
    pub(crate) plain: [Rgb; 5],
    /// Squares of the last move, indexed alike.
    pub(crate) last: [Rgb; 5],
    /// Edge of the fighting line's squares.
    pub(crate) border: Rgb,
    /// Around the board, behind player bars and in empty corners.
    pub(crate) frame: Rgb,
    /// Coordinates on the frame.
    pub(crate) label: Rgb,
    /// Names, headings and figures on the frame.
    pub(crate) text: Rgb,
    /// Behind captured pieces.
    pub(crate) tray: Rgb,
    /// Selection, targets, hints.
    pub(crate) accent: Rgb,
    /// Effects of a move on other pieces.
    pub(crate) effect: Rgb,
    /// Check and capture.
    pub(crate) danger: Rgb,
    pub(crate) white: PieceColors,
    pub(crate) black: PieceColors,
    /// The first player's pieces in games that call that player Red.
    pub(crate) red: PieceColors,
}

impl Colors {
    pub(crate) const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Wood => &WOOD,
            Theme::Sea => &SEA,
            Theme::Meadow => &MEADOW,
            Theme::Night => &NIGHT,
            Theme::Contrast => &CONTRAST,
        }
    }

    /// Whether marks are lighter than the squares, as in dim themes.
    pub(crate) fn has_light_marks(&self) -> bool {
        let sum = |color: Rgb| color.map(u32::from).iter().sum::<u32>();
        sum(self.accent) > sum(self.plain[0])
    }

    /// The edge of arrows: light around dark arrows, dark around light ones.
    pub(crate) fn casing(&self) -> Rgb {
        if self.has_light_marks() {
            self.black.outline
        } else {
            self.white.fill
        }
    }
}

/// The drawn color of a side's pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coat {
    White,
    Black,
    Red,
}

impl Coat {
    pub(crate) const ALL: [Self; 3] = [Self::White, Self::Black, Self::Red];

    /// The color that a side is named after, as in [`rules_core::Variant::color_name`].
    pub(crate) const fn of(color: Color, family: Family) -> Self {
        match (color, family) {
            (Color::White, Family::Leap) => Self::Red,
            (Color::White, _) => Self::White,
            (Color::Black, _) => Self::Black,
        }
    }

    pub(crate) const fn colors(self, theme: &Colors) -> PieceColors {
        match self {
            Self::White => theme.white,
            Self::Black => theme.black,
            Self::Red => theme.red,
        }
    }

    /// The ink of a piece's edge.
    pub(crate) const fn outline(self) -> Ink {
        match self {
            Self::White | Self::Red => Ink::Outline,
            Self::Black => Ink::Black,
        }
    }

    /// The ink of the disc next to a player.
    pub(crate) const fn ink(self) -> Ink {
        match self {
            Self::White => Ink::White,
            Self::Black => Ink::Black,
            Self::Red => Ink::Red,
        }
    }
}

/// A color that is laid over squares through stamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Label,
    Text,
    Accent,
    Danger,
    Effect,
    /// A translucent accent.
    Dot,
    AccentArrow,
    EffectArrow,
    DangerArrow,
    /// Around arrows.
    Casing,
    White,
    /// Around white and red pieces.
    Outline,
    Black,
    Red,
    Border,
}

pub(crate) const INKS: usize = 15;

#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceColors {
    pub(crate) fill: Rgb,
    pub(crate) outline: Rgb,
    /// Lines and spots inside the outline.
    pub(crate) detail: Rgb,
    /// Tusks.
    pub(crate) bone: Rgb,
}

const fn rgb(hex: u32) -> Rgb {
    let [_, r, g, b] = hex.to_be_bytes();
    [r, g, b]
}

/// Colors of squares in the order of [`SquareColor::ALL`].
const fn squares([light, dark, far_light, far_dark, line]: [u32; 5]) -> [Rgb; 5] {
    let (far_light, far_dark) = (rgb(far_light), rgb(far_dark));
    [rgb(light), rgb(dark), far_light, far_dark, rgb(line)]
}

impl PieceColors {
    /// A light piece, whose lines inside are like its outline.
    const fn light(fill: u32, lines: u32, bone: u32) -> Self {
        Self {
            fill: rgb(fill),
            outline: rgb(lines),
            detail: rgb(lines),
            bone: rgb(bone),
        }
    }

    /// A dark piece, whose lines inside are like its tusks.
    const fn dark(fill: u32, outline: u32, lines: u32) -> Self {
        Self {
            fill: rgb(fill),
            outline: rgb(outline),
            detail: rgb(lines),
            bone: rgb(lines),
        }
    }
}

/// Warm brown squares, slate blue last move.
const WOOD: Colors = Colors {
    plain: squares([0xefdcbb, 0xb5885f, 0xd3d9c0, 0x839a78, 0xe8b84f]),
    last: squares([0xa9c4dc, 0x6f8fae, 0xa2bfe0, 0x6384b8, 0x89aacb]),
    border: rgb(0x6e2f1c),
    frame: rgb(0x2d2824),
    label: rgb(0xd9cbb5),
    text: rgb(0xf3ece0),
    tray: rgb(0x87715c),
    accent: rgb(0x1b5aa8),
    effect: rgb(0x8a2fa0),
    danger: rgb(0xd31f1f),
    white: PieceColors::light(0xfdfcf8, 0x211e1b, 0xfdfcf8),
    black: PieceColors::dark(0x282522, 0x131110, 0xeee9df),
    red: PieceColors::light(0xe5533d, 0x211e1b, 0xfdfcf8),
};

/// Gray blue squares, yellow last move.
const SEA: Colors = Colors {
    plain: squares([0xdfe6ea, 0x8aa3b5, 0xe6dfcc, 0xad9c78, 0xc59bd0]),
    last: squares([0xf2d35b, 0xcfa22a, 0xf6c24a, 0xd88c1c, 0xf0b640]),
    border: rgb(0x482a5c),
    frame: rgb(0x222a31),
    label: rgb(0xc6d3dd),
    text: rgb(0xeef3f7),
    tray: rgb(0x687f90),
    accent: rgb(0x125f9e),
    ..WOOD
};

/// Green squares, yellow last move.
const MEADOW: Colors = Colors {
    plain: squares([0xecedd4, 0x779a5a, 0xd9e4ea, 0x7296a8, 0xd9a06a]),
    last: squares([0xf5dc52, 0xd9b418, 0xf7cf4a, 0xdea516, 0xf2d33c]),
    border: rgb(0x603312),
    frame: rgb(0x262b22),
    label: rgb(0xcfd8c0),
    text: rgb(0xf1f4ea),
    tray: rgb(0x647a52),
    accent: rgb(0x0e4488),
    ..WOOD
};

/// Dim squares for dark rooms, golden last move.
const NIGHT: Colors = Colors {
    plain: squares([0x85899b, 0x575b6e, 0x758f83, 0x426354, 0x8f6385]),
    last: squares([0xa18836, 0x786022, 0xa48730, 0x7c6122, 0xb18102]),
    border: rgb(0x0c060a),
    frame: rgb(0x1b1d23),
    label: rgb(0xa9afbf),
    text: rgb(0xe2e5ec),
    tray: rgb(0x575d72),
    accent: rgb(0x64b5f6),
    effect: rgb(0xe9a2f5),
    danger: rgb(0xff4a42),
    white: PieceColors::light(0xf5f3ee, 0x000000, 0xf5f3ee),
    black: PieceColors::dark(0x040405, 0x000000, 0xdcdce2),
    red: PieceColors::light(0xdf5c48, 0x000000, 0xf5f3ee),
};

/// Medium gray squares, against which white and black pieces have the same contrast, with bright marks; safe for color blindness.
const CONTRAST: Colors = Colors {
    plain: squares([0x949494, 0x5c5c5c, 0x7a95b7, 0x445d7d, 0x9268ab]),
    last: squares([0xd87a00, 0x9c5421, 0xd87a00, 0xa15421, 0xd87a00]),
    border: rgb(0x000000),
    frame: rgb(0x000000),
    label: rgb(0xffffff),
    text: rgb(0xffffff),
    tray: rgb(0x7a7f86),
    accent: rgb(0x9fe8ff),
    effect: rgb(0xf7b3ff),
    danger: rgb(0xff4034),
    white: PieceColors::light(0xffffff, 0x000000, 0xffffff),
    black: PieceColors::dark(0x000000, 0x000000, 0xffffff),
    red: PieceColors::light(0xf7533d, 0x000000, 0xffffff),
};

/// Mixes `amount` parts of 256 of `b` into `a`.
pub(crate) fn mix(a: Rgb, b: Rgb, amount: u32) -> Rgb {
    let channel = |i: usize| {
        let (a, b) = (u32::from(a[i]), u32::from(b[i]));
        u8::try_from((a * (256 - amount) + b * amount + 128) >> 8).unwrap_or(u8::MAX)
    };
    [channel(0), channel(1), channel(2)]
}
