//! The parts of a store.

use serde::{Deserialize, Serialize};

use crate::stored_id::MessageId;

/// The trees with values; [`crate::keys`] lists their content.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TreeName {
    Records,
    /// Not in backups: index rows follow from the records.
    #[serde(skip)]
    Rows,
    Outgoing,
    Posts,
    Messages,
    Retiring,
}

impl TreeName {
    pub(crate) const ALL: [Self; 6] = [
        Self::Records,
        Self::Rows,
        Self::Outgoing,
        Self::Posts,
        Self::Messages,
        Self::Retiring,
    ];

    /// Permanent: it is part of stored hashes.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Records => 0,
            Self::Rows => 1,
            Self::Outgoing => 2,
            Self::Posts => 3,
            Self::Messages => 4,
            Self::Retiring => 5,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Records => "records",
            Self::Rows => "rows",
            Self::Outgoing => "outgoing",
            Self::Posts => "posts",
            Self::Messages => "messages",
            Self::Retiring => "retiring",
        }
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
