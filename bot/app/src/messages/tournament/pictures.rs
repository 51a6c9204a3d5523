//! What stands on a tournament's pictures, and beside them.

use pairing::knockout::Stage as MatchStage;
use pairing::{Cell, HalfPoints};
use rules_core::Color;
use text::{Text, text};

use crate::messages::strong;
use crate::model::record::{Format, TournamentRecord};
use crate::protocol::tournament::TournamentView;

/// The figures of an arena's standings beside the points: games, and wins in a row.
pub const ARENA_COLUMNS: [&str; 2] = ["Games", "Streak"];

/// A button to the page before.
pub const FORMER_PAGE: &str = "◀ Back";

/// A button to the page after.
pub const NEXT_PAGE: &str = "More ▶";

/// The opponent of somebody who goes on without a game.
pub const NO_OPPONENT: &str = "bye";

/// Where a table would have somebody's result against themselves.
pub const ONESELF: &str = "×";

/// The button to a view.
pub fn view_label(view: TournamentView) -> &'static str {
    match view {
        TournamentView::Standings => "Standings",
        TournamentView::Pairings => "Pairings",
        TournamentView::Crosstable => "Crosstable",
        TournamentView::Bracket => "Bracket",
    }
}

/// A place in the standings; none yet for those who are still in.
pub fn rank(rank: Option<usize>) -> String {
    rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// Points in words.
pub fn points(points: HalfPoints) -> String {
    match points {
        HalfPoints(1 | 2) => format!("{points} point"),
        _ => format!("{points} points"),
    }
}

/// The heading of a page of a longer list.
pub fn stretch(title: &str, (first, last): (usize, usize), all: usize) -> String {
    format!("{title} ({first}–{last} of {all})")
}

/// A round of somebody in the crosstable of a Swiss: the opponent's line, the own color, the result.
pub fn cross_cell(cell: Cell) -> String {
    match cell {
        Cell::Game {
            opponent, color, ..
        } => {
            let letter = match color {
                Color::White => 'w',
                Color::Black => 'b',
            };
            format!("{opponent}{letter}{}", cell.result())
        }
        Cell::Bye(_) | Cell::Absent => cell.result().to_owned(),
    }
}

/// What a column of a bracket is called; `matches` is how many it has in all.
pub fn bracket_round(stage: MatchStage, matches: usize, single: bool) -> String {
    match stage {
        MatchStage::Final => "Final".to_owned(),
        MatchStage::BracketReset => "Second final".to_owned(),
        MatchStage::Lower(round) => format!("Lower round {round}"),
        MatchStage::Upper(round) if !single => format!("Upper round {round}"),
        MatchStage::Upper(_) => match matches {
            2 => "Semifinals".to_owned(),
            4 => "Quarterfinals".to_owned(),
            matches => format!("Round of {}", 2 * matches),
        },
    }
}

/// The heading of a bracket.
pub fn bracket_title(record: &TournamentRecord, single: bool, lower: bool) -> String {
    let name = &record.plan.name;
    match (single, lower) {
        (true, _) => name.clone(),
        (false, false) => format!("{name}: upper bracket"),
        (false, true) => format!("{name}: lower bracket"),
    }
}

/// How a crosstable is read.
pub fn crosstable_of(record: &TournamentRecord) -> Text {
    let how = match record.plan.format {
        Format::Swiss { .. } => {
            "In each round: the number of the opponent's line, w or b for the own color, and 1, ½ or 0. + and - were not played, * is being played."
        }
        Format::RoundRobin(_) | Format::Knockout { .. } | Format::Arena { .. } => {
            "The columns are the opponents by the numbers of their lines. + and - were not played, * is being played."
        }
    };
    text![strong(record.plan.name.clone()), format!(". {how}")]
}

/// What a bracket shows.
pub fn bracket_of(record: &TournamentRecord) -> Text {
    text![
        strong(record.plan.name.clone()),
        ". Who has won a match stands on the brighter ground; the numbers are points in the match."
    ]
}

/// The tournament's message when it is over: who has won.
pub fn finished(winners: &[(String, HalfPoints)], counts: bool) -> Text {
    let mut words = match winners {
        [] => text![strong("It is over.")],
        [(winner, score)] if counts => text![
            strong(winner.clone()),
            format!(" has won with {}. Congratulations!", points(*score))
        ],
        [(winner, _)] => text![strong(winner.clone()), " has won. Congratulations!"],
        several => {
            let names: Vec<&str> = several.iter().map(|(name, _)| name.as_str()).collect();
            text![
                strong(names.join(", ")),
                " share the first place. Congratulations!"
            ]
        }
    };
    words = words.then(text![
        " Thanks to everybody who played. ",
        crate::messages::code("/tournament export"),
        " has it as files."
    ]);
    words
}
