//! An entrant of a tournament: a person, or the engine at a level.

use pairing::arena::ArenaCard;

use crate::model::level::Level;
use crate::model::record::defaults::stored;
use crate::model::record::stored_size;
use crate::model::record::{Format, Seat};
use crate::model::{Person, PlayerId};

/// Maximum stored size of an entry in bytes, beside the name and the arena's card. Leaves out marks that few entrants get: those
/// of people who were removed, left the server, missed a game or sit out a round.
const MAX_MARK_BYTES: usize = 92;

/// Maximum stored size of an arena's card in bytes.
const MAX_CARD_BYTES: usize = 114;

stored! {
    pub struct Entry {
        /// The player; the engine at most once at each level.
        #[serde(flatten)]
        pub seat: Seat,
        /// The rating in this game at the start.
        pub rating: Option<u16> = default,
        pub checked_in: bool = default,
        /// Whether the player is no longer paired.
        pub withdrawn: bool = default,
        /// Whether the organizer withdrew the player, who then cannot rejoin.
        pub removed: bool = default,
        /// Whether the player left the server.
        pub gone: bool = default,
        /// Whether the player asked for a half-point bye in the next round.
        pub sits_out: bool = default,
        /// Games lost by absence.
        pub no_shows: u8 = default,
        pub arena: ArenaCard = default,
        pub place: Option<u16> = default,
    }

    /// Whether an entrant is paired, and why not; the fields are those of [`Entry`].
    #[derive(Copy, Default)]
    pub struct Absence {
        pub withdrawn: bool = default,
        pub removed: bool = default,
        pub no_shows: u8 = default,
        pub checked_in: bool = default,
        pub sits_out: bool = default,
    }
}

impl Entry {
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

    pub fn person(&self) -> Option<&Person> {
        self.seat.person()
    }

    pub(crate) fn player(&self) -> Option<&PlayerId> {
        self.person().map(|person| &person.id)
    }
}

#[cfg(test)]
mod tests {
    use pairing::Seed;

    use super::*;
    use crate::model::key::Index;

    #[test]
    fn no_entry_exceeds_its_maximum_of_bytes() {
        for person in &stored_size::tests::people() {
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
                points: 99_999,
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
}
