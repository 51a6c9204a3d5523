//! Automatic backups, by the running program: it reads everything at each start, and compares it with what was acknowledged; it writes
//! a backup when the newest one is old enough, and removes the oldest. `BackupConfig` in `bot/src/config/mod.rs` says how often, and how
//! many to keep.
//!
//! Of several processes on one database, the one with the first shard does both.

use std::fs;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio_util::sync::CancellationToken;

use super::backup;
use super::control::Stoppable;
use crate::config::BackupConfig;
use crate::error::{Error, Result};
use runtime::telemetry::{self, BackupOutcome};
use store::{Database, ExportScope, JsonlError, file_modes};

/// The longest pause: after a failure, without games to back up, and because clocks are changed.
const RECHECK: Duration = Duration::from_hours(1);
/// Interval between checks of whether this process, among several, is the one that makes backups.
const RECHECK_DUTY: Duration = Duration::from_mins(1);
/// The form of a file's name, in UTC; it sorts by time.
const NAME: &str = "delos-%Y-%m-%dT%H%M%SZ.jsonl";
/// The suffix of an unfinished file.
const UNFINISHED: &str = ".new";

/// Verifies the store once and backs it up regularly, until dropped; returns only if the store is damaged.
pub async fn run(store: Arc<dyn Database>, config: BackupConfig, data: PathBuf) -> String {
    let folder = config.folder(&data);
    let stop = CancellationToken::new();
    // A write stops soon after this future is dropped, so that it does not delay the end of the program.
    let _guard = stop.clone().drop_guard();
    let mut verified = false;
    loop {
        if !is_on_duty(&store).await {
            tokio::time::sleep(RECHECK_DUTY).await;
            continue;
        }
        let (store, config) = (Arc::clone(&store), config.clone());
        let (stop, folder) = (stop.clone(), folder.clone());
        let work = move || back_up_or_verify(&*store, folder.as_deref(), &config, verified, &stop);
        let done = tokio::task::spawn_blocking(work).await;
        let (backup, reading) =
            done.unwrap_or_else(|panic| (Err(io::Error::other(panic).into()), Ok(verified)));
        verified = matches!(reading, Ok(true));
        let wait = backup.as_ref().map_or(RECHECK, |wait| RECHECK.min(*wait));
        for (outcome, error) in [
            (BackupOutcome::Failed, backup.err()),
            (BackupOutcome::Unverified, reading.err()),
        ] {
            if let Some(damage) = error.and_then(|error| failed(outcome, &error)) {
                return damage;
            }
        }
        tokio::time::sleep(wait).await;
    }
}

/// Backs the store up if a backup is due; otherwise reads it once. Returns the time until the next backup, and whether everything
/// has been read. Each may fail without the other.
fn back_up_or_verify(
    store: &dyn Database,
    folder: Option<&Path>,
    config: &BackupConfig,
    verified: bool,
    stop: &CancellationToken,
) -> (Result<Duration>, Result<bool>) {
    let keep = config.keep.number() as usize;
    let (mut wait, mut is_read) = (Ok(RECHECK), verified);
    let period = config.every.period().filter(|_| !store.is_empty());
    if let (Some(folder), Some(period)) = (folder, period) {
        wait = due_in(folder, period, Timestamp::now());
        if matches!(wait, Ok(Duration::ZERO)) {
            wait = caught(|| make(store, folder, keep, stop)).map(|()| period);
            is_read |= wait.is_ok();
        }
    }
    if is_read {
        return (wait, Ok(true));
    }
    // Even if there is no place for a backup.
    let read = caught(|| write(store, stop, &mut io::sink()));
    (wait, read.map(|_| true))
}

/// Turns a panic into the failure of what panicked.
fn caught<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let why = text.or_else(|| panic.downcast_ref::<&str>().copied());
        let why = why.map_or("a panic without a message".to_owned(), |why| {
            format!("a panic: {why}")
        });
        Err(io::Error::other(why).into())
    })
}

/// Counts a failure, and logs it unless it is damage, which is returned.
fn failed(outcome: BackupOutcome, error: &Error) -> Option<String> {
    telemetry::backup(outcome);
    if let Error::Jsonl(damage @ (JsonlError::Incomplete { .. } | JsonlError::Damaged(_))) = error {
        return Some(damage.to_string());
    }
    if outcome == BackupOutcome::Unverified {
        tracing::error!(%error, "data not verified");
    } else {
        tracing::error!(%error, "automatic backup failed");
    }
    None
}

/// Whether this process, among several, makes the backups; false while that is unknown.
async fn is_on_duty(store: &Arc<dyn Database>) -> bool {
    let Some(leases) = store.leases() else {
        return true;
    };
    let asked = tokio::task::spawn_blocking(move || leases.is_first());
    matches!(asked.await, Ok(Ok(true)))
}

