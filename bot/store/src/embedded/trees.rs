//! The trees of the database, what is written to them together, and when they may be read.

use std::any::Any;
use std::cell::RefCell;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, RwLock};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Edge, Index, Key, Page, Result, StoreError};
use serde::de::IgnoredAny;
use sled::IVec;
use sled::Transactional;
use sled::transaction::{
    ConflictableTransactionError, TransactionError, TransactionResult, TransactionalTree,
    UnabortableTransactionError,
};

use super::snapshot::{Replaced, Snapshots};
use super::tally::Tally;
use crate::database::Breaker;
use crate::envelope::{self, Envelope, ValueKind};
use crate::jsonl::{self, JsonlError};
use crate::keys;
use crate::posts::Post;
use crate::stored_id::MessageId;
use crate::tree::TreeName;

/// The tree with the [`Tally`], and its only key.
const TALLY: &str = "tally";
/// That tree's place among all.
const COUNTED: usize = TreeName::ALL.len();

pub(super) struct Trees {
    pub(super) db: sled::Db,
    /// The trees with values by number, then the one of the [`Tally`].
    all: Vec<sled::Tree>,
    /// Told of every change.
    pub(super) snapshots: Snapshots,
}

impl Trees {
    pub(super) fn of(db: sled::Db) -> sled::Result<Self> {
        let names = TreeName::ALL.map(TreeName::name).into_iter().chain([TALLY]);
        let all = names
            .map(|name| db.open_tree(name))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            db,
            all,
            snapshots: Snapshots::default(),
        })
    }

    pub(super) fn tree(&self, name: TreeName) -> &sled::Tree {
        &self.all[name as usize]
    }

    /// Whether the records are at most the one of [`Key::Presence`].
    pub(super) fn is_empty(&self) -> sled::Result<bool> {
        let records = self.tree(TreeName::Records);
        let others = records.range(keys::first_of_content()..).next();
        Ok(others.transpose()?.is_none())
    }

    /// Number of index rows with an index byte.
    pub(super) fn rows_of(&self, index: u8) -> usize {
        self.tree(TreeName::Rows).scan_prefix([index]).count()
    }

    /// The index rows of a page, in its order.
    pub(super) fn page(&self, index: &Index, page: &Page) -> sled::Result<Vec<IVec>> {
        let (low, high) = keys::page_range(index, page);
        let found = self.tree(TreeName::Rows).range(low..high).keys();
        match page.from {
            Edge::Start => found.take(page.limit).collect(),
            Edge::End => found.rev().take(page.limit).collect(),
        }
    }

    /// Fills empty trees from a backup; returns the number of values.
    pub(super) fn restore(&self, input: &mut dyn BufRead) -> Result<u64, JsonlError> {
        let put = |tree: TreeName, key: &[u8], value: &[u8]| {
            let put = self.tree(tree).insert(key, value);
            put.map(drop)
                .map_err(|error| jsonl::wrong_line(error.to_string()))
        };
        jsonl::restore(input, |restored| {
            if let Some(Envelope { r: record, .. }) = &restored.record {
                let name = record.key();
                for row in record.index_rows() {
                    let row = keys::row(&row.index, row.order, &name);
                    put(TreeName::Rows, &row, &[])?;
                }
            }
            put(restored.tree, &restored.key, &restored.value)
        })
    }

    /// The tally of the last commit.
    pub(super) fn tally(&self) -> sled::Result<Tally> {
        read_tally(self.all[COUNTED].get(TALLY)?.as_ref())
    }

    /// Writes the tally of a database that is being created, as if one commit had made all that is there.
    pub(super) fn count(&self, creating: Tally) -> sled::Result<Tally> {
        let mut tally = creating;
        tally.commits += 1;
        for name in TreeName::ALL {
            for entry in self.tree(name) {
                let (key, value) = entry?;
                tally.add(name, &key, &value);
            }
        }
        self.all[COUNTED].insert(TALLY, tally.encode())?;
        Ok(tally)
    }

    /// Changes the trees as one commit, with the tally; all in memory, or nothing.
    fn transact(&self, change: impl Fn(&Tx<'_>) -> Applied) -> TransactionResult<(), StoreError> {
        // The closure may only touch the trees that it is given: any other handle waits for the transaction.
        let former = self.all[..].transaction(|trees| {
            let tally = &trees[COUNTED];
            let mut counted = read_tally(tally.get(TALLY)?.as_ref())
                .map_err(ConflictableTransactionError::Storage)?;
            counted.commits += 1;
            let tx = Tx {
                trees,
                effects: RefCell::new((counted, Vec::new())),
            };
            change(&tx)?;
            let (counted, former) = tx.effects.into_inner();
            tally.insert(TALLY, counted.encode())?;
            Ok(former)
        })?;
        self.snapshots.changed(&former);
        Ok(())
    }

    /// Applies all writes in memory, or none. Needs exclusive access: a transaction cannot list the rows that it counts.
    pub(super) fn apply(&self, writes: &WriteSet) -> TransactionResult<(), StoreError> {
        let batch = &writes.batch;
        for quota in &batch.quotas {
            let last = self.page(&quota.index, &Page::last(quota.below))?;
            let orders = last
                .iter()
                .map(|row| keys::read_row(row).map_or(i64::MAX, |row| row.0));
            if !quota.has_room(orders) {
                let full = StoreError::Full(quota.index.clone());
                return Err(TransactionError::Abort(full));
            }
        }
        self.transact(|tx| {
            for held in &batch.held {
                stored_as_expected(&held.key, held.version, tx)?;
            }
            for record in &writes.records {
                remove_rows(&record.key, record.expected, tx)?;
                for row in &record.rows {
                    tx.insert(TreeName::Rows, row, &[])?;
                }
                tx.insert(TreeName::Records, &keys::key(&record.key), &record.value)?;
            }
            for removal in &batch.removals {
                remove_rows(&removal.key, removal.expected, tx)?;
                tx.remove(TreeName::Records, &keys::key(&removal.key))?;
            }
            for (outgoing, effect) in batch.outgoing.iter().zip(&writes.effects) {
                tx.insert(TreeName::Outgoing, outgoing.id.0.as_bytes(), effect)?;
            }
            for id in &batch.done {
                tx.remove(TreeName::Outgoing, id.0.as_bytes())?;
            }
            for subject in &batch.forgotten_posts {
                remove_post(*subject, tx)?;
            }
            if let Some(post) = &writes.post {
                let key = keys::subject(post.subject);
                tx.insert(TreeName::Messages, &post.message.key(), &key)?;
                if let Some(bytes) = tx.insert(TreeName::Posts, &key, &post.value)?
                    // An unreadable one cannot be retired, and must not block the message that replaces it.
                    && let Ok(former) = envelope::read::<Post>(ValueKind::Post, &bytes)
                    && former.r.message != post.message
                {
                    tx.insert(TreeName::Retiring, &former.r.message.key(), &bytes)?;
                }
            }
            for message in &writes.retired {
                tx.remove(TreeName::Retiring, &message.key())?;
            }
            Ok(())
        })
    }
}

