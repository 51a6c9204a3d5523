//! Why the program failed.

use std::io;
use std::path::{Path, PathBuf};

use store::{JsonlError, OpenError, RestoreError};

/// Why the program failed; [`status`](crate::cli::status) has the exit status.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The command line or the configuration is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The database cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The disk failed during the run.
    #[error(
        "the store failed: {0}; nothing acknowledged is lost, restart when the disk works again"
    )]
    Store(String),
    /// The store cannot be read or written as a whole.
    #[error(transparent)]
    Jsonl(#[from] JsonlError),
    /// The check found problems.
    #[error(
        "{problems} problems found; restore a backup into a new folder (delos restore FILE), or save what is readable (delos salvage FILE); see OPERATIONS.md"
    )]
    Problems {
        /// Their number.
        problems: u64,
    },
    /// The backup cannot be restored.
    #[error(transparent)]
    Restore(#[from] RestoreError),
    /// An export or a backup cannot be read.
    #[error("cannot read the file: {0}")]
    Import(JsonlError),
    /// A file cannot be used.
    #[error("{}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The system's error.
        source: io::Error,
    },
    /// The data folder has no database.
    #[error("there is no database in {}: no games were played there (--data or DELOS_DATA chooses another folder)", .0.display())]
    NoDatabase(PathBuf),
    /// The system refused a resource.
    #[error("system error: {0}")]
    Io(#[from] io::Error),
    /// Anything else, in words.
    #[error("{0}")]
    Other(String),
}

/// The outcome of a command, or of a part of it.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// For `map_err`: the file that cannot be used.
    pub(crate) fn file(file: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File {
            file: file.to_owned(),
            source,
        }
    }
}
