//! The trees of the database, what is written to them together, and when they may be read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{OnceLock, PoisonError, RwLock};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Held, Key, Page, Quota, Removal, StoreError};
use serde::de::IgnoredAny;
use sled::Transactional;
use sled::transaction::{
    ConflictableTransactionError, TransactionError, TransactionalTree, UnabortableTransactionError,
};
use tokio_util::sync::CancellationToken;

use super::envelope::{self, Envelope, ValueKind};
use super::posts::Post;
use super::{committer::panic_text, keys};

/// The open trees; [`keys`] lists their content.
pub(super) struct Trees {
    pub(super) db: sled::Db,
    pub(super) records: sled::Tree,
    pub(super) rows: sled::Tree,
    pub(super) outgoing: sled::Tree,
    pub(super) posts: sled::Tree,
    pub(super) messages: sled::Tree,
    pub(super) retiring: sled::Tree,
}

impl Trees {
    pub(super) fn of(db: sled::Db) -> sled::Result<Self> {
        Ok(Self {
            records: db.open_tree("records")?,
            rows: db.open_tree("rows")?,
            outgoing: db.open_tree("outgoing")?,
            posts: db.open_tree("posts")?,
            messages: db.open_tree("messages")?,
            retiring: db.open_tree("retiring")?,
            db,
        })
    }

    /// Applies all writes in memory, or none. No one else may write meanwhile: a transaction cannot list the rows that it counts.
    pub(super) fn apply(&self, writes: &WriteSet) -> Result<(), TransactionError<StoreError>> {
        for quota in &writes.quotas {
            let last = keys::page(&self.rows, &quota.index, &Page::last(quota.below))?;
            let orders = last
                .iter()
                .map(|row| keys::read_row(row).map_or(i64::MAX, |row| row.0));
            if !quota.has_room(orders) {
                let full = StoreError::Full(quota.index.clone());
                return Err(TransactionError::Abort(full));
            }
        }
        let trees = (
            &self.records,
            &self.rows,
            &self.outgoing,
            &self.posts,
            &self.messages,
            &self.retiring,
        );
        // The closure may only touch the trees that it is given: any other handle waits for the transaction.
        trees.transaction(|(records, rows, outgoing, posts, messages, retiring)| {
            for held in &writes.held {
                stored_as_expected(&held.key, held.version, records)?;
            }
            for record in &writes.records {
                record.apply(records, rows)?;
            }
            for removal in &writes.removals {
                remove_rows(&removal.key, removal.expected, records, rows)?;
                records.remove(keys::key(&removal.key))?;
            }
            for (id, effect) in &writes.outgoing {
                outgoing.insert(id.as_slice(), effect.as_slice())?;
            }
            for id in &writes.completed {
                outgoing.remove(id.as_slice())?;
            }
            for subject in &writes.forgotten_posts {
                remove_post(*subject, posts, messages)?;
            }
            if let Some(post) = &writes.post {
                post.apply(posts, messages, retiring)?;
            }
            for message in &writes.retired {
                retiring.remove(&message.to_be_bytes())?;
            }
            Ok(())
        })
    }
}

/// What is written together, encoded.
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
    retired: Vec<u64>,
}

impl WriteSet {
    pub(super) fn retired(messages: &[u64]) -> Self {
        Self {
            retired: messages.to_vec(),
            ..Self::default()
        }
    }

    pub(super) fn batch(batch: &Batch) -> Result<Self, StoreError> {
        let record = |write: &app::store::Write| {
            let key = write.record.key();
            let index = write.record.index_rows();
            let rows = index
                .iter()
                .map(|row| keys::row(&row.index, row.order, &key))
                .collect();
            let envelope = Envelope::new(write.expected + 1, index, &write.record);
            let value = envelope
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(key.clone()))?;
            Ok(RecordWrite {
                key,
                expected: write.expected,
                value,
                rows,
            })
        };
        let effect = |outgoing: &app::effect::Outgoing| {
            let value = Envelope::new(1, Vec::new(), &outgoing.effect)
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
    ) -> Result<Self, StoreError> {
        let post_write = |post: &Post| {
            let value = Envelope::new(1, Vec::new(), post)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(subject.key()))?;
            Ok(PostWrite {
                subject,
                message: post.message,
                value,
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
    fn apply(&self, records: &TransactionalTree, rows: &TransactionalTree) -> Applied {
        remove_rows(&self.key, self.expected, records, rows)?;
        for row in &self.rows {
            rows.insert(row.as_slice(), &[])?;
        }
        records.insert(keys::key(&self.key), self.value.as_slice())?;
        Ok(())
    }
}

/// Removes the index rows of a record, if its stored version is the expected one.
fn remove_rows(
    key: &Key,
    expected: u64,
    records: &TransactionalTree,
    rows: &TransactionalTree,
) -> Applied {
    let former = stored_as_expected(key, expected, records)?;
    for row in former.iter().flat_map(|former| &former.i) {
        rows.remove(keys::row(&row.index, row.order, key))?;
    }
    Ok(())
}

/// The record under a key, without its content, if its stored version is the expected one.
fn stored_as_expected(
    key: &Key,
    expected: u64,
    records: &TransactionalTree,
) -> Result<Option<Envelope<IgnoredAny>>, ConflictableTransactionError<StoreError>> {
    let abort = |error| Err(ConflictableTransactionError::Abort(error));
    let former = match records.get(keys::key(key))? {
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
fn remove_post(
    subject: Subject,
    posts: &TransactionalTree,
    messages: &TransactionalTree,
) -> Result<(), UnabortableTransactionError> {
    let post = posts.remove(keys::subject(subject))?;
    if let Some(post) = post.and_then(|bytes| super::posts::decode(subject.key(), &bytes).ok()) {
        messages.remove(&post.message.to_be_bytes())?;
    }
    Ok(())
}

/// A subject's message to write; it replaces the former one.
struct PostWrite {
    subject: Subject,
    message: u64,
    value: Vec<u8>,
}

impl PostWrite {
    fn apply(
        &self,
        posts: &TransactionalTree,
        messages: &TransactionalTree,
        retiring: &TransactionalTree,
    ) -> Result<(), UnabortableTransactionError> {
        let key = keys::subject(self.subject);
        messages.insert(&self.message.to_be_bytes(), key.as_slice())?;
        if let Some(bytes) = posts.insert(key, self.value.as_slice())?
            // An unreadable one cannot be retired, and must not block the message that replaces it.
            && let Ok(former) = envelope::read::<Post>(ValueKind::Post, &bytes)
            && former.r.message != self.message
        {
            retiring.insert(&former.r.message.to_be_bytes(), bytes)?;
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
    pub(super) fn read<T>(
        &self,
        read: impl FnOnce(&Trees) -> sled::Result<T>,
    ) -> Result<T, StoreError> {
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

    pub(super) fn check(&self) -> Result<(), StoreError> {
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
