//! The store on sled, in a folder and for one process.
//!
//! - A commit is one transaction over all trees. One thread ([`committer`]) applies pending commits, syncs them together, and
//!   only then answers. Readers never see what a power cut could undo.
//! - sled 0.34's `flush` survives a killed process but not a power cut: the file is synced through a second handle after it.
//! - Commits and values are counted in the database and in a file beside it ([`tally`]): a start refuses a database that has lost
//!   anything acknowledged, and a check finds values that changed.
//! - Each value carries its schema version ([`envelope`]): older ones are migrated when read, newer ones are refused.
//! - A folder is used by one process, and is identified by a marker record ([`open`]).
//!
//! sled's authors call it beta. No type of sled's leaves this folder.

mod check;
mod committer;
mod open;
mod salvage;
mod snapshot;
mod tally;
mod trees;

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use app::effect::{EffectId, Outgoing, Show, Subject};
use app::store::{Batch, Contended, Index, Key, Page, Result, Store, StoreError, Stored};
use text::Platform;
use tokio_util::sync::CancellationToken;

use crate::database::{Counts, Database, Posts, account_key};
use crate::envelope;
use crate::errors::{OpenError, RestoreError};
use crate::integrity::{IntegrityReport, TellProgress};
use crate::jsonl::{ExportScope, JsonlError, Lines};
use crate::keys;
use crate::posts::{self, Post};
use crate::stored_id::MessageId;
use crate::tree::TreeName;
use committer::Committer;
use snapshot::Snapshot;
use trees::{Gate, Trees, WriteSet};

pub use salvage::Salvaged;

/// The application's store in a local folder.
pub struct SledStore {
    // Drop order: the committer stops before the database closes, and the folder is unlocked last.
    committer: Committer,
    gate: Arc<Gate>,
    /// Locked during a held attempt.
    turn: Mutex<()>,
    /// Whether opening repaired the file tally.
    tally_torn: bool,
    lock: open::FolderLock,
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
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let opened = open::open(folder)?;
        let gate = Arc::new(Gate::new(opened.trees));
        let committer =
            Committer::start(Arc::clone(&gate), opened.sync).map_err(OpenError::io(folder))?;
        Ok(Self {
            committer,
            gate,
            turn: Mutex::default(),
            tally_torn: opened.tally_torn,
            lock: opened.lock,
        })
    }

    /// Creates the database in `folder` from a backup; returns the number of values.
    ///
    /// # Errors
    /// When the folder already has a database, or what is wrong with the folder or the file.
    pub fn restore(folder: &Path, input: &mut dyn BufRead) -> Result<u64, RestoreError> {
        open::restore(folder, input)
    }

    fn value(&self, tree: TreeName, key: &[u8]) -> Result<Option<sled::IVec>> {
        self.gate.read(|trees| trees.tree(tree).get(key))
    }

    /// The values of a tree that `read` accepts, in the order of keys.
    fn find<T>(&self, tree: TreeName, read: impl Fn(&[u8]) -> Option<T>) -> Result<Vec<T>> {
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for bytes in trees.tree(tree).iter().values() {
                found.extend(read(&bytes?));
            }
            Ok(found)
        })
    }
}

impl Store for SledStore {
    fn get_many(&self, keys: &[Key]) -> Result<Vec<Option<Stored>>> {
        let found: Vec<_> = self.gate.read(|trees| {
            let values = keys
                .iter()
                .map(|key| trees.tree(TreeName::Records).get(keys::key(key)));
            values.collect::<Result<_, _>>()
        })?;
        let read = |(key, bytes): (_, Option<sled::IVec>)| {
            let stored = bytes.map(|bytes| envelope::read_record(key, &bytes));
            stored.transpose()
        };
        keys.iter().zip(found).map(read).collect()
    }

    fn list(&self, index: &Index, page: Page) -> Result<Vec<(i64, Key)>> {
        let rows = self.gate.read(|trees| trees.page(index, &page))?;
        let rows = rows.iter().map(|row| keys::read_row(row));
        rows.collect::<Option<_>>()
            .ok_or_else(|| StoreError::Unavailable(format!("an index row of {index:?} is damaged")))
    }

    fn commit(&self, batch: Batch) -> Result<()> {
        self.committer.commit(WriteSet::batch(batch)?)
    }

