//! The store's interface: records by key, rows by index, and atomic commits.
//!
//! A key-value store or a database server can implement it: versions are optimistic, and a listing need not be a snapshot, since
//! the commit decides. Several processes may use one database; what a [`Home`] decides is done by one of them.

pub mod contract;
mod longest_ids;
pub mod memory;

use std::fmt;

use crate::model::{Home, Record, Timestamp};
use crate::protocol::{EffectId, Outgoing, Subject};

pub use crate::model::key::{Index, IndexRow, Key};

/// A page of an index: where it begins, and how many entries it has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The end of the index from which pages are counted.
    pub from: Edge,
    /// The last entry of the previous page; `None` for the first page.
    pub after: Option<(i64, Key)>,
    /// Most entries to return.
    pub limit: usize,
}

/// The end of an index at which a listing begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Ascending order.
    Start,
    /// Descending order.
    End,
}

impl Page {
    /// The first `limit` entries in ascending order.
    pub fn first(limit: usize) -> Self {
        Self {
            from: Edge::Start,
            after: None,
            limit,
        }
    }

    /// The last `limit` entries in descending order.
    pub fn last(limit: usize) -> Self {
        Self {
            from: Edge::End,
            ..Self::first(limit)
        }
    }
}

/// A stored record and its version.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// The number of writes so far.
    pub version: u64,
    /// As of this version.
    pub record: Record,
}

/// One record of a [`Batch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// The stored version that this write replaces; zero if the record must not exist yet.
    pub expected: u64,
    /// Stored as version `expected + 1`.
    pub record: Record,
}

/// The removal of one record and its index rows in a [`Batch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The stored version that is removed.
    pub expected: u64,
    /// The record to remove.
    pub key: Key,
}

/// Room that an index must have when a [`Batch`] is committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Quota {
    /// The index whose entries count.
    pub index: Index,
    /// Entries of a lower order do not count.
    pub since: i64,
    /// Fewer entries must count.
    pub below: usize,
}

impl Quota {
    /// Whether there is room, given the last [`below`](Self::below) rows of the index.
    pub fn has_room(&self, last: impl IntoIterator<Item = i64>) -> bool {
        let counted = last.into_iter().take(self.below);
        counted.filter(|&order| order >= self.since).count() < self.below
    }
}

/// A record that must not have changed when a [`Batch`] is committed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Held {
    /// Of the record, stored or not.
    pub key: Key,
    /// Zero if the record must not exist.
    pub version: u64,
}

/// Changes that are committed atomically, if what they depend on still holds before them.
///
/// A number that is counted before a commit may have grown by the time of the commit: whatever is limited is therefore counted
/// again here, as a [`Quota`].
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// Counted with the commit, so that no two commits take the same room.
    pub quotas: Vec<Quota>,
    /// Records that were read but are not written.
    pub held: Vec<Held>,
    /// Records to insert or replace.
    pub writes: Vec<Write>,
    /// Disjoint from `writes`.
    pub removals: Vec<Removal>,
    /// Effects to perform once the batch is durable.
    pub outgoing: Vec<Outgoing>,
    /// Subjects whose message is no longer updated; the message itself remains.
    pub forgotten_posts: Vec<Subject>,
    /// Effects that these writes complete.
    pub done: Vec<EffectId>,
}

impl Write {
    /// A record in place of its version `expected`.
    pub fn new(expected: u64, record: impl Into<Record>) -> Self {
        let record = record.into();
        Self { expected, record }
    }
}

impl Removal {
    /// The removal of a record's version `expected`.
    pub fn new(expected: u64, key: Key) -> Self {
        Self { expected, key }
    }
}

impl Batch {
    /// Writes one record.
    pub fn write(expected: u64, record: impl Into<Record>) -> Self {
        Self::writing([Write::new(expected, record)])
    }

