//! What is kept on disk: the application's [`Store`] on sled, and what a front end keeps beside it.
//!
//! - Everything written together is one transaction over all trees; one thread ([`committer`]) applies what waits, makes it
//!   durable once, and only then answers. A reader never sees what a power cut could still take back.
//! - sled 0.34's own `flush` survives a killed process, not a power cut: the file is synced on a second handle after it.
//! - Each value carries the number of its form ([`envelope`]): an older form is brought up to date when it is read, a newer
//!   one is refused, never guessed at.
//! - A folder is used by one process, and is ours by its marker record ([`open`]).
//!
//! sled's authors call it beta. Whoever wants another database writes another [`Store`]: no type of sled's leaves this folder.

mod committer;
mod envelope;
mod index_migration;
mod integrity;
mod jsonl;
mod keys;
mod open;
mod posts;
mod shard_guard;
mod trees;

use std::io::{BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use app::effect::{Effect, EffectId, Outgoing, Show, Subject};
use app::store::{Batch, Index, Key, Page, Store, StoreError, Stored};
use tokio_util::sync::CancellationToken;

use committer::Committer;
use envelope::Kind;
use trees::{Gate, Prepared};

pub use envelope::{MAX_VALUE, SCHEMA};
pub use integrity::Findings;
pub use jsonl::{LinesError, Scope};
pub use open::{FORMAT, OpenError, RestoreError};
pub use posts::Post;

/// The application's store on a folder of this machine.
pub struct SledStore {
    // Dropped first to last: the committer ends before the database is closed, the folder is given up last.
    committer: Committer,
    gate: Arc<Gate>,
    _folder: open::FolderLock,
}

/// How much there is to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Games in progress.
    pub ongoing: usize,
    /// Things that happen by themselves when their time comes.
    pub due: usize,
    /// Effects that are not yet performed.
    pub outgoing: usize,
    /// Messages that newer ones have replaced, and that still look as if they were the present ones.
    pub retiring: usize,
}

impl std::fmt::Debug for SledStore {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SledStore")
            .field("broken", &self.broken())
            .finish_non_exhaustive()
    }
}

impl SledStore {
    /// Opens the database in `folder`, or makes a new one there.
    ///
    /// # Errors
    /// Says what is wrong with the folder and what to do about it.
    pub fn open(folder: &Path) -> Result<Self, OpenError> {
        let opened = open::open(folder)?;
        let gate = Arc::new(Gate::new(opened.trees));
        let committer = Committer::start(Arc::clone(&gate), opened.durable).map_err(|source| {
            OpenError::Io {
                folder: folder.to_owned(),
                source,
            }
        })?;
        Ok(Self {
            committer,
            gate,
            _folder: opened.lock,
        })
    }

    /// Takes the database for the servers of these shards, or for all servers; the first time settles it.
    ///
    /// # Errors
    /// [`OpenError::OtherPart`] when it holds the games of other servers.
    pub fn claim(&self, folder: &Path, part: Option<&str>) -> Result<(), OpenError> {
        self.gate
            .write(|trees| shard_guard::claim(trees, folder, part))
    }

    /// Why nothing can be read or written any more, once the disk has refused a write. It stays so until a restart.
    pub fn broken(&self) -> Option<String> {
        self.gate.broken()
    }

    /// Reads and writes nothing any more: its disk was found not to work.
    pub fn give_up(&self, why: String) {
        self.gate.break_down(why);
    }

    /// Is cancelled when the store breaks: whoever runs the program should end it then.
    pub fn failure(&self) -> CancellationToken {
        self.gate.failure()
    }

    /// Finishes every commit that was begun, makes it durable and refuses all that come later. Dropping does the same.
    pub fn shut_down(&self) {
        self.committer.shut_down();
    }

    /// Settles effects, together with the place of the message that they led to, if they did. It replaces the former
    /// message, by whose number the subject is still found.
    ///
    /// # Errors
    /// [`StoreError::TooLarge`] or [`StoreError::Unavailable`].
    pub fn posted(
        &self,
        subject: Subject,
        post: Option<&Post>,
        settled: &[EffectId],
    ) -> Result<(), StoreError> {
        let prepared = Prepared::post(subject, post, settled)?;
        self.committer.commit(prepared)
    }

