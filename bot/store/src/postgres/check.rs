//! The integrity check: every value is read, every game replayed, and indexes are compared with records.

use std::io;
use std::sync::Arc;

use app::store::{Result, StoreError};
use tokio_postgres::Row;

use super::client::{Inner, Param, Query};
use super::schema::entries_of;
use super::session::Session;
use super::transfer::for_each;
use crate::envelope::{self, ValueKind};
use crate::integrity::{self, CheckProgress, IntegrityReport};
use crate::jsonl::JsonlError;
use crate::keys;
use crate::posts::Post;
use crate::tree::TreeName;

/// Rows that are read at once.
const CHUNK: i64 = 500;

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
pub(super) fn check(
    inner: &Arc<Inner>,
    progress: &mut dyn FnMut(u64) -> io::Result<()>,
) -> Result<IntegrityReport> {
    let snapshot = Session::snapshot(inner)?;
    let mut report = IntegrityReport::default();
    let progress = &mut CheckProgress::new(progress);
    check_records(&snapshot, &mut report, progress)?;
    let rows = snapshot.query(DIFFERENCES, Vec::new())?;
    if let Some(row) = rows.first() {
        let (orphans, missing): (i64, i64) = (row.get(0), row.get(1));
        if orphans > 0 {
            report.add_problem(format!("{orphans} index rows belong to no record"));
        }
        if missing > 0 {
            report.add_problem(format!("{missing} index rows of records are missing"));
        }
    }
    let each = for_each(&snapshot, TreeName::Outgoing, |id, bytes| {
        progress.count(&report)?;
        if let Err(why) = envelope::read_effect(bytes) {
            let id = String::from_utf8_lossy(id);
            report.add_problem(format!("effect {id}: {why}"));
        }
        Ok(())
    });
    each.map_err(as_store_error)?;
    check_posts(&snapshot, &mut report, progress)?;
    Ok(report)
}

fn check_records(
    snapshot: &Session,
    report: &mut IntegrityReport,
    progress: &mut CheckProgress<'_>,
) -> Result<()> {
    for_each_row(snapshot, RECORDS, |row| {
        let (key, body): (&[u8], &[u8]) = (row.get(0), row.get(1));
        report.records += 1;
        count(progress, report)?;
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
) -> Result<()> {
    let second: Param = Box::new(i32::from(keys::GAME_ELSEWHERE));
    for row in snapshot.query(LOST_POSTS, vec![second, Box::new(vec![keys::GAME])])? {
        let subject = String::from_utf8_lossy(row.get(0));
        report.add_problem(format!("a message shows {subject}, which does not exist"));
    }
    let each = for_each(snapshot, TreeName::Messages, |_, subject| {
        progress.count(report)?;
        if keys::read_subject(subject).is_none() {
            report.add_problem("a message leads to nothing that could be shown".to_owned());
        }
        Ok(())
    });
    each.map_err(as_store_error)?;
    for_each_row(snapshot, POSTS, |row| {
        count(progress, report)?;
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

/// Passes each row to `take`, in the order of keys. The statement selects the rows after the key `$1`, `$2` at most.
fn for_each_row(
    snapshot: &Session,
    sql: &'static str,
    mut take: impl FnMut(&Row) -> Result<()>,
) -> Result<()> {
    let mut last: Vec<u8> = Vec::new();
    loop {
        let rows = snapshot.query(sql, vec![Box::new(last), Box::new(CHUNK)])?;
        let Some(end) = rows.last() else {
            return Ok(());
        };
        last = end.get(0);
        for row in &rows {
            take(row)?;
        }
    }
}

/// [`CheckProgress::count`], with an error of the store.
fn count(progress: &mut CheckProgress<'_>, report: &IntegrityReport) -> Result<()> {
    let counted = progress.count(report);
    counted.map_err(|error| as_store_error(error.into()))
}

fn as_store_error(error: JsonlError) -> StoreError {
    match error {
        JsonlError::Store(error) => error,
        JsonlError::File(error) => StoreError::Unavailable(error.to_string()),
        other => StoreError::Unavailable(other.to_string()),
    }
}
