//! Brackets of knockouts.

use pictures::{Bracket, BracketRound, BracketSide};
use text::{Lang, Text, msg};

use super::sheet::{Anchor, EDGE, Sheet, TITLE, TextStyle};
use crate::alt::{Description, MAX_ALT_CHARS, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::geometry::Point;
use crate::paint::theme_colors::{Coat, Ink, mix};
use crate::{Picture, RenderError, Renderer};

const MAX_ROUNDS: usize = 6;
const MAX_MATCHES: usize = 32;
const MIN_WIDTH: f32 = 400.0;
/// The width of a match in a bracket of few rounds.
const MATCH: f32 = 200.0;
/// The width of a match in a bracket of more than [`FEW`] rounds.
const NARROW_MATCH: f32 = 164.0;
const FEW: usize = 3;
/// Between two rounds.
const GAP: f32 = 32.0;
/// The height of a side of a match.
const LINE: f32 = 30.0;
/// The height of a match of the first round with the space around it.
const SPACING: f32 = 80.0;

impl Picture for Bracket {
    fn file_name(&self) -> String {
        "bracket.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.sheet(Coat::White, self.theme, lang, |cx| draw(self, cx))
    }

    /// Describes the matches from the last round back, as many as fit.
    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("bracket-alt", title));
        for round in self.rounds.iter().rev() {
            for [first, second] in &round.matches {
                let title = short_text(&round.title, lang, 30);
                let words = match (first, second) {
                    (BracketSide::Player { name, .. }, BracketSide::Bye)
                    | (BracketSide::Bye, BracketSide::Player { name, .. }) => {
                        let name = short_text(name, lang, 30);
                        msg!("bracket-alt-bye", round = title, name)
                    }
                    (BracketSide::Bye, _) | (_, BracketSide::Bye) => continue,
                    _ => {
                        let (first, second) = (describe(first, lang), describe(second, lang));
                        msg!("bracket-alt-match", round = title, first, second)
                    }
                };
                let words = lang.words(&words);
                if description.length() + 1 + words.chars().count() > MAX_ALT_CHARS {
                    return description.finish();
                }
                description.push(&words);
            }
        }
        description.finish()
    }
}

/// `Ada 2 (won)`.
fn describe(side: &BracketSide, lang: Lang) -> Text {
    let BracketSide::Player { name, score, won } = side else {
        return msg!("bracket-alt-open").into();
    };
    let name = format!("{} {}", short_text(name, lang, 30), short(score, 8));
    let name = name.trim_end();
    if *won {
        msg!("bracket-alt-winner", name).into()
    } else {
        name.into()
    }
}

fn draw(bracket: &Bracket, cx: Context<'_>) -> Canvas {
    let rounds = &bracket.rounds[bracket.rounds.len().saturating_sub(MAX_ROUNDS)..];
    let match_width = if rounds.len() > FEW {
        NARROW_MATCH
    } else {
        MATCH
    };
    let first = rounds
        .first()
        .map_or(1, |round| round.matches.len().clamp(1, MAX_MATCHES));
    let width = rounds
        .iter()
        .fold(2.0 * EDGE - GAP, |width, _| width + match_width + GAP)
        .max(MIN_WIDTH);
    let top = EDGE + TITLE + 50.0;
    let height = (0..first).fold(top + EDGE, |height, _| height + SPACING);
    let mut sheet = Sheet::new(width, height, &bracket.title, cx);
    let mut column = Column {
        left: EDGE,
        top,
        width: match_width,
        spacing: SPACING,
        feeders: 0,
    };
    let (mut matches, mut before) = (first, None);
    for round in rounds {
        column.feeders = match before {
            None => 0,
            Some(before) if round.matches.len() < before => {
                column.spacing *= 2.0;
                matches = matches.div_ceil(2);
                2
            }
            Some(_) => 1,
        };
        column.draw(&mut sheet, round, matches);
        column.left += match_width + GAP;
        before = Some(round.matches.len());
    }
    sheet.canvas
}

/// A round in pixels.
struct Column {
    left: f32,
    top: f32,
    width: f32,
    /// Between the centers of two matches.
    spacing: f32,
    /// How many matches of the round before feed a match: none, one or two.
    feeders: u8,
}

impl Column {
    fn draw(&self, sheet: &mut Sheet<'_>, round: &BracketRound, matches: usize) {
        let head = TextStyle::head(self.width);
        let title = sheet.cx.lang.plain(&round.title);
        sheet.text(&title, head, Anchor::Left(self.left, self.top - 12.0));
        let mut middle = self.top + self.spacing / 2.0;
        for sides in round.matches.iter().take(matches) {
            let center = Point::new(self.left, middle);
            self.draw_lines(sheet, center);
            self.draw_match(sheet, sides, center);
            middle += self.spacing;
        }
    }

    /// Draws the lines from the matches before to the middle of a match's left edge.
    fn draw_lines(&self, sheet: &mut Sheet<'_>, center: Point) {
        let before = center.x - GAP;
        match self.feeders {
            0 => {}
            1 => sheet.line(&[Point::new(before, center.y), center], 2.0, Ink::Label),
            _ => {
                let elbow = center.x - GAP / 2.0;
                let apart = self.spacing / 4.0;
                for y in [center.y - apart, center.y + apart] {
                    let points = [
                        Point::new(before, y),
                        Point::new(elbow, y),
                        Point::new(elbow, center.y),
                        center,
                    ];
                    sheet.line(&points, 2.0, Ink::Label);
                }
            }
        }
    }

    /// Draws a match; `center` is the middle of its left edge.
    fn draw_match(&self, sheet: &mut Sheet<'_>, sides: &[BracketSide; 2], center: Point) {
        let colors = sheet.cx.atlas.colors;
        let right = center.x + self.width;
        let mut y = center.y - LINE;
        for side in sides {
            let lang = sheet.cx.lang;
            let (name, score, won) = match side {
                BracketSide::Open => ("–".to_owned(), "", false),
                BracketSide::Bye => (lang.words(&msg!("bracket-bye")), "", false),
                BracketSide::Player { name, score, won } => {
                    (lang.plain(name), score.as_str(), *won)
                }
            };
            let amount = if won { 84 } else { 34 };
            let ground = mix(colors.frame, colors.label, amount);
            let corner = Point::new(right, y + LINE - 1.0);
            sheet.fill(Point::new(center.x, y), corner, ground);
            let base = y + LINE * 0.7;
            let style = TextStyle::body(self.width - 50.0);
            let style = match side {
                BracketSide::Open => style.ink(Ink::Label),
                _ if won => style.bold(),
                _ => style,
            };
            sheet.text(&name, style, Anchor::Left(center.x + 10.0, base));
            let style = TextStyle::body(44.0).bold();
            sheet.text(score, style, Anchor::Right(right - 10.0, base));
            y += LINE;
        }
    }
}
