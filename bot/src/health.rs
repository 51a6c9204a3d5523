//! Whether the process is well, told by a file: so that a container needs no tool but `delos health` to ask.
//!
//! The running process writes the time into `alive` in the data folder each time the store has answered. A process that is
//! gone, a store that hangs on its disk, and one that has failed all leave an old time behind.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use app::store::Store;

const FILE: &str = "alive";
/// Between two beats.
const PERIOD: Duration = Duration::from_secs(10);
/// Seconds after which a beat is overdue.
const OVERDUE: u64 = 45;

/// Seconds since 1970.
pub fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

/// Beats until it is dropped.
pub async fn beat<S: Store + 'static>(folder: &Path, store: Arc<S>) {
    let mut ticks = tokio::time::interval(PERIOD);
    loop {
        ticks.tick().await;
        let (folder, store) = (folder.to_owned(), Arc::clone(&store));
        let beaten = tokio::task::spawn_blocking(move || {
            store.outgoing(1).map_err(|error| error.to_string())?;
            write(&folder, now()).map_err(|error| error.to_string())
        });
        match beaten.await {
            Ok(Ok(())) => {}
            Ok(Err(why)) => tracing::warn!(why, "not well"),
            Err(error) => tracing::warn!(%error, "not well"),
        }
    }
}

fn write(folder: &Path, now: u64) -> std::io::Result<()> {
    let new = folder.join("alive.new");
    fs::write(&new, format!("{now}\n"))?;
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
        let beating = beat(folder.path(), Arc::new(app::memory::MemoryStore::default()));
        let seen = async {
            while check(folder.path(), now()).is_err() {
                tokio::time::sleep(Duration::from_millis(5)).await;
            }
        };
        tokio::select! {
            () = beating => unreachable!("beats until it is dropped"),
            () = seen => {}
        }
    }
}
