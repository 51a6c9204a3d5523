//! Glyph outlines of Noto Sans, prepared by `tests/it/font.rs` so that nothing reads TrueType files at run time.
//!
//! A file begins with the number of characters (`u16`) and, sorted by character, a pair of `u32` for each: the character
//! and the offset of its glyph in the rest of the file. The first is character 0, the box for characters without a glyph.
//!
//! The rest is numbers of seven bits a byte, lowest first, the highest bit set where more bytes follow. Signed ones are
//! folded: 0, -1, 1, -2 are written 0, 1, 2, 3. Lengths are in units of 1/2048 em.
//!
//! - A glyph is its advance, the number of its contours, and for each the offset of its shape and how far it is shifted
//!   (x and y, signed). Shapes are shared: `é` has that of `e`.
//! - A shape is the number of its points, and for each the steps in x and y from the one before (signed), beginning at the
//!   origin. Below the step in x one more bit says whether the point is on the curve, as the first always is. Others are
//!   control points of quadratic curves; between two of them a point halfway is implied.

use tiny_skia::PathBuilder;

use super::geometry::to_f32;

const UNITS_PER_EM: f32 = 2048.0;

/// The character whose glyph is the box for those without one.
pub(crate) const MISSING: char = '\0';

/// The outlines of one weight.
#[derive(Debug)]
pub(crate) struct Font {
    index: &'static [[u8; 8]],
    data: &'static [u8],
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Glyph {
    data: &'static [u8],
    offset: u32,
}

impl Font {
    /// Reads the index of a prepared file.
    pub(crate) fn new(file: &'static [u8]) -> Self {
        let (count, rest) = file.split_first_chunk().unwrap_or((&[0; 2], &[]));
        let count = usize::from(u16::from_le_bytes(*count));
        let (pairs, _) = rest.as_chunks();
        let index = &pairs[..count.min(pairs.len())];
        let data = &rest[index.as_flattened().len()..];
        Self { index, data }
    }

    /// The glyph of a character, if the font has one.
    pub(crate) fn glyph(&self, character: char) -> Option<Glyph> {
        let key = |&[a, b, c, d, ..]: &[u8; 8]| u32::from_le_bytes([a, b, c, d]);
        let sought = u32::from(character);
        let place = self.index.binary_search_by_key(&sought, key).ok()?;
        let [.., a, b, c, d] = self.index[place];
        let offset = u32::from_le_bytes([a, b, c, d]);
        Some(Glyph {
            data: self.data,
            offset,
        })
    }
}

impl Glyph {
    fn record(self) -> Numbers {
        Numbers::at(self.data, self.offset)
    }

    /// From this glyph's origin to the next one's, at `size` pixels to the em.
    pub(crate) fn advance(self, size: f32) -> f32 {
        to_f32(self.record().next()) * scale(size) / GRID
    }

    /// Adds the outline with its origin at (`x`, 0), upward being negative.
    pub(crate) fn draw(self, size: f32, x: f32, path: &mut PathBuilder) {
        let scale = scale(size);
        let mut record = self.record();
        let _advance = record.next();
        for _ in 0..record.next() {
            let shape = Numbers::at(self.data, record.next());
            let right = (record.signed() * scale).round();
            let up = (record.signed() * scale).round();
            // From the grid, upward positive, to pixels, upward negative.
            let pixels = |(a, b): (f32, f32)| (x + (a + right) / GRID, -(b + up) / GRID);
            contour(shape, scale, pixels, path);
        }
    }
}

/// Points are rounded to 1/64 pixel, and so is the size.
const GRID: f32 = 64.0;

/// Steps of the grid in a unit of the font.
fn scale(size: f32) -> f32 {
    (size * GRID).trunc() / UNITS_PER_EM
}

/// Draws a shape; `pixels` turns points of the grid into pixels.
fn contour(
    mut shape: Numbers,
    scale: f32,
    pixels: impl Fn((f32, f32)) -> (f32, f32),
    path: &mut PathBuilder,
) {
    let count = shape.next();
    let mut at = (0.0, 0.0);
    let mut next = || {
        let step = shape.next();
        at = (at.0 + unfold(step >> 1), at.1 + shape.signed());
        let point = ((at.0 * scale).round(), (at.1 * scale).round());
        (point, step & 1 == 1)
    };
    let between = |a: f32, b: f32| a.midpoint(b).trunc();
    let quad_to = |path: &mut PathBuilder, control, to| {
        let ((control_x, control_y), (x, y)) = (pixels(control), pixels(to));
        path.quad_to(control_x, control_y, x, y);
    };
    let (start, _) = next();
    let (x, y) = pixels(start);
    path.move_to(x, y);
    let mut control: Option<(f32, f32)> = None;
    for _ in 1..count {
        let (point, on_curve) = next();
        match control {
            None if on_curve => {
                let (x, y) = pixels(point);
                path.line_to(x, y);
            }
            None => {}
            Some(control) if on_curve => quad_to(path, control, point),
            Some((x, y)) => {
                quad_to(path, (x, y), (between(x, point.0), between(y, point.1)));
            }
        }
        control = (!on_curve).then_some(point);
    }
    if let Some(control) = control {
        quad_to(path, control, start);
    }
    path.close();
}

/// The numbers from an offset on; zeros after the end.
struct Numbers(&'static [u8]);

impl Numbers {
    fn at(data: &'static [u8], offset: u32) -> Self {
        Self(data.get(offset as usize..).unwrap_or(&[]))
    }

    fn next(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..32).step_by(7) {
            let Some((&byte, rest)) = self.0.split_first() else {
                break;
            };
            self.0 = rest;
            number |= u32::from(byte & 0x7F) << shift;
            if byte < 0x80 {
                break;
            }
        }
        number
    }

    fn signed(&mut self) -> f32 {
        unfold(self.next())
    }
}

fn unfold(number: u32) -> f32 {
    let size = to_f32((number + 1) >> 1);
    if number & 1 == 0 { size } else { -size }
}
