//! Opening: one process for each folder, only folders that are ours, and a sentence for whatever is wrong.
//!
//! The folder holds `lock`, held by the process that uses it, and `store`, sled's own folder. A new database is made as
//! `store.new` and gets its name when its marker is on disk, so whatever is called `store` and has no marker is not ours.

use std::fs::{self, File, TryLockError};
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::committer::{Durable, panic_text};
use super::index_migration::{self, ROWS};
use super::jsonl::LinesError;
use super::trees::Trees;

/// The number of the layout of trees and keys. It changes when an older program could do harm to a newer database.
pub const FORMAT: u32 = 1;

/// Memory for pages of the database. sled's own default is a gibibyte.
const CACHE_BYTES: u64 = 64 << 20;
/// How long a former process is given to let go of the folder.
const PATIENCE: Duration = Duration::from_millis(500);

/// Why a data folder cannot be used, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// Another process holds it.
    #[error("the data folder {} is in use by another Delos: stop that one, or give this one a folder of its own (DELOS_DATA)", folder.display())]
    InUse {
        /// The data folder.
        folder: PathBuf,
    },
    /// A later version has changed the layout.
    #[error("the data folder {} was written by a newer Delos (format {found}; this one knows up to {FORMAT}): run that version", folder.display())]
    Newer {
        /// The data folder.
        folder: PathBuf,
        /// The number of its layout.
        found: u32,
    },
    /// It holds the games of other servers.
    #[error("the data folder {} is for {kept}, and the configuration says {wanted}: name the same shards as before, or another data folder (DELOS_DATA); UPGRADING.md says how servers are divided anew", folder.display())]
    OtherPart {
        /// The data folder.
        folder: PathBuf,
        /// Whose games it holds.
        kept: String,
        /// Whose it was to hold.
        wanted: String,
    },
    /// There is a database, but without our marker.
    #[error("{} holds a database that is not Delos's, or one that another version of sled has touched: nothing was changed; name another data folder (DELOS_DATA), or restore a backup into it", folder.display())]
    NotOurs {
        /// The folder of the database.
        folder: PathBuf,
    },
    /// The database does not open.
    #[error("the database in {} is damaged and nothing was changed: move the folder away and restore a backup ({why})", folder.display())]
    Damaged {
        /// The folder of the database.
        folder: PathBuf,
        /// What sled says about it.
        why: String,
    },
    /// The folder or its files cannot be used.
    #[error("the data folder {} cannot be used: {source}; see that it may be written to and the disk is not full", folder.display())]
    Io {
        /// The data folder.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

/// Keeps other processes out until it is dropped.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
}

pub(super) struct Opened {
    pub(super) trees: Trees,
    pub(super) durable: Durable,
    pub(super) lock: FolderLock,
}

/// The record by which a database is known to be ours.
#[derive(Serialize, Deserialize)]
struct Marker {
    program: String,
    format: u32,
    /// By which rules the index rows were written; nought for a program that did not say so.
    #[serde(default)]
    rows: u32,
}

pub(super) const MARKER_TREE: &str = "delos";
const MARKER_KEY: &str = "marker";

pub(super) fn open(folder: &Path) -> Result<Opened, OpenError> {
    let broken = |source| OpenError::Io {
        folder: folder.to_owned(),
        source,
    };
    fs::create_dir_all(folder).map_err(broken)?;
    let lock = lock(folder)?;
    let store = folder.join("store");
    if !store.try_exists().map_err(broken)? {
        create(folder, &store, |_| Ok::<_, OpenError>(()))?;
    }
    let database = database(folder, &store)?;
    let Some(marker) = marker(&database, &store)? else {
        return Err(OpenError::NotOurs { folder: store });
    };
    if marker.format > FORMAT {
        return Err(OpenError::Newer {
            folder: folder.to_owned(),
            found: marker.format,
        });
    }
    let trees = Trees::of(database).map_err(|error| opening(folder, &store, error))?;
    let durable = durable(&store).map_err(broken)?;
    if marker.rows != ROWS {
        let changed =
            index_migration::all(&trees).map_err(|error| opening(folder, &store, error))?;
        // All of it before the note that it was done.
        durable(&trees).map_err(broken)?;
        mark(&trees.db).map_err(|error| opening(folder, &store, error))?;
        durable(&trees).map_err(broken)?;
        tracing::info!(changed, "the index has been brought up to date");
    }
    Ok(Opened {
        trees,
        durable,
        lock,
    })
}

