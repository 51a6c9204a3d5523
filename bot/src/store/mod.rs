//! The application's [`Store`] on sled, with the messages that a front end has posted.
//!
//! - A commit is one transaction over all trees. One thread ([`committer`]) applies pending commits, syncs them together, and
//!   only then answers. Readers never see what a power cut could undo.
//! - sled 0.34's `flush` survives a killed process but not a power cut: the file is synced through a second handle after it.
//! - Commits and values are counted in the database and in a file beside it ([`tally`]): a start refuses a database that has lost
//!   anything acknowledged, and a check finds values that changed.
//! - Each value carries its schema version ([`envelope`]): older ones are migrated when read, newer ones are refused.
//! - A folder is used by one process, and is identified by a marker record ([`open`]).
//!
//! sled's authors call it beta. No type of sled's leaves this folder, so another database is another [`Store`].

mod committer;
mod envelope;
mod index_migration;
mod integrity;
mod jsonl;
mod keys;
mod open;
mod posts;
mod salvage;
mod shard_guard;
mod snapshot;
mod tally;
mod trees;

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use app::effect::{Effect, EffectId, Outgoing, Show, Subject};
use app::store::{Batch, Index, Key, Page, Store, StoreError, Stored};
use tokio_util::sync::CancellationToken;

use committer::Committer;
use envelope::ValueKind;
use jsonl::Lines;
use snapshot::Snapshot;
use trees::{Gate, WriteSet};

pub use envelope::{MAX_VALUE, SCHEMA};
pub use integrity::IntegrityReport;
pub use jsonl::{ExportScope, JsonlError};
pub(crate) use open::sync_parent;
pub use open::{FORMAT, OpenError, RestoreError};
pub use posts::Post;
pub use salvage::Salvaged;

/// The application's store in a local folder.
pub struct SledStore {
    // Drop order: the committer stops before the database closes, and the folder is unlocked last.
    committer: Committer,
    gate: Arc<Gate>,
    /// Whether opening repaired the file tally.
    tally_torn: bool,
    folder: open::FolderLock,
}

/// How much there is to do.
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

impl std::fmt::Debug for SledStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SledStore")
            .field("broken", &self.broken())
            .finish_non_exhaustive()
    }
}

