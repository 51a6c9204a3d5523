//! The envelope of a stored value: `{"s": schema, "v": version, "i": index rows, "h": an effect's home, "r": the value}`.
//!
//! JSON, because records outlive programs: fields can be added, and old records still parse. A change that a field with a
//! default cannot express is a new schema: add a migration to [`MIGRATIONS`], and keep a value of the old schema as a test.

use app::effect::{Effect, EffectId, Outgoing};
use app::store::{IndexRow, Key, StoreError, Stored};
use app::{Home, Record};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::keys;

/// The largest value in bytes. sled keeps larger ones in separate files and never removes those.
pub const MAX_VALUE: usize = 64 * 1024;

/// The schema in which values are written.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there will not be 2^32 schemas"
)]
pub const SCHEMA: u32 = MIGRATIONS.len() as u32 + 1;

/// The kind of a value, for migrations of one kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ValueKind {
    /// A record of the application, tagged with its type: `{"game": {...}}`.
    Record,
    Effect,
    /// A subject's message.
    Post,
}

/// Migrates a whole envelope to the next schema, except for its `s`, or says why it cannot.
pub(crate) type Migration = fn(ValueKind, &mut Value) -> Result<(), String>;

/// Migrations from each schema to the next, from schema 1 first.
const MIGRATIONS: &[Migration] = &[];

/// A stored value with its metadata.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Envelope<T> {
    s: u32,
    /// How often the value was written.
    pub(crate) v: u64,
    /// The index rows written with it, to remove with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) i: Vec<IndexRow>,
    /// The home of an effect; absent for other values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) h: Option<Home>,
    pub(crate) r: T,
}

impl<T> Envelope<T> {
    /// An envelope of the present schema.
    pub(crate) fn new(version: u64, rows: Vec<IndexRow>, stored: T) -> Self {
        Self {
            s: SCHEMA,
            v: version,
            i: rows,
            h: None,
            r: stored,
        }
    }
}

impl<T: Serialize> Envelope<T> {
    /// Encodes the envelope; `None` above [`MAX_VALUE`].
    pub(crate) fn bytes(&self) -> Option<Vec<u8>> {
        // Derived `Serialize` with text keys cannot fail.
        serde_json::to_vec(self)
            .ok()
            .filter(|bytes| bytes.len() <= MAX_VALUE)
    }
}

/// Why a stored value could not be read.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub(crate) enum Unreadable {
    /// A later version of the program wrote it.
    #[error(
        "written by a newer version of Delos (schema {found}; this version reads up to {known}): run that version"
    )]
    Newer { found: u32, known: u32 },
    /// It is not a valid value.
    #[error("damaged ({0}): restore a backup")]
    Damaged(String),
}

/// Reads a stored value, migrated to the present schema.
pub(crate) fn read<T: DeserializeOwned>(
    kind: ValueKind,
    bytes: &[u8],
) -> Result<Envelope<T>, Unreadable> {
    read_with(MIGRATIONS, kind, bytes)
}

/// Encodes a record that has these index rows, at a version.
pub(crate) fn write_record(
    version: u64,
    record: &Record,
    rows: &[Vec<u8>],
) -> Result<Vec<u8>, StoreError> {
    let key = record.key();
    let bytes = Envelope::new(version, record.index_rows(), record).bytes();
    bytes
        .filter(|_| keys::fit(&keys::key(&key), rows))
        .ok_or(StoreError::TooLarge(key))
}

pub(crate) fn write_effect(outgoing: &Outgoing) -> Result<Vec<u8>, StoreError> {
    let envelope = Envelope {
        h: Some(outgoing.home),
        ..Envelope::new(1, Vec::new(), &outgoing.effect)
    };
    let bytes = envelope.bytes();
    bytes.ok_or_else(|| StoreError::TooLarge(outgoing.effect.key()))
}

/// Reads the record that is stored under a key.
pub(crate) fn read_record(key: &Key, bytes: &[u8]) -> Result<Stored, StoreError> {
    match read(ValueKind::Record, bytes) {
        Ok(Envelope { v, r, .. }) => Ok(Stored {
            version: v,
            record: r,
        }),
        Err(why) => Err(StoreError::Unreadable(key.clone(), why.to_string())),
    }
}

