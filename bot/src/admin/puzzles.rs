//! `delos puzzles`: what an export tells of the puzzles.

use std::io::Write;
use std::path::Path;

use app::{PuzzleFigures, Record};
use progress::Progress;

use super::backup::{self, DataError};

/// Prints the answers to each puzzle in a file of `delos export` or `backup`, and the rating that fits them.
pub fn print(file: &Path, out: &mut dyn Write) -> Result<(), DataError> {
    let mut figures = PuzzleFigures::default();
    let progress = Progress::new("puzzles");
    let read = store::records(&mut backup::open(file, 1, &progress)?, |record| {
        if let Record::Person(person) = record {
            figures.add(&person);
        }
        Ok(())
    });
    drop(progress);
    read.map_err(DataError::Import)?;
    Ok(write!(out, "{figures}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_export_is_read_and_another_file_refused() {
        let folder = tempfile::tempdir().expect("made");
        let [export, other] = ["export", "other"].map(|name| folder.path().join(name));
        let store = store::SledStore::open(&folder.path().join("data")).expect("opens");
        let mut file = std::fs::File::create(&export).expect("made");
        store::Database::export(&store, store::ExportScope::Records, &mut file).expect("written");
        let mut out = Vec::new();
        print(&export, &mut out).expect("readable");
        let said = String::from_utf8(out).expect("text");
        assert_eq!(said.lines().count(), 1, "no answers");
        std::fs::write(&other, "no export").expect("written");
        let refused = print(&other, &mut Vec::new());
        assert!(matches!(refused, Err(DataError::Import(_))), "{refused:?}");
    }
}
