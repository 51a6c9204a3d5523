//! Leaderboards and standings.

use std::fmt::Write as _;

use pictures::{Table, TableRow};
use text::{Lang, msg};

use super::sheet::{Anchor, BODY, EDGE, Rows, SMALL, Sheet, TextStyle};
use crate::alt::{Description, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::text::Weight;
use crate::paint::theme_colors::{Coat, Ink};
use crate::{Picture, RenderError, Renderer};

const MAX_ROWS: usize = 32;
const MAX_COLUMNS: usize = 6;
const ROW: f32 = 36.0;
const RANK: f32 = 52.0;
const NAME: f32 = 270.0;
const MIN_COLUMN: f32 = 56.0;
const MAX_COLUMN: f32 = 140.0;
const GAP: f32 = 24.0;

impl Picture for Table {
    fn file_name(&self) -> String {
        "table.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.sheet(Coat::White, self.theme, lang, |cx| draw(self, cx))
    }

    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("table-alt", title));
        let columns = self.columns.iter().take(MAX_COLUMNS);
        let columns = columns.map(|column| short_text(column, lang, 20));
        let columns: Vec<String> = columns.collect();
        description.list(self.rows.iter().map(|row| describe(row, &columns, lang)));
        description.finish()
    }
}

/// `1 Ada, Rating 2104, Games 211`, or `1 Ada, 2 points`.
fn describe(row: &TableRow, columns: &[String], lang: Lang) -> String {
    let (rank, name) = (short(&row.rank, 8), short_text(&row.name, lang, 40));
    let mut words = format!("{rank} {name}");
    // Writing to a string cannot fail.
    for figure in row.spoken.iter().take(MAX_COLUMNS) {
        let _ = write!(words, ", {}", short_text(figure, lang, 60));
    }
    let silent = columns.iter().zip(&row.cells);
    for (column, cell) in silent.filter(|_| row.spoken.is_empty()) {
        let _ = write!(words, ", {column} {}", short(cell, 16));
    }
    words.trim_start().to_owned()
}

fn draw(table: &Table, cx: Context<'_>) -> Canvas {
    let columns = table.columns.iter().take(MAX_COLUMNS);
    let columns: Vec<String> = columns.map(|column| cx.lang.plain(column)).collect();
    let widths = widths(table, &columns, cx);
    let figures = widths.iter().fold(0.0, |sum, width| sum + width + GAP);
    let width = EDGE + RANK + NAME + figures + EDGE;
    let rows = Rows::new(ROW, table.rows.len(), MAX_ROWS);
    let mut sheet = Sheet::new(width, rows.sheet_height(), &table.title, cx);
    let head = TextStyle::head(MAX_COLUMN);
    in_columns(&mut sheet, &columns, &widths, rows.base(0), |_| head);
    rows.stripes(&mut sheet, width);
    for (number, row) in rows.lines().zip(&table.rows) {
        if row.marked {
            rows.mark(&mut sheet, number);
        }
        let y = rows.base(number);
        let rank = TextStyle::body(RANK - 14.0).ink(Ink::Label);
        sheet.text(&row.rank, rank, Anchor::Right(EDGE + RANK - 14.0, y));
        let name = TextStyle::body(NAME - 4.0).bold();
        let at = Anchor::Left(EDGE + RANK, y);
        sheet.text(&cx.lang.plain(&row.name), name, at);
        in_columns(&mut sheet, &row.cells, &widths, y, |column| match column {
            0 => TextStyle::body(0.0).bold(),
            _ => TextStyle::body(0.0),
        });
    }
    rows.note(&mut sheet, EDGE + RANK, NAME);
    sheet.canvas
}

/// The width of each column, enough for its heading and figures.
fn widths(table: &Table, columns: &[String], cx: Context<'_>) -> Vec<f32> {
    let set = |text: &str, size| cx.fonts.line(text, Weight::Bold, size, MAX_COLUMN).width;
    let width = |(column, heading): (usize, &String)| {
        let rows = table.rows.iter().take(MAX_ROWS);
        rows.filter_map(|row| row.cells.get(column))
            .map(|cell| set(cell, BODY))
            .fold(set(heading, SMALL), f32::max)
            .max(MIN_COLUMN)
    };
    columns.iter().enumerate().map(width).collect()
}

/// Sets a text at the right edge of each column, cut to the column.
fn in_columns(
    sheet: &mut Sheet<'_>,
    texts: &[String],
    widths: &[f32],
    y: f32,
    style: impl Fn(usize) -> TextStyle,
) {
    let mut right = EDGE + RANK + NAME;
    for (column, (text, width)) in texts.iter().zip(widths).enumerate() {
        right += GAP + width;
        // A little more than measured, or rounding would cut the widest text.
        let style = style(column).room(width + 0.5);
        sheet.text(text, style, Anchor::Right(right, y));
    }
}
