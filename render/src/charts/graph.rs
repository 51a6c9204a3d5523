//! Graphs of a game's evaluation.

use pictures::Graph;
use rules_core::{Color, Position};
use text::chess::color_name;
use text::{Lang, msg};

use crate::alt::{Description, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::Point;
use crate::paint::theme_colors::{Coat, Ink, Rgb};
use crate::tables::sheet::{Anchor, EDGE, Sheet, TITLE, TextStyle};
use crate::{Picture, RenderError, Renderer};

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 360.0;
/// Size of words and numbers: a phone shows the graph at half its width.
const LABEL: f32 = 24.0;
const MAX_VALUES: usize = 1200;
/// The expectation of a certain win.
const WIN: u16 = 1000;

impl Picture for Graph {
    fn file_name(&self) -> String {
        "graph.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        let first = Coat::of(Color::White, self.start.variant().family());
        renderer.sheet(first, self.theme, lang, |cx| draw(self, cx))
    }

    /// Describes the start, the end and the biggest change.
    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("graph-alt", title));
        let (Some(&first), Some(&last)) = (self.expectations.first(), self.expectations.last())
        else {
            description.sentence(&msg!("graph-alt-empty"));
            return description.finish();
        };
        let side = |color| color_name(self.start.variant(), color);
        let before = half_moves_before(&self.start);
        description.sentence(&msg!(
            "graph-alt-course",
            side = side(Color::White),
            first = percent(first),
            last = percent(last),
            move = (before + self.expectations.len() - 1).div_ceil(2)
        ));
        let pairs = self.expectations.windows(2).zip(before..);
        let change = |pair: &[u16]| pair[0].abs_diff(pair[1]);
        let biggest = pairs.max_by_key(|(pair, _)| change(pair));
        let shows = |pair: &[u16]| percent(pair[0]) != percent(pair[1]);
        if let Some((pair, ply)) = biggest.filter(|(pair, _)| shows(pair)) {
            let mover = Color::ALL[ply % 2];
            description.sentence(&msg!(
                "graph-alt-turn",
                side = side(mover),
                move = ply / 2 + 1,
                from = percent(pair[0]),
                to = percent(pair[1])
            ));
        }
        description.finish()
    }
}

/// Half-moves from move 1 of White to a position.
fn half_moves_before(position: &Position) -> usize {
    let moves = usize::try_from(position.fullmove_number()).unwrap_or(1);
    2 * moves.saturating_sub(1) + usize::from(position.turn() == Color::Black)
}

fn percent(value: u16) -> u16 {
    (value.min(WIN) + 5) / 10
}

/// The area in which values are drawn.
struct Panel<'a> {
    top_left: Point,
    bottom_right: Point,
    values: &'a [u16],
    /// Half-moves before the first value.
    skipped: usize,
    /// The last half-move shown, at least 1.
    last: u16,
}

fn draw(graph: &Graph, cx: Context<'_>) -> Canvas {
    let mut sheet = Sheet::new(WIDTH, HEIGHT, &graph.title, cx);
    let colors = cx.atlas.colors;
    let skipped = graph.expectations.len().saturating_sub(MAX_VALUES);
    let values = &graph.expectations[skipped..];
    let panel = Panel {
        top_left: Point::new(EDGE, EDGE + TITLE + 48.0),
        bottom_right: Point::new(WIDTH - EDGE, HEIGHT - 48.0),
        values,
        skipped,
        last: u16::try_from(values.len().saturating_sub(1))
            .unwrap_or(u16::MAX)
            .max(1),
    };
    draw_legend(&mut sheet, graph, panel.top_left.y - 16.0);
    let family = graph.start.variant().family();
    let fill = |color| Coat::of(color, family).colors(colors).fill;
    sheet.fill(panel.top_left, panel.bottom_right, fill(Color::Black));
    panel.draw_curve(&mut sheet, fill(Color::White));
    for &ply in &graph.marked {
        panel.draw_mark(&mut sheet, ply);
    }
    panel.draw_move_numbers(&mut sheet, half_moves_before(&graph.start) + skipped);
    sheet.canvas
}

impl Panel<'_> {
    fn point(&self, ply: u16, value: u16) -> Point {
        let across = f32::from(ply) / f32::from(self.last);
        let up = f32::from(value.min(WIN)) / f32::from(WIN);
        let (from, to) = (self.top_left, self.bottom_right);
        Point::new(
            from.x + (to.x - from.x) * across,
            to.y - (to.y - from.y) * up,
        )
    }

    fn draw_curve(&self, sheet: &mut Sheet<'_>, fill: Rgb) {
        let mut curve: Vec<Point> = (0..)
            .zip(self.values)
            .map(|(ply, &value)| self.point(ply, value))
            .collect();
        if let [only] = curve[..] {
            curve.push(Point::new(self.bottom_right.x, only.y));
        }
        if let (Some(&first), Some(&end)) = (curve.first(), curve.last()) {
            let mut area = curve.clone();
            area.push(Point::new(end.x, self.bottom_right.y));
            area.push(Point::new(first.x, self.bottom_right.y));
            sheet.polygon(&area, fill);
        }
        let even = [self.point(0, WIN / 2), self.point(self.last, WIN / 2)];
        sheet.line(&even, 2.0, Ink::Danger);
        sheet.line(&curve, 4.0, Ink::Accent);
    }

    /// Draws a dot at a half-move, if it is shown.
    fn draw_mark(&self, sheet: &mut Sheet<'_>, ply: usize) {
        let shown = ply.checked_sub(self.skipped);
        let value = shown.and_then(|ply| Some((ply, *self.values.get(ply)?)));
        if let Some((ply, value)) = value {
            let center = self.point(u16::try_from(ply).unwrap_or(u16::MAX), value);
            sheet.disc(center, 8.0, Ink::White);
            sheet.disc(center, 6.0, Ink::Danger);
        }
    }

    /// Writes numbers of moves, not half-moves, at equal distances; `before` is the number of half-moves before the first value.
    fn draw_move_numbers(&self, sheet: &mut Sheet<'_>, before: usize) {
        let step = [10, 20, 50, 100, 200]
            .into_iter()
            .find(|step| self.last / (step * 2) < 12)
            .unwrap_or(500);
        let style = TextStyle::body(60.0).size(LABEL).ink(Ink::Label);
        for ply in 1..=self.last {
            let played = before + usize::from(ply);
            if played.is_multiple_of(usize::from(2 * step)) {
                let at = Anchor::Middle(self.point(ply, 0).x, HEIGHT - 14.0);
                sheet.text(&(played / 2).to_string(), style, at);
            }
        }
    }
}

fn draw_legend(sheet: &mut Sheet<'_>, graph: &Graph, y: f32) {
    let style = TextStyle::body(WIDTH / 2.0 - 60.0).size(LABEL);
    let variant = graph.start.variant();
    let mut x = EDGE;
    for color in Color::ALL {
        let ink = Coat::of(color, variant.family()).ink();
        let center = Point::new(x + 11.0, y - 8.0);
        sheet.disc(center, 11.0, Ink::Label);
        sheet.disc(center, 9.0, ink);
        let at = Anchor::Left(x + 30.0, y);
        let name = sheet.cx.lang.words(&color_name(variant, color));
        x += 30.0 + sheet.text(&name, style, at) + 24.0;
    }
}
