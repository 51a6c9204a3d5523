//! Who met whom with what result.

use std::fmt::Write as _;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::Spot;
use crate::sheet::{BODY, EDGE, Place, Sheet, TITLE, Type};
use crate::text::{Weight, harmless};
use crate::theme::{ThemeId, mix};

/// The standings of a tournament with each single result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Crosstable {
    /// A heading, such as the tournament's name and round.
    pub title: String,
    /// Headings of the result columns: numbers of opponents or of rounds. At most 16 are shown.
    pub columns: Vec<String>,
    /// One row for each entrant, the leader first. At most 32 are shown, and then how many more there are.
    pub rows: Vec<CrosstableRow>,
    /// The colors.
    pub theme: ThemeId,
}

/// One entrant's line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CrosstableRow {
    /// Rank as shown, which players may share.
    pub rank: String,
    /// Any text; it is cut to fit.
    pub name: String,
    /// One text for each column, such as `1`, `½`, `+`, `12w1`, or empty; a few characters each.
    pub results: Vec<String>,
    /// Points.
    pub score: String,
    /// The tie-break figures shown last; may be empty.
    pub tie_break: String,
}

const MOST_ROWS: usize = 32;
const MOST_COLUMNS: usize = 16;
const ROW: f32 = 34.0;
/// The narrowest and the widest column of results.
const CELL: (f32, f32) = (30.0, 56.0);
const RESULT: f32 = 17.0;
const RANK: f32 = 44.0;
/// The room of a name beside few columns, and beside many.
const NAME: (f32, f32) = (240.0, 176.0);
const MANY: usize = 6;
const FIGURE: f32 = 72.0;

impl Crosstable {
    /// The table in words: rank, name and points of each line, as far as 1024 characters allow.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let mut text = format!("Crosstable. {}.", harmless(&self.title).collect::<String>());
        for (place, row) in self.rows.iter().enumerate() {
            let name: String = harmless(&row.name).take(40).collect();
            let mut line = String::new();
            // Writing to a string cannot fail.
            let _ = write!(line, " {} {name}, {} points;", row.rank, row.score);
            let rest = format!(" and {} more.", self.rows.len() - place);
            if text.chars().count() + line.chars().count() + rest.len() > 1024 {
                return text + &rest;
            }
            text += &line;
        }
        text
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let columns = &self.columns[..self.columns.len().min(MOST_COLUMNS)];
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let more = self.rows.len() - rows.len();
        let cell = cell_width(columns, rows, tools);
        let cells = columns.iter().fold(0.0, |width, _| width + cell);
        let name = if columns.len() > MANY { NAME.1 } else { NAME.0 };
        let breaks_ties = rows.iter().any(|row| !row.tie_break.is_empty());
        let ties = if breaks_ties { FIGURE } else { 0.0 };
        let width = EDGE + RANK + name + cells + FIGURE + ties + EDGE;
        let top = EDGE + TITLE + 20.0;
        let lines = rows.iter().fold(1.0, |lines, _| lines + 1.0) + f32::from(u8::from(more > 0));
        let mut sheet = Sheet::new(width, top + lines * ROW + EDGE, &self.title, tools);
        let cells_left = EDGE + RANK + name;
        let score_right = cells_left + cells + FIGURE - 8.0;
        let tie_right = score_right + FIGURE;

        let head = Type::body(cell).bold().ink(Ink::Label);
        let base = |line: f32| top + line * ROW + ROW / 2.0 + BODY * 0.36;
        let mut x = cells_left + cell / 2.0;
        for column in columns {
            sheet.text(
                column,
                head.size(16.0),
                Place::Middle(Spot::new(x, base(0.0))),
            );
            x += cell;
        }
        let head = Type {
            room: FIGURE,
            ..head
        };
        sheet.text(
            "Points",
            head.size(16.0),
            Place::Right(Spot::new(score_right, base(0.0))),
        );
        if breaks_ties {
            sheet.text(
                "Tie",
                head.size(16.0),
                Place::Right(Spot::new(tie_right, base(0.0))),
            );
        }

        let theme = tools.atlas.theme;
        let stripe = mix(theme.frame, theme.label, 28);
        let mut line = 1.0;
        for (place, row) in rows.iter().enumerate() {
            if place % 2 == 0 {
                let y = top + line * ROW;
                sheet.fill(
                    Spot::new(EDGE / 2.0, y),
                    Spot::new(width - EDGE / 2.0, y + ROW),
                    stripe,
                );
            }
            let y = base(line);
            let rank = Type::body(RANK).ink(Ink::Label);
            sheet.text(
                &row.rank,
                rank,
                Place::Right(Spot::new(EDGE + RANK - 14.0, y)),
            );
            sheet.text(
                &row.name,
                Type::body(name - 16.0).bold(),
                Place::Left(Spot::new(EDGE + RANK, y)),
            );
            let mut x = cells_left + cell / 2.0;
            for result in row.results.iter().take(columns.len()) {
                sheet.text(
                    result,
                    Type::body(cell - 4.0).size(RESULT),
                    Place::Middle(Spot::new(x, y)),
                );
                x += cell;
            }
            sheet.text(
                &row.score,
                Type::body(FIGURE).bold(),
                Place::Right(Spot::new(score_right, y)),
            );
            let tie = Type::body(FIGURE).ink(Ink::Label);
            sheet.text(&row.tie_break, tie, Place::Right(Spot::new(tie_right, y)));
            line += 1.0;
        }
        if more > 0 {
            let note = Type::body(name).ink(Ink::Label);
            sheet.text(
                &format!("and {more} more"),
                note,
                Place::Left(Spot::new(EDGE + RANK, base(line))),
            );
        }
        sheet.canvas
    }
}

/// How wide each column of results must be.
fn cell_width(columns: &[String], rows: &[CrosstableRow], tools: Tools<'_>) -> f32 {
    let results = rows
        .iter()
        .flat_map(|row| row.results.iter().take(columns.len()));
    let set = |text: &String| tools.fonts.line(text, Weight::Bold, RESULT, CELL.1).width;
    let widest = results.chain(columns).map(set).fold(0.0, f32::max);
    (widest + 12.0).clamp(CELL.0, CELL.1)
}
