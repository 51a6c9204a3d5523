//! `delos ratings`: compares the stored ratings with the stored games, and corrects them.

use std::fmt::Debug;
use std::io::Write;
use std::sync::Arc;

use app::{App, Limits};

use super::backup::DataError;
use super::folder;
use crate::config::Config;
use progress::Progress;

/// The treatment of ratings that differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnDifference {
    /// Only report them.
    Report,
    /// Replace them.
    Correct,
}

/// Computes all ratings from the finished games, and compares them with the stored ones.
pub fn check(
    config: &Config,
    on_difference: OnDifference,
    out: &mut dyn Write,
) -> Result<(), DataError> {
    let store = folder::open(config)?;
    // Nothing else keeps others from a server.
    if on_difference == OnDifference::Correct
        && let Some(leases) = store.leases()
        && leases.has_others().map_err(in_store)?
    {
        return Err(DataError::Running);
    }
    let app = App::new(Arc::clone(&store), Limits::default());
    let progress = Progress::new("ratings");
    let read = |games| progress.reach(games as u64);
    let outcome = match on_difference {
        OnDifference::Report => app.check_ratings(&read),
        OnDifference::Correct => app.rebuild_ratings(&read),
    };
    drop(progress);
    store.shut_down();
    let rebuilt = outcome.map_err(in_store)?;
    writeln!(
        out,
        "{} finished games, {} ratings and records computed from them, {} stored differently{}",
        rebuilt.games,
        rebuilt.records,
        rebuilt.differing,
        match (rebuilt.differing, on_difference) {
            (0, _) => ".",
            (_, OnDifference::Correct) => ": corrected.",
            (_, OnDifference::Report) => ": `delos ratings --rebuild` corrects them.",
        }
    )?;
    Ok(())
}

fn in_store(failure: impl Debug) -> DataError {
    DataError::Ratings(format!("{failure:?}"))
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
        let none = check(&config, OnDifference::Correct, &mut out);
        assert!(matches!(none, Err(DataError::NoDatabase(_))));
        assert!(!config.data.exists());
        drop(store::SledStore::open(&config.data).expect("opens"));
        check(&config, OnDifference::Report, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert!(said.contains("0 stored differently."), "{said}");
    }
}
