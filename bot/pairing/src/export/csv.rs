//! The crosstable as comma-separated values (RFC 4180).

use crate::crosstable::{Cell, crosstable};
use crate::history::History;
use crate::round::Bye;
use crate::tie_break::Ranking;

/// Writes a header and the rows. The cell of a win with White against the entrant on line 12 is `12w1`. The cells of annulled games
/// are empty, so that the points are the sum of the results.
pub fn write(history: &History, ranking: &Ranking) -> String {
    let mut header = Vec::from(["line", "rank", "seed", "name", "rating", "points"]);
    header.extend(ranking.tie_breaks.iter().map(|tie_break| tie_break.code()));
    let mut header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    header.extend((1..=history.rounds().len()).map(|round| format!("round {round}")));
    let mut text = line(&header);
    for (row, number) in crosstable(history, ranking).iter().zip(1_usize..) {
        let standing = &row.standing;
        let entrant = &history.entrants()[standing.seed.index()];
        let rating = entrant.rating.map(|rating| rating.to_string());
        let mut fields = vec![
            number.to_string(),
            standing.rank.to_string(),
            standing.seed.to_string(),
            entrant.name.clone(),
            rating.unwrap_or_default(),
            standing.points.decimal(),
        ];
        fields.extend(standing.tie_breaks.iter().map(ToString::to_string));
        let cells = row.cells.iter().zip(history.rounds());
        fields.extend(cells.map(|(&cell, round)| {
            let counted = history.counted_slot(round, standing.seed);
            counted.map_or_else(String::new, |_| field(cell))
        }));
        text.push_str(&line(&fields));
    }
    text
}

fn field(cell: Cell) -> String {
    match cell {
        Cell::Game {
            opponent, color, ..
        } => {
            let result = cell.result().replace('½', "=");
            format!("{opponent}{}{result}", color.letter())
        }
        Cell::Bye(Bye::PairingAllocated) => "bye 1".to_owned(),
        Cell::Bye(Bye::HalfPoint) => "bye 0.5".to_owned(),
        Cell::Bye(Bye::ZeroPoint) | Cell::Absent => String::new(),
    }
}

/// Joins fields to a line, quoting them where needed.
pub fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\r\n"
}

/// Quotes a field if needed. A field that a spreadsheet would read as a formula is prefixed with an apostrophe, since
/// names are untrusted.
fn quoted(field: &str) -> String {
    let field = if field.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{field}")
    } else {
        field.to_owned()
    };
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_neither_breaks_the_line_nor_becomes_a_formula() {
        assert_eq!(quoted("plain"), "plain");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("a\"b\nc"), "\"a\"\"b\nc\"");
        assert_eq!(quoted("=1+1"), "'=1+1");
    }
}
