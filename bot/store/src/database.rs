//! The store as the program uses it: the application's [`Store`] with posted messages, backups, checks and failures.

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::sync::{Arc, OnceLock};

use app::Record;
use app::effect::{EffectId, Show, Subject};
use app::store::{Batch, Key, Result, Store, StoreError};
use text::Platform;
use tokio_util::sync::CancellationToken;

use crate::leases::Leases;

use crate::integrity::{IntegrityReport, TellProgress};
use crate::jsonl::{self, ExportScope, JsonlError};
use crate::posts::Post;
use crate::stored_id::MessageId;

/// Records that are imported at once.
const IMPORTED: usize = 100;

/// Pending work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games in progress.
    pub ongoing: usize,
    /// Deadlines: challenges, clocks and the like.
    pub due: usize,
    /// Pending effects.
    pub outgoing: usize,
    /// Replaced messages that still have their picture and buttons.
    pub unretired: usize,
}

/// The result of an import.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ImportCounts {
    /// Records that were added.
    pub added: u64,
    /// Records that existed already, and stay as they are.
    pub existing: u64,
}

/// The messages that front ends have posted.
pub trait Posts: Send + Sync {
    /// Completes effects, together with the message that they led to, if any. It replaces the subject's former message,
    /// which still leads to the subject.
    fn complete(&self, subject: Subject, post: Option<&Post>, effects: &[EffectId]) -> Result<()>;

    /// Completes effects that led to no lasting message.
    fn settle(&self, effects: &[EffectId]) -> Result<()>;

    /// The message that shows a subject, if any.
    fn post(&self, subject: Subject) -> Result<Option<Post>>;

    /// Pending effects that show a subject at a later version. Scans all effects.
    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>>;

    /// The subject that a message shows or has shown.
    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>>;

    /// Replaced messages that still have their picture and buttons.
    fn unretired(&self) -> Result<Vec<Post>>;

    /// Records that these messages have lost their picture and buttons.
    fn mark_retired(&self, messages: &[MessageId]) -> Result<()>;
}

/// Whether a store has failed, which lasts until a restart.
#[derive(Default)]
pub(crate) struct Breaker {
    why: OnceLock<String>,
    failure: CancellationToken,
}

impl Breaker {
    pub(crate) fn mark_broken(&self, why: String) {
        tracing::error!(why, "store failed");
        // The first reason counts.
        let _ = self.why.set(why);
        self.failure.cancel();
    }

    pub(crate) fn broken(&self) -> Option<String> {
        self.why.get().cloned()
    }

    pub(crate) fn failure(&self) -> CancellationToken {
        self.failure.clone()
    }

    /// Fails once the store has.
    pub(crate) fn check(&self) -> Result<()> {
        let why = self.why.get();
        why.map_or(Ok(()), |why| Err(StoreError::Unavailable(why.clone())))
    }
}

/// A store with everything that running and maintaining the program takes.
pub trait Database: Store + Posts {
    /// The leases of the processes that share the database; `None` if it belongs to this process alone.
    fn leases(&self) -> Option<Arc<dyn Leases>> {
        None
    }

    /// Returns the account on a platform to which the data belongs: `account`, unless there is one already. Another one could
    /// neither edit its messages nor reach its people.
    fn agree_on_account(&self, platform: Platform, account: &str) -> Result<String>;

    /// Why the store has failed, if it has. It fails at the first write that the disk refuses, until a restart.
    fn broken(&self) -> Option<String>;

    /// Makes the store fail: its disk was found not to work.
    fn mark_broken(&self, why: String);

    /// Canceled when the store fails; the program should end then.
    fn failure(&self) -> CancellationToken;

    /// Finishes the pending commits durably, and refuses later ones. Dropping does the same.
    fn shut_down(&self);

    /// Returns whether the store recovers from an outage on its own, as a server does and a disk does not.
    fn survives_outages(&self) -> bool {
        false
    }

    /// Writes a snapshot of everything in scope as JSON Lines, while commits go on. Returns the number of values.
    ///
    /// # Errors
    /// [`JsonlError::Incomplete`] if acknowledged values are missing; otherwise an error of the file or the store.
    fn export(&self, scope: ExportScope, out: &mut dyn Write) -> Result<u64, JsonlError>;

    /// Whether there are no records, except that of when the program ran.
    fn is_empty(&self) -> bool;

    /// Adds the records of a backup or an export that do not exist yet: many at once, and one by one where some are added meanwhile.
    fn import(&self, input: &mut dyn BufRead) -> Result<ImportCounts, JsonlError> {
        let mut counts = ImportCounts::default();
        let mut pending = Vec::new();
        jsonl::records(input, |record| {
            pending.push(record);
            if pending.len() >= IMPORTED {
                add(self, &mut pending, &mut counts)?;
            }
            Ok(())
        })?;
        add(self, &mut pending, &mut counts)?;
        Ok(counts)
    }

    /// The number of records.
    fn record_count(&self) -> Result<u64>;

    /// Checks that each value is readable and that indexes match their records. Blocks commits.
    fn check_all(&self) -> Result<IntegrityReport> {
        self.check_with(&mut |_| Ok(()))
    }

    /// [`Self::check_all`], which passes the number of records checked so far to `progress` now and then, whatever it reads, and fails
    /// when that does.
    fn check_with(&self, progress: TellProgress<'_>) -> Result<IntegrityReport>;

    /// Counts pending work for monitoring. Reads every key.
    fn counts(&self) -> Result<Counts>;
}

/// Adds the pending records that do not exist yet, the first of each key.
fn add<S: Store + ?Sized>(
    store: &S,
    pending: &mut Vec<Record>,
    counts: &mut ImportCounts,
) -> Result<()> {
    let read = pending.len() as u64;
    let keys: Vec<Key> = pending.iter().map(Record::key).collect();
    let stored = store.get_many(&keys)?;
    let mut known: BTreeSet<Key> = (keys.into_iter().zip(stored))
        .filter_map(|(key, stored)| stored.map(|_| key))
        .collect();
    pending.retain(|record| known.insert(record.key()));
    counts.existing += read - pending.len() as u64;
    let commit = |records: &[Record]| {
        let writes = records
            .iter()
            .map(|record| app::store::Write::new(0, record.clone()));
        store.commit(Batch::writing(writes))
    };
    match commit(pending) {
        Ok(()) => counts.added += pending.len() as u64,
        Err(StoreError::Conflict(_)) => {
            for record in &*pending {
                match commit(std::slice::from_ref(record)) {
                    Ok(()) => counts.added += 1,
                    Err(StoreError::Conflict(_)) => counts.existing += 1,
                    Err(error) => return Err(error),
                }
            }
        }
        Err(error) => return Err(error),
    }
    pending.clear();
    Ok(())
}

/// The name under which a database keeps its account on a platform.
pub(crate) fn account_key(platform: Platform) -> String {
    format!("account on {}", platform.name())
}
