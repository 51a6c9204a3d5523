//! Stills: indexed PNG.

use png::{BitDepth, ColorType, Encoder, chunk};

use crate::RenderError;
use crate::canvas::Canvas;
use crate::deflate;
use crate::palette::Palette;

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
