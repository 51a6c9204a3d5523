//! A game's thread: a place of its own, beneath the room where it was agreed on.

use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, RoomId};

/// Whether a game has a thread for itself.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thread {
    /// Its board is shown where it was agreed on.
    #[default]
    None,
    /// It is to get one in its room, which is therefore not yet that of the thread.
    Wanted {
        /// The challenge beneath whose message it hangs; beneath a message of its own if there is none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beneath: Option<ChallengeId>,
    },
    /// Its room is a thread.
    Own {
        /// The room that holds the thread: there the game goes on if the thread cannot be used any more.
        parent: RoomId,
    },
}
