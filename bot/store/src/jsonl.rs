//! The content of a store as JSON Lines: the format of backups and exports, which outlives this database.
//!
//! The first line is `{"delos":1,"program":"0.1.0","scope":"all"}`. The last line is `{"end":N,"checksum":"..."}`: the number of
//! lines in between, which exposes a truncated file, and a checksum of all lines above, in any order, which exposes a changed one.
//! A file written by hand may omit the checksum. Each other line is a value:
//!
//! | `in` | `key` | `value` |
//! | --- | --- | --- |
//! | `records` | type and id | `{"s": schema, "v": version, "i": index rows, "r": {"game": {...}}}` |
//! | `outgoing` | effect id | an envelope with the effect |
//! | `posts`, `retiring` | subject; message id | an envelope with the post |
//! | `messages` | message id | the subject that it shows |
//!
//! The scope `records` has only records. Index rows follow from the records and have no lines.

use std::hash::Hasher as _;
use std::io::{self, BufRead, Write};

use app::Record;
use app::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;
use siphasher::sip::SipHasher13;

use crate::envelope::{self, Envelope, ValueKind};
use crate::keys;
use crate::tree::TreeName;

/// The version of this format.
const FORMAT: u32 = 1;
/// The longest line in bytes: a value of [`envelope::MAX_VALUE`] bytes, its key, and the names around them.
const MAX_LINE: u64 = 2 * envelope::MAX_VALUE as u64;

/// How much is exported.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ExportScope {
    /// Everything: a backup.
    All,
    /// Records alone: for other programs, or to import elsewhere.
    Records,
}

#[derive(Serialize, Deserialize)]
struct Header {
    delos: u32,
    program: String,
    scope: ExportScope,
}

#[derive(Serialize, Deserialize)]
struct Footer {
    end: u64,
    #[serde(default)]
    checksum: Option<String>,
}

impl Footer {
    /// Compares it with the values and lines before it.
    fn check(&self, count: u64, checksum: &Checksum) -> Result<(), String> {
        let Self {
            end,
            checksum: expected,
        } = self;
        if *end != count {
            return Err(format!("expects {end} values, but there are {count}"));
        }
        match expected {
            Some(expected) if *expected != checksum.text() => {
                Err("has the checksum of other lines: the file is damaged or was edited".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// The sum of the lines' hashes.
#[derive(Default)]
struct Checksum(u64);

impl Checksum {
    fn add(&mut self, line: &str) {
        let mut hasher = SipHasher13::new();
        hasher.write(line.as_bytes());
        self.0 = self.0.wrapping_add(hasher.finish());
    }

    fn text(&self) -> String {
        format!("{:016x}", self.0)
    }
}

#[derive(Serialize, Deserialize)]
struct Line<'a> {
    r#in: TreeName,
    key: String,
    #[serde(borrow)]
    value: &'a RawValue,
}

/// Why JSON Lines could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum JsonlError {
    /// The file cannot be written or read.
    #[error("file: {0}")]
    File(#[from] io::Error),
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A value in the store is not valid.
    #[error("the store has a damaged value: {0}")]
    Damaged(String),
    /// Values are missing, or are not what was written.
    #[error(
        "{found} records can be read, and {acknowledged} were acknowledged; some are missing, or older than they were; OPERATIONS.md says what to do"
    )]
    Incomplete {
        /// Records found.
        found: u64,
        /// Records that were acknowledged.
        acknowledged: u64,
    },
    /// The file is invalid or truncated at a line, counted from one. The error is the end of a sentence about it.
    #[error("line {0} {1}")]
    Line(u64, String),
}

pub(crate) struct Lines<'a> {
    out: &'a mut dyn Write,
    scope: ExportScope,
    count: u64,
    checksum: Checksum,
}

impl<'a> Lines<'a> {
    /// Begins with the header.
    pub(crate) fn begin(out: &'a mut dyn Write, scope: ExportScope) -> Result<Self, JsonlError> {
        let header = Header {
            delos: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
            scope,
        };
        let mut lines = Self {
            out,
            scope,
            count: 0,
            checksum: Checksum::default(),
        };
        lines.put(&json(&header)?)?;
        Ok(lines)
    }

