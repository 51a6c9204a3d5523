//! What the program needs of a store beyond the application's [`Store`]: messages, backups, checks and failures.

use std::io::{BufRead, Write};
use std::sync::Arc;

use app::effect::{EffectId, Show, Subject};
use app::store::{Store, StoreError};
use tokio_util::sync::CancellationToken;

use crate::leases::Leases;

use crate::integrity::IntegrityReport;
use crate::jsonl::{ExportScope, JsonlError};
use crate::posts::Post;
use crate::stored_id::MessageId;

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

/// The messages that front ends have posted.
pub trait Posts: Send + Sync {
    /// Completes effects, together with the message that they led to, if any. It replaces the subject's former message,
    /// which still leads to the subject.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`], [`StoreError::TooLarge`] or [`StoreError::Unavailable`].
    fn complete(
        &self,
        subject: Subject,
        post: Option<&Post>,
        effects: &[EffectId],
    ) -> Result<(), StoreError>;

    /// Completes effects that led to no lasting message.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`] or [`StoreError::Unavailable`].
    fn settle(&self, effects: &[EffectId]) -> Result<(), StoreError>;

    /// The message that shows a subject, if any.
    ///
    /// # Errors
    /// [`StoreError::Unreadable`] or [`StoreError::Unavailable`].
    fn post(&self, subject: Subject) -> Result<Option<Post>, StoreError>;

    /// Pending effects that show a subject at a later version. Scans all effects.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError>;

    /// The subject that a message shows or has shown.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>, StoreError>;

    /// Replaced messages that still have their picture and buttons.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn unretired(&self) -> Result<Vec<Post>, StoreError>;

    /// Records that these messages have lost their picture and buttons.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn mark_retired(&self, messages: &[MessageId]) -> Result<(), StoreError>;
}

/// A store with everything that running and maintaining the program takes.
pub trait Database: Store + Posts {
    /// The leases of the processes that share the database; `None` if it belongs to this process alone.
    fn leases(&self) -> Option<Arc<dyn Leases>> {
        None
    }

    /// Why the store has failed, if it has. It fails at the first write that the disk refuses, until a restart.
    fn broken(&self) -> Option<String>;

    /// Makes the store fail: its disk was found not to work.
    fn mark_broken(&self, why: String);

    /// Canceled when the store fails; the program should end then.
    fn failure(&self) -> CancellationToken;

    /// Finishes the pending commits durably, and refuses later ones. Dropping does the same.
    fn shut_down(&self);

    /// Whether an outage of the store ends by itself: a server comes back, but not a disk.
    fn survives_outages(&self) -> bool {
        false
    }

    /// Writes a snapshot of everything in scope as JSON Lines, while commits go on. Returns the number of values.
    ///
    /// # Errors
    /// What is wrong with the file or the store; [`JsonlError::Incomplete`] if anything acknowledged is missing.
    fn export(&self, scope: ExportScope, out: &mut dyn Write) -> Result<u64, JsonlError>;

    /// Whether there are no records, except that of when the program ran.
    fn is_empty(&self) -> bool;

    /// Adds the records of a backup or an export that do not exist yet.
    ///
    /// # Errors
    /// What is wrong with the file or the store.
    fn import(&self, input: &mut dyn BufRead) -> Result<ImportCounts, JsonlError>;

    /// Checks that everything can be read, and that indexes and records agree. Commits wait meanwhile.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn check_all(&self) -> Result<IntegrityReport, StoreError>;

    /// Counts what there is to do, for monitoring; reads every key.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn counts(&self) -> Result<Counts, StoreError>;
}
