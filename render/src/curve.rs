//! How ratings went with time: one line for each kind of game, dates below, figures beside.

use std::fmt::Write as _;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan as _};

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::{Spot, to_f32};
use crate::sheet::{BODY, EDGE, Place, Sheet, TITLE, Type};
use crate::text::harmless;
use crate::theme::{Rgb, Theme, ThemeId, mix};

/// The course of one or several ratings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Curve {
    /// A heading, such as whose ratings these are.
    pub title: String,
    /// At most six are shown.
    pub series: Vec<Series>,
    /// The colors.
    pub theme: ThemeId,
}

/// One rating, such as that in one kind of game.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Series {
    /// Any text; it is cut to fit.
    pub name: String,
    /// In any order; of more than 2,000 the newest are shown.
    pub points: Vec<CurvePoint>,
}

/// A rating at one time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct CurvePoint {
    /// Seconds since the beginning of 1970, UTC; brought into the years 1970 to 2105.
    pub at: i64,
    /// The rating.
    pub value: u16,
}

const MOST_SERIES: usize = 6;
const MOST_POINTS: usize = 2000;
const WIDTH: f32 = 720.0;
/// Height of the panel the curves are drawn on.
const PANEL: f32 = 280.0;
const LEGEND: f32 = 32.0;
/// Left of the panel, for the figures.
const FIGURES: f32 = 56.0;
/// Right of the panel, for the numbers of the series.
const NUMBERS: f32 = 34.0;
const SMALL: f32 = 16.0;

impl Curve {
    /// Every series that has points, oldest first.
    fn shown(&self) -> Vec<(&str, Vec<CurvePoint>)> {
        let series = self
            .series
            .iter()
            .filter(|series| !series.points.is_empty());
        let sorted = series.take(MOST_SERIES).map(|series| {
            let mut points = series.points.clone();
            points.sort_by_key(|point| point.at);
            points.drain(..points.len().saturating_sub(MOST_POINTS));
            (series.name.as_str(), points)
        });
        sorted.collect()
    }

    /// The curves in words: where each begins, stood highest and ends.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let mut text = format!(
            "Rating curve. {}.",
            harmless(&self.title).collect::<String>()
        );
        for (name, points) in self.shown() {
            let (Some(first), Some(last)) = (points.first(), points.last()) else {
                continue;
            };
            let highest = points.iter().map(|point| point.value).max().unwrap_or(0);
            let name: String = harmless(name).take(40).collect();
            // Writing to a string cannot fail.
            let _ = write!(
                text,
                " {name}: {} on {}, {} on {}, at most {highest}.",
                first.value,
                whole_date(day(first.at)),
                last.value,
                whole_date(day(last.at)),
            );
        }
        if self.shown().is_empty() {
            text += " No games yet.";
        }
        text
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let series = self.shown();
        let lines = (0..series.len().div_ceil(2)).fold(0.0, |height, _| height + LEGEND);
        let top = EDGE + TITLE + 22.0 + lines;
        let mut sheet = Sheet::new(WIDTH, top + PANEL + 44.0, &self.title, tools);
        let theme = tools.atlas.theme;
        let panel = Panel {
            left: EDGE + FIGURES,
            right: WIDTH - EDGE - NUMBERS,
            top,
            bottom: top + PANEL,
            scale: Scale::of(&series),
            paper: paper(theme),
        };
        panel.grid(&mut sheet, theme);
        for ((name, points), (number, look)) in series.iter().zip(looks(theme)) {
            let corners: Vec<Spot> = points.iter().map(|point| panel.spot(*point)).collect();
            look.line(&mut sheet, &corners);
            legend(&mut sheet, number, look, name, points);
        }
        panel.ends(&mut sheet, &series, theme);
        sheet.canvas
    }
}

/// How a series is drawn; the broken lines tell those apart that share an ink.
#[derive(Debug, Clone, Copy)]
struct Look {
    ink: Ink,
    broken: bool,
    /// On a disc of that ink.
    digit: Ink,
}

