//! Draws pictures as PNG and GIF, and describes them in words.
//!
//! The crate `pictures` declares what can be drawn; the trait [`Picture`] draws it with a [`Renderer`]. Pieces and fonts
//! are embedded, so nothing is read at run time.
//!
//! How it works: squares with their pieces are blended once for each theme and size and reduced to a palette of 255
//! colors. A picture is a gray image of palette indices into which such squares are copied. Marks, arrows and text are laid
//! over it through coverage masks and a table of the index that an ink over an index makes.

mod alt;
mod board;
mod charts;
mod diagrams;
mod encode;
mod icon;
mod paint;
mod tables;

use std::sync::{Arc, Mutex, PoisonError};

use pictures::{Animation, Rotation, Theme};
use rules_core::Variant;
use text::Lang;

pub use alt::MAX_ALT_CHARS;
pub use board::animation::MAX_GIF_PLIES;
pub use board::scene::{Scene, Target};
pub use diagrams::rule_diagrams;
pub use encode::dimensions;
pub use encode::png::Still;
pub use paint::shapes::ArrowKind;

use board::animation;
use encode::png::Filter;
use paint::Context;
use paint::atlas::{Atlas, AtlasKey};
use paint::canvas::Canvas;
use paint::text::Fonts;
use paint::theme_colors::Coat;

/// Something to draw and to describe.
pub trait Picture {
    /// A name for the file, whose extension is the format.
    fn file_name(&self) -> String;

    /// Draws the picture with its words in a language: a PNG, or a GIF of an animation.
    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError>;

    /// Describes the picture in at most [`MAX_ALT_CHARS`] characters.
    fn alt_text(&self, lang: Lang) -> String;
}

/// Why a picture could not be drawn. Both are bugs in this program.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The rules have no such diagram.
    #[error("{0} has no diagram {1}")]
    UnknownDiagram(Variant, &'static str),
    /// The PNG could not be written.
    #[error("the picture could not be encoded: {0}")]
    Png(#[from] ::png::EncodingError),
}

/// Maximum number of bytes of all atlases together.
const ATLAS_BUDGET: u64 = 14 << 20;

/// Draws pictures. Share one among all threads: it caches squares of the themes and sizes used last.
#[derive(Debug)]
pub struct Renderer {
    fonts: Fonts,
    /// Least recently used first.
    atlases: Mutex<Vec<(AtlasKey, Arc<Atlas>)>>,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// Costs nothing yet: what a theme needs is made with its first picture.
    pub fn new() -> Self {
        Self {
            fonts: Fonts::new(),
            atlases: Mutex::new(Vec::new()),
        }
    }

    /// Draws a board without encoding it.
    pub fn still(&self, scene: &Scene, lang: Lang) -> Still {
        let layout = scene.layout();
        let atlas = self.atlas(scene.atlas_key(&layout));
        let canvas = board::draw(scene, &layout, self.context(&atlas, lang));
        Still::new(canvas, atlas)
    }

    /// Draws boards of one game together in the theme and size of the first, if there are any.
    fn row(&self, scenes: &[Scene], lang: Lang) -> Option<Still> {
        let first = scenes.first()?;
        let alike = |scene: &Scene| scene.clone().theme(first.theme).size(first.size);
        let stills = scenes.iter().map(|scene| self.still(&alike(scene), lang));
        Still::row(stills.collect())
    }

    fn animation(&self, animation: &Animation, lang: Lang) -> Vec<u8> {
        let backdrop = animation::backdrop(animation);
        let layout = backdrop.layout();
        let atlas = self.atlas(backdrop.atlas_key(&layout));
        animation::draw(animation, &layout, self.context(&atlas, lang))
    }

    /// A sheet that may show the first player's color.
    fn sheet(
        &self,
        first: Coat,
        theme: Theme,
        lang: Lang,
        draw: impl FnOnce(Context<'_>) -> Canvas,
    ) -> Result<Vec<u8>, RenderError> {
        // A sheet has no squares.
        let key = AtlasKey {
            rotation: Rotation::Upright,
            theme,
            sections: false,
            first,
            side: 1,
        };
        self.sheet_of(key, Filter::None, lang, draw)
    }

    /// A sheet in the colors of an atlas.
    fn sheet_of(
        &self,
        key: AtlasKey,
        filter: Filter,
        lang: Lang,
        draw: impl FnOnce(Context<'_>) -> Canvas,
    ) -> Result<Vec<u8>, RenderError> {
        let atlas = self.atlas(key);
        let canvas = draw(self.context(&atlas, lang));
        encode::png::encode(&canvas, &atlas.palette, filter)
    }

    const fn context<'a>(&'a self, atlas: &'a Atlas, lang: Lang) -> Context<'a> {
        Context {
            atlas,
            fonts: &self.fonts,
            lang,
        }
    }

    fn atlas(&self, key: AtlasKey) -> Arc<Atlas> {
        // Atlases are added whole, so a panic elsewhere cannot leave the list half changed.
        let mut atlases = self.atlases.lock().unwrap_or_else(PoisonError::into_inner);
        let known = atlases.iter().position(|(known, _)| *known == key);
        let entry = match known {
            Some(place) => atlases.remove(place),
            None => (key, Arc::new(Atlas::new(key))),
        };
        let atlas = Arc::clone(&entry.1);
        atlases.push(entry);
        while atlases.len() > 1
            && atlases.iter().map(|(key, _)| key.weight()).sum::<u64>() > ATLAS_BUDGET
        {
            atlases.remove(0);
        }
        atlas
    }
}
