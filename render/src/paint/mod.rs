//! Drawing on palette indices: colors, text, shapes and pieces.

pub(crate) mod atlas;
pub(crate) mod canvas;
#[cfg(test)]
mod contrast;
mod font;
pub(crate) mod geometry;
pub(crate) mod palette;
pub(crate) mod pieces;
pub(crate) mod shapes;
pub(crate) mod text;
pub(crate) mod theme_colors;

use ::text::Lang;

use atlas::Atlas;
use text::Fonts;

/// The atlas, fonts and language of one drawing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Context<'a> {
    pub(crate) atlas: &'a Atlas,
    pub(crate) fonts: &'a Fonts,
    pub(crate) lang: Lang,
}