/// Writes a backup, and removes the oldest ones.
fn make(store: &dyn Database, folder: &Path, keep: usize, stop: &CancellationToken) -> Result<()> {
    file_modes::create_folder(folder).map_err(Error::file(folder))?;
    // First, since they may be what fills the disk.
    remove_unfinished(folder)?;
    let now = Timestamp::now();
    let file = folder.join(name(now));
    let values = backup::write_new(&file, |out| write(store, stop, out))?;
    telemetry::backup(BackupOutcome::Made);
    tracing::info!(file = %file.display(), values, "backup written");
    prune(folder, keep, now)
}

fn write(store: &dyn Database, stop: &CancellationToken, out: &mut dyn Write) -> Result<u64> {
    let mut out = Stoppable { out, stop };
    Ok(store.export(ExportScope::All, &mut out)?)
}

fn name(at: Timestamp) -> String {
    at.strftime(NAME).to_string()
}

/// When an automatic backup was made, by its name; `None` for any other file.
fn made_at(name: &str) -> Option<Timestamp> {
    let at = jiff::civil::DateTime::strptime(NAME, name).ok()?;
    Some(at.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

/// The names in a folder; empty if it does not exist.
fn names(folder: &Path) -> Result<Vec<String>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.map_err(Error::file(folder))?,
    };
    let mut names = Vec::new();
    for entry in entries {
        let entry = entry.map_err(Error::file(folder))?;
        names.extend(entry.file_name().into_string());
    }
    Ok(names)
}

/// The time until the next backup.
fn due_in(folder: &Path, period: Duration, now: Timestamp) -> Result<Duration> {
    let names = names(folder)?;
    let made = names.iter().filter_map(|name| made_at(name));
    // One from the future was made before the clock was corrected.
    let Some(newest) = made.filter(|made| *made <= now).max() else {
        return Ok(Duration::ZERO);
    };
    let age = Duration::try_from(now.duration_since(newest)).unwrap_or_default();
    Ok(period.saturating_sub(age))
}

/// Removes what killed processes left.
fn remove_unfinished(folder: &Path) -> Result<()> {
    let mut names = names(folder)?;
    names.retain(|name| name.strip_suffix(UNFINISHED).and_then(made_at).is_some());
    remove(folder, &names)
}

/// Removes all but the newest backups. Backups from the future go first.
fn prune(folder: &Path, keep: usize, now: Timestamp) -> Result<()> {
    let mut backups = names(folder)?;
    backups.retain(|name| made_at(name).is_some());
    backups.sort_unstable_by_key(|name| made_at(name).map(|made| (made <= now, made)));
    backups.truncate(backups.len().saturating_sub(keep));
    remove(folder, &backups)
}

fn remove(folder: &Path, names: &[String]) -> Result<()> {
    let mut files = names.iter().map(|name| folder.join(name));
    files
        .try_for_each(fs::remove_file)
        .map_err(Error::file(folder))
}

#[cfg(test)]
mod tests {
    use app::store::{Batch, Store as _};
    use app::{Person, PersonRecord, PlayerId};

