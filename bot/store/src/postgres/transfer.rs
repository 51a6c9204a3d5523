//! Exports and restores.

use std::io::{BufRead, Write};
use std::sync::Arc;

use app::Home;
use app::store::Result;
use text::Platform;
use tokio_postgres::Row;

use super::batch::signed;
use super::client::{Inner, Param, Query, params};
use super::read;
use super::schema::{entries_of, form};
use super::session::{BULK, SNAPSHOT, Session};
use crate::envelope::{self, ValueKind};
use crate::jsonl::{self, ExportScope, JsonlError, Lines, Restored};
use crate::keys;
use crate::posts::Post;
use crate::tree::TreeName;

/// Values that are read or written at once.
const CHUNK: usize = 500;

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

/// Passes each value of a table to `take`, in the order of keys.
pub(super) fn for_each(
    from: &dyn Query,
    tree: TreeName,
    mut take: impl FnMut(&[u8], &[u8]) -> Result<(), JsonlError>,
) -> Result<(), JsonlError> {
    let Some(sql) = next_of(tree) else {
        return Ok(());
    };
    let is_text = matches!(
        tree,
        TreeName::Outgoing | TreeName::Messages | TreeName::Retiring
    );
    for_each_row(from, sql, is_text, |row| {
        // As sled has it.
        let key = if is_text {
            let text: &str = row.get(0);
            tree.key_from_text(text)
                .ok_or_else(|| JsonlError::Damaged(format!("{text:?} is no message")))?
        } else {
            row.get(0)
        };
        take(&key, row.get(1))
    })
}

/// Passes each row to `take`, in the order of keys. The statement selects the rows after the key `$1`, which is text or bytes, and
/// `$2` at most.
pub(super) fn for_each_row(
    from: &dyn Query,
    sql: &'static str,
    is_text: bool,
    mut take: impl FnMut(&Row) -> Result<(), JsonlError>,
) -> Result<(), JsonlError> {
    let key = |row: Option<&Row>| -> Param {
        if is_text {
            Box::new(row.map(|row| row.get::<_, String>(0)).unwrap_or_default())
        } else {
            Box::new(row.map(|row| row.get::<_, Vec<u8>>(0)).unwrap_or_default())
        }
    };
    let mut last = key(None);
    loop {
        let rows = from.query(sql, vec![last, Box::new(signed(CHUNK as u64))])?;
        rows.iter().try_for_each(&mut take)?;
        if rows.len() < CHUNK {
            return Ok(());
        }
        last = key(rows.last());
    }
}

/// Writes everything in scope as it is at one moment.
pub(super) fn export(
    inner: &Arc<Inner>,
    scope: ExportScope,
    out: &mut dyn Write,
) -> Result<u64, JsonlError> {
    let snapshot = Session::begin(inner, SNAPSHOT)?;
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
UPDATE leases SET heard = to_timestamp($2::bigint / 1000.0)
WHERE CASE WHEN shard IS NULL THEN lease ELSE 'discord' END = $1";

impl Chunk {
    fn add(&mut self, value: Restored) -> Result<(), String> {
        let name = || {
            let name = value.tree.key_to_text(&value.key);
            name.ok_or("has an invalid key")
        };
        match value.tree {
            TreeName::Records => {
                let record = value.record.ok_or("is no record")?;
                let (entries, homes) = entries_of(&record.r);
                let number = signed(self.keys.len() as u64 + 1);
                self.entry_of.extend(entries.iter().map(|_| number));
                self.entries.extend(entries);
                self.entry_homes.extend(homes);
                self.versions.push(signed(record.v));
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
                let home = post.map_or(Home::DIRECT, |post| Home::direct(post.r.room.platform()));
                self.homes.push(home.number());
                self.names.push(name()?);
            }
        }
        self.values.push(value.value);
        Ok(())
    }

    fn write(self, tree: TreeName, into: &Session) -> Result<()> {
        let (keys, names, values) = (self.keys, self.names, self.values);
        let (sql, parameters) = match tree {
            TreeName::Records => {
                let (of, entries, homes) = (self.entry_of, self.entries, self.entry_homes);
                let parameters = params![keys, self.versions, values, form(), of, entries, homes];
                (PUT_RECORDS, parameters)
            }
            TreeName::Rows => return Ok(()),
            TreeName::Outgoing => {
                let parameters = params![names, self.homes, self.subjects, values];
                (PUT_EFFECTS, parameters)
            }
            TreeName::Posts => (PUT_POSTS, params![keys, names, values]),
            TreeName::Messages => (PUT_MESSAGES, params![names, values]),
            TreeName::Retiring => (PUT_RETIRING, params![names, self.homes, values]),
        };
        into.query(sql, parameters).map(drop)
    }
}

/// Fills empty tables from a backup: all of it, or nothing.
pub(super) fn restore(inner: &Arc<Inner>, input: &mut dyn BufRead) -> Result<u64, JsonlError> {
    let session = Session::begin(inner, BULK)?;
    // No other program is using the database.
    session.query("LOCK TABLE records IN EXCLUSIVE MODE", Vec::new())?;
    // Bots that ran on the empty database have left one, which has no rows.
    let first = keys::first_of_content();
    session.query("DELETE FROM records WHERE key < $1", params![first])?;
    let mut chunk = Chunk::default();
    let mut of = TreeName::Records;
    let count = jsonl::restore(input, |value| {
        if value.tree != of || chunk.values.len() >= CHUNK {
            std::mem::take(&mut chunk).write(of, &session)?;
            of = value.tree;
        }
        chunk.add(value).map_err(jsonl::wrong_line)
    })?;
    chunk.write(of, &session)?;
    // Bots that ran on the empty database have left theirs.
    for platform in Platform::ALL {
        let heard = read::presence(&session, platform)?;
        session.query(HEARD, params![platform.name(), heard])?;
    }
    session.finish()?;
    Ok(count)
}