/// sled writes but does not sync the file on Linux; a sync reaches the file by whatever handle it is asked for.
fn durable(store: &Path) -> io::Result<Durable> {
    let file = File::open(store.join("db"))?;
    Ok(Box::new(move |trees| {
        trees.db.flush().map_err(io::Error::other)?;
        file.sync_data()
    }))
}

fn lock(folder: &Path) -> Result<FolderLock, OpenError> {
    let broken = |source| OpenError::Io {
        folder: folder.to_owned(),
        source,
    };
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(folder.join("lock"))
        .map_err(broken)?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(FolderLock { _file: file }),
            Err(TryLockError::WouldBlock) if begun.elapsed() < PATIENCE => {
                sleep(Duration::from_millis(50));
            }
            Err(TryLockError::WouldBlock) => {
                return Err(OpenError::InUse {
                    folder: folder.to_owned(),
                });
            }
            Err(TryLockError::Error(source)) => return Err(broken(source)),
        }
    }
}

/// Removes the note of how far the log was read that a killed start had not finished: sled would take it for the latest, and
/// call the database damaged. The note before it is there until the new one has its name.
fn discard_unfinished(store: &Path) -> io::Result<()> {
    let entries = match fs::read_dir(store) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with("snap.") && name.ends_with(".generating") {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Opens sled's folder. What it finds damaged it may report by a panic.
fn database(folder: &Path, store: &Path) -> Result<sled::Db, OpenError> {
    discard_unfinished(store).map_err(|source| OpenError::Io {
        folder: folder.to_owned(),
        source,
    })?;
    let begun = Instant::now();
    loop {
        let config = sled::Config::new()
            .path(store)
            .cache_capacity(CACHE_BYTES)
            .flush_every_ms(Some(500));
        let open = || catch_unwind(AssertUnwindSafe(|| config.open()));
        match open() {
            Ok(Ok(database)) => return Ok(database),
            // The lock of a database outlives its last handle by some milliseconds, even in the same process.
            Ok(Err(error)) if is_locked(&error) && begun.elapsed() < PATIENCE => {
                sleep(Duration::from_millis(50));
            }
            Ok(Err(error)) => return Err(opening(folder, store, error)),
            Err(panic) => {
                return Err(OpenError::Damaged {
                    folder: store.to_owned(),
                    why: panic_text(&*panic).to_owned(),
                });
            }
        }
    }
}

/// sled tells this only in words; the kind of the error is "other".
fn is_locked(error: &sled::Error) -> bool {
    matches!(error, sled::Error::Io(source) if source.to_string().contains("could not acquire lock"))
}

fn opening(folder: &Path, store: &Path, error: sled::Error) -> OpenError {
    match error {
        error if is_locked(&error) => OpenError::InUse {
            folder: folder.to_owned(),
        },
        sled::Error::Io(source) if source.kind() != io::ErrorKind::Other => OpenError::Io {
            folder: folder.to_owned(),
            source,
        },
        other => OpenError::Damaged {
            folder: store.to_owned(),
            why: other.to_string(),
        },
    }
}

fn marker(database: &sled::Db, store: &Path) -> Result<Option<Marker>, OpenError> {
    let damaged = |why: String| OpenError::Damaged {
        folder: store.to_owned(),
        why,
    };
    // Looking must not make the tree: a database that is not ours stays as it is.
    if !database
        .tree_names()
        .iter()
        .any(|name| name == MARKER_TREE.as_bytes())
    {
        return Ok(None);
    }
    let bytes = database
        .open_tree(MARKER_TREE)
        .and_then(|tree| tree.get(MARKER_KEY));
    let Some(bytes) = bytes.map_err(|error| damaged(error.to_string()))? else {
        return Ok(None);
    };
    serde_json::from_slice(&bytes)
        .map(Some)
        .map_err(|error| damaged(format!("its marker: {error}")))
}

/// Notes that the database is ours, and of which forms.
fn mark(database: &sled::Db) -> sled::Result<()> {
    let marker = Marker {
        program: "delos".to_owned(),
        format: FORMAT,
        rows: ROWS,
    };
    let bytes =
        serde_json::to_vec(&marker).map_err(|error| sled::Error::Io(io::Error::from(error)))?;
    database.open_tree(MARKER_TREE)?.insert(MARKER_KEY, bytes)?;
    Ok(())
}

/// Why a backup could not be restored.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// There is a database already.
    #[error("{} is there already, and a backup never replaces anything: move it away, or name another data folder (DELOS_DATA)", .0.display())]
    Exists(PathBuf),
    /// The backup cannot be read.
    #[error("the backup cannot be restored: {0}")]
    Lines(#[from] LinesError),
}

/// Makes the database of a folder that has none, and fills it before it has its name.
pub(super) fn restore<T>(
    folder: &Path,
    fill: impl FnOnce(&Trees) -> Result<T, LinesError>,
) -> Result<T, RestoreError> {
    let broken = |source| OpenError::Io {
        folder: folder.to_owned(),
        source,
    };
    fs::create_dir_all(folder).map_err(broken)?;
    let _lock = lock(folder)?;
    let store = folder.join("store");
    if store.try_exists().map_err(broken)? {
        return Err(RestoreError::Exists(store));
    }
    let filled = create(folder, &store, |trees| Ok::<_, RestoreError>(fill(trees)?))?;
    // It notes how far it has read the log: the first start would have to read all of it.
    drop(database(folder, &store)?);
    Ok(filled)
}

/// Makes a database with its marker, complete before it has its name.
fn create<T, E: From<OpenError>>(
    folder: &Path,
    store: &Path,
    fill: impl FnOnce(&Trees) -> Result<T, E>,
) -> Result<T, E> {
    let broken = |source| OpenError::Io {
        folder: folder.to_owned(),
        source,
    };
    let new = folder.join("store.new");
    if new.try_exists().map_err(broken)? {
        // Left by a process that was stopped while it made this one; it held nothing, and the lock is ours.
        fs::remove_dir_all(&new).map_err(broken)?;
    }
    let database = database(folder, &new)?;
    let trees = mark(&database)
        .and_then(|()| Trees::of(database))
        .map_err(|error| opening(folder, &new, error))?;
    let filled = fill(&trees)?;
    trees
        .db
        .flush()
        .map_err(|error| opening(folder, &new, error))?;
    drop(trees);
    for file in fs::read_dir(&new).map_err(broken)? {
        File::open(file.map_err(broken)?.path())
            .and_then(|file| file.sync_all())
            .map_err(broken)?;
    }
    sync_folder(&new).map_err(broken)?;
    fs::rename(&new, store).map_err(broken)?;
    sync_folder(folder).map_err(broken)?;
    folder
        .parent()
        .map_or(Ok(()), sync_folder)
        .map_err(broken)?;
    Ok(filled)
}

/// Makes new names in a folder survive a power cut.
fn sync_folder(folder: &Path) -> io::Result<()> {
    // The parent of a relative name of one part is the empty path.
    let folder = if folder.as_os_str().is_empty() {
        Path::new(".")
    } else {
        folder
    };
    if cfg!(unix) {
        File::open(folder)?.sync_all()
    } else {
        Ok(())
    }
}
