//! Lines of text in an embedded font. Pictures show names that users chose, so text is sanitized first.

use tiny_skia::{Path, PathBuilder};

use super::canvas::Stamp;
use super::font::{Font, Glyph, MISSING};

/// Maximum number of characters set per text; the rest is cut before anything is measured.
const MAX_CHARS: usize = 160;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Weight {
    Regular,
    Bold,
}

/// The embedded typeface, Noto Sans in two weights.
#[derive(Debug)]
pub(crate) struct Fonts {
    regular: Font,
    bold: Font,
}

#[derive(Debug, Default)]
pub(crate) struct TextLine {
    /// In pixels, from the first origin to the last advance.
    pub(crate) width: f32,
    /// In pixels to the em.
    pub(crate) size: f32,
    path: Option<Path>,
}

impl TextLine {
    /// The line's ink with the left end of its base line at (0, 0).
    pub(crate) fn stamp(&self) -> Stamp {
        self.path.as_ref().map_or_else(Stamp::empty, Stamp::of)
    }
}

impl Fonts {
    pub(crate) fn new() -> Self {
        Self {
            regular: Font::new(include_bytes!("../../assets/font/regular.bin")),
            bold: Font::new(include_bytes!("../../assets/font/bold.bin")),
        }
    }

    /// Sets a text at `size` pixels to the em, at most `room` pixels wide; `…` replaces what does not fit.
    pub(crate) fn line(&self, text: &str, weight: Weight, size: f32, room: f32) -> TextLine {
        let font = match weight {
            Weight::Regular => &self.regular,
            Weight::Bold => &self.bold,
        };
        let glyphs: Vec<Glyph> = shown(text, font)
            .filter_map(|glyph| glyph.or_else(|| font.glyph(MISSING)))
            .collect();
        let total: f32 = glyphs.iter().map(|glyph| glyph.advance(size)).sum();
        let ellipsis = font.glyph('…');
        let ellipsis_width = ellipsis.map_or(0.0, |glyph| glyph.advance(size));
        let limit = if total > room {
            room - ellipsis_width
        } else {
            f32::INFINITY
        };
        let mut path = PathBuilder::new();
        let mut width = 0.0;
        for glyph in glyphs {
            if width + glyph.advance(size) > limit {
                if let Some(ellipsis) = ellipsis.filter(|_| ellipsis_width <= room) {
                    ellipsis.draw(size, width, &mut path);
                    width += ellipsis_width;
                }
                break;
            }
            glyph.draw(size, width, &mut path);
            width += glyph.advance(size);
        }
        TextLine {
            width,
            size,
            path: path.finish(),
        }
    }

    /// Sets a text as large as fits into `room`, between two sizes; `…` replaces what does not fit at the smaller one.
    pub(crate) fn fitting(
        &self,
        text: &str,
        weight: Weight,
        largest: f32,
        smallest: f32,
        room: f32,
    ) -> TextLine {
        let whole = self.line(text, weight, largest, f32::MAX);
        let size = (largest * 0.99 * room / whole.width.max(1.0)).clamp(smallest, largest);
        if whole.width <= room {
            return whole;
        }
        self.line(text, weight, size, room.max(0.0))
    }

    /// Whether the font has any character of a text.
    pub(crate) fn can_show(&self, text: &str) -> bool {
        shown(text, &self.bold).any(|glyph| glyph.is_some())
    }
}

/// The glyphs of a sanitized text. A run of characters that the font lacks becomes one `None`.
fn shown(text: &str, font: &Font) -> impl Iterator<Item = Option<Glyph>> {
    let mut after_gap = false;
    sanitized(text)
        .map(|character| font.glyph(character))
        .filter(move |glyph| {
            let repeated = after_gap && glyph.is_none();
            after_gap = glyph.is_none();
            !repeated
        })
}

/// The characters of a text without those that could leave its line or are invisible: controls, direction marks,
/// zero-width characters, combining accents, tags. White space of any kind becomes one space.
pub(crate) fn sanitized(text: &str) -> impl Iterator<Item = char> {
    let mut after_space = true;
    text.chars()
        .take(MAX_CHARS)
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
