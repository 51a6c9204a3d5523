//! Somebody who plays in a tournament: a person, or the engine at a level.

use pairing::arena::ArenaCard;
use serde::{Deserialize, Serialize};

use crate::model::ids::Person;
use crate::model::level::Level;
use crate::model::record::defaults::is_default;
use crate::model::record::game::Seat;

/// The most bytes of everything that is kept of an entrant beside the name, without an arena's card and of that.
const MARKS: (usize, usize) = (140, 100);

/// Somebody who entered.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each can be so with any of the others"
)]
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
    /// Whether the organizer has withdrawn them, so that they cannot come back by themselves.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
    /// Whether they asked for a half-point bye in the next round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sits_out: bool,
    /// Games to which they did not come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
    /// What they have done in an arena.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arena: ArenaCard,
    /// Their place in the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

/// Whether and why somebody plays no more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Absence {
    /// Whether they play no more.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    /// Whether the organizer has withdrawn them.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
    /// Games to which they did not come.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
}

impl Entry {
    /// Somebody who has just entered.
    pub fn new(seat: Seat) -> Self {
        Self {
            seat,
            rating: None,
            checked_in: false,
            withdrawn: false,
            removed: false,
            sits_out: false,
            no_shows: 0,
            arena: ArenaCard::default(),
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

    /// Takes an absence in the place of the former one, which is given back.
    pub(crate) fn be(&mut self, absence: Absence) -> Absence {
        Absence {
            withdrawn: std::mem::replace(&mut self.withdrawn, absence.withdrawn),
            removed: std::mem::replace(&mut self.removed, absence.removed),
            no_shows: std::mem::replace(&mut self.no_shows, absence.no_shows),
        }
    }

    /// The most bytes that it can ever fill in the store.
    pub(crate) fn most_bytes(&self, in_arena: bool) -> usize {
        let named = self.person().map_or(0, |person| {
            let escaped = person.name.matches(['"', '\\']).count();
            person.id.as_str().len() + person.name.len() + escaped
        });
        named + MARKS.0 + if in_arena { MARKS.1 } else { 0 }
    }

    /// The person, if it is one.
    pub fn person(&self) -> Option<&Person> {
        self.seat.person()
    }
}

#[cfg(test)]
mod tests {
    use pairing::Seed;
    use pairing::arena::ArenaPoints;

    use super::*;
    use crate::model::ids::PlayerId;

    #[test]
    fn no_entrant_fills_more_than_was_reckoned_with() {
        let id = PlayerId::new("discord:18446744073709551615");
        for name in ["\u{1F600}".repeat(40), "\"\\".repeat(40), "a".to_owned()] {
            let person = Person::new(id.clone(), &name);
            let mut entry = Entry {
                rating: Some(4000),
                checked_in: true,
                withdrawn: true,
                removed: true,
                sits_out: true,
                no_shows: u8::MAX,
                place: Some(256),
                ..Entry::new(Seat::Person(person))
            };
            let bytes = |entry: &Entry| serde_json::to_string(entry).unwrap().len() + 1;
            assert!(
                bytes(&entry) <= entry.most_bytes(false),
                "{}",
                bytes(&entry)
            );
            entry.arena = ArenaCard {
                points: ArenaPoints(99_999),
                streak: 9999,
                games: 9999,
                color_difference: -9999,
                last_opponent: Seed::new(128),
            };
            assert!(bytes(&entry) <= entry.most_bytes(true), "{}", bytes(&entry));
        }
    }
}
