//! Who stands where, and what the figures mean.

use text::{Text, text};

use crate::messages::strong;
use crate::model::record::{Entry, Format, Stage, TournamentRecord};

/// An entrant in a table.
pub fn entry_name(entry: &Entry) -> String {
    let gone = if entry.withdrawn { " (left)" } else { "" };
    let name = entry.seat.name();
    // The engine's rating is on a scale of its own.
    match entry.rating.filter(|_| entry.person().is_some()) {
        Some(rating) => format!("{name} {rating}{gone}"),
        None => format!("{name}{gone}"),
    }
}

/// The heading of the standings.
pub fn standings_title(record: &TournamentRecord) -> String {
    match record.stage {
        Stage::Finished(_) => format!("{}: final standings", record.plan.name),
        _ if record.arena.is_some() => record.plan.name.clone(),
        _ => format!("{}, round {}", record.plan.name, record.rounds),
    }
}

/// What the figures of the standings mean.
pub fn standings_of(record: &TournamentRecord) -> Text {
    if let Format::Knockout { .. } = record.plan.format {
        let words = match record.stage {
            Stage::Finished(_) => ": who was out in the same round shares a place.",
            _ => ": places of those who are out; the others are still in.",
        };
        return text![strong(record.plan.name.clone()), words];
    }
    if let Format::Arena { .. } = record.plan.format {
        return text![
            strong(record.plan.name.clone()),
            ". Of those with equal points the one with fewer games stands higher."
        ];
    }
    let order: Vec<String> = record
        .ranking
        .tie_breaks
        .iter()
        .map(|t| tie_break(*t))
        .collect();
    text![
        strong(record.plan.name.clone()),
        format!(". Equal points are decided by {}.", order.join(", then "))
    ]
}

fn tie_break(tie_break: pairing::TieBreak) -> String {
    let meaning = match tie_break {
        pairing::TieBreak::Buchholz => "the points of all opponents",
        pairing::TieBreak::BuchholzCut1 => "the points of all opponents but the weakest",
        pairing::TieBreak::SonnebornBerger => {
            "the points of those one has beaten, and half of those one drew with"
        }
        pairing::TieBreak::DirectEncounter => "the games among those who are equal",
        pairing::TieBreak::NumberOfWins => "the number of wins",
        pairing::TieBreak::PerformanceRating => "the performance rating",
    };
    format!("{meaning} ({}, {})", tie_break.name(), tie_break.code())
}
