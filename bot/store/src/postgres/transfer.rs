//! Exports and restores.

use std::io::{BufRead, Write};
use std::sync::Arc;

use app::Home;
use app::store::Result;
use text::Platform;
use tokio_postgres::Row;

use super::batch::signed;
use super::client::{Inner, Param, Query};
use super::read;
use super::schema::{entries_of, form};
use super::session::Session;
use crate::envelope::{self, ValueKind};
use crate::jsonl::{self, ExportScope, JsonlError, Lines, Restored};
use crate::keys;
use crate::posts::Post;
use crate::tree::TreeName;

/// Values that are read or written at once.
const CHUNK: i64 = 500;

/// The statement that reads the next values of a table, after a key.
fn next_of(tree: TreeName) -> Option<&'static str> {
    Some(match tree {
        TreeName::Records => "SELECT key, body FROM records WHERE key > $1 ORDER BY key LIMIT $2",
        TreeName::Rows => return None,
        TreeName::Outgoing => "SELECT id, body FROM effects WHERE id > $1 ORDER BY id LIMIT $2",
        TreeName::Posts => {
            "SELECT subject, body FROM posts WHERE subject > $1 ORDER BY subject LIMIT $2"
        }
        TreeName::Messages => {
            "SELECT message, subject FROM messages WHERE message > $1 ORDER BY message LIMIT $2"
        }
        TreeName::Retiring => {
            "SELECT message, body FROM retiring WHERE message > $1 ORDER BY message LIMIT $2"
        }
    })
}

/// A key of a table: bytes, or a text.
#[derive(Clone)]
enum Name {
    Bytes(Vec<u8>),
    Text(String),
}

impl Name {
    fn first(tree: TreeName) -> Self {
        match tree {
            TreeName::Records | TreeName::Rows | TreeName::Posts => Self::Bytes(Vec::new()),
            TreeName::Outgoing | TreeName::Messages | TreeName::Retiring => {
                Self::Text(String::new())
            }
        }
    }

    fn read(&self, row: &Row) -> Self {
        match self {
            Self::Bytes(_) => Self::Bytes(row.get(0)),
            Self::Text(_) => Self::Text(row.get(0)),
        }
    }

    fn param(&self) -> Param {
        match self {
            Self::Bytes(bytes) => Box::new(bytes.clone()),
            Self::Text(text) => Box::new(text.clone()),
        }
    }

    /// The key as sled has it.
    fn key(&self, tree: TreeName) -> Result<Vec<u8>, JsonlError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes.clone()),
            Self::Text(text) => tree
                .key_from_text(text)
                .ok_or_else(|| JsonlError::Damaged(format!("{text:?} is no message"))),
        }
    }
}

/// Passes each value of a table to `take`, in the order of keys.
pub(super) fn for_each(
    from: &dyn Query,
    tree: TreeName,
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), JsonlError>,
) -> Result<(), JsonlError> {
    let Some(sql) = next_of(tree) else {
        return Ok(());
    };
    let mut last = Name::first(tree);
    loop {
        let rows = from.query(sql, vec![last.param(), Box::new(CHUNK)])?;
        for row in &rows {
            last = last.read(row);
            take(&last.key(tree)?, row.get(1))?;
        }
        if rows.len() < usize::try_from(CHUNK).unwrap_or(usize::MAX) {
            return Ok(());
        }
    }
}

/// Writes everything in scope as it is at one moment.
pub(super) fn export(
    inner: &Arc<Inner>,
    scope: ExportScope,
    out: &mut dyn Write,
) -> Result<u64, JsonlError> {
    let snapshot = Session::snapshot(inner)?;
    let mut lines = Lines::begin(out, scope)?;
    for tree in TreeName::ALL {
        if scope == ExportScope::All || tree == TreeName::Records {
            for_each(&snapshot, tree, |key, value| lines.write(tree, key, value))?;
        }
    }
    lines.end()
}

/// Values of a backup that are inserted together.
#[derive(Default)]
struct Chunk {
    keys: Vec<Vec<u8>>,
    names: Vec<String>,
    versions: Vec<i64>,
    homes: Vec<i64>,
    subjects: Vec<Vec<u8>>,
    values: Vec<Vec<u8>>,
    entry_of: Vec<i64>,
    entries: Vec<Vec<u8>>,
    entry_homes: Vec<Option<i64>>,
}

const PUT_RECORDS: &str = "
WITH fresh AS (SELECT * FROM unnest($5::bigint[], $6::bytea[], $7::bigint[]) AS fresh (n, entry, home)),
grouped AS (SELECT n, array_agg(entry) AS entries FROM fresh GROUP BY n),
come AS (INSERT INTO rows (entry, home) SELECT entry, home FROM fresh)
INSERT INTO records (key, version, form, body, entries)
SELECT key, version, $4, body, coalesce(grouped.entries, '{}')
FROM unnest($1::bytea[], $2::bigint[], $3::bytea[]) WITH ORDINALITY AS given (key, version, body, n)
    LEFT JOIN grouped USING (n)";
const PUT_EFFECTS: &str = "
INSERT INTO effects (id, home, subject, body)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[], $4::bytea[])";
const PUT_POSTS: &str = "
INSERT INTO posts (subject, message, body) SELECT * FROM unnest($1::bytea[], $2::text[], $3::bytea[])";
const PUT_MESSAGES: &str =
    "INSERT INTO messages (message, subject) SELECT * FROM unnest($1::text[], $2::bytea[])";
