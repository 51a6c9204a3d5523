//! Squares with their pieces, blended once for a theme and size, then copied.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use pictures::{Rotation, Theme};
use rules_core::{Color, Shape};
use tiny_skia::{Pixmap, PremultipliedColorU8};

use super::canvas::{Canvas, Stamp};
use super::geometry::{to_f32, to_u32};
use super::palette::{ARROW, CASING, DOT, Palette, TRANSPARENT, Tint, glow_color};
use super::pieces::Sprite;
use super::text::{Fonts, Weight};
use super::theme_colors::{Coat, Colors, INKS, Ink, Rgb, SquareColor};

/// A square without its piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ground {
    pub(crate) square: SquareColor,
    pub(crate) highlight: Highlight,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Highlight {
    None,
    /// The last move left, passed or reached it.
    LastMove,
    /// The king on it is in check.
    Check,
}

const HIGHLIGHTS: usize = 3;
const GROUNDS: usize = SquareColor::ALL.len() * HIGHLIGHTS;
/// A square holds any sprite or none.
const CONTENTS: usize = Sprite::COUNT + 1;

/// Which atlas a picture needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct AtlasKey {
    pub(crate) theme: Theme,
    /// Whether the board has two sections and a fighting line.
    pub(crate) sections: bool,
    /// Of the first player's pieces.
    pub(crate) first: Coat,
    /// Whether boards are rotated.
    pub(crate) rotation: Rotation,
    /// Edge of a square in pixels.
    pub(crate) side: u32,
}

impl AtlasKey {
    /// About how many bytes an atlas holds once every piece of a game has been on every color of square, or once a rotated
    /// board has been seen from both sides.
    pub(crate) fn weight(self) -> u64 {
        let tiles = match (self.rotation, self.sections) {
            (Rotation::Upright, true) => 10 * 12,
            (Rotation::Upright, false) => 4 * 20,
            (Rotation::Diagonal, _) => 2 * 90 + 2 * 20,
        };
        tiles * u64::from(self.side) * u64::from(self.side)
    }
}

/// Everything that is prepared once for a theme and size. Its parts are made when first needed.
#[derive(Debug)]
pub(crate) struct Atlas {
    pub(crate) colors: &'static Colors,
    pub(crate) palette: Palette,
    side: u32,
    tiles: Vec<OnceLock<Box<[u8]>>>,
    tints: [OnceLock<Tint>; INKS],
    last_move_tints: [OnceLock<Tint>; SquareColor::ALL.len()],
    /// Pieces without their squares, by their size.
    cutouts: Mutex<HashMap<(usize, u32), Arc<Cutout>>>,
    /// Rotated boards by shape, whether promotion squares are marked, and viewer.
    backdrops: Mutex<HashMap<(Shape, bool, Color), Arc<Backdrop>>>,
    /// The characters of coordinates by their size, in bits.
    labels: Mutex<HashMap<u32, Arc<Vec<Label>>>>,
}

/// A piece without its square.
#[derive(Debug)]
struct Cutout {
    /// Row by row; [`TRANSPARENT`] outside.
    inside: Vec<u8>,
    /// The outline's coverage of each pixel.
    edge: Stamp,
}

/// The squares and frame of a rotated board, shared by all its pictures.
#[derive(Debug)]
pub(crate) struct Backdrop {
    /// Its squares without marks.
    pub(crate) board: Canvas,
    /// A square around its center.
    pub(crate) square: Stamp,
    /// The glow of check on such a square.
    pub(crate) glow: Stamp,
    /// The lines between parts of the board.
    pub(crate) borders: Vec<Stamp>,
}

/// A character of a coordinate.
#[derive(Debug)]
pub(crate) struct Label {
    pub(crate) character: char,
    pub(crate) stamp: Stamp,
    /// In pixels, from this character's origin to the next one's.
    pub(crate) advance: f32,
}

impl Atlas {
    pub(crate) fn new(key: AtlasKey) -> Self {
        let colors = Colors::of(key.theme);
        let squares = if key.sections {
            &SquareColor::ALL
        } else {
            SquareColor::PLAIN
        };
        Self {
            colors,
            palette: Palette::of(colors, squares, key.first),
            side: key.side,
            tiles: (0..GROUNDS * CONTENTS).map(|_| OnceLock::new()).collect(),
            tints: [const { OnceLock::new() }; INKS],
            last_move_tints: [const { OnceLock::new() }; SquareColor::ALL.len()],
            cutouts: Mutex::default(),
            backdrops: Mutex::default(),
            labels: Mutex::default(),
        }
    }

    /// A square with its piece as palette indices, row by row.
    pub(crate) fn tile(&self, ground: Ground, sprite: Option<Sprite>) -> &[u8] {
        let content = sprite.map_or(0, |sprite| 1 + sprite.index());
        let ground_index = ground.square as usize * HIGHLIGHTS + ground.highlight as usize;
        self.tiles[ground_index * CONTENTS + content].get_or_init(|| self.blend(ground, sprite))
    }

    fn blend(&self, ground: Ground, sprite: Option<Sprite>) -> Box<[u8]> {
        let mut quantizer = Quantizer::new(&self.palette);
        self.exact(ground, sprite)
            .into_iter()
            .map(|color| quantizer.nearest(color))
            .collect()
    }