impl Look {
    fn line(self, sheet: &mut Sheet<'_>, corners: &[Spot]) {
        match corners {
            [] => {}
            [only] => sheet.disc(*only, 4.0, self.ink),
            _ if self.broken => sheet.broken_line(corners, 3.5, self.ink),
            _ => sheet.line(corners, 3.5, self.ink),
        }
    }

    /// The number by which a series is found without colors.
    fn badge(self, sheet: &mut Sheet<'_>, center: Spot, number: &str) {
        sheet.disc(center, 10.5, Ink::Label);
        sheet.disc(center, 9.5, self.ink);
        let digit = Type::body(20.0).bold().size(14.0).ink(self.digit);
        sheet.text(
            number,
            digit,
            Place::Middle(Spot::new(center.x, center.y + 5.0)),
        );
    }
}

/// The inks of series 1 to 6, with their numbers.
fn looks(theme: &Theme) -> impl Iterator<Item = (&'static str, Look)> {
    let (fourth, digit) = if theme.has_light_marks() {
        (Ink::Text, Ink::Black)
    } else {
        (Ink::Black, Ink::White)
    };
    let look = move |ink, broken| Look { ink, broken, digit };
    let looks = [
        look(Ink::Accent, false),
        look(Ink::Danger, false),
        look(Ink::Effect, false),
        look(fourth, false),
        look(Ink::Accent, true),
        look(Ink::Danger, true),
    ];
    ["1", "2", "3", "4", "5", "6"].into_iter().zip(looks)
}

/// What the curves stand on: where marks are light, the frame's dark color.
fn paper(theme: &Theme) -> Rgb {
    if theme.has_light_marks() {
        theme.frame
    } else {
        theme.plain[0]
    }
}

fn legend(sheet: &mut Sheet<'_>, number: &str, look: Look, name: &str, points: &[CurvePoint]) {
    let place = number.parse().unwrap_or(1_u8) - 1;
    let left = EDGE + f32::from(place % 2) * (WIDTH / 2.0);
    let y = EDGE + TITLE + 28.0 + f32::from(place / 2) * LEGEND;
    look.badge(sheet, Spot::new(left + 11.0, y), number);
    let base = y + BODY * 0.36;
    let room = WIDTH / 2.0 - 130.0;
    let width = sheet.text(
        name,
        Type::body(room),
        Place::Left(Spot::new(left + 30.0, base)),
    );
    if let Some(last) = points.last() {
        let value = Type::body(80.0).bold();
        let at = Spot::new(left + 40.0 + width, base);
        sheet.text(&last.value.to_string(), value, Place::Left(at));
    }
}

/// What the axes span.
#[derive(Debug, Clone, Copy)]
struct Scale {
    from: i64,
    to: i64,
    low: u16,
    high: u16,
    /// Between two figures beside the panel.
    step: u16,
}

impl Scale {
    /// All points and a little air, the figures round.
    fn of(series: &[(&str, Vec<CurvePoint>)]) -> Self {
        let points = || series.iter().flat_map(|(_, points)| points);
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
            // A single time still has a place.
            to: to.max(from + 1),
            low: low / step * step,
            high: (high / step).saturating_add(1).saturating_mul(step),
            step,
        }
    }

    /// The days named below the panel, with their names: at most seven.
    fn days(self) -> Vec<(Date, String)> {
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
                let text = match step {
                    12.. => date.year().to_string(),
                    _ => format!("{} {}", short_month(date), date.year()),
                };
                Some((date, text))
            })
            .collect()
    }
}

