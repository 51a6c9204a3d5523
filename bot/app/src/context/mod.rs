//! The context of a use case: the store, the moment, and the change that it makes.

pub(crate) mod budget;
pub(crate) mod failure;
mod memo;
pub(crate) mod transaction;

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::ops::Deref;
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::context::budget::Budget;
use crate::context::failure::Failure;
use crate::context::memo::Memo;
use crate::context::transaction::Hooks;
use crate::model::facts::Facts;
use crate::model::ids::{ChallengeId, GameId, Person, PlayerId, ServerId, TournamentId};
use crate::model::key::{Index, Key};
use crate::model::limits::Limits;
use crate::model::moment::{Moment, Span, Timestamp};
use crate::model::record::{
    ChallengeRecord, GameRecord, PersonRecord, Record, RecordType, ReviewRecord, ServerRecord,
};
use crate::protocol::card::Card;
use crate::protocol::effect::{Answer, Effect, EffectId};
use crate::protocol::refusal::Refusal;
use crate::store::{Batch, Held, Page, Quota, Store, StoreError, Stored, Write};

/// Reads of the stored state, for one attempt at a change or one answer: what was read once is not read again.
pub(crate) struct Reader<'a> {
    pub(crate) store: &'a dyn Store,
    pub(crate) limits: &'a Limits,
    pub(crate) facts: &'a Facts,
    memo: Memo,
}

/// One attempt at a change: reads, and the time and random bits that it is made with.
pub(crate) struct Ctx<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) moment: Moment,
    /// Zero at first, one more after each write conflict; random codes depend on it.
    pub(crate) attempt: u32,
    /// `None` outside of a transaction.
    pub(crate) guards: Option<&'a RefCell<Guards>>,
    pub(crate) shared: &'a Shared,
    pub(crate) hooks: &'static Hooks,
}

impl<'a> Deref for Ctx<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}

/// What was read in an attempt and must still hold when it is committed.
#[derive(Debug, Default)]
pub(crate) struct Guards {
    pub(crate) quotas: Vec<Quota>,
    pub(crate) held: Vec<Held>,
}

/// Room in an index for another entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Room {
    Free,
    /// Full until its oldest counted entry no longer counts: that has this order.
    Full(i64),
}

impl<'a> Ctx<'a> {
    /// Whether an index has fewer than `below` entries at or after `since`. If so, the commit fails unless it still has, so that
    /// a limit holds for any number of commands at once.
    pub(crate) fn room(
        &self,
        index: Index,
        since: Timestamp,
        below: usize,
    ) -> Result<Room, Failure> {
        let rows = self.list(&index, Page::last(below))?;
        let quota = Quota {
            index,
            since: since.0,
            below,
        };
        if !quota.has_room(rows.iter().map(|row| row.0)) {
            return Ok(Room::Full(rows.last().map_or(i64::MIN, |row| row.0)));
        }
        self.guard(|guards| guards.quotas.push(quota));
        Ok(Room::Free)
    }

    /// [`Self::room`] among all entries.
    pub(crate) fn has_room(&self, index: Index, below: usize) -> Result<bool, Failure> {
        Ok(self.room(index, Timestamp(i64::MIN), below)? == Room::Free)
    }

    /// The entries of an index at or after `since`, latest first, `most` at most. The commit fails if others were added.
    pub(crate) fn counted(
        &self,
        index: Index,
        since: Timestamp,
        most: usize,
    ) -> Result<Vec<(i64, Key)>, Failure> {
        let mut rows = self.list(&index, Page::last(most))?;
        rows.retain(|row| row.0 >= since.0);
        // Entries that did not fit do not count.
        let cut = rows.last().filter(|_| rows.len() == most);
        let since = cut.map_or(since.0, |oldest| oldest.0.saturating_add(1));
        let below = rows.iter().filter(|row| row.0 >= since).count() + 1;
        let quota = Quota {
            index,
            since,
            below,
        };
        self.guard(|guards| guards.quotas.push(quota));
        Ok(rows)
    }

