//! Announcements to servers.

use serde::{Deserialize, Serialize};

use crate::model::ids::{PlayerId, RoomId, ServerId, TournamentId};
use crate::protocol::replay::Posting;

/// News for everyone in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs, reason = "field names say it")]
pub struct Announce {
    pub room: RoomId,
    #[serde(flatten)]
    pub news: News,
}

/// The subject of an announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// The operator's own words.
    Words(String),
    /// Delos has joined this server.
    Joined(ServerId),
    /// Delos has joined a direct conversation to which this person invited it.
    Met(PlayerId),
    /// A tournament is open for entries.
    Opened(TournamentId),
    /// A tournament is over.
    Over(TournamentId),
    /// Something that a person posted for everyone in the room.
    Posted(Box<Posting>),
}

impl Announce {
    /// The longest words, in characters.
    pub const MOST: usize = 1500;
}
