//! Squares with their pieces, blended once for a theme and size and then only copied.

use std::sync::OnceLock;

use tiny_skia::{Pixmap, PremultipliedColorU8};

use crate::canvas::Stamp;
use crate::layout::to_f32;
use crate::palette::{ARROW, CASING, DOT, Palette, Tint, glow_color};
use crate::pieces::Figure;
use crate::text::{Fonts, Weight};
use crate::theme::{Field, Rgb, Theme, ThemeId};

/// What a square looks like before a piece is put on it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ground {
    pub(crate) field: Field,
    pub(crate) mark: Mark,
}

/// What happened to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Plain,
    /// The last move left, passed or reached it.
    Last,
    /// The king on it is in check.
    Check,
}

const MARKS: usize = 3;
const GROUNDS: usize = Field::ALL.len() * MARKS;
/// A square holds any figure or none.
const CONTENTS: usize = Figure::COUNT + 1;

/// What is laid over squares through stamps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ink {
    Label,
    Text,
    Accent,
    Danger,
    Effect,
    /// Accent, thin enough to see what is under it.
    Dot,
    AccentArrow,
    EffectArrow,
    DangerArrow,
    /// Round arrows.
    Casing,
    White,
    Black,
    Border,
}

const INKS: usize = 13;

/// Which atlas a picture needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Key {
    pub(crate) theme: ThemeId,
    /// Whether the board has a fighting line.
    pub(crate) sections: bool,
    /// Edge of a square in pixels.
    pub(crate) side: u32,
}

impl Key {
    /// About how many bytes an atlas with this key comes to hold, when every piece of a game has stood on every kind
    /// of square.
    pub(crate) fn weight(self) -> u64 {
        let kinds = if self.sections { 10 * 12 } else { 4 * 20 };
        kinds * u64::from(self.side) * u64::from(self.side)
    }
}

/// Everything that is prepared once for a theme and size; the parts are made when first needed.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub(crate) theme: &'static Theme,
    pub(crate) palette: Palette,
    pub(crate) side: u32,
    tiles: Vec<OnceLock<Box<[u8]>>>,
    tints: [OnceLock<Tint>; INKS],
    labels: OnceLock<Vec<(char, Stamp, f32)>>,
}

impl Atlas {
    pub(crate) fn new(key: Key) -> Self {
        let theme = key.theme.theme();
        Self {
            theme,
            palette: Palette::of(theme, key.sections),
            side: key.side,
            tiles: (0..GROUNDS * CONTENTS).map(|_| OnceLock::new()).collect(),
            tints: [const { OnceLock::new() }; INKS],
            labels: OnceLock::new(),
        }
    }

    /// A square with what stands on it, as palette indices.
    pub(crate) fn tile(&self, ground: Ground, figure: Option<Figure>) -> &[u8] {
        let content = figure.map_or(0, |figure| 1 + figure.index());
        let place = (ground.field as usize * MARKS + ground.mark as usize) * CONTENTS + content;
        self.tiles[place].get_or_init(|| self.blend(ground, figure))
    }

    fn blend(&self, ground: Ground, figure: Option<Figure>) -> Box<[u8]> {
        let mut memo = Memo::new(&self.palette);
        self.exact(ground, figure)
            .into_iter()
            .map(|color| memo.nearest(color))
            .collect()
    }

    /// A square with what stands on it in full color, row by row.
    pub(crate) fn exact(&self, ground: Ground, figure: Option<Figure>) -> Vec<Rgb> {
        let side = self.side;
        let pixmap = figure.and_then(|figure| figure.raster(self.theme, side));
        let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        places
            .map(|(x, y)| {
                let under = self.ground_color(ground, x, y);
                let over = pixmap.as_ref().and_then(|pixmap| pixmap.pixel(x, y));
                over.map_or(under, |pixel| cover(pixel, under))
            })
            .collect()
    }