    /// Reads a record that must not change before the commit, though the commit does not write it.
    pub(crate) fn held<T: RecordType>(&self, key: Key) -> Result<Option<T>, Failure> {
        let loaded = self.load::<T>(key.clone())?;
        self.hold(key, loaded.as_ref().map_or(0, |loaded| loaded.version));
        Ok(loaded.map(|loaded| loaded.value))
    }

    /// Fails the commit unless the record still has this version before it.
    pub(crate) fn hold(&self, key: Key, version: u64) {
        self.guard(|guards| guards.held.push(Held { key, version }));
    }

    fn guard(&self, add: impl FnOnce(&mut Guards)) {
        debug_assert!(
            self.guards.is_some(),
            "only a commit can hold what was read"
        );
        if let Some(guards) = self.guards {
            add(&mut guards.borrow_mut());
        }
    }

    /// The same context at another moment, for another change.
    pub(crate) fn at(&self, moment: Moment) -> Ctx<'a> {
        self.forget();
        Ctx {
            reader: self.reader.over(self.store),
            moment,
            ..*self
        }
    }
}

/// State in memory that all commands share; a restart may lose it.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Reviews that a person may ask for: each is work for the engine, and may post a game's last board again.
    pub(crate) reviews: Budget<PlayerId>,
    /// What a person may post for everyone.
    pub(crate) posts: Budget<PlayerId>,
    /// Tournaments whose next step failed after one of their games ended; the next [`pass_time`](crate::App::pass_time) and
    /// every start retry them.
    stalled: Mutex<BTreeSet<TournamentId>>,
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            reviews: Budget::new(5, Span::minutes(5)),
            posts: Budget::new(3, Span::minutes(2)),
            stalled: Mutex::default(),
        }
    }
}

impl Shared {
    pub(crate) fn stalled(&self) -> MutexGuard<'_, BTreeSet<TournamentId>> {
        self.stalled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that a tournament's next step failed, unless retrying cannot help.
    pub(crate) fn stall(&self, id: TournamentId, failure: &Failure) {
        if matches!(failure, Failure::Store(_) | Failure::Refused(Refusal::Busy)) {
            self.stalled().insert(id);
        }
    }
}

impl<'a> Reader<'a> {
    pub(crate) fn new(store: &'a dyn Store, limits: &'a Limits, facts: &'a Facts) -> Self {
        Self {
            store,
            limits,
            facts,
            memo: Memo::default(),
        }
    }