    fn put(&mut self, line: &str) -> io::Result<()> {
        self.checksum.add(line);
        writeln!(self.out, "{line}")
    }

    /// Writes a value, if its tree is in scope.
    pub(crate) fn write(
        &mut self,
        tree: TreeName,
        key: &[u8],
        bytes: &[u8],
    ) -> Result<(), JsonlError> {
        let in_scope = self.scope == ExportScope::All || tree == TreeName::Records;
        if tree == TreeName::Rows || !in_scope {
            return Ok(());
        }
        let line =
            line(tree, key, bytes).map_err(|why| JsonlError::Damaged(format!("{key:?}: {why}")))?;
        self.put(&line)?;
        self.count += 1;
        Ok(())
    }

    /// Ends with the footer; returns the number of values.
    pub(crate) fn end(self) -> Result<u64, JsonlError> {
        let footer = Footer {
            end: self.count,
            checksum: Some(self.checksum.text()),
        };
        writeln!(self.out, "{}", json(&footer)?)?;
        self.out.flush()?;
        Ok(self.count)
    }
}

fn line(tree: TreeName, key: &[u8], bytes: &[u8]) -> Result<String, String> {
    let value = if tree == TreeName::Messages {
        serde_json::to_string(&String::from_utf8_lossy(bytes)).map_err(|error| error.to_string())?
    } else {
        String::from_utf8(bytes.to_vec()).map_err(|error| error.to_string())?
    };
    let value = RawValue::from_string(value).map_err(|error| error.to_string())?;
    let line = Line {
        r#in: tree,
        key: tree.key_to_text(key).ok_or("its key is not text")?,
        value: &value,
    };
    serde_json::to_string(&line).map_err(|error| error.to_string())
}

fn json(value: &impl Serialize) -> Result<String, JsonlError> {
    serde_json::to_string(value).map_err(|error| JsonlError::Damaged(error.to_string()))
}

struct LineReader<'a> {
    input: &'a mut dyn BufRead,
    /// Of the present line, counted from one.
    number: u64,
    text: String,
}

impl LineReader<'_> {
    fn next(&mut self) -> Result<&str, JsonlError> {
        self.number += 1;
        self.text.clear();
        let length = io::Read::take(&mut *self.input, MAX_LINE).read_line(&mut self.text)?;
        if length == 0 {
            return Err(line_error(self.number, "is missing: the file is truncated"));
        }
        Ok(self.text.trim_end())
    }
}

fn line_error(line: u64, what: impl Into<String>) -> JsonlError {
    JsonlError::Line(line, what.into())
}

/// The error of the line that is being read; [`for_each`] adds its number.
pub(crate) fn wrong_line(what: impl Into<String>) -> JsonlError {
    line_error(0, what)
}

/// Checks that a file is complete and unchanged, without its values.
pub fn verify(input: &mut dyn BufRead) -> Result<(), JsonlError> {
    for_each(input, |_| Ok(())).map(drop)
}

