//! Integrity check of a store.

use std::io;

use app::Record;
use app::store::Key;

use crate::envelope::{self, Envelope, ValueKind};
use crate::keys;

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

impl IntegrityReport {
    pub(crate) fn add_problem(&mut self, what: String) {
        self.problems += 1;
        if self.listed.len() < LISTED {
            self.listed.push(what);
        }
    }
}

/// Gets the number of records checked so far, and may end the check.
pub(crate) type TellProgress<'a> = &'a mut dyn FnMut(u64) -> io::Result<()>;

/// Values read between two notes of a check's progress.
const PROGRESS_INTERVAL: u64 = 500;

/// The progress of a check, which ends when it can't be told, whatever the check is reading.
pub(crate) struct CheckProgress<'a> {
    tell: TellProgress<'a>,
    /// Values read, of records and everything else.
    values: u64,
}

impl<'a> CheckProgress<'a> {
    pub(crate) fn new(tell: TellProgress<'a>) -> Self {
        Self { tell, values: 0 }
    }

    /// Counts a value; now and then, tells the number of records in the report.
    pub(crate) fn count(&mut self, report: &IntegrityReport) -> io::Result<()> {
        self.values += 1;
        if self.values.is_multiple_of(PROGRESS_INTERVAL) {
            (self.tell)(report.records)?;
        }
        Ok(())
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