    /// A square with its piece in full color, row by row.
    pub(crate) fn exact(&self, ground: Ground, sprite: Option<Sprite>) -> Vec<Rgb> {
        let side = self.side;
        let pixmap = sprite.and_then(|sprite| sprite.raster(self.colors, side));
        let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        places
            .map(|(x, y)| {
                let under = self.ground_color(ground, x, y);
                let over = pixmap.as_ref().and_then(|pixmap| pixmap.pixel(x, y));
                over.map_or(under, |pixel| cover(pixel, under))
            })
            .collect()
    }

    /// The backdrop of a rotated board; `make` draws it the first time.
    pub(crate) fn backdrop(
        &self,
        board: (Shape, bool, Color),
        make: impl FnOnce() -> Backdrop,
    ) -> Arc<Backdrop> {
        shared(&self.backdrops, board, make)
    }

    /// The color of a square at a pixel: even, except for the glow of check.
    fn ground_color(&self, ground: Ground, x: u32, y: u32) -> Rgb {
        let plain = self.colors.plain[ground.square as usize];
        match ground.highlight {
            Highlight::None => plain,
            Highlight::LastMove => self.colors.last[ground.square as usize],
            Highlight::Check => {
                let middle = to_f32(self.side) / 2.0;
                let at = |pixel: u32| to_f32(pixel) + 0.5 - middle;
                let distance = at(x).hypot(at(y)) / middle;
                glow_color(self.colors, plain, glow(distance))
            }
        }
    }

    /// The table that lays an ink over indices.
    pub(crate) fn tint(&self, ink: Ink) -> &Tint {
        let theme = self.colors;
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
            Ink::Outline => (theme.white.outline, 256),
            Ink::Black => (theme.black.outline, 256),
            Ink::Red => (theme.red.fill, 256),
            Ink::Border => (theme.border, 256),
        };
        self.tints[ink as usize].get_or_init(|| self.palette.tint(color, strength))
    }

    /// The table that lays the color of the last move over squares.
    pub(crate) fn last_move_tint(&self, square: SquareColor) -> &Tint {
        let color = self.colors.last[square as usize];
        self.last_move_tints[square as usize].get_or_init(|| self.palette.tint(color, 256))
    }

    /// The characters of coordinates at a size.
    pub(crate) fn labels(&self, fonts: &Fonts, size: f32) -> Arc<Vec<Label>> {
        let set = |character: char| {
            let line = fonts.line(&character.to_string(), Weight::Bold, size, f32::MAX);
            Label {
                character,
                stamp: line.stamp(),
                advance: line.width,
            }
        };
        let characters = ('a'..='h').chain('0'..='9');
        let make = || characters.map(set).collect();
        shared(&self.labels, size.to_bits(), make)
    }

    /// Draws a sprite of `side` by `side` pixels over anything, its top left pixel at `corner`.
    pub(crate) fn draw_sprite(
        &self,
        sprite: Sprite,
        side: u32,
        corner: (i32, i32),
        canvas: &mut Canvas,
    ) {
        let make = || self.cut_out(sprite, side);
        let cutout = shared(&self.cutouts, (sprite.index(), side), make);
        let (x, y) = corner;
        canvas.copy_opaque(x, y, side, &cutout.inside);
        canvas.stamp(x, y, &cutout.edge, self.tint(sprite.coat.outline()));
    }

    fn cut_out(&self, sprite: Sprite, side: u32) -> Cutout {
        let mut quantizer = Quantizer::new(&self.palette);
        let pixmap = sprite.raster(self.colors, side);
        let pixels = pixmap.as_ref().map_or(&[][..], Pixmap::pixels);
        let inside = pixels.iter().map(|pixel| match pixel.alpha() {
            u8::MAX => quantizer.nearest([pixel.red(), pixel.green(), pixel.blue()]),
            _ => TRANSPARENT,
        });
        let edge = pixels.iter().map(|pixel| match pixel.alpha() {
            u8::MAX => 0,
            alpha => alpha,
        });
        Cutout {
            inside: inside.collect(),
            edge: Stamp::square(side.max(1), edge.collect()),
        }
    }
}

/// The entry of a cache, which `make` makes if it is not there yet.
fn shared<K: Eq + Hash, V>(
    cache: &Mutex<HashMap<K, Arc<V>>>,
    key: K,
    make: impl FnOnce() -> V,
) -> Arc<V> {
    // Entries are added whole, so a panic elsewhere cannot leave one half made.
    let mut cache = cache.lock().unwrap_or_else(PoisonError::into_inner);
    Arc::clone(cache.entry(key).or_insert_with(|| Arc::new(make())))
}

/// A pixel of a sprite over a color.
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

/// Strength of the glow, of 256, at a distance from the center in half edges.
pub(crate) fn glow(distance: f32) -> u32 {
    // Full at the center, gone at the corners, with a soft shoulder.
    let rest = (1.25 - distance).clamp(0.0, 1.0);
    let smooth = rest * rest * (3.0 - 2.0 * rest);
    to_u32(smooth * 256.0)
}

/// Finds nearest colors of a palette and caches the last few, since neighbors are mostly alike.
pub(crate) struct Quantizer<'a> {
    palette: &'a Palette,
    known: Box<[(Rgb, u8); 256]>,
}

impl<'a> Quantizer<'a> {
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

    /// An opaque picture as palette indices.
    pub(crate) fn indices(&mut self, pixmap: &Pixmap) -> Vec<u8> {
        let pixels = pixmap.pixels().iter();
        pixels
            .map(|pixel| self.nearest([pixel.red(), pixel.green(), pixel.blue()]))
            .collect()
    }
}
