//! Somebody who plays in a tournament: a person, or the engine at a level.

use serde::{Deserialize, Serialize};

use crate::ids::Person;
use crate::record::{Level, Seat, is_default};

/// Somebody who entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Who; the engine at most once at each level.
    #[serde(flatten)]
    pub seat: Seat,
    /// Their rating in this game when it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Whether they said that they are there.
    #[serde(default, skip_serializing_if = "is_default")]
    pub checked_in: bool,
    /// Whether they play no more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    /// Whether they asked for a half-point bye in the next round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sits_out: bool,
    /// Games to which they did not come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
    /// Their place in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

impl Entry {
    /// Somebody who has just entered.
    pub fn new(seat: Seat) -> Self {
        Self {
            seat,
            rating: None,
            checked_in: false,
            withdrawn: false,
            sits_out: false,
            no_shows: 0,
            place: None,
        }
    }

    /// The engine, which is always there.
    pub fn engine(level: Level) -> Self {
        Self {
            checked_in: true,
            ..Self::new(Seat::Engine(level))
        }
    }

    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        self.seat.person()
    }
}