    /// Reads from this store that begin anew.
    pub(crate) fn over<'b>(&self, store: &'b dyn Store) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader::new(store, self.limits, self.facts)
    }

    /// Notes records that are probably read soon. They are read together with the next one.
    pub(crate) fn foresee(&self, keys: impl IntoIterator<Item = Key>) {
        self.memo.foresee(keys);
    }

    /// Notes that all records on a page of an index are read soon.
    pub(crate) fn foresee_rows(&self, rows: &[(i64, Key)]) {
        self.foresee(rows.iter().map(|(_, key)| key.clone()));
    }

    /// Notes that a game's players and its server are read soon.
    pub(crate) fn foresee_players(&self, game: &GameRecord) {
        self.foresee(game.people().map(|person| Key::Person(person.id.clone())));
        self.foresee(game.venue.server.clone().map(Key::Server));
    }

    /// The records of these rows that exist, in order. They are read as the iterator advances, `step` at once.
    pub(crate) fn records<T: RecordType>(
        &self,
        rows: Vec<(i64, Key)>,
        step: usize,
    ) -> impl Iterator<Item = Result<T, Failure>> {
        let mut foreseen = 0;
        (0..rows.len()).filter_map(move |place| {
            if place == foreseen {
                foreseen = rows.len().min(place.saturating_add(step));
                self.foresee_rows(&rows[place..foreseen]);
            }
            let loaded = self.load::<T>(rows[place].1.clone()).transpose();
            loaded.map(|loaded| loaded.map(|loaded| loaded.value))
        })
    }

    /// The record under `key`, if any.
    pub(crate) fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        self.memo.get(self.store, key)
    }

    /// A page of an index.
    pub(crate) fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.memo.list(self.store, index, page)
    }

    /// Commits without a transaction. What is read afterwards is read anew.
    pub(crate) fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.forget();
        self.store.commit(batch)
    }

    /// Has everything read anew: after a commit, and between the pages of a walk through many records.
    pub(crate) fn forget(&self) {
        self.memo.forget();
    }

    /// The record under `key`, if any, as its type.
    pub(crate) fn load<T: RecordType>(&self, key: Key) -> Result<Option<Loaded<T>>, Failure> {
        let Some(stored) = self.get(&key)? else {
            return Ok(None);
        };
        match T::from_record(stored.record) {
            Some(value) => Ok(Some(Loaded {
                version: stored.version,
                value,
            })),
            None => Err(StoreError::Unreadable(
                key,
                "it holds a record of another type".to_owned(),
            )
            .into()),
        }
    }

    /// The game, or [`Refusal::NoSuchGame`].
    pub(crate) fn game(&self, id: GameId) -> Result<Loaded<GameRecord>, Failure> {
        self.load(Key::Game(id))?
            .ok_or_else(|| Refusal::NoSuchGame(id).into())
    }

    /// The challenge, or [`Refusal::NoSuchChallenge`].
    pub(crate) fn challenge(&self, id: ChallengeId) -> Result<Loaded<ChallengeRecord>, Failure> {
        self.load(Key::Challenge(id))?
            .ok_or_else(|| Refusal::NoSuchChallenge(id).into())
    }

    /// The engine's review of a finished game, if any.
    pub(crate) fn review(&self, game: GameId) -> Result<Option<ReviewRecord>, Failure> {
        Ok(self.load(Key::Review(game))?.map(|loaded| loaded.value))
    }

    /// The person's record, or a new one that is not yet stored.
    pub(crate) fn person(&self, who: &Person) -> Result<Loaded<PersonRecord>, Failure> {
        Ok(self
            .load(Key::Person(who.id.clone()))?
            .unwrap_or_else(|| Loaded::new(PersonRecord::new(who.clone()))))
    }

    /// The server's record, or a new one that is not yet stored.
    pub(crate) fn server(&self, id: &ServerId) -> Result<Loaded<ServerRecord>, Failure> {
        Ok(self
            .load(Key::Server(id.clone()))?
            .unwrap_or_else(|| Loaded::new(ServerRecord::new(id.clone()))))
    }
}

/// A record with the version that was read.
pub(crate) struct Loaded<T> {
    /// Zero for a record that is not yet stored.
    pub(crate) version: u64,
    pub(crate) value: T,
}

impl<T: Into<Record>> Loaded<T> {
    /// A record that is not yet stored.
    pub(crate) fn new(value: T) -> Self {
        Self { version: 0, value }
    }

    /// The write that replaces what was read by the changed value.
    pub(crate) fn write(self) -> Write {
        Write {
            expected: self.version,
            record: self.value.into(),
        }
    }
}

/// The changes of a command, before they are committed.
pub(crate) struct Change {
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) done: Vec<EffectId>,
    pub(crate) answer: Answer,
}

impl Change {
    /// An answer without a change.
    pub(crate) fn nothing(answer: Answer) -> Self {
        Self {
            writes: Vec::new(),
            effects: Vec::new(),
            done: Vec::new(),
            answer,
        }
    }
}

/// A private answer without a picture or buttons.
pub(crate) fn private(text: impl Into<text::Text>) -> Answer {
    Answer::Private(Box::new(Card::words(text)))
}
