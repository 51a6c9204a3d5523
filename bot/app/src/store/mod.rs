//! What the application asks of a store: records by key, rows by index, and commits that hold all or nothing.
//!
//! A key-value store and a server database can both honour it: versions are optimistic, nothing is locked across calls,
//! no listing promises to be a snapshot (the commit decides), and nobody is called back.

pub mod contract;
pub mod memory;

use std::fmt;

use crate::model::record::Record;
use crate::protocol::effect::{EffectId, Outgoing, Subject};

pub use crate::model::key::{Index, IndexRow, Key};

/// Which part of an index is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Page {
    /// The end at which to begin.
    pub from: Edge,
    /// The last entry of the page before, when it is not the first.
    pub after: Option<(i64, Key)>,
    /// The most entries to return.
    pub limit: usize,
}

/// The end of an index at which a listing begins.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// Least number first.
    Start,
    /// Greatest number first.
    End,
}

impl Page {
    /// The first `limit` entries, least number first.
    pub fn first(limit: usize) -> Self {
        Self {
            from: Edge::Start,
            after: None,
            limit,
        }
    }

    /// The last `limit` entries, greatest number first.
    pub fn last(limit: usize) -> Self {
        Self {
            from: Edge::End,
            after: None,
            limit,
        }
    }
}

/// A record as it is stored, with the number of times it was written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stored {
    /// One for a new record, one more for each write.
    pub version: u64,
    /// The record.
    pub record: Record,
}

/// One record of a [`Batch`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Write {
    /// The version that must be there now; zero for a record that must not exist yet.
    pub expected: u64,
    /// What to put in its place, under [`Record::key`] and [`Record::index_rows`], as version `expected + 1`.
    pub record: Record,
}

/// A record that goes away with a [`Batch`], and its index rows with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Removal {
    /// The version that must be there now.
    pub expected: u64,
    /// The record.
    pub key: Key,
}

/// What is written together or not at all.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Batch {
    /// The records.
    pub writes: Vec<Write>,
    /// The records that go away; none of them is among those that are written.
    pub removals: Vec<Removal>,
    /// What is to be done once they are durable.
    pub outgoing: Vec<Outgoing>,
    /// Subjects whose message is forgotten: it stays where it is, but is no longer brought up to date.
    pub unposted: Vec<Subject>,
    /// What was to be done, and is done with these writes.
    pub settled: Vec<EffectId>,
}

/// Why the store did not do what it was asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// Another commit changed this record first. Nothing was written: read it again.
    Conflict(Key),
    /// The record has more bytes than the store can hold.
    TooLarge(Key),
    /// The record was read, but makes no sense to this version of the program.
    Unreadable(Key, String),
    /// The store does not work at the moment. For a commit: it may or may not hold.
    Unavailable(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Conflict(key) => write!(f, "{key} was changed by another command"),
            Self::TooLarge(key) => write!(f, "{key} is too large to be stored"),
            Self::Unreadable(key, why) => write!(f, "{key} cannot be read: {why}"),
            Self::Unavailable(why) => write!(f, "the store does not work: {why}"),
        }
    }
}

impl std::error::Error for StoreError {}

/// Keeps records, indexes and the effects that are still to be performed.
pub trait Store: Send + Sync {
    /// The record of that name, if there is one.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::Unavailable`].
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError>;

    /// Entries of an index. Between two calls, entries may come and go.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError>;

    /// Writes the batch. When this returns `Ok`, it survives a power cut.
    ///
    /// # Errors
    /// Any [`StoreError`]; after [`StoreError::Conflict`] and [`StoreError::TooLarge`] nothing was written.
    fn commit(&self, batch: Batch) -> Result<(), StoreError>;

    /// Effects that were committed and not settled, oldest first.
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
