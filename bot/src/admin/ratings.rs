//! `delos ratings`: whether the stored ratings follow from the stored games, and a way to make them.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use app::{App, Limits};

use crate::run::Failure;
use crate::store::SledStore;

/// Goes through all finished games, and says or mends what is stored otherwise than it follows from them.
///
/// # Errors
/// When the store cannot be opened, read or written: the program must not be running on it.
pub fn check(folder: &Path, mend: bool, out: &mut impl Write) -> Result<(), Failure> {
    let store = Arc::new(SledStore::open(folder)?);
    let app = App::new(Arc::clone(&store), Limits::default());
    let outcome = app.rebuild_ratings(mend);
    store.shut_down();
    let rebuilt = outcome.map_err(|failure| Failure::Front(format!("{failure:?}")))?;
    writeln!(
        out,
        "{} finished games, {} ratings and records that follow from them, {} stored otherwise{}",
        rebuilt.games,
        rebuilt.records,
        rebuilt.differing,
        match (rebuilt.differing, mend) {
            (0, _) => ".",
            (_, true) => ": put right.",
            (_, false) => ": `delos ratings --rebuild` puts them right.",
        }
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_store_has_nothing_to_put_right() {
        let folder = tempfile::tempdir().expect("made");
        let mut out = Vec::new();
        check(folder.path(), false, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert!(said.contains("0 stored otherwise."), "{said}");
    }
}
