//! What is announced to servers.

use serde::{Deserialize, Serialize};

use crate::model::ids::{RoomId, TournamentId};

/// News for everybody in a room.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Announce {
    /// The room.
    pub room: RoomId,
    /// What is announced there.
    #[serde(flatten)]
    pub news: News,
}

/// What is announced.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum News {
    /// Words of whoever runs Delos.
    Words(String),
    /// A tournament that can be entered.
    Opened(TournamentId),
    /// A tournament that is over.
    Over(TournamentId),
}

impl Announce {
    /// The longest words, in characters.
    pub const MOST: usize = 1500;
}
