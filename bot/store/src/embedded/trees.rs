//! The trees of the database, what is written to them together, and when they may be read.

use std::any::Any;
use std::cell::RefCell;
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Held, Key, Page, Quota, Removal, Result, StoreError};
use serde::de::IgnoredAny;
use sled::IVec;
use sled::Transactional;
use sled::transaction::{
    ConflictableTransactionError, ConflictableTransactionResult, TransactionError,
    TransactionResult, TransactionalTree, UnabortableTransactionError,
};
use tokio_util::sync::CancellationToken;

use super::rows;
use super::snapshot::{Replaced, Snapshots};
use super::tally::Tally;
use crate::envelope::{self, Envelope, ValueKind};
use crate::jsonl::{self, JsonlError};
use crate::keys;
use crate::posts::Post;
use crate::stored_id::MessageId;
use crate::tree::TreeName;

/// The tree with the [`Tally`], and its only key.
pub(super) const TALLY: &str = "tally";

/// The open trees.
pub(super) struct Trees {
    pub(super) db: sled::Db,
    pub(super) records: sled::Tree,
    pub(super) rows: sled::Tree,
    pub(super) outgoing: sled::Tree,
    pub(super) posts: sled::Tree,
    pub(super) messages: sled::Tree,
    pub(super) retiring: sled::Tree,
    tally: sled::Tree,
    /// Told of every change.
    pub(super) snapshots: Snapshots,
}

impl Trees {
    pub(super) fn of(db: sled::Db) -> sled::Result<Self> {
        let tree = |name: TreeName| db.open_tree(name.name());
        Ok(Self {
            records: tree(TreeName::Records)?,
            rows: tree(TreeName::Rows)?,
            outgoing: tree(TreeName::Outgoing)?,
            posts: tree(TreeName::Posts)?,
            messages: tree(TreeName::Messages)?,
            retiring: tree(TreeName::Retiring)?,
            tally: db.open_tree(TALLY)?,
            snapshots: Snapshots::default(),
            db,
        })
    }

    pub(super) fn tree(&self, name: TreeName) -> &sled::Tree {
        match name {
            TreeName::Records => &self.records,
            TreeName::Rows => &self.rows,
            TreeName::Outgoing => &self.outgoing,
            TreeName::Posts => &self.posts,
            TreeName::Messages => &self.messages,
            TreeName::Retiring => &self.retiring,
        }
    }

    /// Fills empty trees from a backup; returns the number of values.
    pub(super) fn restore(&self, input: &mut dyn BufRead) -> Result<u64, JsonlError> {
        let put = |tree: &sled::Tree, key: &[u8], value: &[u8]| {
            tree.insert(key, value)
                .map(drop)
                .map_err(|error| error.to_string())
        };
        jsonl::restore(input, |restored| {
            if let Some(record) = restored.record {
                let name = record.key();
                for row in record.index_rows() {
                    put(&self.rows, &keys::row(&row.index, row.order, &name), &[])?;
                }
            }
            put(self.tree(restored.tree), &restored.key, &restored.value)
        })
    }

    /// The tally of the last commit.
    pub(super) fn tally(&self) -> sled::Result<Tally> {
        read_tally(self.tally.get(TALLY)?.as_ref())
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
        self.tally.insert(TALLY, tally.encode())?;
        Ok(tally)
    }

