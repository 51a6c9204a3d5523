//! A knock-out tournament as a tree.

use std::fmt::Write as _;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::Spot;
use crate::sheet::{EDGE, Place, Sheet, TITLE, Type};
use crate::text::harmless;
use crate::theme::{Theme, ThemeId, mix};

/// The tree of a knock-out tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bracket {
    /// A heading, such as the tournament's name.
    pub title: String,
    /// The first round first. A later round has half as many matches, match `n` being fed by `2n` and `2n + 1`; or as
    /// many, match `n` being fed by `n` and from elsewhere. Of more than six rounds the last six are shown; of each at most as many matches as fit the first shown.
    pub rounds: Vec<BracketRound>,
    /// The colors.
    pub theme: ThemeId,
}

/// One column of the tree.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BracketRound {
    /// Such as `Quarterfinals`.
    pub title: String,
    /// From top to bottom.
    pub matches: Vec<[BracketSide; 2]>,
}

/// One player of a match.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BracketSide {
    /// Nobody yet, or the name; any text, cut to fit.
    pub name: Option<String>,
    /// Such as `1½`; a few characters.
    pub score: String,
    /// Whether this side has won the match.
    pub won: bool,
}

const MOST_ROUNDS: usize = 6;
const MOST_MATCHES: usize = 32;
/// The width of a match among few rounds, and among many.
const BOX: (f32, f32) = (200.0, 164.0);
const MANY: usize = 3;
const GAP: f32 = 32.0;
const LINE: f32 = 30.0;
const SPACING: f32 = 80.0;

impl Bracket {
    fn shown(&self) -> &[BracketRound] {
        &self.rounds[self.rounds.len().saturating_sub(MOST_ROUNDS)..]
    }

    /// The tree in words, round by round from the last back, as far as 1024 characters allow.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let mut text = format!(
            "Knock-out bracket. {}.",
            harmless(&self.title).collect::<String>()
        );
        for round in self.rounds.iter().rev() {
            for pair in &round.matches {
                let mut line = format!(" {}:", harmless(&round.title).take(30).collect::<String>());
                for (side, joint) in pair.iter().zip([" against", "."]) {
                    let name = side.name.as_deref().map_or("nobody yet".into(), |name| {
                        harmless(name).take(30).collect::<String>()
                    });
                    let won = if side.won { " (won)" } else { "" };
                    // Writing to a string cannot fail.
                    let _ = write!(line, " {name} {}{won}{joint}", side.score);
                }
                if text.chars().count() + line.chars().count() > 1024 {
                    return text;
                }
                text += &line;
            }
        }
        text
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let rounds = self.shown();
        let size = if rounds.len() > MANY { BOX.1 } else { BOX.0 };
        let first = rounds
            .first()
            .map_or(1, |round| round.matches.len().clamp(1, MOST_MATCHES));
        let width = rounds
            .iter()
            .fold(2.0 * EDGE - GAP, |width, _| width + size + GAP)
            .max(400.0);
        let top = EDGE + TITLE + 50.0;
        let height = (0..first).fold(top + EDGE, |height, _| height + SPACING);
        let mut sheet = Sheet::new(width, height, &self.title, tools);
        let (mut left, mut spacing, mut most) = (EDGE, SPACING, first);
        for (place, round) in rounds.iter().enumerate() {
            let halves = place > 0 && round.matches.len() < rounds[place - 1].matches.len();
            if halves {
                spacing *= 2.0;
                most = most.div_ceil(2);
            }
            let head = Type::body(size).bold().size(16.0).ink(Ink::Label);
            sheet.text(&round.title, head, Place::Left(Spot::new(left, top - 12.0)));
            let mut middle = top + spacing / 2.0;
            for pair in round.matches.iter().take(most) {
                let center = Spot::new(left, middle);
                if halves {
                    feed(&mut sheet, center, spacing / 2.0);
                } else if place > 0 {
                    let before = Spot::new(left - GAP, middle);
                    sheet.line(&[before, center], 2.0, Ink::Label);
                }
                versus(&mut sheet, (center, size), pair, tools.atlas.theme);
                middle += spacing;
            }
            left += size + GAP;
        }
        sheet.canvas
    }
}

/// The lines from the two matches before; `center` is the middle of the left edge of the match they feed.
fn feed(sheet: &mut Sheet<'_>, center: Spot, spacing: f32) {
    let elbow = center.x - GAP / 2.0;
    for y in [center.y - spacing / 2.0, center.y + spacing / 2.0] {
        let points = [
            Spot::new(center.x - GAP, y),
            Spot::new(elbow, y),
            Spot::new(elbow, center.y),
            center,
        ];
        sheet.line(&points, 2.0, Ink::Label);
    }
}

/// A match of this width; `center` is the middle of its left edge.
fn versus(
    sheet: &mut Sheet<'_>,
    (center, size): (Spot, f32),
    pair: &[BracketSide; 2],
    theme: &Theme,
) {
    let mut y = center.y - LINE;
    for side in pair {
        let amount = if side.won { 84 } else { 34 };
        let ground = mix(theme.frame, theme.label, amount);
        let corner = Spot::new(center.x + size, y + LINE - 1.0);
        sheet.fill(Spot::new(center.x, y), corner, ground);
        let base = y + LINE * 0.7;
        let look = match (&side.name, side.won) {
            (None, _) => Type::body(size - 50.0).ink(Ink::Label),
            (_, false) => Type::body(size - 50.0),
            (_, true) => Type::body(size - 50.0).bold(),
        };
        let name = side.name.as_deref().unwrap_or("–");
        sheet.text(name, look, Place::Left(Spot::new(center.x + 10.0, base)));
        let score = Type::body(44.0).bold();
        sheet.text(
            &side.score,
            score,
            Place::Right(Spot::new(center.x + size - 10.0, base)),
        );
        y += LINE;
    }
}
