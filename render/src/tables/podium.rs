//! Podiums.

use pictures::{Podium, PodiumPlace};
use rules_core::{Color, Variant};
use text::{Lang, msg};

use super::sheet::{Anchor, EDGE, Sheet, TITLE, TextStyle};
use crate::alt::{Description, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Point, round, to_f32};
use crate::paint::pieces::{Art, Sprite};
use crate::paint::theme_colors::{Coat, mix};
use crate::{Picture, RenderError, Renderer};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 400.0;
/// The distance between the centers of two steps.
const STEP: f32 = 216.0;
/// The distance between the centers of two of four steps.
const NARROW_STEP: f32 = 168.0;
const MAX_PLACES: usize = 4;
const FLOOR: f32 = HEIGHT - EDGE;
/// Width and height of the ornament.
const PIECE: u32 = 96;
const NAME: f32 = 22.0;

impl Picture for Podium {
    fn file_name(&self) -> String {
        "podium.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        let first = Coat::of(Color::White, self.variant.family());
        renderer.sheet(first, self.theme, lang, |cx| draw(self, cx))
    }

    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("podium-alt", title));
        for place in self.places.iter().take(MAX_PLACES) {
            let name = short(&place.name, 60);
            let points = short_text(&place.points, lang, 40);
            description.sentence(&if points.is_empty() {
                msg!("podium-alt-place", rank = place.rank, name)
            } else {
                msg!("podium-alt-place-points", rank = place.rank, name, points)
            });
        }
        description.finish()
    }
}

fn draw(podium: &Podium, cx: Context<'_>) -> Canvas {
    let mut sheet = Sheet::new(WIDTH, HEIGHT, &podium.title, cx);
    let middle = WIDTH / 2.0;
    // The winner is in the middle with the second to the left; of four, the first two are in the middle.
    let (step, columns) = if podium.places.len() >= MAX_PLACES {
        let first = middle - NARROW_STEP / 2.0;
        let columns = [0.0, 1.0, -1.0, 2.0].map(|column| first + column * NARROW_STEP);
        (NARROW_STEP, columns)
    } else {
        (STEP, [middle, middle - STEP, middle + STEP, WIDTH])
    };
    for (place, middle) in podium.places.iter().take(MAX_PLACES).zip(columns) {
        draw_step(&mut sheet, place, middle, step);
        if place.rank <= 1 {
            let base = top(place) - NAME - 14.0;
            draw_ornament(&mut sheet, podium.variant, middle, base);
        }
    }
    sheet.canvas
}

/// Draws the game's special piece above a winner.
fn draw_ornament(sheet: &mut Sheet<'_>, variant: Variant, middle: f32, base: f32) {
    let art = Art::emblem(variant.family());
    let coat = Coat::of(Color::White, variant.family());
    let side = to_f32(PIECE);
    let corner = (round(middle - side / 2.0), round(base - side));
    let atlas = sheet.cx.atlas;
    atlas.draw_sprite(Sprite { art, coat }, PIECE, corner, &mut sheet.canvas);
}

/// The upper edge of a place's step.
fn top(place: &PodiumPlace) -> f32 {
    let height = match place.rank {
        0 | 1 => 168.0,
        2 => 124.0,
        _ => 84.0,
    };
    FLOOR - height
}

fn draw_step(sheet: &mut Sheet<'_>, place: &PodiumPlace, middle: f32, step: f32) {
    let colors = sheet.cx.atlas.colors;
    let half = step / 2.0 - 3.0;
    let (left, right, top) = (middle - half, middle + half, top(place));
    let amount = match place.rank {
        0 | 1 => 96,
        2 => 64,
        _ => 40,
    };
    let ground = mix(colors.frame, colors.label, amount);
    let corner = Point::new(left, top);
    sheet.fill(corner, Point::new(right, FLOOR), ground);
    sheet.fill(corner, Point::new(right, top + 4.0), colors.text);
    let room = 2.0 * half - 12.0;
    let name = TextStyle::body(room).bold().size(NAME);
    sheet.text(&place.name, name, Anchor::Middle(middle, top - 12.0));
    let number = TextStyle::body(room).bold().size(TITLE * 1.5);
    let rank = place.rank.max(1).to_string();
    sheet.text(&rank, number, Anchor::Middle(middle, top + 46.0));
    let points = sheet.cx.lang.plain(&place.points);
    let at = Anchor::Middle(middle, top + 72.0);
    sheet.text(&points, TextStyle::body(room), at);
}