fn read_tally(bytes: Option<&IVec>) -> sled::Result<Tally> {
    bytes
        .and_then(|bytes| Tally::decode(bytes))
        .ok_or_else(|| sled::Error::Io(io::Error::other("its tally is damaged")))
}

/// The tally of a database that need not be Delos's; changes nothing.
pub(super) fn stored_tally(db: &sled::Db) -> sled::Result<Option<Tally>> {
    if !db.tree_names().iter().any(|name| name == TALLY.as_bytes()) {
        return Ok(None);
    }
    Ok(db
        .open_tree(TALLY)?
        .get(TALLY)?
        .as_deref()
        .and_then(Tally::decode))
}

/// A value before a change; `None` for a new key.
pub(super) type Former = (TreeName, Vec<u8>, Option<IVec>);

/// The trees in a transaction, whose changes are counted.
struct Tx<'a> {
    trees: &'a [TransactionalTree],
    effects: RefCell<(Tally, Vec<Former>)>,
}

type Changed = Result<Option<IVec>, UnabortableTransactionError>;

impl Tx<'_> {
    fn get(&self, tree: TreeName, key: &[u8]) -> Changed {
        self.trees[tree as usize].get(key)
    }

    /// Returns the former value.
    fn insert(&self, tree: TreeName, key: &[u8], value: &[u8]) -> Changed {
        let former = self.trees[tree as usize].insert(key, value)?;
        self.effects.borrow_mut().0.add(tree, key, value);
        self.note(tree, key, former.clone());
        Ok(former)
    }

    /// Returns the former value.
    fn remove(&self, tree: TreeName, key: &[u8]) -> Changed {
        let former = self.trees[tree as usize].remove(key)?;
        self.note(tree, key, former.clone());
        Ok(former)
    }

    fn note(&self, tree: TreeName, key: &[u8], former: Option<IVec>) {
        let (tally, all) = &mut *self.effects.borrow_mut();
        if let Some(former) = &former {
            tally.remove(tree, key, former);
        }
        all.push((tree, key.to_owned(), former));
    }
}

#[derive(Default)]
pub(super) struct WriteSet {
    batch: Batch,
    /// The batch's writes.
    records: Vec<RecordWrite>,
    /// The batch's effects, encoded.
    effects: Vec<Vec<u8>>,
    post: Option<PostWrite>,
    retired: Vec<MessageId>,
}

impl WriteSet {
    pub(super) fn retired(messages: &[MessageId]) -> Self {
        Self {
            retired: messages.to_vec(),
            ..Self::default()
        }
    }