    fn hold(&self, _: &Contended, attempt: &mut dyn FnMut(&dyn Store)) -> Result<()> {
        let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        attempt(self);
        Ok(())
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>> {
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for entry in trees.tree(TreeName::Outgoing) {
                if found.len() >= limit {
                    break;
                }
                let (id, bytes) = entry?;
                let id = EffectId(String::from_utf8_lossy(&id).into_owned());
                found.extend(envelope::read_outgoing(id, &bytes));
            }
            Ok(found)
        })
    }
}

impl Posts for SledStore {
    fn complete(&self, subject: Subject, post: Option<&Post>, effects: &[EffectId]) -> Result<()> {
        self.committer
            .commit(WriteSet::completion(subject, post, effects)?)
    }

    fn settle(&self, effects: &[EffectId]) -> Result<()> {
        self.commit(Batch::completing(effects.to_vec()))
    }

    fn post(&self, subject: Subject) -> Result<Option<Post>> {
        let bytes = self.value(TreeName::Posts, &keys::subject(subject))?;
        bytes
            .map(|bytes| posts::decode(subject.key(), &bytes))
            .transpose()
    }

    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>> {
        let key = keys::subject(subject);
        let code = String::from_utf8_lossy(key.get(1..).unwrap_or_default());
        self.find(TreeName::Outgoing, |bytes| {
            // After an hour without Discord there are many, nearly all of other subjects: those are not parsed.
            let may_match = std::str::from_utf8(bytes).is_ok_and(|text| text.contains(&*code));
            may_match.then(|| posts::later_show(bytes, subject, version))?
        })
    }

    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>> {
        let bytes = self.value(TreeName::Messages, &message.key())?;
        bytes
            .map(|bytes| posts::decode_subject(message, &bytes))
            .transpose()
    }

    fn unretired(&self) -> Result<Vec<Post>> {
        self.find(TreeName::Retiring, posts::decode_retiring)
    }

    fn mark_retired(&self, messages: &[MessageId]) -> Result<()> {
        self.committer.commit(WriteSet::retired(messages))
    }
}

impl Database for SledStore {
    fn agree_on_account(&self, platform: Platform, account: &str) -> Result<String> {
        let kept = self.gate.read(|trees| {
            let kept = open::keep(&trees.db, &account_key(platform), account.as_bytes())?;
            trees.db.flush()?;
            Ok(kept)
        })?;
        Ok(String::from_utf8_lossy(&kept).into_owned())
    }

    fn broken(&self) -> Option<String> {
        self.gate.breaker.broken()
    }

    fn mark_broken(&self, why: String) {
        self.gate.breaker.mark_broken(why);
    }

    fn failure(&self) -> CancellationToken {
        self.gate.breaker.failure()
    }

    fn shut_down(&self) {
        self.committer.shut_down();
    }

    fn export(&self, scope: ExportScope, out: &mut dyn Write) -> Result<u64, JsonlError> {
        let snapshot = Snapshot::take(&self.gate)?;
        let mut lines = Lines::begin(out, scope)?;
        snapshot.for_each(|tree, key, value| lines.write(tree, key, value))?;
        lines.end()
    }

    fn is_empty(&self) -> bool {
        self.gate.read(Trees::is_empty).unwrap_or(false)
    }

    fn record_count(&self) -> Result<u64> {
        self.gate.read(|trees| Ok(trees.tally()?.records))
    }

    fn check_with(&self, progress: TellProgress<'_>) -> Result<IntegrityReport> {
        self.gate.read(|trees| {
            let mut report = check::check(trees, progress)?;
            if self.tally_torn {
                report.add_problem("the file tally was damaged and has been repaired".to_owned());
            }
            let acknowledged = tally::read(&self.lock.folder);
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

    fn counts(&self) -> Result<Counts> {
        self.gate.read(|trees| {
            let [ongoing, due] = keys::ongoing_and_due().map(|index| trees.rows_of(index));
            Ok(Counts {
                ongoing,
                due,
                outgoing: trees.tree(TreeName::Outgoing).len(),
                unretired: trees.tree(TreeName::Retiring).len(),
            })
        })
    }
}

#[cfg(test)]
mod tests;
