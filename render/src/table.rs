//! Names in their order with figures: a leaderboard, the standings of a tournament.

use std::fmt::Write as _;

use crate::atlas::Ink;
use crate::board::Tools;
use crate::canvas::Canvas;
use crate::layout::Spot;
use crate::sheet::{BODY, EDGE, Place, Sheet, TITLE, Type};
use crate::text::{Weight, harmless};
use crate::theme::{ThemeId, mix};

/// A list of people with a few figures each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Table {
    /// A heading, such as `Leto Chess: the best of this server`.
    pub title: String,
    /// Headings of the figures, such as `Rating` and `Games`. At most six are shown.
    pub columns: Vec<String>,
    /// The first 32 are shown, and then how many more there are.
    pub rows: Vec<TableRow>,
    /// The colors.
    pub theme: ThemeId,
}

/// One person's line.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TableRow {
    /// As shown; people may share one.
    pub rank: String,
    /// Any text; it is cut to fit.
    pub name: String,
    /// One short text for each column; the first is set in bold.
    pub cells: Vec<String>,
    /// Whether a bar at the left edge points this line out, for who asked.
    pub marked: bool,
}

const MOST_ROWS: usize = 32;
const MOST_COLUMNS: usize = 6;
const ROW: f32 = 36.0;
const RANK: f32 = 52.0;
const NAME: f32 = 270.0;
const NARROWEST: f32 = 56.0;
const WIDEST: f32 = 140.0;
const GAP: f32 = 24.0;
const HEAD: f32 = 16.0;

impl Table {
    /// The table in words, line by line, as far as 1024 characters allow.
    #[must_use]
    pub fn alt_text(&self) -> String {
        let short = |text: &str, most| harmless(text).take(most).collect::<String>();
        let mut text = format!("Table. {}.", short(&self.title, 160));
        for (place, row) in self.rows.iter().enumerate() {
            let mut line = format!(" {} {}", short(&row.rank, 8), short(&row.name, 40));
            for (column, cell) in self.columns.iter().zip(&row.cells).take(MOST_COLUMNS) {
                // Writing to a string cannot fail.
                let _ = write!(line, ", {} {}", short(column, 20), short(cell, 16));
            }
            line.push(';');
            let rest = format!(" and {} more.", self.rows.len() - place);
            if text.chars().count() + line.chars().count() + rest.len() > 1024 {
                return text + &rest;
            }
            text += &line;
        }
        text
    }

    /// How wide each column must be for its heading and figures, within bounds.
    fn widths(&self, tools: Tools<'_>) -> Vec<f32> {
        let columns = self.columns.iter().take(MOST_COLUMNS).enumerate();
        let width = |(place, heading): (usize, &String)| {
            let set = |text: &str, size| tools.fonts.line(text, Weight::Bold, size, WIDEST).width;
            let cells = self.rows.iter().take(MOST_ROWS);
            cells
                .filter_map(|row| row.cells.get(place))
                .map(|cell| set(cell, BODY))
                .fold(set(heading, HEAD), f32::max)
                .max(NARROWEST)
        };
        columns.map(width).collect()
    }

    pub(crate) fn draw(&self, tools: Tools<'_>) -> Canvas {
        let rows = &self.rows[..self.rows.len().min(MOST_ROWS)];
        let more = self.rows.len() - rows.len();
        let widths = self.widths(tools);
        let figures = widths.iter().fold(0.0, |sum, width| sum + width + GAP);
        let width = EDGE + RANK + NAME + figures + EDGE;
        let top = EDGE + TITLE + 20.0;
        let lines = rows.iter().fold(1.0, |lines, _| lines + 1.0) + f32::from(u8::from(more > 0));
        let mut sheet = Sheet::new(width, top + lines * ROW + EDGE, &self.title, tools);
        let base = |line: f32| top + line * ROW + ROW / 2.0 + BODY * 0.36;

        let head = Type::body(WIDEST).bold().size(HEAD).ink(Ink::Label);
        let headings = self.columns.iter().map(String::as_str);
        in_columns(&mut sheet, headings, &widths, base(0.0), |_| head);
        let theme = tools.atlas.theme;
        let stripe = mix(theme.frame, theme.label, 28);
        let mut line = 1.0;
        for (place, row) in rows.iter().enumerate() {
            let (y, bottom) = (top + line * ROW, top + (line + 1.0) * ROW);
            if place % 2 == 0 {
                let corner = Spot::new(width - EDGE / 2.0, bottom);
                sheet.fill(Spot::new(EDGE / 2.0, y), corner, stripe);
            }
            if row.marked {
                let corner = Spot::new(EDGE / 2.0 + 6.0, bottom);
                sheet.fill(Spot::new(EDGE / 2.0, y), corner, theme.text);
            }
            let y = base(line);
            let rank = Type::body(RANK - 14.0).ink(Ink::Label);
            let at = Spot::new(EDGE + RANK - 14.0, y);
            sheet.text(&row.rank, rank, Place::Right(at));
            let at = Spot::new(EDGE + RANK, y);
            sheet.text(&row.name, Type::body(NAME - 4.0).bold(), Place::Left(at));
            let cells = row.cells.iter().map(String::as_str);
            in_columns(&mut sheet, cells, &widths, y, |place| match place {
                0 => Type::body(0.0).bold(),
                _ => Type::body(0.0),
            });
            line += 1.0;
        }
        if more > 0 {
            let note = Type::body(NAME).ink(Ink::Label);
            let at = Spot::new(EDGE + RANK, base(line));
            sheet.text(&format!("and {more} more"), note, Place::Left(at));
        }
        sheet.canvas
    }
}

/// Sets one text at the right edge of each column; no text leaves its column.
fn in_columns<'a>(
    sheet: &mut Sheet<'_>,
    texts: impl Iterator<Item = &'a str>,
    widths: &[f32],
    y: f32,
    look: impl Fn(usize) -> Type,
) {
    let mut right = EDGE + RANK + NAME;
    for (place, (text, width)) in texts.zip(widths).enumerate() {
        right += GAP + width;
        // A hair more than was measured, or rounding would cut the widest text.
        let look = look(place).room(width + 0.5);
        sheet.text(text, look, Place::Right(Spot::new(right, y)));
    }
}
