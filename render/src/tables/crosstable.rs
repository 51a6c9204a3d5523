//! Crosstables.

use pictures::{Crosstable, CrosstableRow};
use text::{Lang, msg};

use super::sheet::{Anchor, EDGE, Rows, Sheet, TextStyle};
use crate::alt::{Description, short, short_text};
use crate::paint::Context;
use crate::paint::canvas::Canvas;
use crate::paint::text::Weight;
use crate::paint::theme_colors::{Coat, Ink};
use crate::{Picture, RenderError, Renderer};

const MAX_ROWS: usize = 32;
const MAX_COLUMNS: usize = 16;
const ROW: f32 = 34.0;
const MIN_CELL: f32 = 30.0;
const MAX_CELL: f32 = 56.0;
const RESULT: f32 = 17.0;
const RANK: f32 = 44.0;
/// The room of a name beside few columns of results.
const NAME: f32 = 240.0;
/// The room of a name beside more than [`FEW`] columns.
const SHORT_NAME: f32 = 176.0;
const FEW: usize = 6;
/// The width of the columns of points and tie-breaks.
const FIGURE: f32 = 72.0;

impl Picture for Crosstable {
    fn file_name(&self) -> String {
        "crosstable.png".to_owned()
    }

    fn draw(&self, renderer: &Renderer, lang: Lang) -> Result<Vec<u8>, RenderError> {
        renderer.sheet(Coat::White, self.theme, lang, |cx| draw(self, cx))
    }

    /// Names and points; the results would be too many.
    fn alt_text(&self, lang: Lang) -> String {
        let mut description = Description::new(lang);
        let title = short_text(&self.title, lang, 160);
        description.sentence(&msg!("crosstable-alt", title));
        let row = |row: &CrosstableRow| {
            let rank = short(&row.rank, 8);
            let name = format!("{rank} {}", short(&row.name, 40));
            let score = short(&row.score, 16);
            lang.words(&msg!("crosstable-alt-row", name, score))
        };
        description.list(self.rows.iter().map(row));
        description.finish()
    }
}

/// Columns of a crosstable in pixels.
struct Columns {
    /// The number of columns of results, and the width of each.
    results: usize,
    cell: f32,
    name: f32,
    /// Left end of the results.
    left: f32,
    /// Right ends of the points and tie-breaks.
    score: f32,
    tie_break: f32,
    breaks_ties: bool,
}

impl Columns {
    fn of(table: &Crosstable, cx: Context<'_>) -> Self {
        let results = table.columns.len().min(MAX_COLUMNS);
        let cell = cell_width(table, results, cx);
        let name = if results > FEW { SHORT_NAME } else { NAME };
        let left = EDGE + RANK + name;
        let cells = (0..results).fold(0.0, |width, _| width + cell);
        let score = left + cells + FIGURE - 8.0;
        let mut rows = table.rows.iter().take(MAX_ROWS);
        Self {
            results,
            cell,
            name,
            left,
            score,
            tie_break: score + FIGURE,
            breaks_ties: rows.any(|row| !row.tie_break.is_empty()),
        }
    }

    fn sheet_width(&self) -> f32 {
        let end = if self.breaks_ties {
            self.tie_break
        } else {
            self.score
        };
        end + 8.0 + EDGE
    }

    /// The middle of each column of results.
    fn middles(&self) -> impl Iterator<Item = f32> {
        let first = self.left + self.cell / 2.0;
        let next = |x: &f32| Some(x + self.cell);
        std::iter::successors(Some(first), next).take(self.results)
    }
}

fn draw(table: &Crosstable, cx: Context<'_>) -> Canvas {
    let columns = Columns::of(table, cx);
    let rows = Rows::new(ROW, table.rows.len(), MAX_ROWS);
    let width = columns.sheet_width();
    let mut sheet = Sheet::new(width, rows.sheet_height(), &table.title, cx);
    draw_head(&mut sheet, table, &columns, rows.base(0));
    rows.stripes(&mut sheet, width);
    for (number, row) in rows.lines().zip(&table.rows) {
        draw_row(&mut sheet, row, &columns, rows.base(number));
    }
    rows.note(&mut sheet, EDGE + RANK, columns.name);
    sheet.canvas
}

fn draw_head(sheet: &mut Sheet<'_>, table: &Crosstable, columns: &Columns, y: f32) {
    let style = TextStyle::head(columns.cell);
    for (x, heading) in columns.middles().zip(&table.columns) {
        sheet.text(heading, style, Anchor::Middle(x, y));
    }
    let style = style.room(FIGURE);
    let at = Anchor::Right(columns.score, y);
    sheet.message(&msg!("crosstable-points"), style, at);
    if columns.breaks_ties {
        let at = Anchor::Right(columns.tie_break, y);
        sheet.message(&msg!("crosstable-tie-break"), style, at);
    }
}

fn draw_row(sheet: &mut Sheet<'_>, row: &CrosstableRow, columns: &Columns, y: f32) {
    let rank = TextStyle::body(RANK).ink(Ink::Label);
    sheet.text(&row.rank, rank, Anchor::Right(EDGE + RANK - 14.0, y));
    let name = TextStyle::body(columns.name - 16.0).bold();
    sheet.text(&row.name, name, Anchor::Left(EDGE + RANK, y));
    let style = TextStyle::body(columns.cell - 4.0).size(RESULT);
    for (x, result) in columns.middles().zip(&row.results) {
        sheet.text(result, style, Anchor::Middle(x, y));
    }
    let score = TextStyle::body(FIGURE).bold();
    sheet.text(&row.score, score, Anchor::Right(columns.score, y));
    let tie_break = TextStyle::body(FIGURE).ink(Ink::Label);
    let at = Anchor::Right(columns.tie_break, y);
    sheet.text(&row.tie_break, tie_break, at);
}

/// The width of each column of results.
fn cell_width(table: &Crosstable, columns: usize, cx: Context<'_>) -> f32 {
    let rows = table.rows.iter().take(MAX_ROWS);
    let results = rows.flat_map(|row| row.results.iter().take(columns));
    let headings = table.columns.iter().take(columns);
    let set = |text: &String| cx.fonts.line(text, Weight::Bold, RESULT, MAX_CELL).width;
    let widest = results.chain(headings).map(set).fold(0.0, f32::max);
    (widest + 12.0).clamp(MIN_CELL, MAX_CELL)
}