/// Reads a stored effect with its home.
pub(crate) fn read_effect(bytes: &[u8]) -> Result<(Home, Effect), Unreadable> {
    let envelope = read(ValueKind::Effect, bytes)?;
    let home = envelope.h;
    let home = home.ok_or_else(|| Unreadable::Damaged("an effect without a home".to_owned()))?;
    Ok((home, envelope.r))
}

/// Reads a pending effect. One that can't be read is logged, and stays for a version that can.
pub(crate) fn read_outgoing(id: EffectId, bytes: &[u8]) -> Option<Outgoing> {
    match read_effect(bytes) {
        Ok((home, effect)) => Some(Outgoing { id, home, effect }),
        Err(why) => {
            tracing::error!(effect = %id.0, %why, "effect not readable");
            None
        }
    }
}

fn read_with<T: DeserializeOwned>(
    migrations: &[Migration],
    kind: ValueKind,
    bytes: &[u8],
) -> Result<Envelope<T>, Unreadable> {
    #[derive(Deserialize)]
    struct Head {
        s: u32,
    }
    let damaged = |error: serde_json::Error| Unreadable::Damaged(error.to_string());
    let Head { s: found } = serde_json::from_slice(bytes).map_err(damaged)?;
    let done = (found as usize)
        .checked_sub(1)
        .ok_or_else(|| Unreadable::Damaged("schema 0".to_owned()))?;
    let Some(missing) = migrations.get(done..) else {
        let known = u32::try_from(migrations.len() + 1).unwrap_or(u32::MAX);
        return Err(Unreadable::Newer { found, known });
    };
    if missing.is_empty() {
        return serde_json::from_slice(bytes).map_err(damaged);
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(damaged)?;
    for migrate in missing {
        migrate(kind, &mut value).map_err(Unreadable::Damaged)?;
    }
    serde_json::from_value(value).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rename(kind: ValueKind, envelope: &mut Value) -> Result<(), String> {
        if kind == ValueKind::Post {
            let body = envelope["r"].as_object_mut().ok_or("no body")?;
            let old = body.remove("old").ok_or("no old name")?;
            body.insert("new".to_owned(), old);
        }
        Ok(())
    }

    #[derive(Deserialize, PartialEq, Debug)]
    struct Body {
        new: u8,
    }

    #[test]
    fn an_older_schema_is_migrated_when_it_is_read_and_a_newer_one_refused() {
        let read = |text: &str| {
            let read = read_with::<Body>(&[rename], ValueKind::Post, text.as_bytes());
            read.map(|envelope| (envelope.v, envelope.r))
        };
        for text in [
            r#"{"s":1,"v":7,"r":{"old":5}}"#,
            r#"{"s":2,"v":7,"r":{"new":5}}"#,
        ] {
            assert_eq!(read(text), Ok((7, Body { new: 5 })));
        }
        let damaged = Unreadable::Damaged("no old name".to_owned());
        assert_eq!(read(r#"{"s":1,"v":7,"r":{}}"#), Err(damaged));
        let newer = read(r#"{"s":3,"and":"anything"}"#).expect_err("newer");
        assert_eq!(
            newer.to_string(),
            "written by a newer version of Delos (schema 3; this version reads up to 2): run that version"
        );
    }

    #[test]
    fn anything_but_an_envelope_is_damaged() {
        for text in [
            "",
            "{}",
            "[1]",
            r#"{"s":0,"v":1,"r":1}"#,
            r#"{"s":1,"v":-1,"r":1}"#,
            "\u{0}",
        ] {
            let read = read::<Value>(ValueKind::Record, text.as_bytes());
            assert!(matches!(read, Err(Unreadable::Damaged(_))), "{text}");
        }
    }

    #[test]
    fn a_value_above_the_limit_is_not_stored() {
        let of = |length| {
            let bytes = Envelope::new(1, Vec::new(), "x".repeat(length)).bytes();
            bytes.map(|bytes| bytes.len())
        };
        let around = r#"{"s":1,"v":1,"r":""}"#.len();
        assert_eq!(of(MAX_VALUE - around), Some(MAX_VALUE));
        assert_eq!(of(MAX_VALUE - around + 1), None);
    }
}
