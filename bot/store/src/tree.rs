//! The parts of a store.

use serde::{Deserialize, Serialize};

use crate::stored_id::MessageId;

/// The trees with values; [`crate::keys`] lists their content. Their numbers are permanent: they are part of stored hashes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TreeName {
    Records = 0,
    /// Not in backups: index rows follow from the records.
    #[serde(skip)]
    Rows = 1,
    Outgoing = 2,
    Posts = 3,
    Messages = 4,
    Retiring = 5,
}

impl TreeName {
    /// All of them, by number.
    pub(crate) const ALL: [Self; 6] = [
        Self::Records,
        Self::Rows,
        Self::Outgoing,
        Self::Posts,
        Self::Messages,
        Self::Retiring,
    ];

    pub(crate) fn name(self) -> &'static str {
        let all = [
            "records", "rows", "outgoing", "posts", "messages", "retiring",
        ];
        all[self as usize]
    }

    fn has_messages_as_keys(self) -> bool {
        matches!(self, Self::Messages | Self::Retiring)
    }

    /// Returns a key as text: as in a backup, and on PostgreSQL where the column is text.
    pub(crate) fn key_to_text(self, key: &[u8]) -> Option<String> {
        if self.has_messages_as_keys() {
            return Some(MessageId::from_key(key)?.to_text());
        }
        String::from_utf8(key.to_vec()).ok()
    }

    /// Reads what [`Self::key_to_text`] wrote.
    pub(crate) fn key_from_text(self, text: &str) -> Option<Vec<u8>> {
        if self.has_messages_as_keys() {
            return Some(MessageId::from_text(text)?.key());
        }
        Some(text.as_bytes().to_vec())
    }
}
