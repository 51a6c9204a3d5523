//! Shared helpers.

use image::RgbImage;

pub(crate) fn decode(png: &[u8]) -> RgbImage {
    image::load_from_memory(png)
        .expect("a picture this crate made can be read")
        .to_rgb8()
}
