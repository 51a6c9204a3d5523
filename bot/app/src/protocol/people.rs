//! Commands about people.

use rules_core::{Color, Family};

use crate::model::ids::{GameId, LinkCode, Person, ServerId};
use crate::model::record::Pool;
use crate::protocol::discretion::Discretion;
use crate::protocol::permission::Need;
use crate::protocol::row::declare_commands;
use crate::protocol::subject::Reads;
use crate::protocol::table::people_commands;

people_commands!(declare_commands);

impl PeopleCommand {
    /// The person named in the command, besides its author.
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Self::Profile(of) | Self::History(of) => of.as_ref(),
            Self::Block(person) | Self::Unblock(person) => Some(person),
            _ => None,
        }
    }

    /// The person named, as [`PeopleCommand::person`] returns them, to be replaced.
    pub(crate) fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Self::Profile(of) | Self::History(of) => of.as_mut(),
            Self::Block(person) | Self::Unblock(person) => Some(person),
            _ => None,
        }
    }
}

/// Which games a leaderboard's ratings come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reach {
    /// Games on this server.
    Here,
    /// Games anywhere.
    Everywhere,
}

impl Reach {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Here, Self::Everywhere];

    /// The letter in button addresses.
    pub fn code(self) -> &'static str {
        match self {
            Self::Here => "h",
            Self::Everywhere => "e",
        }
    }

    /// Parses [`Reach::code`].
    pub fn from_code(code: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|reach| reach.code() == code)
    }

    /// The rating pool; in a direct conversation there is no "here".
    pub(crate) fn pool(self, server: Option<&ServerId>) -> Pool {
        match (self, server) {
            (Self::Here, Some(server)) => Pool::Server(server.clone()),
            _ => Pool::Everywhere,
        }
    }
}
