//! Who may read an answer, where the platform cannot show one to a single person in a room.

use crate::protocol::setting::Scope;

/// Who may read what a command is answered with, refusals included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Discretion {
    /// Everyone in the room: it tells them nothing about the person that they may not know.
    Open,
    /// Only the person who gave it.
    Secret,
    /// Everyone in the room if all of them see the game that the command is about, else only the person.
    AsTheGame,
}

impl Scope {
    /// Who may read its settings.
    pub(crate) fn discretion(self) -> Discretion {
        match self {
            Self::Own => Discretion::Secret,
            Self::Server => Discretion::Open,
        }
    }
}