    /// Writes records.
    pub fn writing(writes: impl IntoIterator<Item = Write>) -> Self {
        Self {
            writes: writes.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Removes one record.
    pub fn removal(expected: u64, key: Key) -> Self {
        Self::removing([Removal::new(expected, key)])
    }

    /// Removes records.
    pub fn removing(removals: impl IntoIterator<Item = Removal>) -> Self {
        Self {
            removals: removals.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Performs effects.
    pub fn sending(outgoing: impl IntoIterator<Item = Outgoing>) -> Self {
        Self {
            outgoing: outgoing.into_iter().collect(),
            ..Self::default()
        }
    }

    /// Completes effects.
    pub fn completing(done: impl IntoIterator<Item = EffectId>) -> Self {
        Self {
            done: done.into_iter().collect(),
            ..Self::default()
        }
    }
}

/// Why a store operation failed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another commit changed this record first. Nothing was written; read it again.
    Conflict(Key),
    /// Other commits took the room in this index. Nothing was written; count again.
    Full(Index),
    /// The record has more bytes than the store can hold.
    TooLarge(Key),
    /// This version of the program cannot parse the record.
    Unreadable(Key, String),
    /// The store is unavailable at present. Nothing was written.
    Unavailable(String),
    /// The store failed during a commit, which may or may not have succeeded.
    Unknown(String),
    /// Another process serves the home of this effect now. Nothing was written.
    NotOurs,
}

/// The result of a store operation.
pub type Result<T, E = StoreError> = std::result::Result<T, E>;

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(key) => write!(f, "{key} was changed by another command"),
            Self::Full(index) => write!(f, "{index:?} was filled by other commands"),
            Self::TooLarge(key) => write!(f, "{key} is too large to be stored"),
            Self::Unreadable(key, why) => write!(f, "{key} cannot be read: {why}"),
            Self::Unavailable(why) => write!(f, "the store is unavailable: {why}"),
            Self::Unknown(why) => write!(f, "the store failed during a commit: {why}"),
            Self::NotOurs => f.write_str("another process serves this now"),
        }
    }
}

impl std::error::Error for StoreError {}

impl StoreError {
    /// Whether the same call may succeed later.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Unknown(_))
    }
}

/// A record or index that several commands change at the same time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Contended {
    /// A record, stored or not.
    Record(Key),
    /// An index with a quota.
    Index(Index),
}

/// Stores records, indexes and pending effects.
pub trait Store: Send + Sync {
    /// Reads records in one round trip, in the order of `keys`, which may repeat. Each is read as it was at some time during the
    /// call; together they need not be a snapshot.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] if any of them is, or [`StoreError::Unavailable`].
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>>;

    /// Reads a record.
    fn get(&self, key: &Key) -> Result<Option<Stored>> {
        Ok(self.get_many(std::slice::from_ref(key))?.pop().flatten())
    }

    /// Reads a page of an index. Entries may come and go between two calls.
    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>>;

    /// Writes the batch. After `Ok`, it survives a power cut.
    ///
    /// # Errors
    /// Any [`StoreError`]; after [`StoreError::Conflict`], [`StoreError::Full`] and [`StoreError::TooLarge`] nothing was
    /// written.
    fn commit(&self, batch: Batch) -> Result<()>;

    /// Runs one attempt at a change while no other held attempt changes the same thing, so that each of many gets its turn. The
    /// attempt reads and commits through the store that it is given.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`]: the attempt did not run.
    fn hold(&self, contended: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()>;

    /// Pending effects of all homes, oldest first.
    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>>;
}

impl<S: Store + ?Sized> Store for std::sync::Arc<S> {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
        (**self).get_many(keys)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>> {
        (**self).list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<()> {
        (**self).commit(batch)
    }

    fn hold(&self, contended: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()> {
        (**self).hold(contended, attempt)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>> {
        (**self).outgoing(limit)
    }
}

/// The homes in which a process lets time pass. Without one, an [`App`](crate::App) serves all.
///
/// Time passes in a home once people can reach Delos there and were given back the time in which they could not. Commands may
/// come from anywhere.
pub trait Homes: Send + Sync {
    /// Whether this process lets time pass in a home at present.
    fn include(&self, home: Home) -> bool;

    /// Records of these homes with a deadline, earliest first.
    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>>;

    /// Returns when processes stopped letting time pass in a home; `None` if one does now, or none ever did.
    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>>;
}

impl<H: Homes + ?Sized> Homes for std::sync::Arc<H> {
    fn include(&self, home: Home) -> bool {
        (**self).include(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>> {
        (**self).due(page)
    }

    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>> {
        (**self).paused_since(home, now)
    }
}
