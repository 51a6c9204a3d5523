//! Stills: indexed PNG.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::RenderError;
use crate::canvas::Canvas;
use crate::palette::Palette;

/// The file of a canvas.
pub(crate) fn encode(canvas: &Canvas, palette: &Palette) -> Result<Vec<u8>, RenderError> {
    let mut file = Vec::with_capacity(32 * 1024);
    let mut encoder = Encoder::new(&mut file, canvas.width(), canvas.height());
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.colors().as_flattened());
    encoder.set_compression(Compression::Fast);
    encoder.set_filter(Filter::Paeth);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(canvas.pixels.as_raw())?;
    writer.finish()?;
    Ok(file)
}
