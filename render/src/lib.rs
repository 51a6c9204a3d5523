//! Pictures of positions: PNG and GIF for every board shape.
//!
//! A [`Scene`] says what a picture shows, a [`Renderer`] turns it into a file. Pieces and fonts are part of the
//! program; nothing is read while it runs.
//!
//! How it works: squares with their pieces are blended once for each theme and size and brought into one palette of
//! 255 colors. A picture is a gray image of palette indices into which such squares are copied; marks, arrows and
//! text are laid over it through coverage masks and a table that says which index an ink over an index makes.

mod alt;
mod atlas;
mod bars;
mod board;
mod bracket;
mod canvas;
#[cfg(test)]
mod contrast;
mod crosstable;
mod curve;
mod deflate;
mod diagrams;
mod gif;
mod graph;
mod layout;
mod lzw;
mod marks;
mod movement;
mod pairings;
mod palette;
mod pieces;
mod png;
mod podium;
mod scene;
mod sheet;
mod table;
mod text;
mod theme;
mod turned;

use std::sync::{Arc, Mutex, PoisonError};

pub use alt::alt_text;
pub use bracket::{Bracket, BracketRound, BracketSide};
pub use crosstable::{Crosstable, CrosstableRow};
pub use curve::{Curve, CurvePoint, Series};
pub use diagrams::{Diagram, diagrams};
pub use gif::{GifOptions, MAX_GIF_PLIES};
pub use graph::{EvaluationGraph, expectation};
pub use layout::{Size, Slant};
pub use pairings::{PairingLine, PairingPlayer, Pairings};
pub use png::Still;
pub use podium::{Podium, PodiumPlace};
pub use scene::{Arrow, ArrowKind, PlayerBar, Scene, Target};
pub use table::{Table, TableRow};
pub use theme::{ThemeId, UnknownTheme};

use atlas::{Atlas, Key};
use board::Tools;
use canvas::Canvas;
use rules_core::Game;
use text::Fonts;

/// A picture could not be made. Neither can happen with what this crate embeds; they are reported all the same.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// The PNG could not be written.
    #[error("the picture could not be encoded: {0}")]
    Png(#[from] ::png::EncodingError),
}

/// Prepared squares of all atlases together stay below this many bytes.
const ATLAS_BUDGET: u64 = 14 << 20;

/// Draws pictures; share one among all threads. Keeps prepared squares of the themes and sizes used last, within a
/// fixed bound.
#[derive(Debug)]
pub struct Renderer {
    fonts: Fonts,
    /// The atlas used last comes last.
    atlases: Mutex<Vec<(Key, Arc<Atlas>)>>,
}

impl Default for Renderer {
    fn default() -> Self {
        Self::new()
    }
}

impl Renderer {
    /// Costs nothing yet: what a theme needs is made with its first picture.
    #[must_use]
    pub fn new() -> Self {
        Self {
            fonts: Fonts::new(),
            atlases: Mutex::new(Vec::new()),
        }
    }

    /// A still as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn png(&self, scene: &Scene) -> Result<Vec<u8>, RenderError> {
        self.still(scene)?.png()
    }

    /// A still that is drawn and not yet written: for those who want its pixels, or another format.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn still(&self, scene: &Scene) -> Result<Still, RenderError> {
        let layout = scene.layout();
        let atlas = self.atlas(scene.theme, scene.has_sections(), layout.side);
        let canvas = board::draw(scene, &layout, self.tools(&atlas));
        let period = 2 * layout.side;
        Ok(Still::new(canvas, atlas, period))
    }

    /// Several stills side by side in one picture. What differs in theme or size from the first is drawn like it.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn row(&self, scenes: &[Scene]) -> Result<Vec<u8>, RenderError> {
        let Some(first) = scenes.first() else {
            return self.sheet(ThemeId::default(), |_| Canvas::new(1, 1, 0));
        };
        let mut canvases = Vec::new();
        let mut palette = None;
        for scene in scenes {
            let scene = scene.clone().theme(first.theme).size(first.size);
            let layout = scene.layout();
            let atlas = self.atlas(scene.theme, first.has_sections(), layout.side);
            canvases.push(board::draw(&scene, &layout, self.tools(&atlas)));
            palette = Some(atlas);
        }
        let atlas = palette.unwrap_or_else(|| self.atlas(first.theme, first.has_sections(), 1));
        let frame = atlas.ground_index(atlas.theme.frame);
        png::encode(
            &Canvas::row(&canvases, frame),
            &atlas.palette,
            2 * first.layout().side,
        )
    }

    /// A whole game as an animation, one picture for each half-move.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn gif(&self, game: &Game, options: &GifOptions) -> Result<Vec<u8>, RenderError> {
        let backdrop = gif::backdrop(game.variant(), options);
        let layout = backdrop.layout();
        let atlas = self.atlas(backdrop.theme, backdrop.has_sections(), layout.side);
        Ok(gif::encode(game, options, &layout, self.tools(&atlas)))
    }

    /// The graph of a game's evaluation as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn graph(&self, graph: &EvaluationGraph) -> Result<Vec<u8>, RenderError> {
        self.sheet(graph.theme, |tools| graph.draw(tools))
    }

    /// A crosstable as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn crosstable(&self, table: &Crosstable) -> Result<Vec<u8>, RenderError> {
        self.sheet(table.theme, |tools| table.draw(tools))
    }

    /// A knock-out bracket as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn bracket(&self, bracket: &Bracket) -> Result<Vec<u8>, RenderError> {
        self.sheet(bracket.theme, |tools| bracket.draw(tools))
    }

    /// The games of a round as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn pairings(&self, pairings: &Pairings) -> Result<Vec<u8>, RenderError> {
        self.sheet(pairings.theme, |tools| pairings.draw(tools))
    }

    /// Ratings over time as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn curve(&self, curve: &Curve) -> Result<Vec<u8>, RenderError> {
        self.sheet(curve.theme, |tools| curve.draw(tools))
    }

    /// A leaderboard or standings as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn table(&self, table: &Table) -> Result<Vec<u8>, RenderError> {
        self.sheet(table.theme, |tools| table.draw(tools))
    }

    /// The best of a tournament as an indexed PNG.
    ///
    /// # Errors
    ///
    /// None that input can cause.
    pub fn podium(&self, podium: &Podium) -> Result<Vec<u8>, RenderError> {
        self.sheet(podium.theme, |tools| podium.draw(tools))
    }

    fn sheet(
        &self,
        theme: ThemeId,
        draw: impl FnOnce(Tools<'_>) -> Canvas,
    ) -> Result<Vec<u8>, RenderError> {
        let atlas = self.atlas(theme, false, 1);
        let canvas = draw(self.tools(&atlas));
        png::encode(&canvas, &atlas.palette, 0)
    }

    fn tools<'a>(&'a self, atlas: &'a Atlas) -> Tools<'a> {
        Tools {
            atlas,
            fonts: &self.fonts,
        }
    }

    fn atlas(&self, theme: ThemeId, sections: bool, side: u32) -> Arc<Atlas> {
        let key = Key {
            theme,
            sections,
            side,
        };
        // Atlases are only ever added whole, so a panic elsewhere cannot have left the list half changed.
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