impl SledStore {
    /// Opens the database in `folder`, or creates one.
    ///
    /// # Errors
    /// What is wrong with the folder, and what to do about it.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let opened = open::open(folder)?;
        let gate = Arc::new(Gate::new(opened.trees));
        let committer =
            Committer::start(Arc::clone(&gate), opened.sync).map_err(|source| OpenError::Io {
                folder: folder.to_owned(),
                source,
            })?;
        Ok(Self {
            committer,
            gate,
            tally_torn: opened.tally_torn,
            folder: opened.lock,
        })
    }

    /// Claims the database for the servers of some shards, or of all; the first claim is permanent.
    ///
    /// # Errors
    /// [`OpenError::OtherShards`] if it is claimed for others.
    pub fn claim(&self, folder: &Path, shards: Option<&str>) -> Result<(), OpenError> {
        self.gate
            .write(|trees| shard_guard::claim(trees, folder, shards))
    }

    /// Why the store has failed, if it has. It fails at the first write that the disk refuses, until a restart.
    pub fn broken(&self) -> Option<String> {
        self.gate.broken()
    }

    /// Makes the store fail: its disk was found not to work.
    pub fn mark_broken(&self, why: String) {
        self.gate.mark_broken(why);
    }

    /// Canceled when the store fails; the program should end then.
    pub fn failure(&self) -> CancellationToken {
        self.gate.failure()
    }

    /// Finishes the pending commits durably, and refuses later ones. Dropping does the same.
    pub fn shut_down(&self) {
        self.committer.shut_down();
    }

    /// Completes effects, together with the message that they led to, if any. It replaces the subject's former message,
    /// which still leads to the subject.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] or [`StoreError::Unavailable`].
    pub fn complete(
        &self,
        subject: Subject,
        post: Option<&Post>,
        effects: &[EffectId],
    ) -> Result<(), StoreError> {
        self.committer
            .commit(WriteSet::completion(subject, post, effects)?)
    }

    /// Replaced messages that still have their picture and buttons.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn unretired(&self) -> Result<Vec<Post>, StoreError> {
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for bytes in trees.retiring.iter().values() {
                // One that cannot be read was written by a later version, which will retire it.
                found.extend(envelope::read(ValueKind::Post, &bytes?).map(|envelope| envelope.r));
            }
            Ok(found)
        })
    }

    /// Records that these messages have lost their picture and buttons.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn mark_retired(&self, messages: &[u64]) -> Result<(), StoreError> {
        self.committer.commit(WriteSet::retired(messages))
    }

    /// Writes a snapshot of everything in scope as JSON Lines, while commits go on. Returns the number of values.
    ///
    /// # Errors
    /// What is wrong with the file or the store; [`JsonlError::Incomplete`] if anything acknowledged is missing.
    pub fn export(&self, scope: ExportScope, out: &mut dyn Write) -> Result<u64, JsonlError> {
        let snapshot = Snapshot::take(&self.gate)?;
        let part = self.gate.read(|trees| shard_guard::claimed(&trees.db))?;
        let mut lines = Lines::begin(out, scope, part)?;
        snapshot.for_each(|tree, key, value| lines.write(tree, key, value))?;
        lines.end()
    }

    /// Whether there are no records, except that of when the program ran.
    pub fn is_empty(&self) -> bool {
        self.gate
            .read(|trees| keys::is_empty(&trees.records))
            .unwrap_or(false)
    }

    /// Creates the database in `folder` from a backup; returns the number of values.
    ///
    /// # Errors
    /// When the folder already has a database, or what is wrong with the folder or the file.
    pub fn restore(folder: &Path, input: &mut dyn BufRead) -> Result<u64, RestoreError> {
        open::restore(folder, |trees| jsonl::restore(trees, input))
    }

    /// Writes what is readable of a damaged database as a backup. Works on copies in `scratch`, and leaves `folder` as it is.
    ///
    /// # Errors
    /// When the folder is in use, or `scratch` or `out` cannot be written.
    pub fn salvage(
        folder: &Path,
        scratch: &Path,
        out: &mut dyn Write,
    ) -> Result<Salvaged, RestoreError> {
        salvage::salvage(folder, scratch, out)
    }

    /// Adds the records of a backup or an export that do not exist yet.
    ///
    /// # Errors
    /// What is wrong with the file or the store.
    pub fn import(&self, input: &mut dyn BufRead) -> Result<ImportCounts, JsonlError> {
        let mut counts = ImportCounts::default();
        let mut failed = None;
        jsonl::records(input, |record| {
            let write = app::store::Write {
                expected: 0,
                record,
            };
            match self.commit(Batch {
                writes: vec![write],
                ..Batch::default()
            }) {
                Ok(()) => counts.added += 1,
                Err(StoreError::Conflict(_)) => counts.existing += 1,
                Err(error) => {
                    let what = error.to_string();
                    failed = Some(error);
                    return Err(what);
                }
            }
            Ok(())
        })
        .map_err(|error| failed.map_or(error, JsonlError::Store))?;
        Ok(counts)
    }

    /// Checks that everything can be read, and that indexes and records agree. Commits wait meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn check_all(&self) -> Result<IntegrityReport, StoreError> {
        self.gate.read(|trees| {
            let mut report = integrity::check(trees)?;
            if self.tally_torn {
                report.add_problem("the file tally was damaged and has been repaired".to_owned());
            }
            let acknowledged = tally::read(self.folder.path());
            let tally = trees.tally()?;
            if !matches!(acknowledged, Ok(found) if found.tally == tally && !found.torn) {
                report.add_problem(
                    "the file tally, which counts what was acknowledged, does not agree with the database"
                        .to_owned(),
                );
            }
            Ok(report)
        })
    }

    /// Counts what there is to do, for monitoring; reads every key.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.gate.read(|trees| {
            Ok(Counts {
                ongoing: keys::rows_of(&trees.rows, keys::ONGOING_IN),
                due: keys::rows_of(&trees.rows, keys::DUE),
                outgoing: trees.outgoing.len(),
                unretired: trees.retiring.len(),
            })
        })
    }

    /// The message that shows a subject, if any.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::Unavailable`].
    pub fn post(&self, subject: Subject) -> Result<Option<Post>, StoreError> {
        let bytes = self
            .gate
            .read(|trees| trees.posts.get(keys::subject(subject)))?;
        bytes
            .map(|bytes| posts::decode(subject.key(), &bytes))
            .transpose()
    }

    /// Pending effects that show a subject at a later version. Scans all effects.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError> {
        let key = keys::subject(subject);
        let code = String::from_utf8_lossy(key.get(1..).unwrap_or_default());
        let later = |bytes: sled::IVec| {
            // After an hour without Discord there are many, nearly all of other subjects: those are not parsed.
            let may_match = std::str::from_utf8(&bytes).is_ok_and(|text| text.contains(&*code));
            let envelope = may_match.then(|| envelope::read(ValueKind::Effect, &bytes).ok())??;
            match envelope.r {
                Effect::Show(show) if show.subject == subject && show.version > version => {
                    Some(show)
                }
                _ => None,
            }
        };
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for bytes in trees.outgoing.iter().values() {
                found.extend(later(bytes?));
            }
            Ok(found)
        })
    }

    /// The subject that a message shows or has shown.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn subject_of(&self, message: u64) -> Result<Option<Subject>, StoreError> {
        let bytes = self
            .gate
            .read(|trees| trees.messages.get(message.to_be_bytes()))?;
        let Some(bytes) = bytes else { return Ok(None) };
        match keys::read_subject(&bytes) {
            Some(subject) => Ok(Some(subject)),
            None => Err(StoreError::Unavailable(format!(
                "the entry of message {message} is damaged"
            ))),
        }
    }
}

impl Store for SledStore {
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        let bytes = self.gate.read(|trees| trees.records.get(keys::key(key)))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let envelope = envelope::read(ValueKind::Record, &bytes)
            .map_err(|why| StoreError::Unreadable(key.clone(), why.to_string()))?;
        Ok(Some(Stored {
            version: envelope.v,
            record: envelope.r,
        }))
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        let rows = self
            .gate
            .read(|trees| keys::page(&trees.rows, index, &page))?;
        let rows = rows.iter().map(|row| keys::read_row(row));
        rows.collect::<Option<_>>()
            .ok_or_else(|| StoreError::Unavailable(format!("an index row of {index:?} is damaged")))
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.committer.commit(WriteSet::batch(&batch)?)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        let readable = |(id, bytes): (sled::IVec, sled::IVec)| {
            let id = EffectId(String::from_utf8_lossy(&id).into_owned());
            match envelope::read(ValueKind::Effect, &bytes) {
                Ok(envelope) => Some(Outgoing {
                    id,
                    effect: envelope.r,
                }),
                // It stays for a version that can read it.
                Err(why) => {
                    tracing::error!(effect = %id.0, %why, "effect not readable");
                    None
                }
            }
        };
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for entry in &trees.outgoing {
                if found.len() >= limit {
                    break;
                }
                found.extend(readable(entry?));
            }
            Ok(found)
        })
    }
}

#[cfg(test)]
mod tests;
