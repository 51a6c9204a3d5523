//! `delos ratings`: compares the stored ratings with the stored games, and corrects them.

use std::fmt::Debug;
use std::io::Write;
use std::sync::Arc;

use app::{App, Limits};

use super::folder;
use crate::config::Config;
use crate::error::{Error, Result};
use progress::Progress;

/// Computes all ratings from the finished games, and compares them with the stored ones; `rebuild` replaces those that differ.
pub fn check(config: &Config, rebuild: bool, out: &mut dyn Write) -> Result<()> {
    let store = folder::open(config)?;
    // Nothing else keeps others from a server.
    if rebuild
        && let Some(leases) = store.leases()
        && leases.has_others().map_err(in_store)?
    {
        let running =
            "a Delos runs on this database: stop all of its processes before you correct ratings";
        return Err(Error::Other(running.to_owned()));
    }
    let app = App::new(Arc::clone(&store), Limits::default());
    let progress = Progress::new("ratings");
    let read = |games| progress.reach(games as u64);
    let outcome = if rebuild {
        app.rebuild_ratings(&read)
    } else {
        app.check_ratings(&read)
    };
    drop(progress);
    store.shut_down();
    let checked = outcome.map_err(in_store)?;
    writeln!(
        out,
        "{} finished games, {} ratings and records computed from them, {} stored differently{}",
        checked.games,
        checked.records,
        checked.differing,
        match checked.differing {
            0 => ".",
            _ if rebuild => ": corrected.",
            _ => ": `delos ratings --rebuild` corrects them.",
        }
    )?;
    Ok(())
}

fn in_store(failure: impl Debug) -> Error {
    Error::Other(format!("{failure:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_store_has_nothing_to_correct() {
        let folder = tempfile::tempdir().expect("made");
        let mut out = Vec::new();
        let config = Config {
            data: folder.path().join("data"),
            ..Config::default()
        };
        let none = check(&config, true, &mut out);
        assert!(matches!(none, Err(Error::NoDatabase(_))));
        assert!(!config.data.exists());
        drop(store::SledStore::open(&config.data).expect("opens"));
        check(&config, false, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert!(said.contains("0 stored differently."), "{said}");
    }
}
