//! Discretion: the permitted readers of an answer, where the platform cannot show it to a single person in a room.

use crate::protocol::setting::Scope;

/// The permitted readers of the answer to a command, refusals included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discretion {
    /// Everyone in the room: the answer reveals nothing private about the author.
    Open,
    /// Only the author.
    Secret,
    /// Everyone in the room if all of them see the game of the command, else only the author.
    AsTheGame,
}

impl Scope {
    /// The readers of answers about these settings.
    pub(crate) fn discretion(self) -> Discretion {
        match self {
            Self::Own => Discretion::Secret,
            Self::Server => Discretion::Open,
        }
    }
}
