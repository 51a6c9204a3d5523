//! Heartbeats in a file, so that a container needs no tool but `delos health` for its health check.
//!
//! The running process writes the time to `alive` in the data folder whenever the store has answered. A process that died, a
//! store that hangs on its disk, and a store that failed all leave an old time.
//!
//! A heartbeat also detects a disk that refuses writes while no one plays: the database may write into preallocated space for
//! a long time, but this file is new each time, and synced.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use app::store::Store;

use store::file_modes;
use store::leases::Leases;
use text::Platform;

/// Age of the last accepted beat after which a process among several cannot serve.
const BEAT_OVERDUE: Duration = Duration::from_secs(15);

const FILE: &str = "alive";
/// Interval between heartbeats.
pub const PERIOD: Duration = Duration::from_secs(10);
/// Consecutive missed heartbeats after which the disk counts as failed.
const MAX_MISSES: u32 = 3;
/// Age in seconds after which a heartbeat is overdue.
const OVERDUE: u64 = 45;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// Writes heartbeats until dropped, or until [`MAX_MISSES`] in a row fail: then returns why.
///
/// A store that survives outages keeps nothing in the folder: while it is unreachable, or the folder refuses writes, heartbeats are
/// missed and nothing else.
pub async fn beat<S: Store + ?Sized + 'static>(
    folder: &Path,
    store: Arc<S>,
    survives_outages: bool,
    period: Duration,
) -> String {
    let mut ticks = tokio::time::interval(period);
    let mut missed = 0;
    loop {
        ticks.tick().await;
        let (in_folder, store) = (folder.to_owned(), Arc::clone(&store));
        let beaten = tokio::task::spawn_blocking(move || {
            store.outgoing(1).map_err(|error| error.to_string())?;
            write(&in_folder, now()).map_err(|error| error.to_string())
        });
        let why = match beaten.await {
            Ok(Ok(())) => {
                missed = 0;
                continue;
            }
            Ok(Err(why)) if survives_outages => {
                tracing::warn!(why, "heartbeat missed");
                continue;
            }
            Ok(Err(why)) => why,
            Err(panic) => panic.to_string(),
        };
        missed += 1;
        tracing::warn!(why, missed, "heartbeat missed");
        if missed >= MAX_MISSES {
            let folder = folder.display();
            return format!("the disk of the data folder {folder} refuses writes ({why})");
        }
    }
}

fn write(folder: &Path, now: u64) -> std::io::Result<()> {
    let new = folder.join("alive.new");
    let mut file = file_modes::create(&new)?;
    writeln!(file, "{now}")?;
    // A failed disk may report it only here.
    file.sync_all()?;
    fs::rename(new, folder.join(FILE))
}

/// Removes the last heartbeat, at an orderly shutdown.
pub fn clear(folder: &Path) {
    // It may be missing already.
    let _ = fs::remove_file(folder.join(FILE));
}

/// Checks that there was a heartbeat recently.
pub fn check(folder: &Path, now: u64) -> Result<(), String> {
    let dead = || {
        format!(
            "no Delos is running on the data folder {}",
            folder.display()
        )
    };
    let text = fs::read_to_string(folder.join(FILE)).map_err(|_| dead())?;
    let beat = text.trim().parse();
    let beat: u64 = beat.map_err(|_| "the heartbeat cannot be read")?;
    // One far ahead was written before the clock was set back.
    match now.abs_diff(beat) {
        0..=OVERDUE => Ok(()),
        late => Err(format!(
            "the last heartbeat was {late} seconds ago; there should be one every {PERIOD:?}"
        )),
    }
}

/// A line for each platform that one of several processes serves as a whole, with that process, once one ever did.
pub fn platforms(leases: &dyn Leases) -> Result<String, String> {
    let line = |platform: Platform| -> Result<String, String> {
        let state = leases.whole(platform).map_err(|error| error.to_string())?;
        let title = platform.title();
        Ok(match state.map(|state| state.owner) {
            None => String::new(),
            Some(Some(process)) => format!("{title}: process {}\n", process.0),
            Some(None) => format!("{title}: no process\n"),
        })
    };
    Platform::whole().map(line).collect()
}

/// Checks that a process among several has taken part recently: otherwise it serves nothing.
pub fn check_beat(leases: &dyn Leases) -> Result<(), String> {
    match leases.beaten().map(|beaten| beaten.elapsed()) {
        None => Err("not registered with the database yet".to_owned()),
        Some(age) if age > BEAT_OVERDUE => Err(format!(
            "the database accepted the last beat {} seconds ago; shards are suspended",
            age.as_secs()
        )),
        Some(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recent_heartbeat_is_healthy() {
        let folder = tempfile::tempdir().expect("made");
        let healthy = |now| check(folder.path(), now);
        let never_ran = healthy(1000).expect_err("never ran");
        let words = "no Delos is running on the data folder";
        assert!(never_ran.starts_with(words), "{never_ran}");
        write(folder.path(), 1000).expect("written");
        for now in [1000, 1045, 990] {
            assert_eq!(healthy(now), Ok(()));
        }
        let late = "the last heartbeat was 46 seconds ago; there should be one every 10s";
        assert_eq!(healthy(1046), Err(late.to_owned()));
        assert!(healthy(900).is_err(), "the clock was set back since");
        clear(folder.path());
        assert!(healthy(1000).is_err());
    }

    #[tokio::test]
    async fn the_first_heartbeat_comes_at_once() {
        let folder = tempfile::tempdir().expect("made");
        let store = Arc::new(app::store::memory::MemoryStore::default());
        let beating = beat(folder.path(), store, false, PERIOD);
        let seen = async {
            while check(folder.path(), now()).is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            why = beating => panic!("{why}"),
            () = seen => {}
        }
    }

    #[tokio::test]
    async fn a_disk_that_refuses_writes_is_reported() {
        let folder = tempfile::tempdir().expect("made");
        // No one, not even root, can write a file where there is a folder.
        fs::create_dir(folder.path().join("alive.new")).expect("made");
        let store = Arc::new(app::store::memory::MemoryStore::default());
        let why = beat(folder.path(), store, false, Duration::from_millis(1)).await;
        assert!(why.starts_with("the disk of the data folder "), "{why}");
        // The games are elsewhere.
        let store = Arc::new(app::store::memory::MemoryStore::default());
        let beating = beat(folder.path(), store, true, Duration::from_millis(1));
        let ended = tokio::time::timeout(Duration::from_millis(100), beating).await;
        assert!(ended.is_err(), "{ended:?}");
    }
}
