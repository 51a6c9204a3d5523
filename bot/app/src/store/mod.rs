//! The store's interface: records by key, rows by index, and atomic commits.
//!
//! A key-value store or a database server can implement it: versions are optimistic, no lock outlives a call, and a listing
//! need not be a snapshot, since the commit decides.

pub mod contract;
pub mod memory;

use std::fmt;

use crate::model::record::Record;
use crate::protocol::effect::{EffectId, Outgoing, Subject};

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

impl Quota {
    /// Whether there is room, given the last [`below`](Self::below) rows of the index.
    pub fn has_room(&self, last: impl IntoIterator<Item = i64>) -> bool {
        let counted = last.into_iter().take(self.below);
        counted.filter(|&order| order >= self.since).count() < self.below
    }
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
            after: None,
            limit,
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
    /// Whose entries are counted.
    pub index: Index,
    /// Entries of a lower order do not count.
    pub since: i64,
    /// Fewer entries must count.
    pub below: usize,
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
    /// The store is unavailable at present. A commit may or may not have succeeded.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(key) => write!(f, "{key} was changed by another command"),
            Self::Full(index) => write!(f, "{index:?} was filled by other commands"),
            Self::TooLarge(key) => write!(f, "{key} is too large to be stored"),
            Self::Unreadable(key, why) => write!(f, "{key} cannot be read: {why}"),
            Self::Unavailable(why) => write!(f, "the store is unavailable: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Stores records, indexes and pending effects.
pub trait Store: Send + Sync {
    /// Reads a record.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::Unavailable`].
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError>;

    /// Reads a page of an index. Entries may come and go between two calls.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError>;

    /// Writes the batch. After `Ok`, it survives a power cut.
    ///
    /// # Errors
    /// Any [`StoreError`]; after [`StoreError::Conflict`], [`StoreError::Full`] and [`StoreError::TooLarge`] nothing was
    /// written.
    fn commit(&self, batch: Batch) -> Result<(), StoreError>;

    /// Pending effects, oldest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError>;
}

impl<S: Store + ?Sized> Store for std::sync::Arc<S> {
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        (**self).get(key)
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        (**self).list(index, page)
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        (**self).commit(batch)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        (**self).outgoing(limit)
    }
}
