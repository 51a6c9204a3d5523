//! Where the message of a subject is: what a front end keeps of its own.

use app::store::{Key, StoreError};
use serde::{Deserialize, Serialize};

use super::envelope::{self, Kind};

/// A message that shows a subject.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Post {
    /// The platform's number of the message.
    pub message: u64,
    /// The platform's number of the channel that it stands in.
    pub channel: u64,
    /// The version of the record that it shows.
    pub version: u64,
    /// The version that it showed first; earlier programs did not note it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first: Option<u64>,
    /// When it was sent, in milliseconds since 1970: old messages cannot be changed for ever.
    pub posted_at: i64,
    /// The content that remains of it when a newer message takes its place.
    pub remains: String,
}

pub(super) fn decode(key: Key, bytes: &[u8]) -> Result<Post, StoreError> {
    match envelope::read(Kind::Post, bytes) {
        Ok(envelope) => Ok(envelope.r),
        Err(why) => Err(StoreError::Unreadable(
            key,
            format!("the place of its message: {why}"),
        )),
    }
}
