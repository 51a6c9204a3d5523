//! The standings and every round as comma-separated values (RFC 4180), for a spreadsheet.

use crate::crosstable::{Cell, Crosstable};
use crate::history::History;
use crate::round::Bye;
use crate::standings::Ranking;

/// The table: line, rank, seed, name, rating, points, tie-breaks, then a column for each round, such as `12w1` for a win with
/// White against whoever is in line 12.
pub fn write(history: &History, table: &Crosstable, ranking: &Ranking) -> String {
    let mut header: Vec<String> = ["line", "rank", "seed", "name", "rating", "points"]
        .map(str::to_owned)
        .into();
    header.extend(
        ranking
            .tie_breaks
            .iter()
            .map(|tie_break| tie_break.code().to_owned()),
    );
    header.extend((1..=history.rounds().len()).map(|round| format!("round {round}")));
    let mut text = line(&header);
    for (row, number) in table.rows.iter().zip(1_usize..) {
        let standing = &row.standing;
        let Some(entrant) = history.entrants().get(standing.seed.index()) else {
            continue;
        };
        let mut fields = vec![
            number.to_string(),
            standing.rank.to_string(),
            standing.seed.to_string(),
            entrant.name.clone(),
            entrant
                .rating
                .map_or(String::new(), |rating| rating.to_string()),
            standing.points.decimal(),
        ];
        fields.extend(standing.figures.iter().map(ToString::to_string));
        fields.extend(row.cells.iter().map(|&round| cell(round)));
        text.push_str(&line(&fields));
    }
    text
}

fn cell(cell: Cell) -> String {
    match cell {
        Cell::Game {
            opponent, color, ..
        } => {
            let result = cell.result().replace('½', "=");
            format!("{opponent}{}{result}", color.letter())
        }
        Cell::Bye(Bye::PairingAllocated) => "bye 1".to_owned(),
        Cell::Bye(Bye::HalfPoint) => "bye 0.5".to_owned(),
        Cell::Bye(Bye::ZeroPoint) | Cell::Away => String::new(),
    }
}

/// A line of a table.
pub fn line(fields: &[String]) -> String {
    let fields: Vec<String> = fields.iter().map(|field| quoted(field)).collect();
    fields.join(",") + "\r\n"
}

/// Quoted where it must be. A field that a spreadsheet would take for a formula gets an apostrophe before it: names come
/// from strangers.
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
