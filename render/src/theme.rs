//! Colors: one table for each theme, and everything that is derived from it.

use std::fmt;
use std::str::FromStr;

/// A color as red, green and blue in sRGB.
pub(crate) type Rgb = [u8; 3];

/// The look of a picture; the same five are offered everywhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum ThemeId {
    /// Warm brown squares, slate blue last move.
    #[default]
    Wood,
    /// Grey blue squares, yellow last move.
    Sea,
    /// Green squares, yellow last move.
    Meadow,
    /// Dim squares for dark rooms, golden last move.
    Night,
    /// White and mid grey squares with heavy marks; safe for color-blind eyes.
    Contrast,
}

impl ThemeId {
    /// Every theme, in the order people are offered them.
    pub const ALL: [Self; 5] = [
        Self::Wood,
        Self::Sea,
        Self::Meadow,
        Self::Night,
        Self::Contrast,
    ];

    /// The word people type and settings store: lower case, one word.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Wood => "wood",
            Self::Sea => "sea",
            Self::Meadow => "meadow",
            Self::Night => "night",
            Self::Contrast => "contrast",
        }
    }

    /// A phrase for a list of choices, naming the colors and the purpose.
    #[must_use]
    pub const fn description(self) -> &'static str {
        match self {
            Self::Wood => "Wood: warm brown, blue last move",
            Self::Sea => "Sea: cool grey blue, yellow last move",
            Self::Meadow => "Meadow: green, yellow last move",
            Self::Night => "Night: dim squares for dark rooms",
            Self::Contrast => "Contrast: high contrast, safe for color-blind eyes",
        }
    }

    pub(crate) const fn index(self) -> usize {
        self as usize
    }

    pub(crate) const fn theme(self) -> &'static Theme {
        &THEMES[self.index()]
    }
}

impl fmt::Display for ThemeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

/// The text named no theme; the message lists those that exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no such theme; the themes are wood, sea, meadow, night and contrast")]
pub struct UnknownTheme;

impl FromStr for ThemeId {
    type Err = UnknownTheme;

    fn from_str(text: &str) -> Result<Self, UnknownTheme> {
        Self::ALL
            .into_iter()
            .find(|theme| theme.id().eq_ignore_ascii_case(text.trim()))
            .ok_or(UnknownTheme)
    }
}

/// What a square is, apart from what stands on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Field {
    Light,
    Dark,
    /// Light and dark squares of Black's section on a board that has sections.
    FarLight,
    FarDark,
    /// The fighting line.
    Line,
}

impl Field {
    pub(crate) const ALL: [Self; 5] = [
        Self::Light,
        Self::Dark,
        Self::FarLight,
        Self::FarDark,
        Self::Line,
    ];
}

/// The colors of one theme.
#[derive(Debug)]
pub(crate) struct Theme {
    /// Squares, indexed by [`Field`].
    pub(crate) plain: [Rgb; 5],
    /// The same squares when the last move left or reached them.
    pub(crate) last: [Rgb; 5],
    /// Edge of the fighting line's squares.
    pub(crate) border: Rgb,
    /// Round the board, behind player bars and in empty corners.
    pub(crate) frame: Rgb,
    /// Coordinates on the frame.
    pub(crate) label: Rgb,
    /// Names, headings and figures on the frame.
    pub(crate) text: Rgb,
    /// Behind captured pieces and in the tables.
    pub(crate) tray: Rgb,
    /// Selection, targets, hints.
    pub(crate) accent: Rgb,
    /// What a move does to other pieces.
    pub(crate) effect: Rgb,
    /// Check and capture.
    pub(crate) danger: Rgb,
    pub(crate) white: PieceInk,
    pub(crate) black: PieceInk,
}

impl Theme {
    /// Whether marks are lighter than the squares, as in dim themes.
    pub(crate) fn has_light_marks(&self) -> bool {
        let sum = |color: Rgb| color.map(u32::from).iter().sum::<u32>();
        sum(self.accent) > sum(self.plain[0])
    }

    /// The edge of arrows: as light as their ink is dark, or the other way round.
    pub(crate) fn casing(&self) -> Rgb {
        if self.has_light_marks() {
            self.black.outline
        } else {
            self.white.fill
        }
    }
}

/// The four inks of a piece.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PieceInk {
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

const INK_WHITE: PieceInk = PieceInk {
    fill: rgb(0x00fd_fcf8),
    outline: rgb(0x0021_1e1b),
    detail: rgb(0x0021_1e1b),
    bone: rgb(0x00fd_fcf8),
};
const INK_BLACK: PieceInk = PieceInk {
    fill: rgb(0x0028_2522),
    outline: rgb(0x0013_1110),
    detail: rgb(0x00ee_e9df),
    bone: rgb(0x00ee_e9df),
};

