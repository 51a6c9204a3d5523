//! Integrity check of a store on sled.

use super::tally::Tally;
use super::trees::Trees;
use crate::envelope::{self, Envelope, ValueKind};
use crate::integrity::{CheckProgress, IntegrityReport, TellProgress, check_value};
use crate::keys;
use crate::posts::Post;
use crate::tree::TreeName;

/// Reads every value, replays every game, and compares indexes with records.
pub(super) fn check(trees: &Trees, progress: TellProgress<'_>) -> sled::Result<IntegrityReport> {
    let mut report = IntegrityReport::default();
    let mut progress = CheckProgress::new(progress);
    let mut rows = 0;
    let stored = check_tally(trees, &mut report, &mut progress)?;
    for entry in trees.tree(TreeName::Records) {
        let (key, bytes) = entry?;
        report.records += 1;
        progress.count(&report)?;
        report.bytes += bytes.len() as u64;
        rows += check_record(trees, &key, &bytes, &mut report)?;
    }
    // All rows of records were found, and they are distinct: any others belong to no record.
    if stored > rows && report.problems == 0 {
        let orphans = stored - rows;
        report.add_problem(format!("{orphans} index rows belong to no record"));
    }
    for entry in trees.tree(TreeName::Outgoing) {
        let (id, bytes) = entry?;
        progress.count(&report)?;
        if let Err(why) = envelope::read_effect(&bytes) {
            report.add_problem(format!("effect {id:?}: {why}"));
        }
    }
    for entry in trees.tree(TreeName::Posts) {
        let (key, bytes) = entry?;
        progress.count(&report)?;
        check_post(trees, &key, &bytes, &mut report)?;
    }
    Ok(report)
}

/// Compares everything there is with what was committed; returns the number of index rows.
fn check_tally(
    trees: &Trees,
    report: &mut IntegrityReport,
    progress: &mut CheckProgress<'_>,
) -> sled::Result<usize> {
    let tally = trees.tally()?;
    let (mut found, mut rows) = (Tally::default(), 0);
    for name in TreeName::ALL {
        for entry in trees.tree(name) {
            let (key, value) = entry?;
            found.add(name, &key, &value);
            rows += usize::from(name == TreeName::Rows);
            progress.count(report)?;
        }
    }
    if !found.same_values(&tally) {
        let (found, written) = (found.records, tally.records);
        report.add_problem(format!(
            "the database is damaged: it has {found} records, and {written} were written; some are missing, or older than they were"
        ));
    }
    Ok(rows)
}

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
    let stored = trees.tree(TreeName::Rows);
    for row in &rows {
        if !stored.contains_key(keys::row(&row.index, row.order, &name))? {
            report.add_problem(format!("{name} is missing from the index {:?}", row.index));
        }
    }
    Ok(rows.len())
}

fn check_post(
    trees: &Trees,
    key: &[u8],
    bytes: &[u8],
    report: &mut IntegrityReport,
) -> sled::Result<()> {
    let record = keys::read_subject(key).map(|subject| keys::key(&subject.key()));
    if !matches!(record, Some(record) if trees.tree(TreeName::Records).contains_key(&record)?) {
        report.add_problem(format!("a message shows {key:?}, which does not exist"));
    }
    match envelope::read::<Post>(ValueKind::Post, bytes) {
        Err(why) => report.add_problem(format!("the message of {key:?}: {why}")),
        Ok(Envelope { r: post, .. }) => {
            let subject = trees.tree(TreeName::Messages).get(post.message.key())?;
            if subject.as_deref() != Some(key) {
                let message = post.message;
                report.add_problem(format!("message {message} does not lead to {key:?}"));
            }
        }
    }
    Ok(())
}
