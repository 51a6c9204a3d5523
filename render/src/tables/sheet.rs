//! Blank sheets for tables and charts, in the type and inks of the boards.

use imageproc::drawing::draw_polygon_mut;

use crate::paint::Context;
use crate::paint::canvas::{Canvas, Stamp};
use crate::paint::geometry::{Area, Point, round, to_u32};
use crate::paint::shapes;
use crate::paint::text::Weight;
use crate::paint::theme_colors::{Ink, Rgb, mix};
use text::{Message, Text, msg};

/// Space around everything on a sheet.
pub(crate) const EDGE: f32 = 20.0;

/// Text, in pixels to the em.
pub(crate) const BODY: f32 = 19.0;

/// Small text, such as headings of columns.
pub(crate) const SMALL: f32 = 16.0;

/// The heading of a sheet.
pub(crate) const TITLE: f32 = 26.0;

/// A picture without a board.
#[derive(Debug)]
pub(crate) struct Sheet<'a> {
    pub(crate) canvas: Canvas,
    pub(crate) cx: Context<'a>,
}

/// The point that a text is aligned to, x and y: the left end, middle or right end of its base line.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Anchor {
    Left(f32, f32),
    Middle(f32, f32),
    Right(f32, f32),
}

/// The look of a text, and its greatest width.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextStyle {
    pub(crate) weight: Weight,
    pub(crate) size: f32,
    pub(crate) room: f32,
    pub(crate) ink: Ink,
}

impl TextStyle {
    pub(crate) const fn body(room: f32) -> Self {
        Self {
            weight: Weight::Regular,
            size: BODY,
            room,
            ink: Ink::Text,
        }
    }

    /// The heading of a column.
    pub(crate) const fn head(room: f32) -> Self {
        Self::body(room).bold().size(SMALL).ink(Ink::Label)
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
    /// A sheet in the frame's color with a heading at the top.
    pub(crate) fn new(width: f32, height: f32, title: &Text, cx: Context<'a>) -> Self {
        let ground = cx.atlas.palette.nearest(cx.atlas.colors.frame);
        let canvas = Canvas::new(to_u32(width), to_u32(height), ground);
        let mut sheet = Self { canvas, cx };
        let style = TextStyle::body(width - 2.0 * EDGE).bold().size(TITLE);
        let at = Anchor::Left(EDGE, EDGE + TITLE * 0.85);
        sheet.text(&cx.lang.plain(title), style, at);
        sheet
    }

    /// Sets a line of text. Returns its width.
    pub(crate) fn text(&mut self, text: &str, style: TextStyle, anchor: Anchor) -> f32 {
        let fonts = self.cx.fonts;
        let line = fonts.line(text, style.weight, style.size, style.room);
        let (x, y) = match anchor {
            Anchor::Left(x, y) => (x, y),
            Anchor::Middle(x, y) => (x - line.width / 2.0, y),
            Anchor::Right(x, y) => (x - line.width, y),
        };
        let tint = self.cx.atlas.tint(style.ink);
        self.canvas.stamp(round(x), round(y), &line.stamp(), tint);
        line.width
    }

    /// Sets a message as a line of text. Returns its width.
    pub(crate) fn message(&mut self, message: &Message, style: TextStyle, anchor: Anchor) -> f32 {
        self.text(&self.cx.lang.words(message), style, anchor)
    }

    /// Fills a rectangle between two corners.
    pub(crate) fn fill(&mut self, from: Point, to: Point, color: Rgb) {
        let area = Area {
            x: round(from.x),
            y: round(from.y),
            width: to_u32(to.x.round() - from.x.round()),
            height: to_u32(to.y.round() - from.y.round()),
        };
        let index = self.cx.atlas.palette.nearest(color);
        self.canvas.fill(area, index);
    }

    /// Fills a polygon with hard edges. It has at least three corners, the first and last of which differ.
    pub(crate) fn polygon(&mut self, corners: &[Point], color: Rgb) {
        let pixel = |at: &Point| imageproc::point::Point::new(round(at.x), round(at.y));
        let points: Vec<_> = corners.iter().map(pixel).collect();
        if points.len() >= 3 && points.first() != points.last() {
            let index = self.cx.atlas.palette.nearest(color);
            draw_polygon_mut(&mut self.canvas.pixels, &points, image::Luma([index]));
        }
    }

    pub(crate) fn line(&mut self, points: &[Point], width: f32, ink: Ink) {
        self.lay(&shapes::polyline(points, width), ink);
    }

    pub(crate) fn dashed_line(&mut self, points: &[Point], width: f32, ink: Ink) {
        self.lay(&shapes::dashed_polyline(points, width), ink);
    }

    pub(crate) fn disc(&mut self, center: Point, radius: f32, ink: Ink) {
        self.lay(&shapes::disc(center, radius), ink);
    }

    fn lay(&mut self, stamp: &Stamp, ink: Ink) {
        let tint = self.cx.atlas.tint(ink);
        self.canvas.stamp(0, 0, stamp, tint);
    }
}

/// Rows of equal height across a sheet: a heading, lines, and a note if there are more lines than shown.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rows {
    top: f32,
    height: f32,
    shown: usize,
    more: usize,
}

impl Rows {
    /// Rows for a number of lines, of which at most `max` are shown.
    pub(crate) fn new(height: f32, lines: usize, max: usize) -> Self {
        let shown = lines.min(max);
        Self {
            top: EDGE + TITLE + 20.0,
            height,
            shown,
            more: lines - shown,
        }
    }

    pub(crate) fn sheet_height(&self) -> f32 {
        let rows = 1 + self.shown + usize::from(self.more > 0);
        self.y(rows) + EDGE
    }

    /// The upper edge of a row; row 0 is the heading.
    fn y(&self, row: usize) -> f32 {
        (0..row).fold(self.top, |y, _| y + self.height)
    }

    /// The base line of a row.
    pub(crate) fn base(&self, row: usize) -> f32 {
        self.y(row) + self.height / 2.0 + BODY * 0.36
    }

    /// Numbers of the rows of lines.
    pub(crate) fn lines(&self) -> std::ops::RangeInclusive<usize> {
        1..=self.shown
    }

    /// Paints stripes behind every other line.
    pub(crate) fn stripes(&self, sheet: &mut Sheet<'_>, width: f32) {
        let colors = sheet.cx.atlas.colors;
        let stripe = mix(colors.frame, colors.label, 28);
        for row in self.lines().step_by(2) {
            let (y, bottom) = (self.y(row), self.y(row + 1));
            let corner = Point::new(width - EDGE / 2.0, bottom);
            sheet.fill(Point::new(EDGE / 2.0, y), corner, stripe);
        }
    }

    /// Marks a row with a bar at the left edge.
    pub(crate) fn mark(&self, sheet: &mut Sheet<'_>, row: usize) {
        let corner = Point::new(EDGE / 2.0 + 6.0, self.y(row + 1));
        let color = sheet.cx.atlas.colors.text;
        sheet.fill(Point::new(EDGE / 2.0, self.y(row)), corner, color);
    }

    /// Writes the number of lines left out below the last one.
    pub(crate) fn note(&self, sheet: &mut Sheet<'_>, left: f32, room: f32) {
        if self.more > 0 {
            let style = TextStyle::body(room).ink(Ink::Label);
            let at = Anchor::Left(left, self.base(self.shown + 1));
            sheet.message(&msg!("table-more", count = self.more), style, at);
        }
    }
}
