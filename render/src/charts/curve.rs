//! Ratings over time: a line for each kind of game, dates below, ratings on the left.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};
use pictures::{Curve, CurvePoint};
use text::{Lang, Message, msg};

use crate::alt::{Description, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::{Point, to_f32};
use crate::paint::theme_colors::{Coat, Colors, Ink, Rgb, mix};
use crate::tables::sheet::{Anchor, BODY, EDGE, SMALL, Sheet, TITLE, TextStyle};
use crate::{Picture, RenderError, Renderer};

const MAX_SERIES: usize = 6;
const MAX_POINTS: usize = 2000;
const WIDTH: f32 = 720.0;
/// Height of the panel of the curves.
const PANEL: f32 = 280.0;
/// Height of a line of the legend.
const LEGEND: f32 = 32.0;
/// Left of the panel, for the ratings.
const FIGURES: f32 = 56.0;
/// Right of the panel, for the numbers of the series.
const NUMBERS: f32 = 34.0;

impl Picture for Curve {
    fn file_name(&self) -> String {
        "ratings.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.sheet(Coat::White, self.theme, lang, |cx| draw(self, cx))
    }

    /// Describes the start, the end and the peak of each line.
    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("curve-alt", title));
        let lines = lines(self, lang);
        if lines.is_empty() {
            description.sentence(&msg!("curve-alt-empty"));
        }
        for line in lines {
            description.sentence(&msg!(
                "curve-alt-series",
                name = short(&line.name, 40),
                first = line.first().value,
                since = full_date(day(line.first().at)),
                last = line.last().value,
                until = full_date(day(line.last().at)),
                highest = line.highest()
            ));
        }
        description.finish()
    }
}

/// A series that has points.
struct Line {
    name: String,
    /// Oldest first, at least one.
    points: Vec<CurvePoint>,
}

impl Line {
    fn first(&self) -> CurvePoint {
        self.points[0]
    }

    fn last(&self) -> CurvePoint {
        self.points[self.points.len() - 1]
    }

    fn highest(&self) -> u16 {
        let values = self.points.iter().map(|point| point.value);
        values.max().unwrap_or(0)
    }
}

/// The series to show.
fn lines(curve: &Curve, lang: Lang) -> Vec<Line> {
    let series = curve
        .series
        .iter()
        .filter(|series| !series.points.is_empty());
    let line = |series: &pictures::Series| {
        let mut points = series.points.clone();
        points.sort_by_key(|point| point.at);
        points.drain(..points.len().saturating_sub(MAX_POINTS));
        let name = lang.plain(&series.name);
        Line { name, points }
    };
    series.take(MAX_SERIES).map(line).collect()
}

fn draw(curve: &Curve, cx: Context<'_>) -> Canvas {
    let lines = lines(curve, cx.lang);
    let legend = (0..lines.len().div_ceil(2)).fold(0.0, |height, _| height + LEGEND);
    let top = EDGE + TITLE + 22.0 + legend;
    let mut sheet = Sheet::new(WIDTH, top + PANEL + 44.0, &curve.title, cx);
    let colors = cx.atlas.colors;
    let panel = Panel {
        left: EDGE + FIGURES,
        right: WIDTH - EDGE - NUMBERS,
        top,
        bottom: top + PANEL,
        scale: Scale::of(&lines),
        paper: paper(colors),
    };
    panel.draw_grid(&mut sheet);
    for (number, (line, style)) in lines.iter().zip(line_styles(colors)).enumerate() {
        let points: Vec<Point> = line.points.iter().map(|at| panel.point(*at)).collect();
        style.draw_line(&mut sheet, &points);
        draw_legend(&mut sheet, number, style, line);
    }
    panel.draw_ends(&mut sheet, &lines);
    sheet.canvas
}

/// The look of a line. Of two lines that share an ink, one is dashed.
#[derive(Debug, Clone, Copy)]
struct LineStyle {
    ink: Ink,
    dashed: bool,
    /// The ink of a number on a disc of the line's ink.
    digit: Ink,
}

impl LineStyle {
    fn draw_line(self, sheet: &mut Sheet<'_>, points: &[Point]) {
        match points {
            [] => {}
            [only] => sheet.disc(*only, 4.0, self.ink),
            _ if self.dashed => sheet.dashed_line(points, 3.5, self.ink),
            _ => sheet.line(points, 3.5, self.ink),
        }
    }

    /// Draws the number of a line, counted from 0, which tells lines apart without colors.
    fn draw_badge(self, sheet: &mut Sheet<'_>, center: Point, number: usize) {
        sheet.disc(center, 10.5, Ink::Label);
        sheet.disc(center, 9.5, self.ink);
        let style = TextStyle::body(20.0).bold().size(14.0).ink(self.digit);
        let at = Anchor::Middle(center.x, center.y + 5.0);
        sheet.text(&(number + 1).to_string(), style, at);
    }
}