/// Where the curves are drawn.
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
        // The first and last points keep off the edges.
        self.left + 8.0 + (self.right - self.left - 16.0) * share.min(1.0)
    }

    fn y(&self, value: u16) -> f32 {
        let (low, high) = (f32::from(self.scale.low), f32::from(self.scale.high));
        self.bottom - (self.bottom - self.top) * (f32::from(value) - low) / (high - low)
    }

    fn spot(&self, point: CurvePoint) -> Spot {
        Spot::new(self.x(point.at), self.y(point.value))
    }

    fn grid(&self, sheet: &mut Sheet<'_>, theme: &Theme) {
        let corner = Spot::new(self.right, self.bottom);
        sheet.fill(Spot::new(self.left, self.top), corner, self.paper);
        let faint = if theme.has_light_marks() {
            mix(self.paper, theme.label, 72)
        } else {
            mix(self.paper, theme.plain[1], 128)
        };
        let look = Type::body(FIGURES).size(SMALL).ink(Ink::Label);
        let Scale {
            low, high, step, ..
        } = self.scale;
        for value in (low..=high).step_by(usize::from(step)) {
            let y = self.y(value);
            sheet.fill(
                Spot::new(self.left, y),
                Spot::new(self.right, y + 1.0),
                faint,
            );
            let at = Spot::new(self.left - 10.0, y + SMALL * 0.36);
            sheet.text(&value.to_string(), look, Place::Right(at));
        }
        let mut free = 0.0;
        for (date, name) in self.scale.days() {
            let x = self.x(midnight(date).max(self.scale.from));
            sheet.fill(
                Spot::new(x, self.top),
                Spot::new(x + 1.0, self.bottom),
                faint,
            );
            if x >= free {
                let at = Spot::new(x.max(self.left + 24.0), self.bottom + 26.0);
                let width = sheet.text(&name, look.room(100.0), Place::Middle(at));
                free = at.x + width + 12.0;
            }
        }
    }

    /// The number of each series beside its last point, moved apart where they would meet.
    fn ends(&self, sheet: &mut Sheet<'_>, series: &[(&str, Vec<CurvePoint>)], theme: &Theme) {
        let lasts = series
            .iter()
            .zip(looks(theme))
            .filter_map(|((_, points), look)| {
                let value = points.last()?.value;
                Some((self.y(value), look))
            });
        let mut ends: Vec<_> = lasts.collect();
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
        for (y, (number, look)) in ends {
            look.badge(sheet, Spot::new(self.right + 18.0, y), number);
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

/// When a day begins in UTC, in seconds since the beginning of 1970.
fn midnight(day: Date) -> i64 {
    let zoned = day.to_zoned(TimeZone::UTC);
    zoned.map_or(0, |zoned| zoned.timestamp().as_second())
}

fn short_month(date: Date) -> String {
    date.strftime("%b").to_string()
}

fn day_and_month(date: Date) -> String {
    format!("{} {}", date.day(), short_month(date))
}

fn whole_date(date: Date) -> String {
    format!("{} {}", day_and_month(date), date.year())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: i64 = 86_400;

    fn scale(days: i64) -> Scale {
        // 21 November 2026.
        let from = 20_778 * DAY;
        let point = |at| CurvePoint { at, value: 1500 };
        Scale::of(&[("", vec![point(from), point(from + days * DAY)])])
    }

    #[test]
    fn dates_are_named_as_finely_as_there_is_room() {
        let names = |days| -> Vec<String> {
            let days = scale(days).days().into_iter();
            days.map(|(_, name)| name).collect()
        };
        assert_eq!(names(0), ["21 Nov"]);
        assert_eq!(names(2), ["21 Nov", "22 Nov", "23 Nov"]);
        assert_eq!(
            names(30),
            [
                "21 Nov", "26 Nov", "1 Dec", "6 Dec", "11 Dec", "16 Dec", "21 Dec"
            ]
        );
        assert_eq!(names(200)[..2], ["Dec 2026", "Jan 2027"]);
        assert_eq!(names(3000)[..2], ["2028", "2030"]);
    }

    #[test]
    fn no_span_of_time_names_more_than_a_few_dates() {
        for days in (0..400).chain((400..50_000).step_by(97)) {
            let count = scale(days).days().len();
            assert!((1..=8).contains(&count), "{count} names for {days} days");
        }
    }

    #[test]
    fn every_value_lies_on_the_panel() {
        for value in [0, 1, 99, 1500, 39_999, u16::MAX] {
            for other in [0, 1500, u16::MAX] {
                let points = [value, other].map(|value| CurvePoint { at: 0, value });
                let scale = Scale::of(&[("", points.to_vec())]);
                assert!(scale.low <= value.min(other) && value.max(other) <= scale.high);
                assert!((scale.high - scale.low) / scale.step <= 8);
            }
        }
    }
}
