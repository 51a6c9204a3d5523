//! Text as outlines of an embedded font, made harmless first: what people call themselves is put into pictures.

use std::fmt;

use resvg::tiny_skia::{Path, PathBuilder};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, GlyphId, MetadataProvider, raw::ReadError};

use crate::canvas::Stamp;

/// No text in a picture is longer, in characters looked at; the rest is cut before anything is measured.
const LONGEST: usize = 160;

/// The weight of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The embedded typeface, Noto Sans in two weights.
pub(crate) struct Fonts {
    regular: FontRef<'static>,
    bold: FontRef<'static>,
}

/// A text set in one line, ready to be stamped.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// In pixels, from the first origin to the last advance.
    pub(crate) width: f32,
    path: Option<Path>,
}

impl Line {
    /// The line's ink with its left end on the base line at (0, 0).
    pub(crate) fn stamp(&self) -> Stamp {
        self.path.as_ref().map_or_else(Stamp::of_nothing, Stamp::of)
    }
}

impl fmt::Debug for Fonts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Fonts")
    }
}

impl Fonts {
    pub(crate) fn new() -> Result<Self, ReadError> {
        Ok(Self {
            regular: FontRef::new(notosans::REGULAR_TTF)?,
            bold: FontRef::new(notosans::BOLD_TTF)?,
        })
    }

    const fn font(&self, weight: Weight) -> &FontRef<'static> {
        match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        }
    }

    /// Sets a text at `size` pixels to the em, at most `room` pixels wide; what does not fit is replaced by `…`.
    pub(crate) fn line(&self, text: &str, weight: Weight, size: f32, room: f32) -> Line {
        let font = self.font(weight);
        let glyphs = self.glyphs(text, weight);
        let metrics = font.glyph_metrics(Size::new(size), LocationRef::default());
        let advance = |glyph: GlyphId| metrics.advance_width(glyph).unwrap_or_default();
        let total: f32 = glyphs.iter().copied().map(advance).sum();
        let ellipsis = font.charmap().map('…').unwrap_or_default();
        let limit = if total > room {
            room - advance(ellipsis)
        } else {
            f32::INFINITY
        };
        let mut pen = Pen::default();
        let outlines = font.outline_glyphs();
        let draw = |glyph: GlyphId, pen: &mut Pen| {
            if let Some(outline) = outlines.get(glyph) {
                // A glyph that the font cannot outline leaves a gap, nothing worse.
                let settings = DrawSettings::unhinted(Size::new(size), LocationRef::default());
                let _gap = outline.draw(settings, pen);
            }
            pen.x += advance(glyph);
        };
        for glyph in glyphs {
            if pen.x + advance(glyph) > limit {
                if advance(ellipsis) <= room {
                    draw(ellipsis, &mut pen);
                }
                break;
            }
            draw(glyph, &mut pen);
        }
        Line {
            width: pen.x,
            path: pen.builder.finish(),
        }
    }

    /// The glyphs of a text made harmless. Runs of characters the font lacks become one box.
    fn glyphs(&self, text: &str, weight: Weight) -> Vec<GlyphId> {
        let charmap = self.font(weight).charmap();
        let mut glyphs = Vec::new();
        for character in harmless(text) {
            let glyph = charmap.map(character).unwrap_or(GlyphId::NOTDEF);
            if glyph != GlyphId::NOTDEF || glyphs.last() != Some(&GlyphId::NOTDEF) {
                glyphs.push(glyph);
            }
        }
        glyphs
    }

    /// Whether any letter or sign of a text can be shown.
    pub(crate) fn can_show(&self, text: &str) -> bool {
        self.glyphs(text, Weight::Bold)
            .iter()
            .any(|&glyph| glyph != GlyphId::NOTDEF)
    }
}

/// A text without what could leave its line or be invisible: controls, direction marks, zero-width characters,
/// piled-up accents, tags; white space of any kind becomes one space.
pub(crate) fn harmless(text: &str) -> impl Iterator<Item = char> {
    let mut after_space = true;
    text.chars()
        .take(LONGEST)
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(move |&c| {
            let shown = !(is_invisible(c) || c == ' ' && after_space);
            if shown {
                after_space = c == ' ';
            }
            shown
        })
}

fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0x00AD | 0x034F | 0x061C | 0x115F..=0x1160 | 0x17B4..=0x17B5 | 0x180B..=0x180F | 0x3164 | 0xFEFF | 0xFFA0
            | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFFF0..=0xFFFB
            | 0x0300..=0x036F | 0x0483..=0x0489 | 0x1AB0..=0x1AFF | 0x1DC0..=0x1DFF | 0x20D0..=0x20FF
            | 0xFE00..=0xFE0F | 0xFE20..=0xFE2F | 0xE0000..=0xE0FFF | 0x1F3FB..=0x1F3FF)
}

/// Collects outlines along a base line, turning the font's upward axis downward.
#[derive(Default)]
struct Pen {
    builder: PathBuilder,
    x: f32,
}

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.builder.move_to(self.x + x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.builder.line_to(self.x + x, -y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.builder.quad_to(self.x + cx0, -cy0, self.x + x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        let at = self.x;
        self.builder
            .cubic_to(at + cx0, -cy0, at + cx1, -cy1, at + x, -y);
    }

    fn close(&mut self) {
        self.builder.close();
    }
}
