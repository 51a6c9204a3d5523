//! The store as the program uses it: the application's [`Store`] with posted messages, backups, checks and failures.

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
    fn shows_after(&self, subject: Subject, version: u64) -> Result<Vec<Show>, StoreError>;

    /// The subject that a message shows or has shown.
    fn subject_of(&self, message: &MessageId) -> Result<Option<Subject>, StoreError>;

    /// Replaced messages that still have their picture and buttons.
    fn unretired(&self) -> Result<Vec<Post>, StoreError>;

    /// Records that these messages have lost their picture and buttons.
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

    /// Returns whether the store recovers from an outage by itself, as a server does and a disk does not.
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

    /// Adds the records of a backup or an export that do not exist yet.
    fn import(&self, input: &mut dyn BufRead) -> Result<ImportCounts, JsonlError>;

    /// Checks that each value is readable and that indexes match their records. Blocks commits.
    fn check_all(&self) -> Result<IntegrityReport, StoreError>;

    /// Counts pending work for monitoring. Reads every key.
    fn counts(&self) -> Result<Counts, StoreError>;
}
