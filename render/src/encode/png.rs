//! Indexed PNG.

use std::io::{self, Write as _};
use std::iter::zip;
use std::sync::Arc;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use image::GrayImage;
use png::chunk::IDAT;
use png::{BitDepth, ColorType, Encoder, EncodingError};

use crate::RenderError;
use crate::paint::atlas::Atlas;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{to_f32, to_u32};
use crate::paint::palette::Palette;

/// Size of a chat's badge with its margin, in the lower left corner, as fractions of a picture's longer side.
pub(crate) const BADGE_WIDTH: f32 = 0.13;
const BADGE_HEIGHT: f32 = 0.088;

/// In bytes; most files are smaller.
const FILE_CAPACITY: usize = 64 * 1024;

/// A board that is drawn but not encoded: at most 255 colors.
#[derive(Debug)]
pub struct Still {
    canvas: Canvas,
    atlas: Arc<Atlas>,
}

impl Still {
    pub(crate) const fn new(canvas: Canvas, atlas: Arc<Atlas>) -> Self {
        Self { canvas, atlas }
    }

    /// Stills of one theme side by side, or below each other if they are wide; `None` if there are none.
    pub(crate) fn row(stills: Vec<Self>) -> Option<Self> {
        let atlas = Arc::clone(&stills.first()?.atlas);
        let frame = atlas.palette.nearest(atlas.colors.frame);
        let canvases: Vec<Canvas> = stills.into_iter().map(|still| still.canvas).collect();
        let is_wide = |canvas: &Canvas| canvas.width() > canvas.height();
        let canvas = if canvases.iter().all(is_wide) {
            Canvas::column(&canvases, frame)
        } else {
            Canvas::row(&canvases, frame)
        };
        Some(Self::new(canvas, atlas))
    }

    /// Adds a strip below where a chat's badge would cover something.
    #[must_use]
    pub(crate) fn with_room_for_badge(self) -> Self {
        let (width, height) = (self.canvas.width(), self.canvas.height());
        let longer = to_f32(width.max(height));
        let (right, strip) = (to_u32(longer * BADGE_WIDTH), to_u32(longer * BADGE_HEIGHT));
        let frame = self.atlas.palette.nearest(self.atlas.colors.frame);
        let mut corner = (height.saturating_sub(strip)..height)
            .flat_map(|y| (0..right.min(width)).map(move |x| (x, y)));
        if corner.all(|(x, y)| self.canvas.pixels.get_pixel(x, y).0 == [frame]) {
            return self;
        }
        let strip = Canvas::new(width, strip, frame);
        let canvas = Canvas::column(&[self.canvas, strip], frame);
        Self::new(canvas, self.atlas)
    }

    /// Whether a badge would cover nothing, wherever a chat shows the picture.
    #[cfg(test)]
    pub(crate) fn has_a_free_corner(&self) -> bool {
        /// Width and height that a chat shows a board in, and of its badge with the margin, in its pixels.
        const CHATS: [(f32, f32); 2] = [(550.0, 350.0), (350.0, f32::MAX)];
        const BADGE: (f32, f32) = (44.0, 28.0);
        let (width, height) = self.canvas.pixels.dimensions();
        let index = |x, y| self.canvas.pixels.get_pixel(x, y).0[0];
        CHATS.iter().all(|(widest, highest)| {
            let scale = (widest / to_f32(width)).min(highest / to_f32(height));
            let (right, top) = (to_u32(BADGE.0 / scale), height - to_u32(BADGE.1 / scale));
            let mut corner = (top..height).flat_map(|y| (0..right).map(move |x| (x, y)));
            corner.all(|(x, y)| index(x, y) == index(0, height - 1))
        })
    }

    /// Encodes the picture.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        encode(&self.canvas, &self.atlas.palette, Filter::Up)
    }
}

/// How a row is predicted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Filter {
    /// Not at all, which suits text.
    None = 0,
    /// From the row above, which most rows of a board repeat.
    Up = 2,
}

/// Encodes a canvas.
pub(crate) fn encode(
    canvas: &Canvas,
    palette: &Palette,
    filter: Filter,
) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(FILE_CAPACITY);
    let mut encoder = Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().as_flattened());
    let mut writer = encoder.write_header()?;
    let data = compressed(&canvas.pixels, filter).map_err(EncodingError::from)?;
    writer.write_chunk(IDAT, &data)?;
    writer.finish()?;
    Ok(file)
}

/// Returns the filtered rows in zlib's format, compressed in one go: `png` writes them one by one, and for each write the compressor
/// clears its buffer of 32 kB, which takes a third of the time.
///
/// Level 1 makes larger files in the same time; from 3 on, time grows faster than sizes shrink.
fn compressed(pixels: &GrayImage, filter: Filter) -> io::Result<Vec<u8>> {
    let mut filtered = Vec::with_capacity(pixels.len() + pixels.height() as usize);
    let mut above = vec![0; pixels.width() as usize];
    for row in pixels.chunks_exact(above.len()) {
        filtered.push(filter as u8);
        filtered.extend(zip(row, &above).map(|(own, up)| own.wrapping_sub(*up)));
        if filter == Filter::Up {
            above.copy_from_slice(row);
        }
    }
    let file = Vec::with_capacity(FILE_CAPACITY);
    let mut encoder = ZlibEncoder::new(file, Compression::new(2));
    encoder.write_all(&filtered)?;
    encoder.finish()
}
