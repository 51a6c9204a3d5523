//! Indexed PNG.

use std::sync::Arc;

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use crate::RenderError;
use crate::paint::atlas::Atlas;
use crate::paint::canvas::Canvas;
use crate::paint::palette::Palette;

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
        let canvas = if canvases
            .iter()
            .all(|canvas| canvas.width() > canvas.height())
        {
            Canvas::column(&canvases, frame)
        } else {
            Canvas::row(&canvases, frame)
        };
        Some(Self::new(canvas, atlas))
    }

    /// Encodes the picture.
    ///
    /// # Errors
    ///
    /// [`RenderError::Png`] if the encoder fails.
    pub fn png(&self) -> Result<Vec<u8>, RenderError> {
        encode(&self.canvas, &self.atlas.palette, Filter::Up)
    }
}

/// Encodes a canvas. The filter [`Filter::Up`] makes boards smaller, whose rows mostly repeat the row above, and text larger.
///
/// Level 1 makes larger files in the same time; from 3 on, time grows faster than sizes shrink.
pub(crate) fn encode(
    canvas: &Canvas,
    palette: &Palette,
    filter: Filter,
) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(32 * 1024);
    let mut encoder = Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().as_flattened());
    encoder.set_deflate_compression(DeflateCompression::Level(2));
    encoder.set_filter(filter);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.pixels.as_raw())?;
    writer.finish()?;
    Ok(file)
}
