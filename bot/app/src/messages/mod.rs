//! Texts that people read, composed from the messages of the `text` crate. Nothing here decides anything.

use text::{Name, Part, msg};

use crate::model::ids::Person;
use crate::model::record::Seat;

mod about;
mod board;
mod challenge;
mod daily;
mod games;
mod help;
mod how_to_move;
mod illegal_move;
mod input;
mod lesson;
mod linking;
mod notice;
mod panel;
mod premove;
mod privacy;
mod profile;
mod refusal;
mod replay;
mod review;
mod rules;
mod settings;
pub(crate) mod shorthand;
mod threads;
mod time;
mod tournament;
mod warning;
pub use about::*;
pub use board::*;
pub use challenge::*;
pub(crate) use daily::*;
pub use games::*;
pub use help::*;
pub use how_to_move::*;
pub use illegal_move::*;
pub use input::*;
pub use lesson::*;
pub use linking::*;
pub use notice::*;
pub use panel::*;
pub use premove::*;
pub use privacy::*;
pub use profile::*;
pub use refusal::*;
pub use replay::*;
pub use review::*;
pub use rules::*;
pub use settings::*;
pub use threads::*;
pub use time::*;
pub use tournament::*;
pub use warning::*;

pub(crate) fn code(words: impl std::fmt::Display) -> Part {
    Part::Code(format!("{words}"))
}

/// A mention of a person, or their name on a platform that is not theirs.
pub fn named(person: &Person) -> Part {
    Part::Named {
        id: person.id.clone(),
        name: person.name.to_string(),
    }
}

/// A player: a mention of a person, or the engine's name.
pub fn seat(seat: &Seat) -> Part {
    match seat {
        Seat::Person(person) if person.id.is_ghost() => msg!("former-player").into(),
        Seat::Person(person) => named(person),
        Seat::Engine(level) => Part::Plain(level.player_name()),
    }
}

/// Shortens user input so that it can be quoted.
pub(crate) fn shortened(typed: &str) -> String {
    const MOST: usize = 40;
    let mut short = Name::new(typed, MOST).map_or_else(String::new, String::from);
    if typed.chars().nth(MOST).is_some() {
        short.push('…');
    }
    short
}
