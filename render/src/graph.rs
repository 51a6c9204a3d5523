//! How a game went: White's prospects after each half-move.

use rules_core::ByColor;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::Spot;
use crate::sheet::{EDGE, Place, Sheet, TITLE, Type};
use crate::text::harmless;
use crate::theme::ThemeId;

/// The course of a game's evaluation.
#[derive(Debug, Clone, PartialEq)]
pub struct EvaluationGraph {
    /// A heading, such as the players and the result.
    pub title: String,
    /// What the sides are called.
    pub names: ByColor<String>,
    /// White's expected score in thousandths, 1000 for a sure win: first at the start, then after each half-move.
    /// Values above 1000 count as 1000; of more than 1200 values the last 1200 are shown.
    pub expectations: Vec<u16>,
    /// Half-moves to mark with a dot, counted from 1; others than those shown are passed over.
    pub moments: Vec<usize>,
    /// The colors.
    pub theme: ThemeId,
}

const WIDTH: f32 = 720.0;
const HEIGHT: f32 = 320.0;
const MOST: usize = 1200;

/// The expected score in thousandths for an evaluation in hundredths of a pawn, on the usual logistic curve.
#[must_use]
pub fn expectation(centipawns: i32) -> u16 {
    let pawns = f64::from(centipawns.clamp(-10_000, 10_000)) / 100.0;
    let share = 1000.0 / (1.0 + (-pawns / 2.7).exp());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a share of 1000 lies between 0 and 1000"
    )]
    let thousandths = share.round() as u16;
    thousandths
}

impl EvaluationGraph {
    /// The graph in words: where it starts, ends and turns most.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let percent = |value: &u16| (value.min(&1000) + 5) / 10;
        let text = format!(
            "Evaluation graph. {}. ",
            harmless(&self.title).collect::<String>()
        );
        let (Some(first), Some(last)) = (self.expectations.first(), self.expectations.last())
        else {
            return text + "No moves yet.";
        };
        let steps = self.expectations.windows(2).map(|pair| match pair {
            [from, to] => (from, to),
            _ => (first, first),
        });
        let turn = (1..)
            .zip(steps)
            .max_by_key(|(_, (from, to))| from.abs_diff(**to));
        let turn = turn.map_or_else(String::new, |(ply, (from, to))| {
            let (from, to) = (percent(from), percent(to));
            format!(", change most with half-move {ply} (from {from} to {to})")
        });
        let (first, last) = (percent(first), percent(last));
        format!("{text}White's prospects begin at {first} percent{turn} and end at {last} percent.")
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let mut sheet = Sheet::new(WIDTH, HEIGHT, &self.title, tools);
        let theme = tools.atlas.theme;
        let top_left = Spot::new(EDGE, EDGE + TITLE + 34.0);
        let bottom_right = Spot::new(WIDTH - EDGE, HEIGHT - 40.0);
        self.legend(&mut sheet, top_left.y - 12.0);
        sheet.fill(top_left, bottom_right, theme.black.fill);

        let skipped = self.expectations.len().saturating_sub(MOST);
        let values = &self.expectations[skipped..];
        let last = u16::try_from(values.len().saturating_sub(1))
            .unwrap_or(u16::MAX)
            .max(1);
        let at = |ply: u16, value: u16| {
            let across = f32::from(ply) / f32::from(last);
            let up = f32::from(value.min(1000)) / 1000.0;
            Spot::new(
                top_left.x + (bottom_right.x - top_left.x) * across,
                bottom_right.y - (bottom_right.y - top_left.y) * up,
            )
        };
        let mut curve: Vec<Spot> = (0..)
            .zip(values)
            .map(|(ply, &value)| at(ply, value))
            .collect();
        if let [only] = curve[..] {
            curve.push(Spot::new(bottom_right.x, only.y));
        }
        if let (Some(&first), Some(&end)) = (curve.first(), curve.last()) {
            let mut area = curve.clone();
            area.push(Spot::new(end.x, bottom_right.y));
            area.push(Spot::new(first.x, bottom_right.y));
            sheet.polygon(&area, theme.white.fill);
        }
        let middle = [at(0, 500), at(last, 500)];
        sheet.line(&middle, 2.0, Ink::Danger);
        sheet.line(&curve, 4.0, Ink::Accent);
        for &moment in &self.moments {
            let shown = moment
                .checked_sub(skipped)
                .and_then(|ply| Some((ply, *values.get(ply)?)));
            if let Some((ply, value)) = shown {
                let spot = at(u16::try_from(ply).unwrap_or(u16::MAX), value);
                sheet.disc(spot, 8.0, Ink::White);
                sheet.disc(spot, 6.0, Ink::Danger);
            }
        }
        move_numbers(&mut sheet, skipped, last, |ply| {
            Spot::new(at(ply, 0).x, HEIGHT - 14.0)
        });
        sheet.canvas
    }

    fn legend(&self, sheet: &mut Sheet<'_>, y: f32) {
        let look = Type::body(WIDTH / 2.0 - 60.0).size(17.0);
        let mut x = EDGE;
        for (ink, name) in [
            (Ink::White, &self.names.white),
            (Ink::Black, &self.names.black),
        ] {
            let center = Spot::new(x + 8.0, y - 6.0);
            sheet.disc(center, 8.0, Ink::Label);
            sheet.disc(center, 6.5, ink);
            x += 22.0 + sheet.text(name, look, Place::Left(Spot::new(x + 22.0, y))) + 24.0;
        }
    }
}

/// Numbers of moves, not half-moves, at even distances.
fn move_numbers(sheet: &mut Sheet<'_>, skipped: usize, last: u16, at: impl Fn(u16) -> Spot) {
    let step = [10, 20, 50, 100, 200]
        .into_iter()
        .find(|step| last / (step * 2) < 12)
        .unwrap_or(500);
    let look = Type::body(60.0).size(16.0).ink(Ink::Label);
    let numbers = (1..).map(|number| (number * step, 2 * number * step));
    for (number, ply) in numbers.take_while(|(_, ply)| *ply <= last) {
        let shown = usize::from(number) + skipped / 2;
        sheet.text(&shown.to_string(), look, Place::Middle(at(ply)));
    }
}