const PUT_RETIRING: &str = "
INSERT INTO retiring (message, home, body)
SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])";

/// People could last reach Delos when the backup was made.
const HEARD: &str = "
UPDATE leases SET heard =
    to_timestamp(CASE WHEN shard IS NOT NULL THEN $1::bigint ELSE $2::bigint END / 1000.0)";

impl Chunk {
    fn add(&mut self, value: Restored<'_>) -> Result<(), String> {
        let name = || {
            value
                .tree
                .key_to_text(&value.key)
                .ok_or("has an invalid key")
        };
        match value.tree {
            TreeName::Records => {
                let record = value.record.ok_or("is no record")?;
                let (entries, homes) = entries_of(record);
                let number = signed(self.keys.len() as u64 + 1);
                self.entry_of.extend(entries.iter().map(|_| number));
                self.entries.extend(entries);
                self.entry_homes.extend(homes);
                self.versions.push(signed(value.version));
                self.keys.push(value.key);
            }
            TreeName::Rows => return Err("is an index row".to_owned()),
            TreeName::Outgoing => {
                // An unreadable value is kept for a version that reads it.
                let effect = envelope::read_effect(&value.value).ok();
                let home = effect.as_ref().map_or(Home::DIRECT, |(home, _)| *home);
                self.homes.push(home.number());
                let subject = effect.map(|(_, effect)| keys::key(&effect.key()));
                self.subjects.push(subject.unwrap_or_default());
                self.names.push(name()?);
            }
            TreeName::Posts => {
                let post = envelope::read::<Post>(ValueKind::Post, &value.value)
                    .map_err(|why| why.to_string())?;
                self.names.push(post.r.message.to_text());
                self.keys.push(value.key);
            }
            TreeName::Messages => self.names.push(name()?),
            TreeName::Retiring => {
                let post = envelope::read::<Post>(ValueKind::Post, &value.value);
                // An unreadable value is kept for a version that reads it.
                let home = post.map_or(Home::DIRECT, |post| Home::of_room(&post.r.room));
                self.homes.push(home.number());
                self.names.push(name()?);
            }
        }
        self.values.push(value.value);
        Ok(())
    }

    fn write(self, tree: TreeName, into: &Session) -> Result<()> {
        let (sql, parameters): (_, Vec<Param>) = match tree {
            TreeName::Records => (
                PUT_RECORDS,
                vec![
                    Box::new(self.keys),
                    Box::new(self.versions),
                    Box::new(self.values),
                    Box::new(form()),
                    Box::new(self.entry_of),
                    Box::new(self.entries),
                    Box::new(self.entry_homes),
                ],
            ),
            TreeName::Rows => return Ok(()),
            TreeName::Outgoing => (
                PUT_EFFECTS,
                vec![
                    Box::new(self.names),
                    Box::new(self.homes),
                    Box::new(self.subjects),
                    Box::new(self.values),
                ],
            ),
            TreeName::Posts => (
                PUT_POSTS,
                vec![
                    Box::new(self.keys),
                    Box::new(self.names),
                    Box::new(self.values),
                ],
            ),
            TreeName::Messages => (
                PUT_MESSAGES,
                vec![Box::new(self.names), Box::new(self.values)],
            ),
            TreeName::Retiring => (
                PUT_RETIRING,
                vec![
                    Box::new(self.names),
                    Box::new(self.homes),
                    Box::new(self.values),
                ],
            ),
        };
        into.query(sql, parameters).map(drop)
    }
}

/// Fills empty tables from a backup: all of it, or nothing.
pub(super) fn restore(inner: &Arc<Inner>, input: &mut dyn BufRead) -> Result<u64, JsonlError> {
    let session = Session::bulk(inner)?;
    // No other program is using the database.
    session.query("LOCK TABLE records IN EXCLUSIVE MODE", Vec::new())?;
    // Bots that ran on the empty database have left one, which has no rows.
    let first = keys::first_of_content();
    session.query("DELETE FROM records WHERE key < $1", vec![Box::new(first)])?;
    let mut chunk = Chunk::default();
    let mut of = TreeName::Records;
    let mut failed = None;
    let mut write = |chunk: &mut Chunk, tree| {
        std::mem::take(chunk)
            .write(tree, &session)
            .map_err(|error| {
                let what = error.to_string();
                failed = Some(error);
                what
            })
    };
    let read = jsonl::restore(input, |value| {
        if value.tree != of || chunk.values.len() >= usize::try_from(CHUNK).unwrap_or(usize::MAX) {
            write(&mut chunk, of)?;
            of = value.tree;
        }
        chunk.add(value)
    });
    let last = read.and_then(|count| {
        write(&mut chunk, of).map_err(JsonlError::Damaged)?;
        Ok(count)
    });
    let count = match (last, failed) {
        (_, Some(error)) => return Err(JsonlError::Store(error)),
        (last, None) => last?,
    };
    // Bots that ran on the empty database have left theirs.
    let [discord, matrix] =
        [Platform::Discord, Platform::Matrix].map(|platform| read::presence(&session, platform));
    session.query(HEARD, vec![Box::new(discord?), Box::new(matrix?)])?;
    session.finish()?;
    Ok(count)
}
