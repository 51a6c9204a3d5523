//! Words on and beside the pictures of standings, crosstables and brackets.

use pairing::knockout::{Elimination, Stage as MatchStage};
use pairing::{Cell, HalfPoints, TieBreak, TieBreakValue};
use rules_core::Color;
use text::{Message, Text, msg};

use crate::messages::tournament::plan::tie_break_name;
use crate::messages::tournament::round_title;
use crate::model::{Entry, Format, Stage, TournamentRecord};
use crate::protocol::TournamentView;

/// The cell of a crosstable where a player meets themselves.
pub const OWN_CELL: &str = "×";

/// An entrant in a table, with a person's rating.
pub fn entry_name(entry: &Entry) -> Text {
    let name = entry.seat.name();
    // The engine's rating is on a scale of its own.
    let rating = entry.rating.filter(|_| entry.person().is_some());
    let name = rating.map_or_else(|| name.clone(), |rating| format!("{name} {rating}"));
    if entry.withdrawn {
        msg!("standings-withdrawn", name).into()
    } else {
        name.into()
    }
}

/// The heading of the standings.
pub fn standings_title(record: &TournamentRecord) -> Text {
    let name = &record.plan.name;
    match record.stage {
        Stage::Finished(_) => msg!("standings-title", name).into(),
        _ if record.arena.is_some() => name.into(),
        _ => round_title(record).into(),
    }
}

/// Captions the standings with what the table leaves out.
pub fn standings_of(record: &TournamentRecord) -> Message {
    let name = &record.plan.name;
    match (record.plan.format, record.stage) {
        (Format::Knockout { .. }, Stage::Finished(_)) => msg!("standings-knockout-final", name),
        (Format::Knockout { .. }, _) => msg!("standings-knockout", name),
        (Format::Arena { .. }, _) => msg!("standings-arena", name),
        (Format::Swiss { .. } | Format::RoundRobin(_), Stage::Finished(_)) => {
            msg!("standings-final", name)
        }
        (Format::Swiss { .. } | Format::RoundRobin(_), _) => {
            msg!("standings-after", name, round = record.rounds)
        }
    }
}

/// Explains each tie-break in order, with the reader's own values.
pub fn tie_breaks_of(record: &TournamentRecord, own: &[TieBreakValue]) -> Text {
    let tie_breaks = record.ranking.tie_breaks.iter().enumerate();
    let lines = tie_breaks.map(|(place, &tie_break)| {
        let about = match tie_break {
            TieBreak::Buchholz => msg!("tie-break-about-buchholz"),
            TieBreak::BuchholzCut1 => msg!("tie-break-about-buchholz-cut-1"),
            TieBreak::SonnebornBerger => msg!("tie-break-about-sonneborn-berger"),
            TieBreak::DirectEncounter => msg!("tie-break-about-direct-encounter"),
            TieBreak::NumberOfWins => msg!("tie-break-about-number-of-wins"),
            TieBreak::PerformanceRating => msg!("tie-break-about-performance-rating"),
        };
        let (code, name) = (tie_break.code(), tie_break_name(tie_break));
        let own = own.get(place);
        Text::from(msg!("tie-break-line", code, name, about))
            .sentence(own.map(|value| msg!("tie-break-own", value = value.to_string())))
    });
    Text::from(msg!("tie-breaks-heading", name = &record.plan.name)).line(Text::lines(lines))
}

/// A rank in the standings; a dash for entrants who are still in a knockout.
pub fn rank(rank: Option<usize>) -> String {
    rank.map_or_else(|| "–".to_owned(), |rank| rank.to_string())
}

/// A number of points with its unit.
pub fn points(points: HalfPoints) -> Message {
    let (halves, points) = (points.0, points.to_string());
    msg!("tournament-points", halves, points)
}

/// The button to a view.
pub fn view_label(view: TournamentView) -> Message {
    match view {
        TournamentView::Standings => msg!("button-standings"),
        TournamentView::Pairings => msg!("button-pairings"),
        TournamentView::Crosstable => msg!("button-crosstable"),
        TournamentView::Bracket => msg!("button-bracket"),
        TournamentView::TieBreaks => msg!("button-tie-breaks"),
    }
}

/// A round in the crosstable of a Swiss, as `12w1`: the opponent's line, the color played, the result.
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

/// How a crosstable is read.
pub fn crosstable_of(record: &TournamentRecord) -> Message {
    let name = &record.plan.name;
    match record.plan.format {
        Format::Swiss { .. } => msg!("crosstable-swiss", name),
        Format::RoundRobin(_) | Format::Knockout { .. } | Format::Arena { .. } => {
            msg!("crosstable-round-robin", name)
        }
    }
}

/// The heading of a column of a bracket that has `matches` in all.
pub fn bracket_round(stage: MatchStage, matches: usize, elimination: Elimination) -> Message {
    match (stage, elimination) {
        (MatchStage::Final, _) => msg!("bracket-final"),
        (MatchStage::BracketReset, _) => msg!("bracket-second-final"),
        (MatchStage::Lower(round), _) => msg!("bracket-lower-round", round),
        (MatchStage::Upper(round), Elimination::Double) => msg!("bracket-upper-round", round),
        (MatchStage::Upper(_), Elimination::Single) => match matches {
            2 => msg!("bracket-semifinals"),
            4 => msg!("bracket-quarterfinals"),
            matches => msg!("bracket-round-of", players = 2 * matches),
        },
    }
}

/// The heading of a bracket; a double elimination has an upper one and a lower one.
pub fn bracket_title(record: &TournamentRecord, elimination: Elimination, is_lower: bool) -> Text {
    let name = &record.plan.name;
    match elimination {
        Elimination::Single => name.into(),
        Elimination::Double if is_lower => msg!("bracket-title-lower", name).into(),
        Elimination::Double => msg!("bracket-title-upper", name).into(),
    }
}
