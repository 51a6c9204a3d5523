//! Threads of games.

use serde::{Deserialize, Serialize};

use crate::model::ids::{ChallengeId, RoomId};
use crate::model::record::defaults::is_default;

/// Whether a game has its own thread.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thread {
    /// The board is shown in the game's room.
    #[default]
    None,
    /// Still to be opened in the game's room.
    Wanted {
        /// The challenge to whose message it is attached; `None` for a message of its own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        beneath: Option<ChallengeId>,
    },
    /// The game's room is a thread.
    Own {
        /// The room that holds the thread; the game moves there if the thread is gone.
        parent: RoomId,
        /// Whether it is still to be closed after the game; false in records of versions that closed none.
        #[serde(default, skip_serializing_if = "is_default")]
        closes: bool,
    },
}