    /// Messages that newer ones have replaced and that still look as if they were the present ones.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn retiring(&self) -> Result<Vec<Post>, StoreError> {
        self.gate.read(|trees| {
            let mut found = Vec::new();
            for bytes in trees.retiring.iter().values() {
                // Whatever cannot be read was written by a later version, which will see to it.
                found.extend(envelope::read(Kind::Post, &bytes?).map(|envelope| envelope.r));
            }
            Ok(found)
        })
    }

    /// These messages no longer look as if they were the present ones.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn retired(&self, messages: &[u64]) -> Result<(), StoreError> {
        self.committer.commit(Prepared::retired(messages))
    }

    /// Writes everything in scope as lines of JSON, as it stands at one moment: commits wait meanwhile, and readers behind them.
    ///
    /// # Errors
    /// What is wrong with the file or the store.
    pub fn export(&self, scope: Scope, out: &mut dyn Write) -> Result<u64, LinesError> {
        self.gate
            .read(|trees| Ok(jsonl::write(trees, scope, out)))?
    }

    /// Makes the database in `folder` from a backup. There must not be one yet.
    ///
    /// # Errors
    /// What is wrong with the folder or the file.
    pub fn restore(folder: &Path, input: &mut dyn BufRead) -> Result<u64, RestoreError> {
        open::restore(folder, |trees| jsonl::restore(trees, input))
    }

    /// Adds the records of a backup or an export that are not there yet; returns how many were added, and how many were there.
    ///
    /// # Errors
    /// What is wrong with the file or the store.
    pub fn import(&self, input: &mut dyn BufRead) -> Result<(u64, u64), LinesError> {
        let (mut added, mut there) = (0, 0);
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
                Ok(()) => added += 1,
                Err(StoreError::Conflict(_)) => there += 1,
                Err(error) => {
                    let what = error.to_string();
                    failed = Some(error);
                    return Err(what);
                }
            }
            Ok(())
        })
        .map_err(|error| failed.map_or(error, LinesError::Store))?;
        Ok((added, there))
    }

    /// Looks at everything: whether it can be read, and whether index and records fit together. Commits wait meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn check_all(&self) -> Result<Findings, StoreError> {
        self.gate.read(integrity::check)
    }

    /// How many things of each kind there are: a look at every key, for whoever watches over the program.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn counts(&self) -> Result<Counts, StoreError> {
        self.gate.read(|trees| {
            Ok(Counts {
                ongoing: keys::rows_of(&trees.rows, keys::ONGOING_IN),
                due: keys::rows_of(&trees.rows, keys::DUE),
                outgoing: trees.outgoing.len(),
                retiring: trees.retiring.len(),
            })
        })
    }

    /// The message that shows a subject at present, if there is one.
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

    /// The effects that show a subject as a version later than this made it. Goes through all effects.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    pub fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError> {
        let key = keys::subject(subject);
        let code = String::from_utf8_lossy(key.get(1..).unwrap_or_default());
        let later = |bytes: sled::IVec| {
            // After an hour without Discord there are many, nearly all of other subjects: those are not read.
            let is_near = std::str::from_utf8(&bytes).is_ok_and(|text| text.contains(&*code));
            let envelope = is_near.then(|| envelope::read(Kind::Effect, &bytes).ok())??;
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

    /// The subject that a message shows or once showed.
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
                "the row of message {message} is damaged"
            ))),
        }
    }
}

impl Store for SledStore {
    fn get(&self, key: &Key) -> Result<Option<Stored>, StoreError> {
        let bytes = self.gate.read(|trees| trees.records.get(keys::key(key)))?;
        let Some(bytes) = bytes else { return Ok(None) };
        let envelope = envelope::read(Kind::Record, &bytes)
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
            .ok_or_else(|| StoreError::Unavailable(format!("a row of {index:?} is damaged")))
    }

    fn commit(&self, batch: Batch) -> Result<(), StoreError> {
        self.committer.commit(Prepared::batch(&batch)?)
    }

    fn outgoing(&self, limit: usize) -> Result<Vec<Outgoing>, StoreError> {
        let readable = |(id, bytes): (sled::IVec, sled::IVec)| {
            let id = EffectId(String::from_utf8_lossy(&id).into_owned());
            match envelope::read(Kind::Effect, &bytes) {
                Ok(envelope) => Some(Outgoing {
                    id,
                    effect: envelope.r,
                }),
                // It stays for a version that can read it; the others must not wait for it.
                Err(why) => {
                    tracing::error!(effect = %id.0, %why, "an effect cannot be read and is left where it is");
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
