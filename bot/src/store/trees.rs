//! The trees of the database: what is written to them together, and when it may be read.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{OnceLock, PoisonError, RwLock};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Key, Removal, StoreError};
use serde::de::IgnoredAny;
use sled::Transactional;
use sled::transaction::{
    ConflictableTransactionError, TransactionError, TransactionalTree, UnabortableTransactionError,
};
use tokio_util::sync::CancellationToken;

use super::envelope::{self, Envelope, Kind};
use super::posts::Post;
use super::{committer::panic_text, keys};

/// The open trees; [`keys`] says what is in them.
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

    /// Writes all of it to memory, or nothing.
    pub(super) fn apply(&self, prepared: &Prepared) -> Result<(), TransactionError<StoreError>> {
        let trees = (
            &self.records,
            &self.rows,
            &self.outgoing,
            &self.posts,
            &self.messages,
            &self.retiring,
        );
        // Only the trees that the closure is given may be touched inside it: any other handle waits for the transaction.
        trees.transaction(|(records, rows, outgoing, posts, messages, retiring)| {
            for put in &prepared.puts {
                put.apply(records, rows)?;
            }
            for removal in &prepared.removals {
                clear(&removal.key, removal.expected, records, rows)?;
                records.remove(keys::key(&removal.key))?;
            }
            for (id, effect) in &prepared.outgoing {
                outgoing.insert(id.as_slice(), effect.as_slice())?;
            }
            for id in &prepared.settled {
                outgoing.remove(id.as_slice())?;
            }
            for subject in &prepared.unposted {
                unpost(*subject, posts, messages)?;
            }
            if let Some(place) = &prepared.place {
                place.apply(posts, messages, retiring)?;
            }
            for message in &prepared.retired {
                retiring.remove(&message.to_be_bytes())?;
            }
            Ok(())
        })
    }
}

/// What is written together, as bytes.
#[derive(Default)]
pub(super) struct Prepared {
    puts: Vec<Put>,
    removals: Vec<Removal>,
    unposted: Vec<Subject>,
    outgoing: Vec<(Vec<u8>, Vec<u8>)>,
    settled: Vec<Vec<u8>>,
    place: Option<Place>,
    retired: Vec<u64>,
}

impl Prepared {
    pub(super) fn retired(messages: &[u64]) -> Self {
        Self {
            retired: messages.to_vec(),
            ..Self::default()
        }
    }

    pub(super) fn batch(batch: &Batch) -> Result<Self, StoreError> {
        let put = |write: &app::store::Write| {
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
            Ok(Put {
                key,
                expected: write.expected,
                value,
                rows,
            })
        };
        let send = |outgoing: &app::effect::Outgoing| {
            let value = Envelope::new(1, Vec::new(), &outgoing.effect)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(outgoing.effect.key()))?;
            Ok((outgoing.id.0.clone().into_bytes(), value))
        };
        Ok(Self {
            puts: batch.writes.iter().map(put).collect::<Result<_, _>>()?,
            outgoing: batch.outgoing.iter().map(send).collect::<Result<_, _>>()?,
            settled: names(&batch.settled),
            removals: batch.removals.clone(),
            unposted: batch.unposted.clone(),
            ..Self::default()
        })
    }

    pub(super) fn post(
        subject: Subject,
        post: Option<&Post>,
        settled: &[EffectId],
    ) -> Result<Self, StoreError> {
        let place = |post: &Post| {
            let value = Envelope::new(1, Vec::new(), post)
                .bytes()
                .ok_or_else(|| StoreError::TooLarge(subject.key()))?;
            Ok(Place {
                subject,
                message: post.message,
                value,
            })
        };
        Ok(Self {
            settled: names(settled),
            place: post.map(place).transpose()?,
            ..Self::default()
        })
    }
}

fn names(ids: &[EffectId]) -> Vec<Vec<u8>> {
    ids.iter().map(|id| id.0.clone().into_bytes()).collect()
}

/// A record that replaces its former state.
struct Put {
    key: Key,
    expected: u64,
    value: Vec<u8>,
    rows: Vec<Vec<u8>>,
}

type Applied = Result<(), ConflictableTransactionError<StoreError>>;

impl Put {
    fn apply(&self, records: &TransactionalTree, rows: &TransactionalTree) -> Applied {
        clear(&self.key, self.expected, records, rows)?;
        for row in &self.rows {
            rows.insert(row.as_slice(), &[])?;
        }
        records.insert(keys::key(&self.key), self.value.as_slice())?;
        Ok(())
    }
}

/// Removes the index rows of a record, if it is there at this version.
fn clear(
    key: &Key,
    expected: u64,
    records: &TransactionalTree,
    rows: &TransactionalTree,
) -> Applied {
    let abort = |error| Err(ConflictableTransactionError::Abort(error));
    let former = match records.get(keys::key(key))? {
        None => None,
        Some(bytes) => match envelope::read::<IgnoredAny>(Kind::Record, &bytes) {
            Ok(former) => Some(former),
            Err(why) => return abort(StoreError::Unreadable(key.clone(), why.to_string())),
        },
    };
    if former.as_ref().map_or(0, |former| former.v) != expected {
        return abort(StoreError::Conflict(key.clone()));
    }
    for row in former.iter().flat_map(|former| &former.i) {
        rows.remove(keys::row(&row.index, row.order, key))?;
    }
    Ok(())
}

/// Forgets where the message of a subject is. A post that cannot be read says nothing of it, and goes all the same.
fn unpost(
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

/// The message of a subject, in place of its former one.
struct Place {
    subject: Subject,
    message: u64,
    value: Vec<u8>,
}

impl Place {
    fn apply(
        &self,
        posts: &TransactionalTree,
        messages: &TransactionalTree,
        retiring: &TransactionalTree,
    ) -> Result<(), UnabortableTransactionError> {
        let key = keys::subject(self.subject);
        messages.insert(&self.message.to_be_bytes(), key.as_slice())?;
        if let Some(bytes) = posts.insert(key, self.value.as_slice())?
            // One that cannot be read cannot be retired either, and must not hold up the message that replaces it.
            && let Ok(former) = envelope::read::<Post>(Kind::Post, &bytes)
            && former.r.message != self.message
        {
            retiring.insert(&former.r.message.to_be_bytes(), bytes)?;
        }
        Ok(())
    }
}

/// Lets readers in only while everything in memory is also on disk, and nobody once the disk has failed.
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

    /// Reads from the trees. A page that turns out damaged, even one on which sled panics, is an error.
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

    /// Writes to the trees while nobody reads.
    pub(super) fn write<T>(&self, write: impl FnOnce(&Trees) -> T) -> T {
        let trees = self.trees.write().unwrap_or_else(PoisonError::into_inner);
        write(&trees)
    }

    /// Closes the gate for good.
    pub(super) fn break_down(&self, why: String) {
        tracing::error!(
            why,
            "the store has failed; nothing more is read or written until a restart"
        );
        // The first reason is the one that counts.
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
