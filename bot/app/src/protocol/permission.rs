//! Permissions: who may give a command, and who may read its answer. Each use case enforces who may give it; the rows of commands
//! summarize that. A test tries every command as every kind of person, and compares the outcome with this summary and with
//! `PERMISSIONS.md`.

use crate::model::Person;
use crate::protocol::Scope;

/// The people who may give a command, as [`Need::words`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Need {
    Anyone,
    /// Everyone, unless they or the person asked have blocked the other.
    Unblocked,
    /// The challenged person; for an open challenge, everyone on its server, or with its code if it is open to other chats, except
    /// its maker and people they blocked.
    Asked,
    Challenged,
    Challenging,
    Concerned,
    Playing,
    OnMove,
    Offered,
    Offering,
    /// Everyone who sees the game: its players, and others where it is played.
    Seeing,
    Watching,
    /// Managers of the server, by Discord's permission "Manage Server".
    Managing,
    Local,
    Invited,
    Organizing,
}

/// The permitted readers of the answer to a command, refusals included, where the platform cannot show it to a single person in a
/// room.
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
    /// The people who may see and change these settings.
    pub(crate) fn needs(self) -> Need {
        match self {
            Self::Own => Need::Anyone,
            Self::Server => Need::Managing,
        }
    }

    /// The readers of answers about these settings.
    pub(crate) fn discretion(self) -> Discretion {
        match self {
            Self::Own => Discretion::Secret,
            Self::Server => Discretion::Open,
        }
    }
}

impl Need {
    /// The need of a challenge to this person, or to everyone.
    pub(crate) fn to_challenge(opponent: Option<&Person>) -> Self {
        match opponent {
            Some(_) => Self::Unblocked,
            None => Self::Anyone,
        }
    }

    /// English, for `PERMISSIONS.md`.
    pub fn words(self) -> &'static str {
        match self {
            Self::Anyone => "everyone",
            Self::Unblocked => "everyone, unless one has blocked the other",
            Self::Asked => {
                "the challenged person; for an open challenge, everyone on the server, or with its code if it is open to other chats, but its maker and people they blocked"
            }
            Self::Challenged => "the challenged person",
            Self::Challenging => "the challenger",
            Self::Concerned => "the challenger and the challenged person",
            Self::Playing => "the two players",
            Self::OnMove => "the player to move",
            Self::Offered => "the player who received the offer",
            Self::Offering => "the player who made the offer",
            Self::Seeing => "everyone who can see the game",
            Self::Watching => "everyone who can see the game, except its players",
            Self::Managing => "managers of the server",
            Self::Local => "everyone on the tournament's server",
            Self::Invited => "the invited person",
            Self::Organizing => {
                "the tournament's creator, managers of its server, and people with the organizer role"
            }
        }
    }
}
