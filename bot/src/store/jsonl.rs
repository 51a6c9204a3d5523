//! The content of a store as lines of JSON: what backups are, and what outlives this database.
//!
//! The first line is `{"delos":1,"program":"0.1.0","scope":"all"}`, with a `"part"` if it is one process's share of the servers, the last one `{"end":N}` with the number of lines between
//! them, so that a file that was cut short is known by it. Each of the others is one value:
//!
//! | `in` | `key` | `value` |
//! | --- | --- | --- |
//! | `records` | type and name | `{"s": form, "v": version, "i": index rows, "r": {"game": {...}}}` |
//! | `outgoing` | name of an effect | the same form, with the effect |
//! | `posts`, `retiring` | subject; number of a message | the same form, with the place of a message |
//! | `messages` | number of a message | the subject that it shows |
//!
//! With the scope `records` there are only records. Index rows follow from the records and have no lines.

use std::io::{self, BufRead, Write};

use app::Record;
use app::store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use serde_json::value::RawValue;

use super::envelope::{self, Envelope, Kind};
use super::keys;
use super::trees::Trees;

/// The number of the form of these files.
const FORM: u32 = 1;
/// No line is longer: a value has at most [`envelope::MAX_VALUE`] bytes, and its key and names around it.
const LONGEST: u64 = 2 * envelope::MAX_VALUE as u64;

/// How much is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Everything: a backup.
    All,
    /// Records alone: for other programs, and for another Delos.
    Records,
}

#[derive(Serialize, Deserialize)]
struct Head {
    delos: u32,
    program: String,
    scope: Scope,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    part: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Tail {
    end: u64,
}

/// The trees that have lines.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Place {
    Records,
    Outgoing,
    Posts,
    Messages,
    Retiring,
}

impl Place {
    const ALL: [Self; 5] = [
        Self::Records,
        Self::Outgoing,
        Self::Posts,
        Self::Messages,
        Self::Retiring,
    ];

    fn tree(self, trees: &Trees) -> &sled::Tree {
        match self {
            Self::Records => &trees.records,
            Self::Outgoing => &trees.outgoing,
            Self::Posts => &trees.posts,
            Self::Messages => &trees.messages,
            Self::Retiring => &trees.retiring,
        }
    }

    fn has_numbers(self) -> bool {
        matches!(self, Self::Messages | Self::Retiring)
    }

    fn key_to_text(self, key: &[u8]) -> Option<String> {
        if self.has_numbers() {
            let number = key.try_into().ok()?;
            return Some(u64::from_be_bytes(number).to_string());
        }
        String::from_utf8(key.to_vec()).ok()
    }

    fn key_from_text(self, text: &str) -> Option<Vec<u8>> {
        if self.has_numbers() {
            return Some(text.parse::<u64>().ok()?.to_be_bytes().to_vec());
        }
        Some(text.as_bytes().to_vec())
    }
}

#[derive(Serialize)]
struct Written<'a> {
    r#in: Place,
    key: String,
    value: &'a RawValue,
}

#[derive(Deserialize)]
struct Read<'a> {
    r#in: Place,
    key: String,
    #[serde(borrow)]
    value: &'a RawValue,
}

