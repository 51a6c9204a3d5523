//! Commands about people.

use rules_core::{Color, Family};

use crate::model::record::preferences::choice;
use crate::model::{GameId, LinkCode, Person, Pool, ServerId};
use crate::protocol::row::declare_commands;
use crate::protocol::table::people_commands;
use crate::protocol::{Discretion, Need, Reads};

people_commands!(declare_commands);

impl PeopleCommand {
    /// The person named in the command, besides its author.
    pub(crate) fn person_mut(&mut self) -> Option<&mut Person> {
        match self {
            Self::Profile(of) | Self::History(of) => of.as_mut(),
            Self::Block(person) | Self::Unblock(person) => Some(person),
            _ => None,
        }
    }
}

choice! {
    /// Which games a leaderboard's ratings come from.
    Reach {
        /// Games on this server.
        Here = "h",
        /// Games anywhere.
        Everywhere = "e",
    }
}

impl Reach {
    /// The rating pool; in a direct conversation there is no "here".
    pub(crate) fn pool(self, server: Option<&ServerId>) -> Pool {
        match (self, server) {
            (Self::Here, Some(server)) => Pool::Server(server.clone()),
            _ => Pool::Everywhere,
        }
    }
}
