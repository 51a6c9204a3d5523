//! Opening a data folder: locked for one process, checked to be Delos's, with advice for every error.
//!
//! The folder has the file `lock`, locked by the process that uses it, `store`, sled's folder, and the file [`tally`]. A new
//! database is created as `store.new` and renamed when its marker is durable, so a `store` without a marker is not Delos's.
//!
//! sled repairs a database when it opens it: it clears what follows the last message that it can read, and writes a snapshot
//! without the pages that are gone. Doing that again finds the same, so a database that is refused after that has lost nothing
//! that could have been read before.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::committer::SyncFn;
use super::tally::{self, Acknowledged, Tally, TallyFile, Unknown};
use super::trees::{self, Trees, panic_text};
use crate::errors::{FORMAT, OpenError, RestoreError};
use crate::file_modes::{self, sync_folder, sync_parent};
use crate::keys::INDEX_VERSION;

/// Memory for cached pages. sled's default is a gibibyte.
const CACHE_BYTES: u64 = 64 << 20;
/// How long to wait for a former process to unlock the folder: on a busy machine it may take seconds to end.
const LOCK_TIMEOUT: Duration = Duration::from_secs(3);
/// Between two attempts to lock the folder.
const LOCK_RETRY: Duration = Duration::from_millis(50);

/// Locks the folder until dropped.
#[derive(Debug)]
pub(super) struct FolderLock {
    _file: File,
    pub(super) folder: PathBuf,
}

pub(super) struct Opened {
    pub(super) trees: Trees,
    pub(super) sync: SyncFn,
    pub(super) lock: FolderLock,
    /// Set when one copy in the file [`tally`] was damaged.
    pub(super) tally_torn: bool,
}

/// The record that identifies a database as Delos's.
#[derive(Serialize, Deserialize)]
struct Marker {
    program: String,
    format: u32,
    /// [`INDEX_VERSION`] of its index rows.
    #[serde(default)]
    rows: u32,
}

pub(super) const MARKER_TREE: &str = "delos";
const MARKER_KEY: &str = "marker";

pub(super) fn open(folder: &Path) -> Result<Opened, OpenError> {
    let io_error = OpenError::io(folder);
    create_folder(folder)?;
    let lock = lock(folder)?;
    let store = folder.join("store");
    if !store.try_exists().map_err(io_error)? {
        check_missing(folder, tally::read(folder))?;
        create(folder, &store, |_| Ok::<_, OpenError>(()))?;
    }
    open_existing(folder, &store, lock)
}

fn open_existing(folder: &Path, store: &Path, lock: FolderLock) -> Result<Opened, OpenError> {
    let io_error = OpenError::io(folder);
    let sled_error = |error| open_error(folder, store, error);
    let acknowledged = tally::read(folder);
    let database = database(folder, store)?;
    // Nothing is written before the database is known to be Delos's, of this version, and complete.
    let Some(marker) = marker(&database, store)? else {
        // Damage may have left nothing of it.
        check_missing(folder, acknowledged)?;
        return Err(OpenError::NotOurs(store.to_owned()));
    };
    if marker.format > FORMAT {
        return Err(OpenError::Newer(folder.to_owned(), marker.format));
    }
    if (marker.format, marker.rows) != (FORMAT, INDEX_VERSION) {
        let Marker { format, rows, .. } = marker;
        return Err(OpenError::Unknown(folder.to_owned(), format, rows));
    }
    let stored = trees::stored_tally(&database).map_err(sled_error)?;
    let found = check_tally(folder, stored, acknowledged)?;
    let trees = Trees::of(database).map_err(sled_error)?;
    file_modes::owner_only_within(store).map_err(io_error)?;
    let mut sync_database = sync_database(store).map_err(io_error)?;
    let tally = trees.tally().map_err(sled_error)?;
    let torn = found.torn;
    let mut file = TallyFile::open(folder, &found).map_err(io_error)?;
    if found.tally != tally || torn {
        // Commits that were not answered, but are there. The file must not say so before they are durable.
        sync_database(&trees).map_err(io_error)?;
        file.write(&tally).map_err(io_error)?;
    }
    if torn {
        tracing::warn!("one of the two copies in the file tally was damaged and has been repaired");
    }
    let sync: SyncFn = Box::new(move |trees| {
        sync_database(trees)?;
        file.write(&trees.tally().map_err(io::Error::other)?)
    });
    Ok(Opened {
        trees,
        sync,
        lock,
        tally_torn: torn,
    })
}

