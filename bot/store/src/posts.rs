//! Messages that show subjects, as a front end records them.

use app::RoomId;
use app::effect::{Effect, Show, Subject};
use app::store::{Key, Result, StoreError};
use serde::{Deserialize, Serialize};

use crate::envelope::{self, Envelope, ValueKind};
use crate::keys::{self, MAX_ID_LENGTH};
use crate::stored_id::{self, MessageId};

/// A message that shows a subject.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// The message.
    #[serde(with = "stored_id")]
    pub message: MessageId,
    /// The room of the message.
    #[serde(rename = "channel", with = "stored_id")]
    pub room: RoomId,
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

pub(crate) fn encode(subject: Subject, post: &Post) -> Result<Vec<u8>> {
    Envelope::new(1, Vec::new(), post)
        .bytes()
        .filter(|_| post.message.as_str().len() <= MAX_ID_LENGTH)
        .ok_or_else(|| StoreError::TooLarge(subject.key()))
}

pub(crate) fn decode(key: Key, bytes: &[u8]) -> Result<Post> {
    match envelope::read(ValueKind::Post, bytes) {
        Ok(envelope) => Ok(envelope.r),
        Err(why) => Err(StoreError::Unreadable(key, format!("its message: {why}"))),
    }
}

/// Reads a replaced message. An unreadable one is from a later version, which retires it.
pub(crate) fn decode_retiring(bytes: &[u8]) -> Option<Post> {
    let envelope = envelope::read(ValueKind::Post, bytes).ok()?;
    Some(envelope.r)
}

/// Reads the subject that a message shows or has shown.
pub(crate) fn decode_subject(message: &MessageId, bytes: &[u8]) -> Result<Subject> {
    keys::read_subject(bytes).ok_or_else(|| {
        StoreError::Unavailable(format!("the entry of message {message} is damaged"))
    })
}

/// Reads an effect that shows a subject at a later version; `None` for any other.
pub(crate) fn later_show(bytes: &[u8], subject: Subject, version: u64) -> Option<Show> {
    match envelope::read_effect(bytes).ok()? {
        (_, Effect::Show(show)) if show.subject == subject && show.version > version => Some(show),
        _ => None,
    }
}
