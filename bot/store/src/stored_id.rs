//! Ids of messages and rooms as posts store them.
//!
//! Discord's are stored as the numbers that they are, and those of other platforms as texts. So a store that was filled from
//! Discord alone is the same as it was when it knew numbers only, and earlier programs read it.
//!
//! | where | `discord:81384788765712384` | `matrix:$event` |
//! | --- | --- | --- |
//! | JSON | number | text |
//! | key of `messages` and `retiring` on sled | 8 bytes, big-endian | text; from 8 bytes on with a NUL after it |
//! | on PostgreSQL, and in a backup | `81384788765712384` | text |

use std::fmt;

use app::RoomId;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use text::opaque_id;

/// Prefix of the ids that are stored as numbers.
const NUMBERED: &str = "discord:";

/// Bytes of a number as a key.
const NUMBER_LENGTH: usize = 8;

opaque_id! {
    /// A message on some platform: `discord:81384788765712384`, or `matrix:$event`.
    MessageId
}

impl MessageId {
    /// The key of `messages` and `retiring` on sled.
    pub(crate) fn key(&self) -> Vec<u8> {
        match StoredId::of(self.as_str()) {
            StoredId::Number(number) => number.to_be_bytes().to_vec(),
            StoredId::Text(text) => {
                let mut bytes = text.into_bytes();
                // No text has the length of a number, whatever it is.
                if bytes.len() >= NUMBER_LENGTH {
                    bytes.push(0);
                }
                bytes
            }
        }
    }

    /// Reads what [`MessageId::key`] wrote.
    pub(crate) fn from_key(key: &[u8]) -> Option<Self> {
        if let Ok(number) = key.try_into() {
            return Some(StoredId::Number(u64::from_be_bytes(number)).into());
        }
        let bytes = match key.split_last() {
            Some((0, text)) if text.len() >= NUMBER_LENGTH => text,
            _ if key.is_empty() || key.len() >= NUMBER_LENGTH => return None,
            _ => key,
        };
        let text = std::str::from_utf8(bytes).ok()?;
        let id = Self::new(text);
        (id.key() == key).then_some(id)
    }

    /// The id on PostgreSQL and in a backup.
    pub(crate) fn to_text(&self) -> String {
        match StoredId::of(self.as_str()) {
            StoredId::Number(number) => number.to_string(),
            StoredId::Text(text) => text,
        }
    }

    /// Reads what [`MessageId::to_text`] wrote. Ids begin with their platform, so no other one is a number.
    pub(crate) fn from_text(text: &str) -> Option<Self> {
        let number = text.parse().ok().filter(|&number| is_plain(number, text));
        let id = match number {
            Some(number) => StoredId::Number(number).into(),
            None => Self::new(text),
        };
        (!text.is_empty() && id.to_text() == text).then_some(id)
    }
}

/// An id as JSON has it.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
pub(crate) enum StoredId {
    Number(u64),
    Text(String),
}

impl StoredId {
    fn of(name: &str) -> Self {
        let digits = name.strip_prefix(NUMBERED);
        let number = digits.and_then(|digits| {
            let number = digits.parse().ok()?;
            is_plain(number, digits).then_some(number)
        });
        number.map_or_else(|| Self::Text(name.to_owned()), Self::Number)
    }

    fn name(self) -> String {
        match self {
            Self::Number(number) => format!("{NUMBERED}{number}"),
            Self::Text(text) => text,
        }
    }
}

/// Whether a number is written in the one way in which it is written here.
fn is_plain(number: u64, digits: &str) -> bool {
    number.to_string() == digits
}

impl From<StoredId> for MessageId {
    fn from(id: StoredId) -> Self {
        Self::new(id.name())
    }
}

impl From<StoredId> for RoomId {
    fn from(id: StoredId) -> Self {
        Self::new(id.name())
    }
}

/// For `serde(serialize_with)`: an id of a message or a room.
pub(crate) fn serialize<S: Serializer>(
    id: &impl fmt::Display,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    StoredId::of(&id.to_string()).serialize(serializer)
}

/// For `serde(deserialize_with)`.
pub(crate) fn deserialize<'de, D: Deserializer<'de>, T: From<StoredId>>(
    deserializer: D,
) -> Result<T, D::Error> {
    StoredId::deserialize(deserializer).map(T::from)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[derive(Serialize, Deserialize)]
    struct Ids {
        #[serde(with = "super")]
        message: MessageId,
        #[serde(with = "super")]
        room: RoomId,
    }

    #[test]
    fn only_what_discord_numbers_is_a_number() {
        let number = MessageId::new("discord:81384788765712384");
        assert_eq!(number.key(), 81_384_788_765_712_384_u64.to_be_bytes());
        assert_eq!(number.to_text(), "81384788765712384");
        for text in ["discord:", "discord:007", "discord:+7", "matrix:$7", "a:7"] {
            assert_eq!(MessageId::new(text).to_text(), text);
        }
    }

    #[test]
    fn text_that_no_program_wrote_is_no_id() {
        for key in [
            &b""[..],
            b"matrix:$long",
            b"a\0\xFF",
            b"discord:5\0",
            b"\xFF",
        ] {
            assert_eq!(MessageId::from_key(key), None, "{key:?}");
        }
        for text in ["", "discord:5"] {
            assert_eq!(MessageId::from_text(text), None);
        }
        assert!(serde_json::from_str::<Ids>(r#"{"message":-1,"room":1}"#).is_err());
    }

    fn name() -> impl Strategy<Value = String> {
        prop_oneof![
            any::<u64>().prop_map(|number| format!("discord:{number}")),
            "[a-z]{1,8}:\\PC{0,255}",
            any::<String>().prop_map(|text| format!("matrix:${text}")),
        ]
    }

    proptest! {
        #[test]
        fn every_form_reads_back_and_no_two_ids_share_one(one in name(), other in name()) {
            let (id, another) = (MessageId::new(&*one), MessageId::new(&*other));
            prop_assert_eq!(MessageId::from_key(&id.key()), Some(id.clone()));
            prop_assert_eq!(MessageId::from_text(&id.to_text()), Some(id.clone()));
            prop_assert_eq!(id.key() == another.key(), one == other);
            prop_assert_eq!(id.to_text() == another.to_text(), one == other);
            let ids = Ids { message: id.clone(), room: RoomId::new(&*other) };
            let read: Ids = serde_json::from_str(&serde_json::to_string(&ids).unwrap()).unwrap();
            prop_assert_eq!((read.message, read.room), (id, ids.room));
        }
    }
}
