//! Messages that show subjects, as a front end records them.

use app::store::{Key, StoreError};
use serde::{Deserialize, Serialize};

use super::envelope::{self, ValueKind};

/// A message that shows a subject.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// The platform's id of the message.
    pub message: u64,
    /// The platform's id of the channel.
    pub channel: u64,
    /// The version of the record shown.
    pub version: u64,
    /// The version shown first; not recorded by earlier programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// When it was posted, in milliseconds since 1970: platforms limit edits of old messages.
    pub posted_at: i64,
    /// The content that is left when a newer message replaces it.
    pub remains: String,
}

pub(super) fn decode(key: Key, bytes: &[u8]) -> Result<Post, StoreError> {
    match envelope::read(ValueKind::Post, bytes) {
        Ok(envelope) => Ok(envelope.r),
        Err(why) => Err(StoreError::Unreadable(key, format!("its message: {why}"))),
    }
}
