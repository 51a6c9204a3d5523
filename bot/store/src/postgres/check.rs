//! The integrity check: every value is read, every game replayed, and indexes are compared with records.

use std::sync::Arc;

use app::store::{Result, StoreError};

use super::client::{Inner, Query, params};
use super::schema::entries_of;
use super::session::{SNAPSHOT, Session};
use super::transfer::{for_each, for_each_row};
use crate::envelope::{self, ValueKind};
use crate::integrity::{self, CheckProgress, IntegrityReport, TellProgress};
use crate::jsonl::JsonlError;
use crate::keys;
use crate::posts::Post;
use crate::tree::TreeName;

const RECORDS: &str =
    "SELECT key, body, version, entries FROM records WHERE key > $1 ORDER BY key LIMIT $2";
/// Rows that no record has, and rows that a record has but the index lacks.
const DIFFERENCES: &str = "
SELECT count(*) FILTER (WHERE record.entry IS NULL), count(*) FILTER (WHERE rows.entry IS NULL)
FROM rows FULL JOIN (SELECT unnest(entries) AS entry FROM records) AS record ON rows.entry = record.entry
WHERE rows.entry IS NULL OR record.entry IS NULL";
/// Posts, each with its message if that leads back.
const POSTS: &str = "
SELECT subject, body, (
    SELECT message FROM messages
    WHERE messages.message = posts.message AND messages.subject = posts.subject
)
FROM posts WHERE subject > $1 ORDER BY subject LIMIT $2";
/// Posts whose record does not exist. A game's second board belongs to the game's record.
const LOST_POSTS: &str = "
SELECT subject FROM posts WHERE NOT EXISTS (
    SELECT FROM records
    WHERE key = CASE get_byte(subject, 0) WHEN $1 THEN $2 || substr(subject, 2) ELSE subject END
)";

/// Checks a snapshot, while commits go on.
pub(super) fn check(inner: &Arc<Inner>, progress: TellProgress<'_>) -> Result<IntegrityReport> {
    check_all(inner, progress).map_err(|error| match error {
        JsonlError::Store(error) => error,
        JsonlError::File(error) => StoreError::Unavailable(error.to_string()),
        other => StoreError::Unavailable(other.to_string()),
    })
}

fn check_all(
    inner: &Arc<Inner>,
    progress: TellProgress<'_>,
) -> Result<IntegrityReport, JsonlError> {
    let snapshot = Session::begin(inner, SNAPSHOT)?;
    let mut report = IntegrityReport::default();
    let progress = &mut CheckProgress::new(progress);
    check_records(&snapshot, &mut report, progress)?;
    let row = snapshot.one(DIFFERENCES, Vec::new())?;
    let (orphans, missing): (i64, i64) = (row.get(0), row.get(1));
    if orphans > 0 {
        report.add_problem(format!("{orphans} index rows belong to no record"));
    }
    if missing > 0 {
        report.add_problem(format!("{missing} index rows of records are missing"));
    }
    for_each(&snapshot, TreeName::Outgoing, |id, bytes| {
        progress.count(&report)?;
        if let Err(why) = envelope::read_effect(bytes) {
            let id = String::from_utf8_lossy(id);
            report.add_problem(format!("effect {id}: {why}"));
        }
        Ok(())
    })?;
    check_posts(&snapshot, &mut report, progress)?;
    Ok(report)
}

fn check_records(
    snapshot: &Session,
    report: &mut IntegrityReport,
    progress: &mut CheckProgress<'_>,
) -> Result<(), JsonlError> {
    for_each_row(snapshot, RECORDS, false, |row| {
        let (key, body): (&[u8], &[u8]) = (row.get(0), row.get(1));
        report.records += 1;
        progress.count(report)?;
        report.bytes += body.len() as u64;
        let Some((name, version, record)) = integrity::check_value(key, body, report) else {
            return Ok(());
        };
        if u64::try_from(row.get::<_, i64>(2)) != Ok(version) {
            report.add_problem(format!("{name} has two versions"));
        }
        let mut entries: Vec<Vec<u8>> = row.get(3);
        entries.sort_unstable();
        if entries != entries_of(&record).0 {
            report.add_problem(format!("{name} has other index rows than it should"));
        }
        Ok(())
    })
}

fn check_posts(
    snapshot: &Session,
    report: &mut IntegrityReport,
    progress: &mut CheckProgress<'_>,
) -> Result<(), JsonlError> {
    let lost = params![i32::from(keys::GAME_ELSEWHERE), vec![keys::GAME]];
    for row in snapshot.query(LOST_POSTS, lost)? {
        let subject = String::from_utf8_lossy(row.get(0));
        report.add_problem(format!("a message shows {subject}, which does not exist"));
    }
    for_each(snapshot, TreeName::Messages, |_, subject| {
        progress.count(report)?;
        if keys::read_subject(subject).is_none() {
            report.add_problem("a message leads to nothing that could be shown".to_owned());
        }
        Ok(())
    })?;
    for_each_row(snapshot, POSTS, false, |row| {
        progress.count(report)?;
        let name = String::from_utf8_lossy(row.get(0));
        match envelope::read::<Post>(ValueKind::Post, row.get(1)) {
            Err(why) => report.add_problem(format!("the message of {name}: {why}")),
            Ok(post) => {
                let message = post.r.message;
                if row.get::<_, Option<String>>(2) != Some(message.to_text()) {
                    report.add_problem(format!("message {message} does not lead to {name}"));
                }
            }
        }
        Ok(())
    })
}
