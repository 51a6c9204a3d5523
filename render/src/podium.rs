//! The end of a tournament: who stands on the three steps.

use std::fmt::Write as _;

use rules_core::{Color, Family, Variant};

use crate::board::{self, Tools};
use crate::canvas::Canvas;
use crate::layout::{Spot, round};
use crate::pieces::{Art, Figure};
use crate::sheet::{EDGE, Place, Sheet, TITLE, Type};
use crate::text::harmless;
use crate::theme::{Theme, ThemeId, mix};

/// The best of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Podium {
    /// A heading: the tournament's name.
    pub title: String,
    /// The game that was played; its piece is the ornament.
    pub variant: Variant,
    /// The best first. At most four are shown, since two can share the third place.
    pub places: Vec<PodiumPlace>,
    /// The colors.
    pub theme: ThemeId,
}

/// Who stands on a step.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PodiumPlace {
    /// 1 to 3. Those who share a rank stand equally high.
    pub rank: u8,
    /// Any text; it is cut to fit.
    pub name: String,
    /// Such as `4½ points`; cut to fit, and may be empty.
    pub points: String,
}

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 400.0;
/// The width of a step, and its distance from the next.
const STEP: f32 = 216.0;
/// The same when there are four.
const NARROW: f32 = 168.0;
const MOST: usize = 4;
const FLOOR: f32 = HEIGHT - EDGE;
/// Width and height of the ornament.
const PIECE: u32 = 96;
const NAME: f32 = 22.0;

impl Podium {
    /// The podium in words.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let mut text = format!("Podium. {}.", harmless(&self.title).collect::<String>());
        for place in self.places.iter().take(MOST) {
            let name: String = harmless(&place.name).take(60).collect();
            let points: String = harmless(&place.points).take(40).collect();
            // Writing to a string cannot fail.
            let _ = write!(text, " {}: {name}", place.rank);
            if !points.is_empty() {
                let _ = write!(text, ", {points}");
            }
            text.push('.');
        }
        text
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let mut sheet = Sheet::new(WIDTH, HEIGHT, &self.title, tools);
        // The first stands in the middle, the second to the left; of four, the first two stand in the middle.
        let (size, first) = if self.places.len() >= MOST {
            (NARROW, WIDTH / 2.0 - NARROW / 2.0)
        } else {
            (STEP, WIDTH / 2.0)
        };
        let columns = if self.places.len() >= MOST {
            [first, first + size, first - size, first + 2.0 * size]
        } else {
            [first, first - size, first + size, WIDTH]
        };
        for (place, middle) in self.places.iter().take(MOST).zip(columns) {
            step(&mut sheet, place, (middle, size), tools.atlas.theme);
            if place.rank <= 1 {
                self.ornament(&mut sheet, middle, top(place) - NAME - 14.0, tools);
            }
        }
        sheet.canvas
    }

    /// The game's own piece above a winner, its base at `base`.
    fn ornament(&self, sheet: &mut Sheet<'_>, middle: f32, base: f32, tools: Tools<'_>) {
        let art = match self.variant.family() {
            Family::Leto => Art::Leto,
            Family::Legan => Art::Queen,
            Family::Toto40 => Art::Hawk,
            Family::Leap => Art::Sail,
            Family::Latrunculi => Art::CrownedRook,
        };
        let figure = Figure {
            art,
            color: Color::White,
        };
        let side = crate::layout::to_f32(PIECE);
        let (x, y) = (round(middle - side / 2.0), round(base - side));
        board::figure(figure, PIECE, (x, y), tools.atlas, &mut sheet.canvas);
    }
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

fn step(sheet: &mut Sheet<'_>, place: &PodiumPlace, (middle, size): (f32, f32), theme: &Theme) {
    let half = size / 2.0 - 3.0;
    let (left, right, top) = (middle - half, middle + half, top(place));
    let amount = match place.rank {
        0 | 1 => 96,
        2 => 64,
        _ => 40,
    };
    let ground = mix(theme.frame, theme.label, amount);
    sheet.fill(Spot::new(left, top), Spot::new(right, FLOOR), ground);
    sheet.fill(
        Spot::new(left, top),
        Spot::new(right, top + 4.0),
        theme.text,
    );
    let room = 2.0 * half - 12.0;
    let name = Type::body(room).bold().size(NAME);
    sheet.text(
        &place.name,
        name,
        Place::Middle(Spot::new(middle, top - 12.0)),
    );
    let number = Type::body(room).bold().size(TITLE * 1.5);
    let rank = place.rank.max(1).to_string();
    sheet.text(&rank, number, Place::Middle(Spot::new(middle, top + 46.0)));
    let at = Spot::new(middle, top + 72.0);
    sheet.text(&place.points, Type::body(room), Place::Middle(at));
}
