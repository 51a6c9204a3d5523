//! Every sentence that a person can read, one function each. Nothing here decides anything.

use text::Part;

use crate::model::record::Seat;

mod about;
mod board;
mod challenge;
mod explaining;
mod games;
mod input;
mod notice;
mod panel;
mod position;
mod prepared;
mod privacy;
mod profile;
mod refusal;
mod review;
mod rules;
mod settings;
mod threads;
mod time;
mod tournament;
mod watching;
pub use about::*;
pub use board::*;
pub use challenge::*;
pub use explaining::*;
pub use games::*;
pub use input::*;
pub use notice::*;
pub use panel::*;
pub use position::*;
pub use prepared::*;
pub use privacy::*;
pub use profile::*;
pub use refusal::*;
pub use review::*;
pub use rules::*;
pub use settings::*;
pub use threads::*;
pub use time::*;
pub use tournament::*;
pub use watching::*;

fn strong(words: impl Into<String>) -> Part {
    Part::Strong(words.into())
}

pub(crate) fn code(words: impl std::fmt::Display) -> Part {
    Part::Code(format!("{words}"))
}

/// Who plays, as a mention of a person or as the engine's name.
pub fn seat(seat: &Seat) -> Part {
    match seat {
        Seat::Person(person) if person.id.is_ghost() => Part::Plain(person.name.clone()),
        Seat::Person(person) => Part::from(&person.id),
        Seat::Engine(level) => Part::Plain(level.player_name()),
    }
}

fn shortened(typed: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = typed.chars().take(MOST).collect();
    if typed.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}

/// A day, as in `3 March 2026`, by Greenwich.
fn date(at: crate::model::moment::Timestamp) -> String {
    jiff::Timestamp::from_millisecond(at.0)
        .map(|at| at.strftime("%-d %B %Y").to_string())
        .unwrap_or_default()
}
