//! Integrity check of a store.

use app::Record;
use app::effect::Effect;
use app::store::Key;

use super::envelope::{self, Envelope, ValueKind};
use super::keys;
use super::posts::Post;
use super::tally::Tally;
use super::trees::{TreeName, Trees};

/// The most problems that are listed.
const LISTED: usize = 50;

/// What was checked, and what is wrong.
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
    pub(super) fn add_problem(&mut self, what: String) {
        self.problems += 1;
        if self.listed.len() < LISTED {
            self.listed.push(what);
        }
    }
}

/// Reads every value, replays every game, and compares indexes with records.
pub(super) fn check(trees: &Trees) -> sled::Result<IntegrityReport> {
    let mut report = IntegrityReport::default();
    let mut rows = 0;
    check_tally(trees, &mut report)?;
    for entry in &trees.records {
        let (key, bytes) = entry?;
        report.records += 1;
        report.bytes += bytes.len() as u64;
        rows += check_record(trees, &key, &bytes, &mut report)?;
    }
    // All rows of records were found, and they are distinct: any others belong to no record.
    let stored = trees.rows.len();
    if stored > rows && report.problems == 0 {
        let orphans = stored - rows;
        report.add_problem(format!("{orphans} index rows belong to no record"));
    }
    for entry in &trees.outgoing {
        let (id, bytes) = entry?;
        if let Err(why) = envelope::read::<Effect>(ValueKind::Effect, &bytes) {
            report.add_problem(format!("effect {id:?}: {why}"));
        }
    }
    for entry in &trees.posts {
        let (key, bytes) = entry?;
        check_post(trees, &key, &bytes, &mut report)?;
    }
    Ok(report)
}

/// Compares everything there is with what was committed.
fn check_tally(trees: &Trees, report: &mut IntegrityReport) -> sled::Result<()> {
    let tally = trees.tally()?;
    let mut found = Tally::default();
    for name in TreeName::ALL {
        for entry in trees.tree(name) {
            let (key, value) = entry?;
            found.add(name, &key, &value);
        }
    }
    if !found.same_values(&tally) {
        let (found, written) = (found.records, tally.records);
        report.add_problem(format!(
            "the database is damaged: it has {found} records, and {written} were written; some are missing, or older than they were"
        ));
    }
    Ok(())
}

/// Returns the number of the record's index rows.
fn check_record(
    trees: &Trees,
    key: &[u8],
    bytes: &[u8],
    report: &mut IntegrityReport,
) -> sled::Result<usize> {
    let Some((name, _, record)) = check_value(key, bytes, report) else {
        return Ok(0);
    };
    let rows = record.index_rows();
    for row in &rows {
        if !trees
            .rows
            .contains_key(keys::row(&row.index, row.order, &name))?
        {
            report.add_problem(format!("{name} is missing from the index {:?}", row.index));
        }
    }
    Ok(rows.len())
}

/// Checks a record by itself; returns its key, version and content if it can be read.
pub(super) fn check_value(
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

fn check_post(
    trees: &Trees,
    key: &[u8],
    bytes: &[u8],
    report: &mut IntegrityReport,
) -> sled::Result<()> {
    let record = keys::read_subject(key).map(|subject| keys::key(&subject.key()));
    if !matches!(record, Some(record) if trees.records.contains_key(&record)?) {
        report.add_problem(format!("a message shows {key:?}, which does not exist"));
    }
    match envelope::read::<Post>(ValueKind::Post, bytes) {
        Err(why) => report.add_problem(format!("the message of {key:?}: {why}")),
        Ok(Envelope { r: post, .. }) => {
            let subject = trees.messages.get(post.message.key())?;
            if subject.as_deref() != Some(key) {
                let message = post.message;
                report.add_problem(format!("message {message} does not lead to {key:?}"));
            }
        }
    }
    Ok(())
}
