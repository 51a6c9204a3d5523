//! The form of a stored value: `{"s": number of the form, "v": version, "i": index rows, "r": what is stored}`.
//!
//! JSON, because records outlive programs: a field can be added anywhere and old records still read. Whatever a new field
//! with a default cannot express is a new form: add a step to [`STEPS`] and keep a value of the old form as a test.

use std::fmt;

use app::store::IndexRow;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The most bytes of one value. sled keeps larger ones in files of their own and never removes those.
pub const MAX_VALUE: usize = 64 * 1024;

/// The number of the form in which values are written.
#[expect(
    clippy::cast_possible_truncation,
    reason = "there will not be four thousand million forms"
)]
pub const SCHEMA: u32 = STEPS.len() as u32 + 1;

/// What a value is, for a step that concerns only some.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// A record of the application, tagged with its type: `{"game": {...}}`.
    Record,
    /// An effect that is to be performed.
    Effect,
    /// Where a subject's message is.
    Post,
}

/// Brings a whole envelope from one form to the next, except for its `s`; or says why it cannot.
pub(super) type Step = fn(Kind, &mut Value) -> Result<(), String>;

/// The steps between forms, from 1 to 2 first.
const STEPS: &[Step] = &[];

/// A stored value around what is stored.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Envelope<T> {
    /// The number of the form.
    s: u32,
    /// How often this was written.
    pub(super) v: u64,
    /// The index rows written with it, to be removed with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) i: Vec<IndexRow>,
    /// What is stored.
    pub(super) r: T,
}

impl<T> Envelope<T> {
    /// An envelope of the present form.
    pub(super) fn new(version: u64, rows: Vec<IndexRow>, stored: T) -> Self {
        Self {
            s: SCHEMA,
            v: version,
            i: rows,
            r: stored,
        }
    }
}

impl<T: Serialize> Envelope<T> {
    /// The bytes to store; none when there are too many.
    pub(super) fn bytes(&self) -> Option<Vec<u8>> {
        // Types that derive `Serialize` and have text keys cannot fail to become JSON.
        serde_json::to_vec(self)
            .ok()
            .filter(|bytes| bytes.len() <= MAX_VALUE)
    }
}

/// Why a stored value could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Unreadable {
    /// A later version of the program wrote it.
    Newer { found: u32, known: u32 },
    /// It is not what it should be.
    Damaged(String),
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Newer { found, known } => write!(
                f,
                "a newer version of Delos wrote it (form {found}; this one knows forms up to {known}); run that version"
            ),
            Self::Damaged(why) => write!(f, "its stored form is damaged ({why}); restore a backup"),
        }
    }
}

/// Reads a stored value, brought up to date if it is of an older form.
pub(super) fn read<T: DeserializeOwned>(
    kind: Kind,
    bytes: &[u8],
) -> Result<Envelope<T>, Unreadable> {
    read_by(STEPS, kind, bytes)
}

fn read_by<T: DeserializeOwned>(
    steps: &[Step],
    kind: Kind,
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
        .ok_or_else(|| Unreadable::Damaged("form 0".to_owned()))?;
    let Some(missing) = steps.get(done..) else {
        let known = u32::try_from(steps.len() + 1).unwrap_or(u32::MAX);
        return Err(Unreadable::Newer { found, known });
    };
    if missing.is_empty() {
        return serde_json::from_slice(bytes).map_err(damaged);
    }
    let mut value: Value = serde_json::from_slice(bytes).map_err(damaged)?;
    for step in missing {
        step(kind, &mut value).map_err(Unreadable::Damaged)?;
    }
    serde_json::from_value(value).map_err(damaged)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rename(kind: Kind, envelope: &mut Value) -> Result<(), String> {
        if kind == Kind::Post {
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
    fn an_older_form_is_brought_up_to_date_when_it_is_read() {
        let read = |text: &str| {
            read_by::<Body>(&[rename], Kind::Post, text.as_bytes()).map(|e| (e.v, e.r))
        };
        assert_eq!(
            read(r#"{"s":1,"v":7,"r":{"old":5}}"#),
            Ok((7, Body { new: 5 }))
        );
        assert_eq!(
            read(r#"{"s":2,"v":7,"r":{"new":5}}"#),
            Ok((7, Body { new: 5 }))
        );
        assert_eq!(
            read(r#"{"s":1,"v":7,"r":{}}"#),
            Err(Unreadable::Damaged("no old name".to_owned()))
        );
    }

    #[test]
    fn a_newer_form_is_refused_with_a_sentence_that_says_what_to_do() {
        let refused = read_by::<Value>(&[rename], Kind::Record, br#"{"s":3,"and":"anything"}"#)
            .expect_err("newer");
        assert_eq!(
            refused.to_string(),
            "a newer version of Delos wrote it (form 3; this one knows forms up to 2); run that version"
        );
    }

    #[test]
    fn what_is_no_envelope_is_damaged() {
        for text in [
            "",
            "{}",
            "[1]",
            r#"{"s":0,"v":1,"r":1}"#,
            r#"{"s":1,"v":-1,"r":1}"#,
            "\u{0}",
        ] {
            let read = read::<Value>(Kind::Record, text.as_bytes());
            assert!(matches!(read, Err(Unreadable::Damaged(_))), "{text}");
        }
    }

    #[test]
    fn a_value_above_the_limit_is_not_stored() {
        let of = |length| {
            Envelope::new(1, Vec::new(), "x".repeat(length))
                .bytes()
                .map(|bytes| bytes.len())
        };
        let around = r#"{"s":1,"v":1,"r":""}"#.len();
        assert_eq!(of(MAX_VALUE - around), Some(MAX_VALUE));
        assert_eq!(of(MAX_VALUE - around + 1), None);
    }
}