/// Creates the data folder for its owner alone; warns of an existing one that is open to others.
fn create_folder(folder: &Path) -> Result<(), OpenError> {
    let created =
        file_modes::create_folder(folder).and_then(|()| file_modes::is_open_to_others(folder));
    let open = created.map_err(OpenError::io(folder))?;
    if open {
        let folder = folder.display();
        tracing::warn!("other users of this machine can enter the data folder: chmod 700 {folder}");
    }
    Ok(())
}

fn incomplete(folder: &Path, why: impl Into<String>) -> OpenError {
    OpenError::Incomplete(folder.to_owned(), why.into())
}

/// Refuses a folder whose database is gone.
fn check_missing(folder: &Path, found: Result<Acknowledged, Unknown>) -> Result<(), OpenError> {
    match found {
        // It was never finished.
        Ok(Acknowledged { tally, .. }) if tally.commits == 0 => Ok(()),
        Ok(Acknowledged { tally, .. }) => Err(incomplete(
            folder,
            format!(
                "its {} records are gone (to start without any games, choose an empty data folder)",
                tally.records
            ),
        )),
        Err(Unknown::Missing) => Ok(()),
        Err(Unknown::Damaged) => Err(incomplete(
            folder,
            "the database is gone, and the file tally, which counts what was in it, is damaged",
        )),
        Err(Unknown::Io(error)) => Err(OpenError::io(folder)(error)),
    }
}

/// Refuses a database that lacks something acknowledged. Returns the content of the file [`tally`].
fn check_tally(
    folder: &Path,
    stored: Option<Tally>,
    found: Result<Acknowledged, Unknown>,
) -> Result<Acknowledged, OpenError> {
    match (stored, found) {
        (_, Err(Unknown::Io(error))) => Err(OpenError::io(folder)(error)),
        (_, Err(Unknown::Missing)) => Err(incomplete(
            folder,
            "the file tally, which counts what was acknowledged, is missing",
        )),
        (_, Err(Unknown::Damaged)) => Err(incomplete(
            folder,
            "the file tally, which counts what was acknowledged, is damaged",
        )),
        (None, Ok(Acknowledged { tally, .. })) => Err(incomplete(
            folder,
            format!(
                "{} (there were {} records)",
                tally::last_missing(tally.commits),
                tally.records
            ),
        )),
        (Some(stored), Ok(found)) => {
            tally::compare(&stored, &found).map_err(|why| incomplete(folder, why))?;
            Ok(found)
        }
    }
}

/// On Linux sled writes the file without syncing it; any handle can sync it.
fn sync_database(store: &Path) -> io::Result<SyncFn> {
    let file = File::open(store.join("db"))?;
    Ok(Box::new(move |trees| {
        trees.db.flush().map_err(io::Error::other)?;
        file.sync_data()
    }))
}

pub(super) fn lock(folder: &Path) -> Result<FolderLock, OpenError> {
    let io_error = OpenError::io(folder);
    let file = file_modes::create(&folder.join("lock")).map_err(io_error)?;
    let begun = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => break,
            Err(TryLockError::WouldBlock) if begun.elapsed() < LOCK_TIMEOUT => sleep(LOCK_RETRY),
            Err(TryLockError::WouldBlock) => return Err(OpenError::InUse(folder.to_owned())),
            Err(TryLockError::Error(source)) => return Err(io_error(source)),
        }
    }
    Ok(FolderLock {
        _file: file,
        folder: folder.to_owned(),
    })
}

