//! An entrant of a tournament: a person, or the engine at a level.

use pairing::arena::ArenaCard;
use serde::{Deserialize, Serialize};

use crate::model::ids::Person;
use crate::model::level::Level;
use crate::model::record::defaults::is_default;
use crate::model::record::game::Seat;
use crate::model::record::stored_size;
use crate::model::record::tournament::plan::Format;

/// Maximum stored size of an entry in bytes, beside the name and the arena's card. Leaves out marks that few entrants get: those
/// of people who were removed, left the server, missed a game or sit out a round.
const MAX_MARK_BYTES: usize = 92;

/// Maximum stored size of an arena's card in bytes.
const MAX_CARD_BYTES: usize = 114;

/// An entrant.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each can be so with any of the others"
)]
pub struct Entry {
    /// The player; the engine at most once at each level.
    #[serde(flatten)]
    pub seat: Seat,
    /// The rating in this game at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u16>,
    /// Whether the player has checked in.
    #[serde(default, skip_serializing_if = "is_default")]
    pub checked_in: bool,
    /// Whether the player is no longer paired.
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    /// Whether the organizer withdrew the player, who then cannot rejoin.
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
    /// Whether the player left the server.
    #[serde(default, skip_serializing_if = "is_default")]
    pub gone: bool,
    /// Whether the player asked for a half-point bye in the next round.
    #[serde(default, skip_serializing_if = "is_default")]
    pub sits_out: bool,
    /// Games lost by absence.
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
    /// Results in an arena.
    #[serde(default, skip_serializing_if = "is_default")]
    pub arena: ArenaCard,
    /// The final place.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u16>,
}

/// Whether an entrant is paired, and why not; the fields are those of [`Entry`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(
    missing_docs,
    clippy::struct_excessive_bools,
    reason = "as documented at Entry"
)]
pub struct Absence {
    #[serde(default, skip_serializing_if = "is_default")]
    pub withdrawn: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub removed: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub no_shows: u8,
    #[serde(default, skip_serializing_if = "is_default")]
    pub checked_in: bool,
    #[serde(default, skip_serializing_if = "is_default")]
    pub sits_out: bool,
}

impl Entry {
    /// A new entrant.
    pub fn new(seat: Seat) -> Self {
        Self {
            seat,
            rating: None,
            checked_in: false,
            withdrawn: false,
            removed: false,
            gone: false,
            sits_out: false,
            no_shows: 0,
            arena: ArenaCard::default(),
            place: None,
        }
    }

    /// The engine, which is always checked in.
    pub fn engine(level: Level) -> Self {
        Self {
            checked_in: true,
            ..Self::new(Seat::Engine(level))
        }
    }

    /// Replaces the absence, and returns the previous one.
    pub(crate) fn replace_absence(&mut self, absence: Absence) -> Absence {
        self.gone = false;
        Absence {
            withdrawn: std::mem::replace(&mut self.withdrawn, absence.withdrawn),
            removed: std::mem::replace(&mut self.removed, absence.removed),
            no_shows: std::mem::replace(&mut self.no_shows, absence.no_shows),
            checked_in: std::mem::replace(&mut self.checked_in, absence.checked_in),
            sits_out: std::mem::replace(&mut self.sits_out, absence.sits_out),
        }
    }

    /// Maximum number of bytes that it fills in the store, without rare marks.
    pub(crate) fn max_bytes(&self, format: Format) -> usize {
        let named = self.person().map_or(0, stored_size::of_person);
        let card = match format {
            Format::Arena { .. } => MAX_CARD_BYTES,
            _ => 0,
        };
        named + MAX_MARK_BYTES + card
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
    use crate::model::key::Index;

    #[test]
    fn no_entry_exceeds_its_maximum_of_bytes() {
        for id in [
            "discord:18446744073709551615".to_owned(),
            format!("matrix:@{}", "\"".repeat(254)),
        ] {
            for name in ["\u{1F600}".repeat(40), "\"\\".repeat(40), "a".to_owned()] {
                never_exceeds(&Person::new(PlayerId::new(&*id), &name));
            }
        }
    }

    fn never_exceeds(person: &Person) {
        let mut entry = Entry {
            rating: Some(4000),
            checked_in: true,
            withdrawn: true,
            place: Some(256),
            ..Entry::new(Seat::Person(person.clone()))
        };
        let row = Index::About(person.id.clone()).at(1_700_000_000_000);
        let row = serde_json::to_string(&row).unwrap().len() + 1;
        let bytes = |entry: &Entry| serde_json::to_string(entry).unwrap().len() + 1 + row;
        let most = entry.max_bytes(Format::Swiss { rounds: 1 });
        assert!(bytes(&entry) <= most, "{} of {most}", bytes(&entry));
        entry.arena = ArenaCard {
            points: ArenaPoints(99_999),
            streak: 9999,
            games: 9999,
            color_difference: -9999,
            last_opponent: Seed::new(128),
            waited: 9999,
        };
        let most = entry.max_bytes(Format::Arena { minutes: 5 });
        assert!(bytes(&entry) <= most, "{} of {most}", bytes(&entry));
    }
}
