//! Whether the process is well, told by a file: so that a container needs no tool but `delos health` to ask.
//!
//! The running process writes the time into `alive` in the data folder each time the store has answered. A process that is
//! gone, a store that hangs on its disk, and one that has failed all leave an old time behind.
//!
//! It is also how a disk that takes nothing any more is noticed while nobody plays: the database has room set aside and may
//! write into it for a long time, but this file is a new one each time, and is synced.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use app::store::Store;

const FILE: &str = "alive";
/// Between two beats.
pub const PERIOD: Duration = Duration::from_secs(10);
/// Beats missed one after the other after which the disk is given up.
const MISSES: u32 = 3;
/// Seconds after which a beat is overdue.
const OVERDUE: u64 = 45;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// Beats until it is dropped, or until several beats one after the other came to nothing: then it says why.
pub async fn beat<S: Store + 'static>(folder: &Path, store: Arc<S>, period: Duration) -> String {
    let mut ticks = tokio::time::interval(period);
    let mut missed = 0;
    loop {
        ticks.tick().await;
        let (in_folder, store) = (folder.to_owned(), Arc::clone(&store));
        let beaten = tokio::task::spawn_blocking(move || {
            store.outgoing(1).map_err(|error| error.to_string())?;
            write(&in_folder, now()).map_err(|error| error.to_string())
        });
        let beaten = beaten.await.unwrap_or_else(|error| Err(error.to_string()));
        match beaten {
            Ok(()) => missed = 0,
            Err(why) => {
                missed += 1;
                tracing::warn!(why, missed, "not well");
                if missed >= MISSES {
                    let folder = folder.display();
                    return format!("the disk of the data folder {folder} takes nothing ({why})");
                }
            }
        }
    }
}

fn write(folder: &Path, now: u64) -> std::io::Result<()> {
    let new = folder.join("alive.new");
    let mut file = File::create(&new)?;
    writeln!(file, "{now}")?;
    // A disk that is gone says so only here.
    file.sync_all()?;
    fs::rename(new, folder.join(FILE))
}

/// Takes the last beat away, when the process ends as it should.
pub fn rest(folder: &Path) {
    // When it is not there, that is what was wanted.
    let _ = fs::remove_file(folder.join(FILE));
}

/// Whether there was a beat of late.
///
/// # Errors
/// A sentence that says what is not well.
pub fn check(folder: &Path, now: u64) -> Result<(), String> {
    let text = fs::read_to_string(folder.join(FILE))
        .map_err(|_| format!("no Delos runs on the data folder {}", folder.display()))?;
    let beat: u64 = text
        .trim()
        .parse()
        .map_err(|_| "the sign of life cannot be read".to_owned())?;
    match now.saturating_sub(beat) {
        0..=OVERDUE => Ok(()),
        late => Err(format!(
            "Delos gave its last sign of life {late} seconds ago; it should give one every {PERIOD:?}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn health_is_a_sign_of_life_of_late() {
        let folder = tempfile::tempdir().expect("made");
        let well = |now| check(folder.path(), now);
        assert!(
            well(1000)
                .expect_err("never ran")
                .starts_with("no Delos runs on the data folder")
        );
        write(folder.path(), 1000).expect("written");
        assert_eq!(
            (well(1000), well(1045), well(990)),
            (Ok(()), Ok(()), Ok(()))
        );
        let late = "Delos gave its last sign of life 46 seconds ago; it should give one every 10s"
            .to_owned();
        assert_eq!(well(1046), Err(late));
        rest(folder.path());
        assert!(well(1000).is_err());
    }

    #[tokio::test]
    async fn the_first_sign_of_life_comes_at_once() {
        let folder = tempfile::tempdir().expect("made");
        let store = Arc::new(app::store::memory::MemoryStore::default());
        let beating = beat(folder.path(), store, PERIOD);
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
    async fn a_disk_that_takes_nothing_is_given_up_with_a_reason() {
        let folder = tempfile::tempdir().expect("made");
        // Nobody, not even root, can write a file where there is a folder.
        fs::create_dir(folder.path().join("alive.new")).expect("made");
        let store = Arc::new(app::store::memory::MemoryStore::default());
        let why = beat(folder.path(), store, Duration::from_millis(1)).await;
        assert!(why.starts_with("the disk of the data folder "), "{why}");
    }
}