/// Removes a snapshot that a killed process left unfinished: sled would take it for the latest, and find the database damaged.
/// The previous snapshot is kept until the new one is renamed.
fn remove_unfinished_snapshots(store: &Path) -> io::Result<()> {
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

/// Opens sled's folder. sled may report damage by a panic.
pub(super) fn database(folder: &Path, store: &Path) -> Result<sled::Db, OpenError> {
    remove_unfinished_snapshots(store).map_err(OpenError::io(folder))?;
    let begun = Instant::now();
    loop {
        let config = sled::Config::new()
            .path(store)
            .cache_capacity(CACHE_BYTES)
            .flush_every_ms(Some(500));
        let open = || catch_unwind(AssertUnwindSafe(|| config.open()));
        match open() {
            Ok(Ok(database)) => return Ok(database),
            // sled's lock outlives the last handle by some milliseconds, even in the same process.
            Ok(Err(error)) if is_locked(&error) && begun.elapsed() < LOCK_TIMEOUT => {
                sleep(LOCK_RETRY);
            }
            Ok(Err(error)) => return Err(open_error(folder, store, error)),
            Err(panic) => {
                let why = panic_text(&*panic).to_owned();
                return Err(OpenError::Damaged(store.to_owned(), why));
            }
        }
    }
}

/// sled says so only in the message; the kind of the error is "other".
fn is_locked(error: &sled::Error) -> bool {
    matches!(error, sled::Error::Io(source) if source.to_string().contains("could not acquire lock"))
}

fn open_error(folder: &Path, store: &Path, error: sled::Error) -> OpenError {
    match error {
        error if is_locked(&error) => OpenError::InUse(folder.to_owned()),
        sled::Error::Io(source) if source.kind() != io::ErrorKind::Other => {
            OpenError::io(folder)(source)
        }
        other => OpenError::Damaged(store.to_owned(), other.to_string()),
    }
}

fn marker(database: &sled::Db, store: &Path) -> Result<Option<Marker>, OpenError> {
    let damaged = |why: String| OpenError::Damaged(store.to_owned(), why);
    // `open_tree` would create the tree: a database that is not Delos's must not change.
    let names = database.tree_names();
    if !names.iter().any(|name| name == MARKER_TREE.as_bytes()) {
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
        .map_err(|error| damaged(format!("invalid marker: {error}")))
}

fn mark(database: &sled::Db) -> sled::Result<()> {
    let marker = Marker {
        program: "delos".to_owned(),
        format: FORMAT,
        rows: INDEX_VERSION,
    };
    let bytes =
        serde_json::to_vec(&marker).map_err(|error| sled::Error::Io(io::Error::from(error)))?;
    database.open_tree(MARKER_TREE)?.insert(MARKER_KEY, bytes)?;
    Ok(())
}

/// Keeps a value beside the marker, and returns it; the first one stays.
pub(super) fn keep(database: &sled::Db, name: &str, value: &[u8]) -> sled::Result<sled::IVec> {
    let kept =
        database
            .open_tree(MARKER_TREE)?
            .compare_and_swap(name, None::<&[u8]>, Some(value))?;
    Ok(kept
        .err()
        .and_then(|other| other.current)
        .unwrap_or_else(|| value.into()))
}

/// Creates the database of a folder that has none from a backup; returns the number of values.
pub(super) fn restore(folder: &Path, input: &mut dyn BufRead) -> Result<u64, RestoreError> {
    let io_error = OpenError::io(folder);
    create_folder(folder)?;
    let _lock = lock(folder)?;
    let store = folder.join("store");
    if store.try_exists().map_err(io_error)? {
        return Err(RestoreError::Exists(store));
    }
    let count = create(folder, &store, |trees| {
        Ok::<_, RestoreError>(trees.restore(input)?)
    })?;
    // sled writes a snapshot; otherwise the first start would read the whole log.
    drop(database(folder, &store)?);
    Ok(count)
}

/// Creates a database with its marker, complete before it is renamed to `store`.
fn create<T, E: From<OpenError>>(
    folder: &Path,
    store: &Path,
    fill: impl FnOnce(&Trees) -> Result<T, E>,
) -> Result<T, E> {
    let io_error = OpenError::io(folder);
    let new = folder.join("store.new");
    if new.try_exists().map_err(io_error)? {
        // Left by a process that stopped while creating it; it has nothing, and the folder is locked.
        fs::remove_dir_all(&new).map_err(io_error)?;
    }
    let sled_error = |error| open_error(folder, &new, error);
    let database = database(folder, &new)?;
    let trees = mark(&database)
        .and_then(|()| Trees::of(database))
        .map_err(sled_error)?;
    let filled = fill(&trees)?;
    let creating = Tally::creating();
    let tally = trees.count(creating).map_err(sled_error)?;
    trees.db.flush().map_err(sled_error)?;
    drop(trees);
    file_modes::owner_only_within(&new).map_err(io_error)?;
    for file in fs::read_dir(&new).map_err(io_error)? {
        File::open(file.map_err(io_error)?.path())
            .and_then(|file| file.sync_all())
            .map_err(io_error)?;
    }
    sync_folder(&new).map_err(io_error)?;
    // Until the database has its name, nothing of it is acknowledged.
    tally::create(folder, &creating).map_err(io_error)?;
    fs::rename(&new, store).map_err(io_error)?;
    sync_folder(folder).map_err(io_error)?;
    tally::create(folder, &tally).map_err(io_error)?;
    sync_parent(folder).map_err(io_error)?;
    Ok(filled)
}