/// Reads a whole file, and passes each value to `take`; returns the number of values.
fn for_each(
    input: &mut dyn BufRead,
    mut take: impl FnMut(Line<'_>) -> Result<(), JsonlError>,
) -> Result<(Header, u64), JsonlError> {
    let mut lines = LineReader {
        input,
        number: 0,
        text: String::new(),
    };
    let mut checksum = Checksum::default();
    let text = lines.next()?;
    checksum.add(text);
    let header: Header = serde_json::from_str(text)
        .map_err(|_| line_error(1, "is not the header of a file written by Delos"))?;
    if header.delos > FORMAT {
        let what = "is the header of a file by a newer Delos: use that version";
        return Err(line_error(1, what));
    }
    for count in 0.. {
        // After the header.
        let number = count + 2;
        let text = lines.next()?;
        if let Ok(footer) = serde_json::from_str::<Footer>(text) {
            footer
                .check(count, &checksum)
                .map_err(|what| line_error(number, what))?;
            return Ok((header, count));
        }
        checksum.add(text);
        let line = serde_json::from_str(text).map_err(|error| {
            line_error(number, format!("is not a line written by Delos ({error})"))
        })?;
        take(line).map_err(|error| match error {
            JsonlError::Line(_, what) => line_error(number, what),
            other => other,
        })?;
    }
    unreachable!("a file ends before its lines can no longer be counted")
}

/// A value of a backup, as it is to be stored.
pub(crate) struct Restored {
    pub(crate) tree: TreeName,
    pub(crate) key: Vec<u8>,
    pub(crate) value: Vec<u8>,
    /// The decoded value of a record, from which its index rows follow.
    pub(crate) record: Option<Envelope<Record>>,
}

/// Reads a backup, and passes each value to `put`; returns the number of values.
pub(crate) fn restore(
    input: &mut dyn BufRead,
    mut put: impl FnMut(Restored) -> Result<(), JsonlError>,
) -> Result<u64, JsonlError> {
    let (header, count) = for_each(input, |line| put(restored(&line).map_err(wrong_line)?))?;
    if header.scope == ExportScope::Records {
        let what = "is the header of an export, not of a backup: import it";
        return Err(line_error(1, what));
    }
    Ok(count)
}

fn restored(line: &Line<'_>) -> Result<Restored, String> {
    let tree = line.r#in;
    let key = tree.key_from_text(&line.key).ok_or("has an invalid key")?;
    let text;
    let bytes = if tree == TreeName::Messages {
        text =
            serde_json::from_str::<String>(line.value.get()).map_err(|error| error.to_string())?;
        text.as_bytes()
    } else {
        line.value.get().as_bytes()
    };
    let record = read_value(tree, &key, bytes)?;
    let value = match &record {
        // With the rows by the present rules.
        Some(Envelope { v, r, .. }) => Envelope::new(*v, r.index_rows(), r).bytes(),
        None => Some(bytes.to_vec()),
    };
    Ok(Restored {
        tree,
        key,
        value: value.ok_or("is too large")?,
        record,
    })
}

/// Checks a value as a restore does; returns a record.
fn read_value(
    tree: TreeName,
    key: &[u8],
    bytes: &[u8],
) -> Result<Option<Envelope<Record>>, String> {
    match tree {
        TreeName::Records => {
            let envelope: Envelope<Record> =
                envelope::read(ValueKind::Record, bytes).map_err(|why| why.to_string())?;
            let name = envelope.r.key();
            if keys::key(&name) != key {
                return Err(format!("holds {name} under another key"));
            }
            return Ok(Some(envelope));
        }
        TreeName::Rows => return Err("is an index row".to_owned()),
        TreeName::Messages => {
            keys::read_subject(bytes).ok_or("has no valid subject")?;
        }
        TreeName::Outgoing => {
            envelope::read::<Value>(ValueKind::Effect, bytes).map_err(|why| why.to_string())?;
        }
        TreeName::Posts | TreeName::Retiring => {
            envelope::read::<Value>(ValueKind::Post, bytes).map_err(|why| why.to_string())?;
        }
    }
    Ok(None)
}

/// Whether a restore would accept a value. Index rows follow from the records.
pub(crate) fn is_readable(tree: TreeName, key: &[u8], bytes: &[u8]) -> bool {
    tree.key_to_text(key).is_some() && read_value(tree, key, bytes).is_ok()
}

/// Passes every record of a backup or an export to `take`.
///
/// # Errors
/// If the file is damaged or incomplete, or `take` fails.
pub fn records(
    input: &mut dyn BufRead,
    mut take: impl FnMut(Record) -> Result<(), JsonlError>,
) -> Result<(), JsonlError> {
    for_each(input, |line| {
        if line.r#in != TreeName::Records {
            return Ok(());
        }
        let envelope = envelope::read(ValueKind::Record, line.value.get().as_bytes());
        take(envelope.map_err(|why| wrong_line(why.to_string()))?.r)
    })
    .map(drop)
}
