//! Tournaments: announced, played, corrected, won.

use pairing::{HalfPoints, Seed};
use text::{Part, Text, text};

use crate::messages::{code, first_move_rule, strong, time_control};
use crate::model::limits::CALLED;
use crate::model::record::{Format, RoundRecord, Stage, TournamentRecord};

mod answers;
mod audit;
mod mine;
mod past;
mod pictures;
mod plan;
mod round;
mod standings;
pub use answers::*;
pub use audit::*;
pub use mine::*;
pub use past::*;
pub use pictures::*;
pub use plan::*;
pub use round::*;
pub use standings::*;

/// Entrants that the announcement names.
const NAMED: usize = 20;

/// What is played; until the beginning also by which rules, which take some lines of a phone.
fn headline(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let rated = if plan.rated { ", rated" } else { "" };
    let rules = match record.stage {
        Stage::Open => format!(" {}.", capitalized(&format(plan.format))),
        _ => String::new(),
    };
    text![
        strong(plan.name.clone()),
        format!(
            ": {}, {}{rated}.{rules} Code ",
            games_of(plan),
            time_control(plan.time),
        ),
        code(record.id),
        "."
    ]
}

fn capitalized(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// A tournament's message; `winners` are known when it is over.
pub fn tournament(
    record: &TournamentRecord,
    last: Option<&RoundRecord>,
    winners: &[(String, HalfPoints)],
) -> Text {
    let head = headline(record);
    match record.stage {
        Stage::Open => head.line(open(record)),
        Stage::Playing => head.line(round(record, last)),
        Stage::Between(next) => head
            .line(text![
                format!("Round {} is over. The next one begins ", record.rounds),
                Part::Relative(next),
                "."
            ])
            .line(round(record, last)),
        Stage::Paused => head
            .line(text![
                strong("Paused."),
                " No round begins until the organizer goes on; games that have begun are played."
            ])
            .line(round(record, last)),
        Stage::Finished(_) => {
            let counts = !matches!(record.plan.format, Format::Knockout { .. });
            head.line(finished(winners, counts))
        }
        Stage::Canceled(_) => head.line(text!["It was called off."]),
    }
}

fn open(record: &TournamentRecord) -> Text {
    let entries = &record.entries;
    let mut words = text![format!(
        "{} of {} have entered. ",
        entries.len(),
        record.plan.capacity
    )];
    words = words.then(match record.plan.starts {
        Some(starts) => text!["It begins ", Part::Relative(starts), "."],
        None if record.plan.when_full => text!["It begins when it is full."],
        None => text!["It begins when the organizer says so."],
    });
    if record.plan.check_in {
        let here = entries.iter().filter(|entry| entry.checked_in).count();
        words = words.then(text![format!(
            " Only those play who have checked in before; {here} have."
        )]);
    }
    let whom = for_whom(&record.plan);
    if !whom.is_empty() {
        words = words.then(text![" "]).then(whom);
    }
    if let Some(order) = tie_breaks(&record.plan) {
        words = words.line(text![format!("Equal points are decided by {order}.")]);
    }
    words = words.line(text![format!(
        "{} The second time they are withdrawn.",
        first_move_rule(record.plan.time)
    )]);
    if record.reminded {
        let missing: Vec<Part> = record.not_there().take(CALLED).map(Part::from).collect();
        if !missing.is_empty() {
            let blanks = missing
                .into_iter()
                .flat_map(|person| [person, Part::from(" ")]);
            words = words.line(text!["Please check in: "].then(Text::new(blanks)));
        }
    }
    if !entries.is_empty() {
        let names: Vec<String> = entries
            .iter()
            .take(NAMED)
            .map(|entry| entry.seat.name())
            .collect();
        let more = entries.len() - names.len();
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        words = words.line(text![format!("{}{more}", names.join(", "))]);
    }
    words
}

/// Where a tournament is played that is announced elsewhere.
pub fn tournament_elsewhere(record: &TournamentRecord) -> Text {
    let what = if record.is_over() {
        "A tournament is over in "
    } else {
        "A new tournament in "
    };
    text![what, Part::Room(record.venue.room.clone()), ":"]
}

/// What remains of a tournament's message when a newer one takes its place.
pub fn retired_tournament(record: &TournamentRecord) -> Text {
    match record.stage {
        Stage::Open => headline(record),
        _ if record.arena.is_some() => text![strong(record.plan.name.clone()), "."],
        _ => text![
            strong(record.plan.name.clone()),
            format!(", round {}.", record.rounds)
        ],
    }
}

fn name(record: &TournamentRecord, seed: Seed) -> String {
    record
        .entry(seed)
        .map_or_else(|| "?".to_owned(), |entry| entry.seat.name())
}

/// Who has won a tournament that is over.
fn winners_of(record: &TournamentRecord) -> Vec<String> {
    let first = record.entries.iter().filter(|entry| entry.place == Some(1));
    let names: Vec<String> = first.map(|entry| entry.seat.name()).collect();
    if names.is_empty() {
        vec!["nobody".to_owned()]
    } else {
        names
    }
}
