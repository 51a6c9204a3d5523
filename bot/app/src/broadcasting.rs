//! Announcements: what whoever runs Delos has to say to everybody, such as that it will be away for an hour; and a server's
//! tournaments, in the room that its moderators chose for that.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::app::{App, effect_id};
use crate::command::Press;
use crate::effect::{Card, Control, Effect, Look, Outgoing};
use crate::ids::{RoomId, TournamentId};
use crate::moment::Moment;
use crate::record::{GameRecord, ServerRecord, Stage, TournamentRecord};
use crate::refusal::Failure;
use crate::say;
use crate::store::{Batch, Index, Key, Page, Store, Write};

/// Entries of an index read at once, and effects committed at once.
const PAGE: usize = 100;
/// The most rooms that are told: whoever has more waits for days on Discord's limits.
const MOST_ROOMS: usize = 5000;

/// News for everybody in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announce {
    /// The room.
    pub room: RoomId,
    /// What is announced there.
    #[serde(flatten)]
    pub news: News,
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// Words of whoever runs Delos.
    Words(String),
    /// A tournament that can be entered.
    Opened(TournamentId),
    /// A tournament that is over.
    Over(TournamentId),
}

impl Announce {
    /// The longest words, in characters.
    pub const MOST: usize = 1500;
}

impl<S: Store> App<S> {
    /// The message of an announcement; nothing if it is out of date.
    ///
    /// # Errors
    /// When the store fails.
    pub fn announced(&self, announce: &Announce) -> Result<Option<Card>, Failure> {
        let id = match &announce.news {
            News::Words(words) => return Ok(Some(Card::words(say::announcement(words)))),
            News::Opened(id) | News::Over(id) => *id,
        };
        let Some(record) = self.load::<TournamentRecord>(Key::Tournament(id))? else {
            return Ok(None);
        };
        let record = record.value;
        let mut card = self.show_tournament(id)?.card;
        match (&announce.news, record.stage) {
            (News::Opened(_), Stage::Open) => {
                card.controls = vec![vec![Control {
                    label: "Join",
                    look: Look::Success,
                    press: Press::Join(id),
                }]];
            }
            (News::Over(_), Stage::Finished(_)) => card.controls = Vec::new(),
            _ => return Ok(None),
        }
        card.text = say::tournament_elsewhere(&record).line(card.text);
        Ok(Some(card))
    }

    /// What is announced of a tournament that becomes this, in the room that its server has for that.
    pub(crate) fn tournament_news(
        &self,
        write: &Write,
        record: &TournamentRecord,
    ) -> Result<Option<Effect>, Failure> {
        let was_over = match write.expected {
            0 => None,
            _ => self
                .load::<TournamentRecord>(Key::Tournament(record.id))?
                .map(|former| former.value.is_over()),
        };
        let news = match (was_over, record.stage) {
            (None, Stage::Open) => News::Opened(record.id),
            (Some(false), Stage::Finished(_)) => News::Over(record.id),
            _ => return Ok(None),
        };
        let settings = self.in_force(None, record.venue.server.as_ref())?.settings;
        let room = settings.announcements;
        Ok(room
            .filter(|room| *room != record.venue.room)
            .map(|room| Effect::Announce(Announce { room, news })))
    }

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
                    news: News::Words(words.chars().take(Announce::MOST).collect()),
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
