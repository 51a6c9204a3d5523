//! Reads of the stored state.

use std::cell::RefCell;

use crate::context::failure::{Failure, Result};
use crate::context::memo::Memo;
use crate::model::{
    ChallengeId, ChallengeRecord, Facts, GameId, GameRecord, Index, Key, Limits, Person,
    PersonRecord, PlayerId, Record, RecordType, ReviewRecord, ServerId, ServerRecord,
};
use crate::protocol::Refusal;
use crate::store::{Batch, Page, Store, StoreError, Stored, Write};

/// Reads of the stored state, for one attempt at a change or one answer: what was read once is not read again.
pub(crate) struct Reader<'a> {
    pub(crate) store: &'a dyn Store,
    pub(crate) limits: &'a Limits,
    pub(crate) facts: &'a Facts,
    memo: RefCell<Memo>,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(store: &'a dyn Store, limits: &'a Limits, facts: &'a Facts) -> Self {
        Self {
            store,
            limits,
            facts,
            memo: RefCell::default(),
        }
    }

    pub(crate) fn over<'b>(&self, store: &'b dyn Store) -> Reader<'b>
    where
        'a: 'b,
    {
        Reader::new(store, self.limits, self.facts)
    }

    /// Notes records that are probably read soon. They are read together with the next one.
    pub(crate) fn foresee(&self, keys: impl IntoIterator<Item = Key>) {
        self.memo.borrow_mut().foresee(keys);
    }

    /// Notes that all records on a page of an index are read soon.
    pub(crate) fn foresee_rows(&self, rows: &[(i64, Key)]) {
        self.foresee(rows.iter().map(|(_, key)| key.clone()));
    }

    /// Notes that a game's players and its server are read soon.
    pub(crate) fn foresee_players(&self, game: &GameRecord) {
        self.foresee(game.people().map(|person| Key::Person(person.id.clone())));
        self.foresee(game.servers().cloned().map(Key::Server));
    }

    /// The records of these rows that exist, in order. They are read as the iterator advances, `step` at once.
    pub(crate) fn records<T: RecordType>(
        &self,
        rows: Vec<(i64, Key)>,
        step: usize,
    ) -> impl Iterator<Item = Result<T>> {
        let mut foreseen = 0;
        (0..rows.len()).filter_map(move |place| {
            if place == foreseen {
                foreseen = rows.len().min(place.saturating_add(step));
                self.foresee_rows(&rows[place..foreseen]);
            }
            self.value::<T>(rows[place].1.clone()).transpose()
        })
    }

    /// The pages of an index from this one on. They are read as the iterator advances.
    pub(crate) fn pages(
        &self,
        index: &Index,
        first: Page,
    ) -> impl Iterator<Item = Result<Vec<(i64, Key)>>> {
        let mut next = Some(first);
        std::iter::from_fn(move || {
            let page = next.take()?;
            let listed = self.list(index, page.clone());
            if let Ok(rows) = &listed {
                let after = Some(rows.last()?.clone());
                next = (rows.len() == page.limit).then_some(Page { after, ..page });
            }
            Some(listed.map_err(Failure::from))
        })
    }

    pub(crate) fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        self.memo.borrow_mut().get(self.store, key)
    }

    pub(crate) fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.memo.borrow_mut().list(self.store, index, page)
    }

    /// Commits without a transaction. What is read afterwards is read anew.
    pub(crate) fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.forget();
        self.store.commit(batch)
    }

    /// [`Self::commit`], but a conflict is no error: then nothing is written.
    pub(crate) fn commit_unless_changed(&self, batch: Batch) -> Result<()> {
        match self.commit(batch) {
            Ok(()) | Err(StoreError::Conflict(_)) => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    /// Forgets everything read: after a commit, and between the pages of a walk through many records.
    pub(crate) fn forget(&self) {
        drop(self.memo.take());
    }

    /// The record under `key`, if any, as its type.
    pub(crate) fn load<T: RecordType>(&self, key: Key) -> Result<Option<Loaded<T>>> {
        let Some(stored) = self.get(&key)? else {
            return Ok(None);
        };
        let value = T::try_from(stored.record).map_err(|_| Failure::other_type(key))?;
        let version = stored.version;
        Ok(Some(Loaded { version, value }))
    }

    /// [`Self::load`] without the version.
    pub(crate) fn value<T: RecordType>(&self, key: Key) -> Result<Option<T>> {
        Ok(self.load(key)?.map(|loaded| loaded.value))
    }

    /// The person's record, if it is stored.
    pub(crate) fn known_person(&self, id: &PlayerId) -> Result<Option<PersonRecord>> {
        self.value(Key::Person(id.clone()))
    }

    /// The game, or [`Refusal::NoSuchGame`].
    pub(crate) fn game(&self, id: GameId) -> Result<Loaded<GameRecord>> {
        self.load(Key::Game(id))?
            .ok_or_else(|| Refusal::NoSuchGame(id).into())
    }

    /// The challenge, or [`Refusal::NoSuchChallenge`].
    pub(crate) fn challenge(&self, id: ChallengeId) -> Result<Loaded<ChallengeRecord>> {
        self.load(Key::Challenge(id))?
            .ok_or_else(|| Refusal::NoSuchChallenge(id).into())
    }

    pub(crate) fn review(&self, game: GameId) -> Result<Option<ReviewRecord>> {
        self.value(Key::Review(game))
    }

    /// The person's record, or a new one that is not yet stored.
    pub(crate) fn person(&self, who: &Person) -> Result<Loaded<PersonRecord>> {
        let stored = self.load(Key::Person(who.id.clone()))?;
        Ok(stored.unwrap_or_else(|| Loaded::new(PersonRecord::new(who.clone()))))
    }

    /// The server's record, or a new one that is not yet stored.
    pub(crate) fn server(&self, id: &ServerId) -> Result<Loaded<ServerRecord>> {
        let stored = self.load(Key::Server(id.clone()))?;
        Ok(stored.unwrap_or_else(|| Loaded::new(ServerRecord::new(id.clone()))))
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
        Write::new(self.version, self.value)
    }
}

#[cfg(test)]
mod tests {
    use crate::context::reader::{Loaded, Reader};
    use crate::model::facts::Facts;
    use crate::model::ids::{Person, PlayerId};
    use crate::model::limits::Limits;
    use crate::store::memory::MemoryStore;
    use crate::store::{Batch, Store};

    #[test]
    fn what_a_reader_commits_it_reads_anew_and_another_reader_begins_anew() {
        let (store, limits, facts) = (MemoryStore::default(), Limits::default(), Facts::default());
        let reader = Reader::new(&store, &limits, &facts);
        let ann = Person::new(PlayerId::new("t:ann"), "ann");
        let version = |reader: &Reader<'_>| reader.person(&ann).map(|found| found.version);
        let change = |reader: &Reader<'_>| {
            Batch::writing([reader
                .person(&ann)
                .map_or_else(|failure| panic!("{failure:?}"), Loaded::write)])
        };
        assert_eq!(version(&reader), Ok(0));
        reader.commit(change(&reader)).expect("written");
        assert_eq!(version(&reader), Ok(1));
        store.commit(change(&reader)).expect("written");
        assert_eq!(version(&reader), Ok(1), "it was read before");
        assert_eq!(version(&reader.over(&store)), Ok(2));
    }
}