    /// Changes the trees as one commit, with the tally; all in memory, or nothing.
    pub(super) fn transact<E>(
        &self,
        change: impl Fn(&Tx<'_>) -> ConflictableTransactionResult<(), E>,
    ) -> TransactionResult<(), E> {
        let trees = (
            &self.records,
            &self.rows,
            &self.outgoing,
            &self.posts,
            &self.messages,
            &self.retiring,
            &self.tally,
        );
        // The closure may only touch the trees that it is given: any other handle waits for the transaction.
        let former = trees.transaction(
            |(records, rows, outgoing, posts, messages, retiring, tally)| {
                let mut counted = read_tally(tally.get(TALLY)?.as_ref())
                    .map_err(ConflictableTransactionError::Storage)?;
                counted.commits += 1;
                let effects = RefCell::new((counted, Vec::new()));
                let tree = |name, tree| TxTree {
                    name,
                    tree,
                    effects: &effects,
                };
                change(&Tx {
                    records: tree(TreeName::Records, records),
                    rows: tree(TreeName::Rows, rows),
                    outgoing: tree(TreeName::Outgoing, outgoing),
                    posts: tree(TreeName::Posts, posts),
                    messages: tree(TreeName::Messages, messages),
                    retiring: tree(TreeName::Retiring, retiring),
                })?;
                let (counted, former) = effects.into_inner();
                tally.insert(TALLY, counted.encode())?;
                Ok(former)
            },
        )?;
        self.snapshots.changed(&former);
        Ok(())
    }

    /// Applies all writes in memory, or none. Needs exclusive access: a transaction cannot list the rows that it counts.
    pub(super) fn apply(&self, writes: &WriteSet) -> TransactionResult<(), StoreError> {
        for quota in &writes.quotas {
            let last = rows::page(&self.rows, &quota.index, &Page::last(quota.below))?;
            let orders = last
                .iter()
                .map(|row| keys::read_row(row).map_or(i64::MAX, |row| row.0));
            if !quota.has_room(orders) {
                let full = StoreError::Full(quota.index.clone());
                return Err(TransactionError::Abort(full));
            }
        }
        self.transact(|tx| {
            for held in &writes.held {
                stored_as_expected(&held.key, held.version, tx)?;
            }
            for record in &writes.records {
                record.apply(tx)?;
            }
            for removal in &writes.removals {
                remove_rows(&removal.key, removal.expected, tx)?;
                tx.records.remove(&keys::key(&removal.key))?;
            }
            for (id, effect) in &writes.outgoing {
                tx.outgoing.insert(id, effect)?;
            }
            for id in &writes.completed {
                tx.outgoing.remove(id)?;
            }
            for subject in &writes.forgotten_posts {
                remove_post(*subject, tx)?;
            }
            if let Some(post) = &writes.post {
                post.apply(tx)?;
            }
            for message in &writes.retired {
                tx.retiring.remove(&message.key())?;
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

/// The trees in a transaction.
pub(super) struct Tx<'a> {
    pub(super) records: TxTree<'a>,
    pub(super) rows: TxTree<'a>,
    outgoing: TxTree<'a>,
    posts: TxTree<'a>,
    messages: TxTree<'a>,
    retiring: TxTree<'a>,
}

/// A tree in a transaction, whose changes are counted.
pub(super) struct TxTree<'a> {
    name: TreeName,
    tree: &'a TransactionalTree,
    effects: &'a RefCell<(Tally, Vec<Former>)>,
}

type Changed = Result<Option<IVec>, UnabortableTransactionError>;

impl TxTree<'_> {
    fn get(&self, key: &[u8]) -> Changed {
        self.tree.get(key)
    }

    /// Returns the former value.
    pub(super) fn insert(&self, key: &[u8], value: &[u8]) -> Changed {
        let former = self.tree.insert(key, value)?;
        self.effects.borrow_mut().0.add(self.name, key, value);
        self.note(key, former.clone());
        Ok(former)
    }

    /// Returns the former value.
    pub(super) fn remove(&self, key: &[u8]) -> Changed {
        let former = self.tree.remove(key)?;
        self.note(key, former.clone());
        Ok(former)
    }

    fn note(&self, key: &[u8], former: Option<IVec>) {
        let (tally, all) = &mut *self.effects.borrow_mut();
        if let Some(former) = &former {
            tally.remove(self.name, key, former);
        }
        all.push((self.name, key.to_owned(), former));
    }
}

/// The encoded writes of one commit.
#[derive(Default)]
pub(super) struct WriteSet {
    quotas: Vec<Quota>,
    held: Vec<Held>,
    records: Vec<RecordWrite>,
    removals: Vec<Removal>,
    forgotten_posts: Vec<Subject>,
    outgoing: Vec<(Vec<u8>, Vec<u8>)>,
    /// Effects to remove.
    completed: Vec<Vec<u8>>,
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

    pub(super) fn batch(batch: &Batch) -> Result<Self> {
        let record = |write: &app::store::Write| {
            let key = write.record.key();
            let index = write.record.index_rows();
            let rows: Vec<_> = index
                .iter()
                .map(|row| keys::row(&row.index, row.order, &key))
                .collect();
            let envelope = Envelope::new(write.expected + 1, index, &write.record);
            let value = envelope
                .bytes()
                .filter(|_| keys::fit(&keys::key(&key), &rows))
                .ok_or_else(|| StoreError::TooLarge(key.clone()))?;
            Ok(RecordWrite {
                key,
                expected: write.expected,
                value,
                rows,
            })
        };
        let effect = |outgoing: &app::effect::Outgoing| {
            let value = Envelope::of_effect(outgoing.home, &outgoing.effect)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(outgoing.effect.key()))?;
            Ok((outgoing.id.0.clone().into_bytes(), value))
        };
        Ok(Self {
            records: batch.writes.iter().map(record).collect::<Result<_, _>>()?,
            outgoing: batch
                .outgoing
                .iter()
                .map(effect)
                .collect::<Result<_, _>>()?,
            completed: effect_keys(&batch.done),
            removals: batch.removals.clone(),
            forgotten_posts: batch.forgotten_posts.clone(),
            quotas: batch.quotas.clone(),
            held: batch.held.clone(),
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
            completed: effect_keys(effects),
            post: post.map(post_write).transpose()?,
            ..Self::default()
        })
    }
}

fn effect_keys(ids: &[EffectId]) -> Vec<Vec<u8>> {
    ids.iter().map(|id| id.0.clone().into_bytes()).collect()
}

/// A record to write, if its stored version is the expected one.
struct RecordWrite {
    key: Key,
    expected: u64,
    value: Vec<u8>,
    rows: Vec<Vec<u8>>,
}

type Applied = Result<(), ConflictableTransactionError<StoreError>>;

impl RecordWrite {
    fn apply(&self, tx: &Tx<'_>) -> Applied {
        remove_rows(&self.key, self.expected, tx)?;
        for row in &self.rows {
            tx.rows.insert(row, &[])?;
        }
        tx.records.insert(&keys::key(&self.key), &self.value)?;
        Ok(())
    }
}

/// Removes the index rows of a record, if its stored version is the expected one.
fn remove_rows(key: &Key, expected: u64, tx: &Tx<'_>) -> Applied {
    let former = stored_as_expected(key, expected, tx)?;
    for row in former.iter().flat_map(|former| &former.i) {
        tx.rows.remove(&keys::row(&row.index, row.order, key))?;
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
    let former = match tx.records.get(&keys::key(key))? {
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
    let post = tx.posts.remove(&keys::subject(subject))?;
    if let Some(post) = post.and_then(|bytes| crate::posts::decode(subject.key(), &bytes).ok()) {
        tx.messages.remove(&post.message.key())?;
    }
    Ok(())
}

/// A subject's message to write; it replaces the former one.
struct PostWrite {
    subject: Subject,
    message: MessageId,
    value: Vec<u8>,
}

impl PostWrite {
    fn apply(&self, tx: &Tx<'_>) -> Result<(), UnabortableTransactionError> {
        let key = keys::subject(self.subject);
        tx.messages.insert(&self.message.key(), &key)?;
        if let Some(bytes) = tx.posts.insert(&key, &self.value)?
            // An unreadable one cannot be retired, and must not block the message that replaces it.
            && let Ok(former) = envelope::read::<Post>(ValueKind::Post, &bytes)
            && former.r.message != self.message
        {
            tx.retiring.insert(&former.r.message.key(), &bytes)?;
        }
        Ok(())
    }
}

/// Admits readers only while everything in memory is durable, and no one once the disk has failed.
pub(super) struct Gate {
    trees: RwLock<Trees>,
    broken: OnceLock<String>,
    failure: CancellationToken,
}

impl Gate {
    pub(super) fn new(trees: Trees) -> Self {
        Self {
            trees: RwLock::new(trees),
            broken: OnceLock::new(),
            failure: CancellationToken::new(),
        }
    }

    /// Reads from the trees. A damaged page is an error, even one that makes sled panic.
    pub(super) fn read<T>(&self, read: impl FnOnce(&Trees) -> sled::Result<T>) -> Result<T> {
        let trees = self.trees.read().unwrap_or_else(PoisonError::into_inner);
        self.check()?;
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

    /// Closes the gate until a restart.
    pub(super) fn mark_broken(&self, why: String) {
        tracing::error!(why, "store failed");
        // The first reason counts.
        let _ = self.broken.set(why);
        self.failure.cancel();
    }

    pub(super) fn check(&self) -> Result<()> {
        self.broken
            .get()
            .map_or(Ok(()), |why| Err(StoreError::Unavailable(why.clone())))
    }

    pub(super) fn broken(&self) -> Option<String> {
        self.broken.get().cloned()
    }

    pub(super) fn failure(&self) -> CancellationToken {
        self.failure.clone()
    }
}

/// The message of a panic.
pub(super) fn panic_text(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("a panic without a message")
}
