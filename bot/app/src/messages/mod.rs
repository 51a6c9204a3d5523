//! Texts that people read, composed from the messages of the `text` crate. Nothing here decides anything.

use text::{Arg, Name, Part, key, msg};

use crate::model::{Person, Seat};

mod board;
mod challenge;
mod games;
mod help;
mod illegal_move;
mod input;
mod lesson;
mod notice;
mod panel;
mod privacy;
mod profile;
mod refusal;
mod replay;
mod review;
mod rules;
mod settings;
pub(crate) mod shorthand;
mod time;
mod tournament;
pub use board::*;
pub use challenge::*;
pub use games::*;
pub use help::*;
pub use illegal_move::*;
pub use input::*;
pub use lesson::*;
pub use notice::*;
pub use panel::*;
pub use privacy::*;
pub use profile::*;
pub use refusal::*;
pub use replay::*;
pub use review::*;
pub use rules::*;
pub use settings::*;
pub use time::*;
pub use tournament::*;

pub(crate) fn code(words: impl std::fmt::Display) -> Part {
    Part::Code(words.to_string())
}

/// The selector `yes` or `no`.
fn yes_key(yes: bool) -> Arg {
    key(if yes { "yes" } else { "no" })
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
