//! Why a store cannot be used, with advice.

use std::io;
use std::path::{Path, PathBuf};

use crate::jsonl::JsonlError;

/// The version of trees and keys. It changes when an older program could corrupt a newer database.
pub const FORMAT: u32 = 2;
/// Advice for a damaged database.
const ADVICE: &str = "Delos refuses to run on it, so that nothing more is lost. Keep the folder, and open it with no other program. \
    Restore the latest backup into a new folder: DELOS_DATA=NEW-FOLDER delos restore FILE (automatic backups are in the data \
    folder, in backups). Without a backup, save what is readable: delos salvage FILE. See OPERATIONS.md";

/// Why a data folder cannot be used, and what to do about it.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process uses it.
    #[error("the data folder {} is in use by another Delos: stop that one, or choose another folder (DELOS_DATA)", .0.display())]
    InUse(PathBuf),
    /// A newer version has written it: the version of its format.
    #[error("the data folder {} was written by a newer Delos (format {}; this version reads up to {FORMAT}): run that version", .0.display(), .1)]
    Newer(PathBuf, u32),
    /// A version that this one does not know has written it: the versions of its format and of its index rows.
    #[error("the data folder {} was written by a Delos that this version does not know (format {}, index rows {}): run that version, and bring its backup here", .0.display(), .1, .2)]
    Unknown(PathBuf, u32, u32),
    /// It has a database, in this folder, without Delos's marker.
    #[error("the database in {} is not Delos's, or was opened by another version of sled; nothing was changed: choose another data folder (DELOS_DATA), or restore a backup into one", .0.display())]
    NotOurs(PathBuf),
    /// The database in this folder does not open, in sled's words.
    #[error("the database in {} is damaged ({}). {ADVICE}", .0.display(), .1)]
    Damaged(PathBuf, String),
    /// The database opens, but lacks something that was acknowledged.
    #[error("the database in {} is incomplete: {}. {ADVICE}", .0.display(), .1)]
    Incomplete(PathBuf, String),
    /// The database server at this address, which is without the password, cannot be used.
    #[error("the database {0}: {1}")]
    Server(String, #[source] ServerError),
    /// The folder or its files cannot be used.
    #[error("cannot use the data folder {}: {}; check that it is writable and the disk is not full", .0.display(), .1)]
    Io(PathBuf, #[source] io::Error),
}

impl OpenError {
    /// Wraps an I/O error with the folder in which it happened.
    pub(crate) fn io(folder: &Path) -> impl Fn(io::Error) -> Self + Copy {
        move |source| Self::Io(folder.to_owned(), source)
    }
}

/// Why a backup could not be restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is already a database.
    #[error("{} already exists, and restoring never replaces anything: move it away, or choose another data folder (DELOS_DATA)", .0.display())]
    Exists(PathBuf),
    /// The backup cannot be read.
    #[error("cannot restore the backup: {0}")]
    Lines(#[from] JsonlError),
}

/// Why a database server cannot be used.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ServerError {
    /// No connection came about.
    #[error(
        "it cannot be reached ({0}): check that it runs, and the address in store.url (DELOS_STORE)"
    )]
    Unreachable(String),
    /// It does not know the user or the password.
    #[error(
        "it refuses the user ({0}): set the password in DELOS_STORE_PASSWORD, or in the file of store.password_file"
    )]
    Password(String),
    /// It is a standby.
    #[error(
        "it takes no writes: it is a standby, so name the primary in store.url (DELOS_STORE) as well"
    )]
    ReadOnly,
    /// It has no such database.
    #[error(
        "it has no such database: create it (createdb), owned by the user in store.url (DELOS_STORE)"
    )]
    NoDatabase,
    /// The connection cannot be encrypted.
    #[error(
        "the connection cannot be encrypted ({0}): name its certificate authority in store.ca_file, or end the address with ?sslmode=disable if no one can listen in between"
    )]
    Tls(String),
    /// The user may not create tables.
    #[error(
        "the user may not create or use Delos's tables there: make it the owner of the database and of its tables (pg_restore does with --no-owner --role), or GRANT CREATE ON SCHEMA public TO it"
    )]
    NoTables,
    /// All its connections are in use.
    #[error(
        "it takes no more connections ({0}): end those that no one needs, or raise its max_connections"
    )]
    NoConnections(String),
    /// The tables are another program's.
    #[error(
        "the database has tables of another program ({0}); nothing was changed: create a database for Delos alone"
    )]
    NotOurs(String),
    /// A newer version has changed the tables: a form or a migration, its number, and the last one that this version knows.
    #[error(
        "the database was written by a newer Delos ({0} {1}; this version reads up to {2}): run that version"
    )]
    Newer(&'static str, u32, u32),
    /// A version that this one does not know has written it.
    #[error(
        "the database was written by a Delos that this version does not know (index rows {0}): run that version, and bring its backup here"
    )]
    UnknownRows(String),
    /// Something in it cannot be read.
    #[error(
        "it has damaged records ({0}): run `delos check`, and restore a backup into an empty database"
    )]
    Damaged(String),
    /// There is something in it.
    #[error(
        "the database has records already, and a backup never replaces anything: restore into an empty one"
    )]
    NotEmpty,
    /// Anything else, in the server's words.
    #[error("it reports: {0}")]
    Other(String),
}

impl ServerError {
    /// Whether the same may work soon: the server is starting, or its standby is about to take over.
    pub fn is_passing(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::ReadOnly | Self::NoConnections(_)
        )
    }
}