    pub(super) fn batch(batch: Batch) -> Result<Self> {
        let record = |write: &app::store::Write| {
            let key = write.record.key();
            let index = write.record.index_rows();
            let rows: Vec<_> = index
                .iter()
                .map(|row| keys::row(&row.index, row.order, &key))
                .collect();
            Ok(RecordWrite {
                value: envelope::write_record(write.expected + 1, &write.record, &rows)?,
                key,
                expected: write.expected,
                rows,
            })
        };
        let effects = batch.outgoing.iter().map(envelope::write_effect);
        Ok(Self {
            records: batch.writes.iter().map(record).collect::<Result<_>>()?,
            effects: effects.collect::<Result<_>>()?,
            batch,
            ..Self::default()
        })
    }

    /// Completes effects, and records the message that they led to.
    pub(super) fn completion(
        subject: Subject,
        post: Option<&Post>,
        effects: &[EffectId],
    ) -> Result<Self> {
        let post_write = |post: &Post| {
            Ok(PostWrite {
                subject,
                message: post.message.clone(),
                value: crate::posts::encode(subject, post)?,
            })
        };
        Ok(Self {
            batch: Batch::completing(effects.to_vec()),
            post: post.map(post_write).transpose()?,
            ..Self::default()
        })
    }
}

/// A record to write, if its stored version is the expected one.
struct RecordWrite {
    key: Key,
    expected: u64,
    value: Vec<u8>,
    rows: Vec<Vec<u8>>,
}

type Applied = Result<(), ConflictableTransactionError<StoreError>>;

/// Removes the index rows of a record, if its stored version is the expected one.
fn remove_rows(key: &Key, expected: u64, tx: &Tx<'_>) -> Applied {
    let former = stored_as_expected(key, expected, tx)?;
    for row in former.iter().flat_map(|former| &former.i) {
        tx.remove(TreeName::Rows, &keys::row(&row.index, row.order, key))?;
    }
    Ok(())
}

/// The record under a key, without its content, if its stored version is the expected one.
fn stored_as_expected(
    key: &Key,
    expected: u64,
    tx: &Tx<'_>,
) -> Result<Option<Envelope<IgnoredAny>>, ConflictableTransactionError<StoreError>> {
    let abort = |error| Err(ConflictableTransactionError::Abort(error));
    let former = match tx.get(TreeName::Records, &keys::key(key))? {
        None => None,
        Some(bytes) => match envelope::read::<IgnoredAny>(ValueKind::Record, &bytes) {
            Ok(former) => Some(former),
            Err(why) => return abort(StoreError::Unreadable(key.clone(), why.to_string())),
        },
    };
    if former.as_ref().map_or(0, |former| former.v) != expected {
        return abort(StoreError::Conflict(key.clone()));
    }
    Ok(former)
}

/// Removes a subject's message, even if it cannot be read.
fn remove_post(subject: Subject, tx: &Tx<'_>) -> Result<(), UnabortableTransactionError> {
    let post = tx.remove(TreeName::Posts, &keys::subject(subject))?;
    if let Some(post) = post.and_then(|bytes| crate::posts::decode(subject.key(), &bytes).ok()) {
        tx.remove(TreeName::Messages, &post.message.key())?;
    }
    Ok(())
}

/// A subject's message to write; it replaces the former one.
struct PostWrite {
    subject: Subject,
    message: MessageId,
    value: Vec<u8>,
}

/// Admits readers only while everything in memory is durable, and no one once the disk has failed.
pub(super) struct Gate {
    trees: RwLock<Trees>,
    pub(super) breaker: Breaker,
}

impl Gate {
    pub(super) fn new(trees: Trees) -> Self {
        Self {
            trees: RwLock::new(trees),
            breaker: Breaker::default(),
        }
    }

    /// Reads from the trees. A damaged page is an error, even one that makes sled panic.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Trees) -> sled::Result<T>) -> Result<T> {
        let trees = self.trees.read().unwrap_or_else(PoisonError::into_inner);
        self.breaker.check()?;
        match catch_unwind(AssertUnwindSafe(|| read(&trees))) {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(error)) => Err(StoreError::Unavailable(error.to_string())),
            Err(panic) => Err(StoreError::Unavailable(format!(
                "the database is damaged ({})",
                panic_text(&*panic)
            ))),
        }
    }

    /// Ends a snapshot, which may outlive a failure.
    pub(super) fn end(&self, snapshot: &Arc<Replaced>) {
        let trees = self.trees.read().unwrap_or_else(PoisonError::into_inner);
        trees.snapshots.end(snapshot);
    }

    /// Writes to the trees while no one reads.
    pub(super) fn write<T>(&self, write: impl FnOnce(&Trees) -> T) -> T {
        let trees = self.trees.write().unwrap_or_else(PoisonError::into_inner);
        write(&trees)
    }
}

pub(super) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}
