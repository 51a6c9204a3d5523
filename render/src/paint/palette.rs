//! The palette of a theme: at most 255 colors, shared by stills and animations.
//!
//! A board has few flat colors, and mixtures only where two of them touch. So the palette is those flat colors and the
//! ramps between neighbors, as fine as 255 entries allow.

use super::theme_colors::{Coat, Colors, PieceColors, Rgb, SquareColor, mix};

/// Not a color of the palette: animations use it for unchanged pixels.
pub(crate) const TRANSPARENT: u8 = 255;

/// Steps of coverage in a [`Tint`], from 0 (none) to this (opaque).
pub(crate) const COVERAGE_STEPS: usize = 32;

/// Strength of the glow under a checked king at its center, of 256.
pub(crate) const GLOW: u32 = 236;

/// At most 255 colors; index 255 is [`TRANSPARENT`].
#[derive(Debug)]
pub(crate) struct Palette {
    colors: Vec<Rgb>,
}

/// For each step of coverage and each palette index, the index after an ink is laid over it.
pub(crate) type Tint = Box<[[u8; 256]; COVERAGE_STEPS + 1]>;

impl Palette {
    /// The palette for boards that show these colors of squares and of the first player's pieces.
    pub(crate) fn of(theme: &Colors, squares: &[SquareColor], first: Coat) -> Self {
        // Each pass has coarser ramps; the last one fits.
        (2..=14)
            .rev()
            .map(|steps| Self::with_ramps(theme, squares, first, steps))
            .find(|palette| palette.colors.len() <= usize::from(TRANSPARENT))
            .unwrap_or_else(|| Self::with_ramps(theme, SquareColor::PLAIN, first, 2))
    }

    fn with_ramps(theme: &Colors, squares: &[SquareColor], first: Coat, steps: u32) -> Self {
        let mut palette = Self { colors: Vec::new() };
        let PieceColors { fill, outline, .. } = first.colors(theme);
        palette.ramp(fill, outline, steps);
        // White is in signs and arrows, too.
        palette.add(theme.white.fill);
        palette.ramp(theme.black.fill, theme.black.detail, steps);
        palette.ramp(theme.black.fill, theme.black.outline, 2);
        palette.ramp(theme.black.outline, theme.black.detail, 2);
        palette.ramp(theme.tray, outline, steps / 2 + 1);
        palette.ramp(theme.frame, theme.label, steps / 2 + 3);
        palette.ramp(theme.frame, theme.text, steps / 2 + 3);
        palette.add(theme.border);
        for &square in squares {
            let plain = theme.plain[square as usize];
            palette.ramp(plain, outline, steps);
            palette.ramp(theme.last[square as usize], outline, steps);
            palette.ramp(plain, glow_color(theme, plain, 256), steps * 2);
            palette.ramp(plain, dot_color(theme, plain), steps / 3 + 1);
        }
        let inks = [theme.accent, theme.effect, theme.danger];
        for ink in inks {
            palette.add(ink);
            for under in [theme.plain[0], theme.plain[1], fill, theme.black.fill] {
                palette.ramp(under, mix(under, ink, ARROW), steps / 5 + 1);
            }
        }
        palette
    }

    /// Adds the colors from `from` to `to` in equal steps.
    fn ramp(&mut self, from: Rgb, to: Rgb, steps: u32) {
        for step in 0..=steps {
            self.add(mix(from, to, 256 * step / steps));
        }
    }

    fn add(&mut self, color: Rgb) {
        if !self.colors.contains(&color) {
            self.colors.push(color);
        }
    }

    pub(crate) fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// The color with an index; black if there is none.
    pub(crate) fn color(&self, index: u8) -> Rgb {
        self.colors
            .get(usize::from(index))
            .copied()
            .unwrap_or_default()
    }

    pub(crate) fn nearest(&self, [r, g, b]: Rgb) -> u8 {
        // Green counts most and red least, roughly as for the eye. Distance and index share a number, so that finding the
        // minimum takes no branches.
        let distance = |color: Rgb| {
            let square = |a: u8, b: u8| u32::from(a.abs_diff(b)) * u32::from(a.abs_diff(b));
            2 * square(color[0], r) + 4 * square(color[1], g) + 3 * square(color[2], b)
        };
        let best = (0..)
            .zip(&self.colors)
            .map(|(index, &color)| (distance(color) << 8) | index)
            .min();
        best.map_or(0, |best| best.to_le_bytes()[0])
    }

    /// The table for laying an ink over anything, with a strength of 256 where it covers fully.
    pub(crate) fn tint(&self, ink: Rgb, strength: u32) -> Tint {
        let mut table = Box::new([[0; 256]; COVERAGE_STEPS + 1]);
        for (step, row) in (0..).zip(table.iter_mut()) {
            let amount = strength * step / u32::try_from(COVERAGE_STEPS).unwrap_or(1);
            for (index, &under) in (0..=u8::MAX).zip(&self.colors) {
                row[usize::from(index)] = if step == 0 {
                    index
                } else {
                    self.nearest(mix(under, ink, amount))
                };
            }
        }
        table
    }
}

/// The glow of check over a square, with a strength of 256 at full glow.
pub(crate) fn glow_color(theme: &Colors, under: Rgb, amount: u32) -> Rgb {
    mix(under, theme.danger, amount * GLOW / 256)
}

/// A target dot over a square.
pub(crate) fn dot_color(theme: &Colors, under: Rgb) -> Rgb {
    mix(under, theme.accent, DOT)
}

/// Strength of target dots, of 256.
pub(crate) const DOT: u32 = 176;

/// Strength of arrows, of 256.
pub(crate) const ARROW: u32 = 212;

/// Strength of the casing of arrows, of 256.
pub(crate) const CASING: u32 = 208;