fn line_styles(colors: &Colors) -> [LineStyle; MAX_SERIES] {
    let (fourth, digit) = if colors.has_light_marks() {
        (Ink::Text, Ink::Black)
    } else {
        (Ink::Black, Ink::White)
    };
    let style = |ink, dashed| LineStyle { ink, dashed, digit };
    [
        style(Ink::Accent, false),
        style(Ink::Danger, false),
        style(Ink::Effect, false),
        style(fourth, false),
        style(Ink::Accent, true),
        style(Ink::Danger, true),
    ]
}

/// The color behind the curves: the frame's dark color where marks are light.
fn paper(colors: &Colors) -> Rgb {
    if colors.has_light_marks() {
        colors.frame
    } else {
        colors.plain[0]
    }
}

/// Draws a line's entry in the legend, which has two columns.
fn draw_legend(sheet: &mut Sheet<'_>, number: usize, style: LineStyle, line: &Line) {
    let left = [EDGE, EDGE + WIDTH / 2.0][number % 2];
    let y = (0..number / 2).fold(EDGE + TITLE + 28.0, |y, _| y + LEGEND);
    style.draw_badge(sheet, Point::new(left + 11.0, y), number);
    let base = y + BODY * 0.36;
    let name = TextStyle::body(WIDTH / 2.0 - 130.0);
    let width = sheet.text(&line.name, name, Anchor::Left(left + 30.0, base));
    let value = TextStyle::body(80.0).bold();
    let at = Anchor::Left(left + 40.0 + width, base);
    sheet.text(&line.last().value.to_string(), value, at);
}

/// The ranges of the axes.
#[derive(Debug, Clone, Copy)]
struct Scale {
    from: i64,
    to: i64,
    low: u16,
    high: u16,
    /// Between two ratings on the left.
    step: u16,
}

impl Scale {
    /// All points, up to the next round ratings.
    fn of(lines: &[Line]) -> Self {
        let points = || lines.iter().flat_map(|line| &line.points);
        let times = || points().map(|point| in_range(point.at));
        let values = || points().map(|point| point.value);
        let (from, to) = (times().min().unwrap_or(0), times().max().unwrap_or(0));
        let (low, high) = (
            values().min().unwrap_or(1400),
            values().max().unwrap_or(1600),
        );
        let step = [25, 50, 100, 200, 500, 1000, 2000, 5000]
            .into_iter()
            .find(|step| (high - low) / step < 5)
            .unwrap_or(20_000);
        Self {
            from,
            // A single time has a place, too.
            to: to.max(from + 1),
            low: low / step * step,
            high: (high / step).saturating_add(1).saturating_mul(step),
            step,
        }
    }

    /// The dates below the panel, at most seven.
    fn dates(self) -> Vec<(Date, Message)> {
        let (first, last) = (day(self.from), day(self.to));
        let length = (last - first).get_days();
        let steps = [1, 2, 5, 10, 20].into_iter();
        if let Some(step) = steps.filter(|step| length / step < 7).min() {
            let days = first.series(step.days());
            let days = days.take_while(|day| *day <= last);
            return days.map(|day| (day, day_and_month(day))).collect();
        }
        let months = |date: Date| date.year() * 12 + i16::from(date.month()) - 1;
        let (first, last) = (months(first) + 1, months(last));
        let step = [1, 2, 3, 6, 12, 24, 60, 120, 240]
            .into_iter()
            .find(|step| (last - first) / step < 7)
            .unwrap_or(600);
        (first..=last)
            .filter(|month| month % step == 0)
            .filter_map(|month| {
                let number = i8::try_from(month % 12 + 1).ok()?;
                let date = Date::new(month / 12, number, 1).ok()?;
                let year = date.year().to_string();
                let name = match step {
                    12.. => msg!("chart-year", year),
                    _ => msg!("chart-month", month = month_name(date), year),
                };
                Some((date, name))
            })
            .collect()
    }
}

struct Panel {
    left: f32,
    right: f32,
    top: f32,
    bottom: f32,
    scale: Scale,
    paper: Rgb,
}

impl Panel {
    fn x(&self, at: i64) -> f32 {
        let seconds = |time: i64| to_f32(u32::try_from(time - self.scale.from).unwrap_or(0));
        let share = seconds(in_range(at)) / seconds(self.scale.to);
        // The first and last points stay clear of the edges.
        self.left + 8.0 + (self.right - self.left - 16.0) * share.min(1.0)
    }

    fn y(&self, value: u16) -> f32 {
        let (low, high) = (f32::from(self.scale.low), f32::from(self.scale.high));
        self.bottom - (self.bottom - self.top) * (f32::from(value) - low) / (high - low)
    }

    fn point(&self, point: CurvePoint) -> Point {
        Point::new(self.x(point.at), self.y(point.value))
    }

