//! Indexed PNG.

use std::sync::Arc;

use png::{BitDepth, ColorType, Encoder, chunk};

use super::deflate;
use crate::RenderError;
use crate::paint::atlas::Atlas;
use crate::paint::canvas::Canvas;
use crate::paint::palette::Palette;

/// A board that is drawn but not encoded: at most 255 colors.
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

    /// Stills of one theme side by side, or below each other if they are wide; `None` if there are none.
    pub(crate) fn row(stills: Vec<Self>) -> Option<Self> {
        let first = stills.first()?;
        let (atlas, period) = (Arc::clone(&first.atlas), first.period);
        let frame = atlas.palette.nearest(atlas.colors.frame);
        let canvases: Vec<Canvas> = stills.into_iter().map(|still| still.canvas).collect();
        let canvas = if canvases
            .iter()
            .all(|canvas| canvas.width() > canvas.height())
        {
            Canvas::column(&canvases, frame)
        } else {
            Canvas::row(&canvases, frame)
        };
        Some(Self::new(canvas, atlas, period))
    }

    /// Width and height in pixels.
    pub fn dimensions(&self) -> (u32, u32) {
        (self.canvas.width(), self.canvas.height())
    }

    /// The pixels row by row, as indices into [`Still::colors`].
    pub fn indices(&self) -> &[u8] {
        self.canvas.pixels.as_raw()
    }

    /// Red, green and blue of each color.
    pub fn colors(&self) -> &[[u8; 3]] {
        self.atlas.palette.colors()
    }

    /// Encodes the picture.
    ///
    /// # Errors
    ///
    /// [`RenderError::Png`] if the encoder fails.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        encode(&self.canvas, &self.atlas.palette, self.period)
    }
}

/// Encodes a canvas. `period` is the distance at which squares of one color repeat along a row, 0 if there are none.
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

/// The rows, each after the filter type 0, which is none: indices have no gradients that a filter could use.
fn rows(canvas: &Canvas) -> Vec<u8> {
    let mut rows = Vec::with_capacity((canvas.width() as usize + 1) * canvas.height() as usize);
    for row in canvas.pixels.as_raw().chunks_exact(canvas.width() as usize) {
        rows.push(0);
        rows.extend_from_slice(row);
    }
    rows
}
