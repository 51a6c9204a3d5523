//! Integrity check of a store.

use std::io;

use app::Record;
use app::store::Key;

use crate::envelope::{self, Envelope, ValueKind};
use crate::keys;

/// The most problems that are listed.
const LISTED: usize = 50;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IntegrityReport {
    /// Records read.
    pub records: u64,
    /// Bytes of their values.
    pub bytes: u64,
    /// Moves replayed.
    pub moves: u64,
    /// Number of problems.
    pub problems: u64,
    /// The first problems, a sentence each.
    pub listed: Vec<String>,
}

/// Records between two notes of a check's progress.
const PROGRESS_INTERVAL: u64 = 500;

impl IntegrityReport {
    /// Counts a record.
    pub(crate) fn add_record(
        &mut self,
        progress: &mut dyn FnMut(u64) -> io::Result<()>,
    ) -> io::Result<()> {
        self.records += 1;
        if self.records.is_multiple_of(PROGRESS_INTERVAL) {
            progress(self.records)?;
        }
        Ok(())
    }

    pub(crate) fn add_problem(&mut self, what: String) {
        self.problems += 1;
        if self.listed.len() < LISTED {
            self.listed.push(what);
        }
    }
}

/// Checks one record; returns its key, version and content if readable.
pub(crate) fn check_value(
    key: &[u8],
    bytes: &[u8],
    report: &mut IntegrityReport,
) -> Option<(Key, u64, Record)> {
    let Some(name) = keys::read_key(key) else {
        report.add_problem(format!("a record has the invalid key {key:?}"));
        return None;
    };
    let (version, record) = match envelope::read::<Record>(ValueKind::Record, bytes) {
        Ok(Envelope { v, r, .. }) => (v, r),
        Err(why) => {
            report.add_problem(format!("{name}: {why}"));
            return None;
        }
    };
    if record.key() != name {
        report.add_problem(format!("{name} holds {}", record.key()));
    }
    if let Record::Game(game) = &record {
        report.moves += game.moves.len() as u64;
        if let Err(error) = game.replay() {
            report.add_problem(format!("{name} cannot be replayed: {error}"));
        }
    }
    Some((name, version, record))
}