/// Why lines could not be written or read.
#[derive(Debug, thiserror::Error)]
pub enum LinesError {
    /// The file cannot be written or read.
    #[error("the file: {0}")]
    File(#[from] io::Error),
    /// The store does not work.
    #[error("{0}")]
    Store(StoreError),
    /// A value in the store cannot be told.
    #[error("a value in the store is damaged: {0}")]
    Damaged(String),
    /// The file is not one of these, or not a whole one.
    #[error("line {line} {what}")]
    Line {
        /// From one.
        line: u64,
        /// What is wrong with it.
        what: String,
    },
}

impl From<StoreError> for LinesError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn sled_said(error: &sled::Error) -> LinesError {
    LinesError::Store(StoreError::Unavailable(error.to_string()))
}

/// Writes everything in scope; returns the number of values.
pub(super) fn write(trees: &Trees, scope: Scope, out: &mut dyn Write) -> Result<u64, LinesError> {
    let head = Head {
        delos: FORM,
        program: env!("CARGO_PKG_VERSION").to_owned(),
        scope,
        part: super::shard_guard::of(&trees.db).map_err(|error| sled_said(&error))?,
    };
    writeln!(out, "{}", json(&head)?)?;
    let mut count = 0;
    for place in Place::ALL {
        if scope == Scope::Records && place != Place::Records {
            continue;
        }
        for entry in place.tree(trees) {
            let (key, bytes) = entry.map_err(|error| sled_said(&error))?;
            let damaged = |why: &str| LinesError::Damaged(format!("{:?}: {why}", key.as_ref()));
            let text = place
                .key_to_text(&key)
                .ok_or_else(|| damaged("its key is no text"))?;
            let value = if place == Place::Messages {
                let subject = String::from_utf8_lossy(&bytes);
                serde_json::to_string(&subject).map_err(|error| damaged(&error.to_string()))?
            } else {
                String::from_utf8(bytes.to_vec()).map_err(|error| damaged(&error.to_string()))?
            };
            let value =
                RawValue::from_string(value).map_err(|error| damaged(&error.to_string()))?;
            let line = Written {
                r#in: place,
                key: text,
                value: &value,
            };
            writeln!(out, "{}", json(&line)?)?;
            count += 1;
        }
    }
    writeln!(out, "{}", json(&Tail { end: count })?)?;
    out.flush()?;
    Ok(count)
}

fn json(value: &impl Serialize) -> Result<String, LinesError> {
    serde_json::to_string(value).map_err(|error| LinesError::Damaged(error.to_string()))
}

/// Reads a file from its first line to its last, and hands each value to `take`.
fn each(
    input: &mut dyn BufRead,
    mut take: impl FnMut(Read<'_>) -> Result<(), String>,
) -> Result<(Head, u64), LinesError> {
    let mut number = 0;
    let mut text = String::new();
    let mut begun = None;
    let mut count = 0;
    loop {
        number += 1;
        let wrong = |what: &str| LinesError::Line {
            line: number,
            what: what.to_owned(),
        };
        text.clear();
        let length = io::Read::take(&mut *input, LONGEST).read_line(&mut text)?;
        if length == 0 {
            return Err(wrong("is missing: the file was cut short"));
        }
        let line = text.trim_end();
        let Some(head) = begun.take() else {
            let head: Head = serde_json::from_str(line)
                .map_err(|_| wrong("does not begin a file that Delos wrote"))?;
            if head.delos > FORM {
                return Err(wrong(
                    "says that a newer Delos wrote the file: use that version",
                ));
            }
            begun = Some(head);
            continue;
        };
        if let Ok(Tail { end }) = serde_json::from_str(line) {
            return if end == count {
                Ok((head, count))
            } else {
                Err(wrong(&format!("ends {end} values, but there are {count}")))
            };
        }
        let read = serde_json::from_str(line)
            .map_err(|error| wrong(&format!("is not one that Delos wrote ({error})")))?;
        take(read).map_err(|what| wrong(&what))?;
        count += 1;
        begun = Some(head);
    }
}

/// Puts everything that a backup holds into empty trees; returns the number of values.
pub(super) fn restore(trees: &Trees, input: &mut dyn BufRead) -> Result<u64, LinesError> {
    let put = |tree: &sled::Tree, key: Vec<u8>, value: &[u8]| {
        tree.insert(key, value)
            .map(drop)
            .map_err(|error| error.to_string())
    };
    let (head, count) = each(input, |line| {
        let key = line
            .r#in
            .key_from_text(&line.key)
            .ok_or("has a key that is none")?;
        let bytes = line.value.get().as_bytes();
        let tree = line.r#in.tree(trees);
        match line.r#in {
            Place::Records => {
                let envelope: Envelope<Record> =
                    envelope::read(Kind::Record, bytes).map_err(|why| why.to_string())?;
                let name = envelope.r.key();
                if keys::key(&name) != key {
                    return Err(format!("holds {name} under another name"));
                }
                let rows = envelope.r.index_rows();
                for row in &rows {
                    put(&trees.rows, keys::row(&row.index, row.order, &name), &[])?;
                }
                // Its rows as they were just written: an older form may have had others.
                let value = Envelope::new(envelope.v, rows, envelope.r).bytes();
                put(tree, key, &value.ok_or("is too large")?)
            }
            Place::Messages => {
                let subject: String =
                    serde_json::from_str(line.value.get()).map_err(|error| error.to_string())?;
                keys::read_subject(subject.as_bytes()).ok_or("names no subject")?;
                put(tree, key, subject.as_bytes())
            }
            Place::Outgoing => {
                envelope::read::<Value>(Kind::Effect, bytes).map_err(|why| why.to_string())?;
                put(tree, key, bytes)
            }
            Place::Posts | Place::Retiring => {
                envelope::read::<Value>(Kind::Post, bytes).map_err(|why| why.to_string())?;
                put(tree, key, bytes)
            }
        }
    })?;
    if head.scope == Scope::Records {
        return Err(LinesError::Line {
            line: 1,
            what: "says that the file is an export, not a backup: import it".to_owned(),
        });
    }
    if let Some(part) = head.part {
        super::shard_guard::set(&trees.db, &part).map_err(|error| sled_said(&error))?;
    }
    Ok(count)
}

/// Hands every record of a backup or an export to `take`.
pub(super) fn records(
    input: &mut dyn BufRead,
    mut take: impl FnMut(Record) -> Result<(), String>,
) -> Result<(), LinesError> {
    each(input, |line| {
        if line.r#in != Place::Records {
            return Ok(());
        }
        let bytes = line.value.get().as_bytes();
        let envelope: Envelope<Record> =
            envelope::read(Kind::Record, bytes).map_err(|why| why.to_string())?;
        take(envelope.r)
    })
    .map(drop)
}
