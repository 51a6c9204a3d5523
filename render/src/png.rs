//! Stills: indexed PNG.

use std::sync::Arc;

use png::{BitDepth, ColorType, Encoder, chunk};

use crate::RenderError;
use crate::atlas::Atlas;
use crate::canvas::Canvas;
use crate::deflate;
use crate::palette::Palette;

/// A picture of at most 255 colors.
#[derive(Debug)]
pub struct Still {
    canvas: Canvas,
    atlas: Arc<Atlas>,
    period: u32,
}

impl Still {
    pub(crate) const fn new(canvas: Canvas, atlas: Arc<Atlas>, period: u32) -> Self {
        Self {
            canvas,
            atlas,
            period,
        }
    }

    /// Width and height in pixels.
    #[must_use]
    pub fn dimensions(&self) -> (u32, u32) {
        (self.canvas.width(), self.canvas.height())
    }

    /// The pixels row by row, each a place in [`Still::colors`].
    #[must_use]
    pub fn indices(&self) -> &[u8] {
        self.canvas.pixels.as_raw()
    }

    /// Red, green and blue of each color.
    #[must_use]
    pub fn colors(&self) -> &[[u8; 3]] {
        self.atlas.palette.colors()
    }

    /// The file.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        encode(&self.canvas, &self.atlas.palette, self.period)
    }
}

/// The file of a canvas. `period` is the distance at which squares of one color repeat along a row.
pub(crate) fn encode(
    canvas: &Canvas,
    palette: &Palette,
    period: u32,
) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(32 * 1024);
    let mut encoder = Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().as_flattened());
    let mut writer = encoder.write_header()?;
    writer.write_chunk(
        chunk::IDAT,
        &deflate::compress(&rows(canvas), canvas.width() as usize + 1, period as usize),
    )?;
    writer.finish()?;
    Ok(file)
}

/// The rows, each after the byte 0 that says it is stored as it is: indices have no gradients a filter could use.
fn rows(canvas: &Canvas) -> Vec<u8> {
    let mut rows = Vec::with_capacity((canvas.width() as usize + 1) * canvas.height() as usize);
    for row in canvas.pixels.as_raw().chunks_exact(canvas.width() as usize) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    rows
}
