//! The start positions of all games.

use std::cmp::Reverse;

use pictures::{Gallery, Rotation, Size};
use rules_core::{Family, Game, Shape};
use text::chess::family_name;
use text::{Lang, Text, msg};

use super::sheet::{Anchor, Sheet, TextStyle};
use crate::alt::Description;
use crate::board;
use crate::board::scene::Scene;
use crate::encode::png::Filter;
use crate::paint::atlas::AtlasKey;
use crate::paint::geometry::{Point, round, to_f32};
use crate::paint::theme_colors::{Coat, Rgb};
use crate::{Picture, RenderError, Renderer};

const COLUMNS: f32 = 3.0;
const CELL: f32 = 348.0;
const BOARD: u16 = 330;
/// The longest board takes two cells, and is as high as the others.
const LONG_BOARD: u16 = 540;
const NAME: f32 = 38.0;
/// From one row to the next.
const ROW: f32 = CELL + 42.0;
const EDGE: f32 = 12.0;

impl Picture for Gallery {
    fn file_name(&self) -> String {
        "games.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        let (places, rows) = places();
        let boards = places.map(|(family, middle)| {
            let scene = start(family, *self);
            let layout = scene.layout();
            let atlas = renderer.atlas(scene.atlas_key(&layout));
            let canvas = board::position(&scene, &layout, &atlas);
            (family, middle, canvas, atlas)
        });
        let colors = AtlasKey {
            rotation: Rotation::Upright,
            theme: self.theme,
            sections: true,
            first: Coat::White,
            side: 1,
        };
        renderer.sheet_of(colors, Filter::Up, lang, |cx| {
            let width = COLUMNS * CELL + 2.0 * EDGE;
            let height = rows * ROW + 2.0 * EDGE;
            let mut sheet = Sheet::new(width, height, &Text::default(), cx);
            for (family, middle, canvas, atlas) in &boards {
                let colors = atlas.palette.colors();
                let nearest = |color: &Rgb| cx.atlas.palette.nearest(*color);
                let indices: Vec<u8> = colors.iter().map(nearest).collect();
                let index = |old: &u8| indices.get(usize::from(*old)).copied().unwrap_or(0);
                let pixels: Vec<u8> = canvas.pixels.as_raw().iter().map(index).collect();
                let left = round(middle.x - to_f32(canvas.width()) / 2.0);
                let top = round(middle.y - to_f32(canvas.height()) / 2.0);
                sheet.canvas.copy(left, top, canvas.width(), &pixels);
                let name = Anchor::Middle(middle.x, middle.y + CELL / 2.0 + NAME * 0.6);
                let style = TextStyle::body(CELL).bold().size(NAME);
                sheet.message(&family_name(*family), style, name);
            }
            sheet.canvas
        })
    }

    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        description.sentence(&msg!("gallery-alt"));
        for family in Family::ALL {
            let squares = shape(family).len();
            let game = family_name(family);
            description.sentence(&msg!("gallery-alt-game", game, squares));
        }
        description.finish()
    }
}

/// A game's start position; on the staircase with the fighting line across, as on the other boards.
fn start(family: Family, gallery: Gallery) -> Scene {
    let variant = family.variants()[0];
    let mut scene = Scene::of_position(Game::new(variant).position());
    scene.theme = gallery.theme;
    scene.size = Size::pixels(BOARD);
    if shape(family).has_line() {
        scene.rotation = Rotation::Diagonal;
        scene.size = Size::pixels(LONG_BOARD);
    }
    scene
}

fn shape(family: Family) -> Shape {
    family.variants()[0].shape()
}

/// The games with the middles of their boards, from the largest board to the smallest, and the number of rows.
fn places() -> ([(Family, Point); Family::ALL.len()], f32) {
    let mut families = Family::ALL;
    families.sort_by_key(|&family| Reverse(shape(family).len()));
    let (mut column, mut row) = (0.0, 0.5);
    let places = families.map(|family| {
        let cells = if shape(family).has_line() { 2.0 } else { 1.0 };
        if column + cells > COLUMNS {
            (column, row) = (0.0, row + 1.0);
        }
        let middle = column + cells / 2.0;
        column += cells;
        let top = EDGE + row * ROW - (ROW - CELL) / 2.0;
        (family, Point::new(EDGE + middle * CELL, top))
    });
    (places, row + 0.5)
}
