//! What is kept: records as they stand in the store, and the index rows by which they are found again.

mod challenge;
mod clock;
mod game;
mod person;
mod presence;
mod server;
mod time_control;

use serde::{Deserialize, Serialize};

use crate::store::{IndexRow, Key};

pub use challenge::{ChallengeRecord, ChallengeState, ColorWish, Terms};
pub use clock::{Clock, FIRST_MOVE, RETURN};
pub use game::{DrawOffer, End, GameRecord, GameResult, Level, Seat};
pub use person::{PersonRecord, Preferences};
pub use presence::PresenceRecord;
pub use server::{ServerRecord, Settings};
pub use time_control::{BadTime, TimeControl};

/// Whether a value need not be written, since an older record that lacks it means the same.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// Anything that the store keeps under a [`Key`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Record {
    /// A game, in progress or finished.
    Game(GameRecord),
    /// A challenge, open or answered.
    Challenge(ChallengeRecord),
    /// A person.
    Person(PersonRecord),
    /// A server.
    Server(ServerRecord),
    /// When Delos was last seen at work.
    Presence(PresenceRecord),
}

impl Record {
    /// Its name in the store.
    pub fn key(&self) -> Key {
        match self {
            Self::Game(game) => Key::Game(game.id),
            Self::Challenge(challenge) => Key::Challenge(challenge.id),
            Self::Person(person) => Key::Person(person.id().clone()),
            Self::Server(server) => Key::Server(server.id.clone()),
            Self::Presence(_) => Key::Presence,
        }
    }

    /// The rows by which it is found; they replace those of its former state.
    pub fn index_rows(&self) -> Vec<IndexRow> {
        match self {
            Self::Game(game) => game.index_rows(),
            Self::Challenge(challenge) => challenge.index_rows(),
            Self::Person(person) => person.index_rows(),
            Self::Server(server) => server.index_rows(),
            Self::Presence(_) => Vec::new(),
        }
    }
}

/// A type of record: into [`Record`], and out of it again if it is of this type.
pub(crate) trait Kept: Into<Record> {
    /// The record, if it is of this type.
    fn of(record: Record) -> Option<Self>;
}

/// Declares the types that a [`Record`] can hold.
macro_rules! kept {
    ($($variant:ident($kept:ident)),* $(,)?) => {$(
        impl From<$kept> for Record {
            fn from(kept: $kept) -> Self {
                Self::$variant(kept)
            }
        }

        impl Kept for $kept {
            fn of(record: Record) -> Option<Self> {
                match record {
                    Record::$variant(kept) => Some(kept),
                    _ => None,
                }
            }
        }
    )*};
}

kept! {
    Game(GameRecord),
    Challenge(ChallengeRecord),
    Person(PersonRecord),
    Server(ServerRecord),
    Presence(PresenceRecord),
}