    fn draw_grid(&self, sheet: &mut Sheet<'_>) {
        let corner = Point::new(self.right, self.bottom);
        sheet.fill(Point::new(self.left, self.top), corner, self.paper);
        let colors = sheet.cx.atlas.colors;
        let faint = if colors.has_light_marks() {
            mix(self.paper, colors.label, 72)
        } else {
            mix(self.paper, colors.plain[1], 128)
        };
        let style = TextStyle::body(FIGURES).size(SMALL).ink(Ink::Label);
        let Scale {
            low, high, step, ..
        } = self.scale;
        for value in (low..=high).step_by(usize::from(step)) {
            let y = self.y(value);
            let end = Point::new(self.right, y + 1.0);
            sheet.fill(Point::new(self.left, y), end, faint);
            let at = Anchor::Right(self.left - 10.0, y + SMALL * 0.36);
            sheet.text(&value.to_string(), style, at);
        }
        let mut free = 0.0;
        for (date, name) in self.scale.dates() {
            let x = self.x(midnight(date).max(self.scale.from));
            let end = Point::new(x + 1.0, self.bottom);
            sheet.fill(Point::new(x, self.top), end, faint);
            if x >= free {
                let middle = x.max(self.left + 24.0);
                let at = Anchor::Middle(middle, self.bottom + 26.0);
                free = middle + sheet.message(&name, style.room(100.0), at) + 12.0;
            }
        }
    }

    /// Draws the number of each line beside its last point, moved apart where they would overlap.
    fn draw_ends(&self, sheet: &mut Sheet<'_>, lines: &[Line]) {
        let ends = lines.iter().map(|line| self.y(line.last().value));
        let styles = line_styles(sheet.cx.atlas.colors).into_iter().enumerate();
        let mut ends: Vec<_> = ends.zip(styles).collect();
        ends.sort_by(|a, b| a.0.total_cmp(&b.0));
        let mut above = self.top - 14.0;
        for (y, _) in &mut ends {
            *y = y.max(above + 23.0);
            above = *y;
        }
        let mut below = self.bottom + 14.0;
        for (y, _) in ends.iter_mut().rev() {
            *y = y.min(below - 23.0);
            below = *y;
        }
        for (y, (number, style)) in ends {
            style.draw_badge(sheet, Point::new(self.right + 18.0, y), number);
        }
    }
}

fn in_range(at: i64) -> i64 {
    at.clamp(0, u32::MAX.into())
}

fn day(at: i64) -> Date {
    let time = Timestamp::from_second(in_range(at)).unwrap_or_default();
    time.to_zoned(TimeZone::UTC).date()
}

/// The start of a day in UTC, in seconds since 1970.
fn midnight(day: Date) -> i64 {
    let zoned = day.to_zoned(TimeZone::UTC);
    zoned.map_or(0, |zoned| zoned.timestamp().as_second())
}

fn month_name(date: Date) -> Message {
    msg!("chart-month-name", month = date.month())
}

fn day_and_month(date: Date) -> Message {
    msg!("chart-day", day = date.day(), month = month_name(date))
}

fn full_date(date: Date) -> Message {
    msg!(
        "chart-date",
        day = date.day(),
        month = month_name(date),
        year = date.year().to_string()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    fn line(points: Vec<CurvePoint>) -> Line {
        let name = String::new();
        Line { name, points }
    }

    fn scale(days: i64) -> Scale {
        // 21 November 2026.
        let from = 20_778 * DAY;
        let point = |at| CurvePoint { at, value: 1500 };
        Scale::of(&[line(vec![point(from), point(from + days * DAY)])])
    }

    #[test]
    fn dates_are_named_as_finely_as_there_is_room() {
        let names = |days| -> Vec<String> {
            let dates = scale(days).dates().into_iter();
            dates.map(|(_, name)| name.to_string()).collect()
        };
        assert_eq!(names(0), ["Nov 21"]);
        assert_eq!(names(2), ["Nov 21", "Nov 22", "Nov 23"]);
        let weeks = "Nov 21, Nov 26, Dec 1, Dec 6, Dec 11, Dec 16, Dec 21";
        assert_eq!(names(30).join(", "), weeks);
        assert_eq!(names(200)[..2], ["Dec 2026", "Jan 2027"]);
        assert_eq!(names(3000)[..2], ["2028", "2030"]);
    }

    #[test]
    fn no_span_of_time_names_more_than_a_few_dates() {
        for days in (0..400).chain((400..50_000).step_by(97)) {
            let count = scale(days).dates().len();
            assert!((1..=8).contains(&count), "{count} names for {days} days");
        }
    }

    #[test]
    fn every_value_lies_on_the_panel() {
        for value in [0, 1, 99, 1500, 39_999, u16::MAX] {
            for other in [0, 1500, u16::MAX] {
                let points = [value, other].map(|value| CurvePoint { at: 0, value });
                let scale = Scale::of(&[line(points.to_vec())]);
                assert!(scale.low <= value.min(other) && value.max(other) <= scale.high);
                assert!((scale.high - scale.low) / scale.step <= 8);
            }
        }
    }
}