    use super::*;
    use store::SledStore;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("a time")
    }

    /// A folder with empty files of these names.
    fn with_files(names: impl IntoIterator<Item = String>) -> tempfile::TempDir {
        let folder = tempfile::tempdir().expect("made");
        for name in names {
            fs::write(folder.path().join(name), "").expect("written");
        }
        folder
    }

    fn left(folder: &tempfile::TempDir) -> Vec<String> {
        let mut left = names(folder.path()).expect("listed");
        left.sort_unstable();
        left
    }

    const DAY: Duration = Duration::from_hours(24);

    #[test]
    fn a_name_says_when_it_was_made() {
        let now = at("2026-11-22T20:43:16Z");
        let made = "delos-2026-11-22T204316Z.jsonl";
        assert_eq!((&*name(now), made_at(made)), (made, Some(now)));
        for other in ["before.jsonl", &format!("{made}.new"), "delos-.jsonl"] {
            assert_eq!(made_at(other), None, "{other}");
        }
    }

    #[test]
    fn a_restart_does_not_make_another_backup_before_its_time() {
        let folder = with_files([]);
        let due = |now: &str| due_in(folder.path(), DAY, at(now)).expect("listed");
        assert_eq!(due("2026-11-22T12:00:00Z"), Duration::ZERO, "there is none");
        let made = ["2026-11-20T12:00:00Z", "2026-11-22T12:00:00Z"].map(|made| name(at(made)));
        let folder = with_files(made);
        let due = |now: &str| due_in(folder.path(), DAY, at(now)).expect("listed");
        for (now, wait) in [
            ("2026-11-22T18:00:00Z", Duration::from_hours(18)),
            ("2026-11-23T11:59:59Z", Duration::from_secs(1)),
            ("2026-11-23T12:00:00Z", Duration::ZERO),
            // The newest one is from the future.
            ("2026-11-22T11:00:00Z", Duration::ZERO),
            ("2026-11-21T12:00:00Z", Duration::ZERO),
            ("2026-11-21T00:00:00Z", DAY / 2),
        ] {
            assert_eq!(due(now), wait, "{now}");
        }
        let missing = folder.path().join("missing");
        let none = due_in(&missing, DAY, at("2026-11-22T12:00:00Z")).expect("none");
        assert_eq!(none, Duration::ZERO);
    }

    #[test]
    fn only_old_files_of_its_own_are_removed() {
        let begin = at("2026-11-01T00:00:00Z");
        let days = |n: i64| name(begin + jiff::SignedDuration::from_hours(24 * n));
        let foreign = ["mine.jsonl", "delos-old.jsonl", "delos.jsonl.new"].map(str::to_owned);
        let unfinished = format!("{}.new", days(3));
        let folder = with_files((0..9).map(days).chain([unfinished]).chain(foreign.clone()));
        remove_unfinished(folder.path()).expect("removed");
        prune(folder.path(), 7, at("2026-11-09T12:00:00Z")).expect("removed");
        let mut expected: Vec<String> = (2..9).map(days).chain(foreign).collect();
        expected.sort_unstable();
        assert_eq!(left(&folder), expected);
    }

    #[test]
    fn backups_from_the_future_are_removed_first() {
        let [past, present, future] =
            ["2026-11-01", "2026-11-02", "2027-11-01"].map(|day| at(&format!("{day}T00:00:00Z")));
        let folder = with_files([past, present, future].map(name));
        prune(folder.path(), 2, present).expect("removed");
        assert_eq!(left(&folder), [past, present].map(name));
    }

    #[tokio::test]
    async fn a_backup_that_cannot_be_written_is_counted_and_stops_nothing() {
        let folder = tempfile::tempdir().expect("made");
        let store: Arc<dyn Database> = Arc::new(SledStore::open(folder.path()).expect("opens"));
        let file = folder.path().join("a file");
        fs::write(&file, "").expect("written");
        let stop = CancellationToken::new();
        let back_up = |place: &Path| make(&*store, place, 1, &stop);
        let failed = back_up(&file.join("backups"));
        assert!(matches!(failed, Err(Error::File { .. })), "{failed:?}");
        stop.cancel();
        let backups = folder.path().join("backups");
        let failed = back_up(&backups).expect_err("stopped");
        assert!(failed.to_string().contains("stopping"), "{failed}");
        assert_eq!(names(&backups).expect("listed"), Vec::<String>::new());
    }

    #[test]
    fn a_failed_backup_is_not_a_failed_reading_nor_the_other_way_around() {
        let folder = tempfile::tempdir().expect("made");
        let store = SledStore::open(folder.path()).expect("opens");
        let person = PersonRecord::new(Person::new(PlayerId::new("test:ann"), "Ann"));
        store.commit(Batch::write(0, person)).expect("written");
        let file = folder.path().join("a file");
        fs::write(&file, "").expect("written");
        let (no_place, stop) = (file.join("backups"), CancellationToken::new());
        let config = BackupConfig::default();
        let done = |folder| back_up_or_verify(&store, folder, &config, false, &stop);
        let (backup, reading) = done(Some(no_place.as_path()));
        assert!(backup.is_err() && matches!(reading, Ok(true)));
        // What is not backed up is read, and that is stopped.
        stop.cancel();
        let (backup, reading) = done(None);
        assert!(backup.is_ok() && reading.is_err());
    }

    #[test]
    fn a_panic_is_a_failure_of_what_panicked() {
        let panicked = caught::<()>(|| panic!("page {} is odd", 7)).expect_err("failed");
        assert!(panicked.to_string().contains("page 7 is odd"), "{panicked}");
        assert!(matches!(caught(|| Ok(7)), Ok(7)));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn damage_is_noticed_without_a_place_for_backups() {
        let folder = tempfile::tempdir().expect("made");
        drop(SledStore::open(folder.path()).expect("opens"));
        // sled closes its files a little after the last handle.
        let database = (0..100).find_map(|_| {
            std::thread::sleep(Duration::from_millis(20));
            sled::open(folder.path().join("store")).ok()
        });
        let database = database.expect("no one else has it open");
        let records = database.open_tree("records").expect("opens");
        records.insert("zzz", "not a record").expect("written");
        database.flush().expect("written");
        drop((records, database));
        let file = folder.path().join("a file");
        fs::write(&file, "").expect("written");
        let link = folder.path().join("a link to nothing");
        std::os::unix::fs::symlink("nothing", &link).expect("made");
        let store: Arc<dyn Database> = Arc::new(SledStore::open(folder.path()).expect("opens"));
        assert!(!store.is_empty());
        // One cannot be listed, and one cannot be made.
        for backups in [file.join("backups"), link] {
            let config = BackupConfig {
                folder: Some(backups),
                ..BackupConfig::default()
            };
            let running = run(Arc::clone(&store), config, folder.path().to_owned());
            let why = tokio::time::timeout(Duration::from_secs(20), running).await;
            let why = why.expect("it does not go on");
            assert!(why.contains("damaged value"), "{why}");
        }
    }
}
