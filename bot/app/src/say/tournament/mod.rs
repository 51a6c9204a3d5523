//! Tournaments: announced, played, corrected, won.

mod answers;
mod audit;
mod mine;
mod pictures;
mod round;
mod standings;

use pairing::knockout::Elimination;
use pairing::round_robin::Cycles;
use pairing::{HalfPoints, Seed};

use super::{code, strong, time_control};
use crate::record::{Format, RoundRecord, Stage, TournamentRecord};
use crate::text::{Part, Text, text};

pub use answers::*;
pub use audit::*;
pub use mine::*;
pub use pictures::*;
pub use round::*;
pub use standings::*;

/// Entrants that the announcement names.
const NAMED: usize = 20;

/// How entrants are brought together.
pub fn format(format: Format) -> String {
    match format {
        Format::Swiss { rounds } => format!("Swiss, {rounds} rounds"),
        Format::RoundRobin(Cycles::Single) => "everybody meets everybody".to_owned(),
        Format::RoundRobin(Cycles::Double) => "everybody meets everybody twice".to_owned(),
        Format::Knockout { elimination, rules } => {
            let kind = match elimination {
                Elimination::Single => "knock-out",
                Elimination::Double => "double elimination",
            };
            let games = match rules.games {
                0 | 1 => "one game a match".to_owned(),
                games => format!("{games} games a match"),
            };
            format!(
                "{kind}, {games}; a draw is played again with colors changed, and if all is level in the end, Black of the last game goes on"
            )
        }
    }
}

fn headline(record: &TournamentRecord) -> Text {
    let plan = &record.plan;
    let rated = if plan.rated { ", rated" } else { "" };
    text![
        strong(plan.name.clone()),
        format!(
            ": {}, {}{rated}. {}. Code ",
            plan.variant.name(),
            time_control(plan.time),
            capitalized(&format(plan.format)),
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
    if !entries.is_empty() {
        let names: Vec<&str> = entries
            .iter()
            .take(NAMED)
            .map(|entry| entry.person.name.as_str())
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
        _ => text![
            strong(record.plan.name.clone()),
            format!(", round {}.", record.rounds)
        ],
    }
}
fn name(record: &TournamentRecord, seed: Seed) -> String {
    record
        .entry(seed)
        .map_or_else(|| "?".to_owned(), |entry| entry.person.name.clone())
}
