//! What people can ask about people.

use rules_core::{Color, Family};

use crate::model::ids::{GameId, Person, ServerId};
use crate::model::record::Pool;

/// A command about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleCommand {
    /// ButtonStyle at somebody's profile, or one's own.
    Profile(Option<Person>),
    /// List somebody's finished games, or one's own.
    History(Option<Person>),
    /// Go on in the games of whoever played this side in this game.
    OlderHistory(GameId, Color),
    /// See who is rated best; the pages begin with 0.
    Leaderboard(Family, Reach, u16),
    /// See what was played on this server.
    Statistics,
    /// Have nothing more to do with somebody.
    Block(Person),
    /// Take that back.
    Unblock(Person),
    /// List whom one has blocked.
    Blocked,
    /// Read what is kept about people.
    Privacy,
    /// Get all that is kept about oneself.
    Export,
    /// Be asked whether everything about oneself is to be deleted.
    AskErase,
    /// Have everything about oneself deleted.
    Erase,
}

/// Whose ratings are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Those of games on this server.
    Here,
    /// Those of games anywhere.
    Everywhere,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Here, Self::Everywhere];

    /// One letter for addresses of buttons.
    pub fn code(self) -> &'static str {
        match self {
            Self::Here => "h",
            Self::Everywhere => "e",
        }
    }

    /// Reads what [`Reach::code`] wrote.
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reach| reach.code() == code)
    }

    /// The opponents whose ratings are compared; in a direct conversation there is no "here".
    pub(crate) fn pool(self, server: Option<&ServerId>) -> Pool {
        match (self, server) {
            (Self::Here, Some(server)) => Pool::Server(server.clone()),
            _ => Pool::Everywhere,
        }
    }
}
