//! Blank sheets for graphs and tables, with the same type and inks as the boards.

use imageproc::drawing::draw_polygon_mut;
use imageproc::point::Point;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::{Area, Canvas};
use crate::layout::{Spot, round, to_u32};
use crate::marks;
use crate::text::Weight;
use crate::theme::Rgb;

/// Space round everything on a sheet.
pub(crate) const EDGE: f32 = 20.0;

/// Text of tables, in pixels to the em.
pub(crate) const BODY: f32 = 19.0;

/// Headings.
pub(crate) const TITLE: f32 = 26.0;

/// A picture without a board.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) canvas: Canvas,
    tools: Tools<'a>,
}

/// Where a text goes: `at` is its left end, middle or right end on the base line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Place {
    Left(Spot),
    Middle(Spot),
    Right(Spot),
}

/// How a text looks and how wide it may be.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Type {
    pub(crate) weight: Weight,
    pub(crate) size: f32,
    pub(crate) room: f32,
    pub(crate) ink: Ink,
}

impl Type {
    pub(crate) const fn body(room: f32) -> Self {
        Self {
            weight: Weight::Regular,
            size: BODY,
            room,
            ink: Ink::Text,
        }
    }

    pub(crate) const fn bold(self) -> Self {
        Self {
            weight: Weight::Bold,
            ..self
        }
    }

    pub(crate) const fn ink(self, ink: Ink) -> Self {
        Self { ink, ..self }
    }

    pub(crate) const fn size(self, size: f32) -> Self {
        Self { size, ..self }
    }

    pub(crate) const fn room(self, room: f32) -> Self {
        Self { room, ..self }
    }
}

impl<'a> Sheet<'a> {
    /// A sheet in the frame's color, with a heading at its top.
    pub(crate) fn new(width: f32, height: f32, title: &str, tools: Tools<'a>) -> Self {
        let ground = tools.atlas.ground_index(tools.atlas.theme.frame);
        let canvas = Canvas::new(to_u32(width), to_u32(height), ground);
        let mut sheet = Self { canvas, tools };
        let heading = Type::body(width - 2.0 * EDGE).bold().size(TITLE);
        sheet.text(
            title,
            heading,
            Place::Left(Spot::new(EDGE, EDGE + TITLE * 0.85)),
        );
        sheet
    }

    /// Sets a line of text. Answers its width.
    pub(crate) fn text(&mut self, text: &str, look: Type, place: Place) -> f32 {
        let line = self
            .tools
            .fonts
            .line(text, look.weight, look.size, look.room);
        let (x, y) = match place {
            Place::Left(at) => (at.x, at.y),
            Place::Middle(at) => (at.x - line.width / 2.0, at.y),
            Place::Right(at) => (at.x - line.width, at.y),
        };
        let tint = self.tools.atlas.tint(look.ink);
        self.canvas.stamp(round(x), round(y), &line.stamp(), tint);
        line.width
    }

    /// Fills a rectangle between two corners.
    pub(crate) fn fill(&mut self, from: Spot, to: Spot, color: Rgb) {
        let area = Area {
            x: round(from.x),
            y: round(from.y),
            width: to_u32(to.x.round() - from.x.round()),
            height: to_u32(to.y.round() - from.y.round()),
        };
        self.canvas.fill(area, self.tools.atlas.ground_index(color));
    }

    /// Fills a polygon, its edges hard; at least three corners, of which the first and last differ.
    pub(crate) fn polygon(&mut self, corners: &[Spot], color: Rgb) {
        let points: Vec<_> = corners
            .iter()
            .map(|corner| Point::new(round(corner.x), round(corner.y)))
            .collect();
        if points.len() >= 3 && points.first() != points.last() {
            let index = self.tools.atlas.ground_index(color);
            draw_polygon_mut(&mut self.canvas.pixels, &points, image::Luma([index]));
        }
    }

    /// Draws a line through points.
    pub(crate) fn line(&mut self, points: &[Spot], width: f32, ink: Ink) {
        let tint = self.tools.atlas.tint(ink);
        self.canvas
            .stamp(0, 0, &marks::polyline(points, width), tint);
    }

    /// Draws a broken line through points.
    pub(crate) fn broken_line(&mut self, points: &[Spot], width: f32, ink: Ink) {
        let tint = self.tools.atlas.tint(ink);
        self.canvas
            .stamp(0, 0, &marks::broken_polyline(points, width), tint);
    }

    /// Draws a filled circle.
    pub(crate) fn disc(&mut self, center: Spot, radius: f32, ink: Ink) {
        let tint = self.tools.atlas.tint(ink);
        self.canvas.stamp(0, 0, &marks::disc(center, radius), tint);
    }
}