    /// The color of a square's ground at a pixel; even, but for the glow of check.
    pub(crate) fn ground_color(&self, ground: Ground, x: u32, y: u32) -> Rgb {
        let field = ground.field as usize;
        match ground.mark {
            Mark::Plain => self.theme.plain[field],
            Mark::Last => self.theme.last[field],
            Mark::Check => {
                let middle = to_f32(self.side) / 2.0;
                let at = |pixel: u32| to_f32(pixel) + 0.5 - middle;
                let distance = at(x).hypot(at(y)) / middle;
                glow_color(self.theme, self.theme.plain[field], glow(distance))
            }
        }
    }

    pub(crate) fn ground_index(&self, color: Rgb) -> u8 {
        self.palette.nearest(color)
    }

    /// The table that lays an ink over indices.
    pub(crate) fn tint(&self, ink: Ink) -> &Tint {
        let theme = self.theme;
        let (color, strength) = match ink {
            Ink::Label => (theme.label, 256),
            Ink::Text => (theme.text, 256),
            Ink::Accent => (theme.accent, 256),
            Ink::Danger => (theme.danger, 256),
            Ink::Effect => (theme.effect, 256),
            Ink::Dot => (theme.accent, DOT),
            Ink::AccentArrow => (theme.accent, ARROW),
            Ink::EffectArrow => (theme.effect, ARROW),
            Ink::DangerArrow => (theme.danger, ARROW),
            Ink::Casing => (theme.casing(), CASING),
            Ink::White => (theme.white.fill, 256),
            Ink::Black => (theme.black.outline, 256),
            Ink::Border => (theme.border, 256),
        };
        self.tints[ink as usize].get_or_init(|| self.palette.tint(color, strength))
    }

    /// The stamp of a coordinate's character, with its advance; none for other characters.
    pub(crate) fn label(
        &self,
        fonts: &Fonts,
        size: f32,
        character: char,
    ) -> Option<&(char, Stamp, f32)> {
        let labels = self.labels.get_or_init(|| {
            let set = |c: char| {
                let line = fonts.line(c.encode_utf8(&mut [0; 4]), Weight::Bold, size, f32::MAX);
                (c, line.stamp(), line.width)
            };
            "abcdefgh0123456789".chars().map(set).collect()
        });
        labels.iter().find(|label| label.0 == character)
    }
}

/// A pixel of a figure over a color.
fn cover(pixel: PremultipliedColorU8, under: Rgb) -> Rgb {
    let rest = 255 - u32::from(pixel.alpha());
    let channel = |over: u8, under: u8| {
        let sum = u32::from(over) + (u32::from(under) * rest + 127) / 255;
        u8::try_from(sum).unwrap_or(u8::MAX)
    };
    [
        channel(pixel.red(), under[0]),
        channel(pixel.green(), under[1]),
        channel(pixel.blue(), under[2]),
    ]
}

/// Strength of the glow, of 256, at a distance from the middle where 1 is the middle of an edge.
pub(crate) fn glow(distance: f32) -> u32 {
    // Full in the middle, gone at the corners, with a soft shoulder.
    let rest = (1.25 - distance).clamp(0.0, 1.0);
    let smooth = rest * rest * (3.0 - 2.0 * rest);
    crate::layout::to_u32(smooth * 256.0)
}

/// Finds nearest colors, remembering the last few answers: neighbors are mostly alike.
pub(crate) struct Memo<'a> {
    palette: &'a Palette,
    known: Box<[(Rgb, u8); 256]>,
}

impl<'a> Memo<'a> {
    pub(crate) fn new(palette: &'a Palette) -> Self {
        let black = ([0, 0, 0], palette.nearest([0, 0, 0]));
        Self {
            palette,
            known: Box::new([black; 256]),
        }
    }

    pub(crate) fn nearest(&mut self, color: Rgb) -> u8 {
        let [r, g, b] = color;
        let slot = r.wrapping_mul(31) ^ g.wrapping_mul(7) ^ b;
        let known = &mut self.known[usize::from(slot)];
        if known.0 != color {
            *known = (color, self.palette.nearest(color));
        }
        known.1
    }

    /// A whole opaque picture brought into the palette.
    pub(crate) fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let pixels = pixmap.pixels().iter();
        pixels
            .map(|pixel| self.nearest([pixel.red(), pixel.green(), pixel.blue()]))
            .collect()
    }
}
