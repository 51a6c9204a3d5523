//! What whoever runs Delos has to say to everybody, such as that it will be away for an hour.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::app::{App, effect_id};
use crate::effect::{Card, Effect, Outgoing};
use crate::ids::RoomId;
use crate::moment::Moment;
use crate::record::{GameRecord, ServerRecord};
use crate::refusal::Failure;
use crate::say;
use crate::store::{Batch, Index, Page, Store};

/// Entries of an index read at once, and effects committed at once.
const PAGE: usize = 100;
/// The most rooms that are told: whoever has more waits for days on Discord's limits.
const MOST_ROOMS: usize = 5000;

/// Words for everybody in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announce {
    /// The room.
    pub room: RoomId,
    /// The words.
    pub words: String,
}

impl Announce {
    /// The longest words, in characters.
    pub const MOST: usize = 1500;

    /// The message.
    pub fn card(&self) -> Card {
        Card::words(say::announcement(&self.words))
    }
}

impl<S: Store> App<S> {
    /// Tells every server that has a room for announcements, there, and every other room in which a game is in progress.
    /// Doing it twice with the same moment says it once.
    ///
    /// # Errors
    /// When the store fails.
    pub fn broadcast(&self, words: &str, moment: Moment) -> Result<Vec<Outgoing>, Failure> {
        let rooms = self.rooms_to_tell()?;
        let effects: Vec<_> = (0_u32..)
            .zip(rooms)
            .map(|(n, room)| Outgoing {
                id: effect_id(moment, n),
                effect: Effect::Announce(Announce {
                    room,
                    words: words.chars().take(Announce::MOST).collect(),
                }),
            })
            .collect();
        for outgoing in effects.chunks(PAGE) {
            self.store.commit(Batch {
                outgoing: outgoing.to_vec(),
                ..Batch::default()
            })?;
        }
        Ok(effects)
    }

    fn rooms_to_tell(&self) -> Result<BTreeSet<RoomId>, Failure> {
        let mut rooms = BTreeSet::new();
        let mut told = BTreeSet::new();
        self.each_of(&Index::Announcing, |server: ServerRecord| {
            if let Some(room) = server.settings.announcements {
                rooms.insert(room);
                told.insert(server.id);
            }
            rooms.len() < MOST_ROOMS
        })?;
        self.each_of(&Index::Ongoing, |game: GameRecord| {
            let venue = game.venue;
            if !venue.server.is_some_and(|server| told.contains(&server)) {
                rooms.insert(venue.room);
            }
            rooms.len() < MOST_ROOMS
        })?;
        Ok(rooms)
    }

    /// Goes through the records of an index until `each` says that it is enough.
    fn each_of<T: crate::record::Kept>(
        &self,
        index: &Index,
        mut each: impl FnMut(T) -> bool,
    ) -> Result<(), Failure> {
        let mut after = None;
        loop {
            let page = Page {
                after: after.take(),
                ..Page::first(PAGE)
            };
            let rows = self.store.list(index, page)?;
            after = rows.last().cloned();
            for (_, key) in rows {
                if let Some(record) = self.load::<T>(key)?
                    && !each(record.value)
                {
                    return Ok(());
                }
            }
            if after.is_none() {
                return Ok(());
            }
        }
    }
}
