//! Single pieces on a transparent background.

use pictures::{PieceIcon, Theme};
use png::{BitDepth, ColorType, Encoder};
use text::Lang;

use crate::paint::pieces::Sprite;
use crate::paint::theme_colors::Colors;
use crate::{Picture, RenderError, Renderer};

/// Width and height in pixels: the size at which Discord keeps emoji.
const SIDE: u32 = 128;

impl Picture for PieceIcon {
    fn file_name(&self) -> String {
        format!("{}.png", self.name())
    }

    fn draw(&self, _: &Renderer, _: Lang) -> Result<Vec<u8>, RenderError> {
        let sprite = Sprite::of(self.piece, self.family);
        let drawn = sprite.on_any_ground(Colors::of(Theme::default()), SIDE);
        let pixels: Vec<u8> = drawn
            .iter()
            .flat_map(tiny_skia::Pixmap::pixels)
            .flat_map(|pixel| {
                let color = pixel.demultiply();
                [color.red(), color.green(), color.blue(), color.alpha()]
            })
            .collect();
        let mut file = Vec::new();
        let mut encoder = Encoder::new(&mut file, SIDE, SIDE);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&pixels)?;
        writer.finish()?;
        Ok(file)
    }

    fn alt_text(&self, _: Lang) -> String {
        self.name().replace('_', " ")
    }
}