const THEMES: [Theme; 5] = [
    Theme {
        plain: [
            rgb(0x00ef_dcbb),
            rgb(0x00b5_885f),
            rgb(0x00d3_d9c0),
            rgb(0x0083_9a78),
            rgb(0x00e8_b84f),
        ],
        last: [
            rgb(0x00a9_c4dc),
            rgb(0x006f_8fae),
            rgb(0x00a2_bfe0),
            rgb(0x0063_84b8),
            rgb(0x0089_aacb),
        ],
        border: rgb(0x006e_2f1c),
        frame: rgb(0x002d_2824),
        label: rgb(0x00d9_cbb5),
        text: rgb(0x00f3_ece0),
        tray: rgb(0x0087_715c),
        accent: rgb(0x001b_5aa8),
        effect: rgb(0x008a_2fa0),
        danger: rgb(0x00d3_1f1f),
        white: INK_WHITE,
        black: INK_BLACK,
    },
    Theme {
        plain: [
            rgb(0x00df_e6ea),
            rgb(0x008a_a3b5),
            rgb(0x00e6_dfcc),
            rgb(0x00ad_9c78),
            rgb(0x00c5_9bd0),
        ],
        last: [
            rgb(0x00f2_d35b),
            rgb(0x00cf_a22a),
            rgb(0x00f6_c24a),
            rgb(0x00d8_8c1c),
            rgb(0x00f0_b640),
        ],
        border: rgb(0x0048_2a5c),
        frame: rgb(0x0022_2a31),
        label: rgb(0x00c6_d3dd),
        text: rgb(0x00ee_f3f7),
        tray: rgb(0x0068_7f90),
        accent: rgb(0x0012_5f9e),
        effect: rgb(0x008a_2fa0),
        danger: rgb(0x00d3_1f1f),
        white: INK_WHITE,
        black: INK_BLACK,
    },
    Theme {
        plain: [
            rgb(0x00ec_edd4),
            rgb(0x0077_9a5a),
            rgb(0x00d9_e4ea),
            rgb(0x0072_96a8),
            rgb(0x00d9_a06a),
        ],
        last: [
            rgb(0x00f5_dc52),
            rgb(0x00d9_b418),
            rgb(0x00f7_cf4a),
            rgb(0x00de_a516),
            rgb(0x00f2_d33c),
        ],
        border: rgb(0x0060_3312),
        frame: rgb(0x0026_2b22),
        label: rgb(0x00cf_d8c0),
        text: rgb(0x00f1_f4ea),
        tray: rgb(0x0064_7a52),
        accent: rgb(0x000e_4488),
        effect: rgb(0x008a_2fa0),
        danger: rgb(0x00d3_1f1f),
        white: INK_WHITE,
        black: INK_BLACK,
    },
    Theme {
        plain: [
            rgb(0x0092_98aa),
            rgb(0x0057_5d72),
            rgb(0x0093_a89f),
            rgb(0x004f_6b60),
            rgb(0x00a0_7f95),
        ],
        last: [
            rgb(0x00d0_b15c),
            rgb(0x00a3_7e26),
            rgb(0x00d6_b04c),
            rgb(0x00ac_7a1c),
            rgb(0x00d2_a83a),
        ],
        border: rgb(0x002a_1524),
        frame: rgb(0x001b_1d23),
        label: rgb(0x00a9_afbf),
        text: rgb(0x00e2_e5ec),
        tray: rgb(0x0057_5d72),
        accent: rgb(0x0064_b5f6),
        effect: rgb(0x00e2_8cf0),
        danger: rgb(0x00f2_3b36),
        white: PieceInk {
            fill: rgb(0x00f0_eee8),
            outline: rgb(0x0016_1718),
            detail: rgb(0x0016_1718),
            bone: rgb(0x00f0_eee8),
        },
        black: PieceInk {
            fill: rgb(0x002a_2a2e),
            outline: rgb(0x000a_0a0c),
            detail: rgb(0x00dc_dce2),
            bone: rgb(0x00dc_dce2),
        },
    },
    Theme {
        plain: [
            rgb(0x00ff_ffff),
            rgb(0x009a_9fa6),
            rgb(0x00d3_e8fb),
            rgb(0x006f_9dc9),
            rgb(0x00e6_e07a),
        ],
        last: [
            rgb(0x00ff_c83c),
            rgb(0x00e5_9000),
            rgb(0x00ff_bc38),
            rgb(0x00ea_8a00),
            rgb(0x00ff_a400),
        ],
        border: rgb(0x0000_0000),
        frame: rgb(0x0000_0000),
        label: rgb(0x00ff_ffff),
        text: rgb(0x00ff_ffff),
        tray: rgb(0x007a_7f86),
        accent: rgb(0x0000_2f9c),
        effect: rgb(0x0080_1fa0),
        danger: rgb(0x00c8_0000),
        white: PieceInk {
            fill: rgb(0x00ff_ffff),
            outline: rgb(0x0000_0000),
            detail: rgb(0x0000_0000),
            bone: rgb(0x00ff_ffff),
        },
        black: PieceInk {
            fill: rgb(0x001c_1c1e),
            outline: rgb(0x0000_0000),
            detail: rgb(0x00ff_ffff),
            bone: rgb(0x00ff_ffff),
        },
    },
];

/// `a` covered by `b` to the extent `amount` of 256.
pub(crate) fn mix(a: Rgb, b: Rgb, amount: u32) -> Rgb {
    let channel = |i: usize| {
        let (a, b) = (u32::from(a[i]), u32::from(b[i]));
        u8::try_from((a * (256 - amount) + b * amount + 128) >> 8).unwrap_or(u8::MAX)
    };
    [channel(0), channel(1), channel(2)]
}
