//! Commands about people.

use rules_core::{Color, Family};

use crate::model::ids::{GameId, LinkCode, Person, ServerId};
use crate::model::record::Pool;

/// A command about people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PeopleCommand {
    /// Show a person's profile; the asker's own if `None`.
    Profile(Option<Person>),
    /// List a person's finished games; the asker's own if `None`.
    History(Option<Person>),
    /// Show the page of a history that follows this game, for the player who had this side in it.
    OlderHistory(GameId, Color),
    /// Show a page of a leaderboard, counted from zero.
    Leaderboard(Family, Reach, u16),
    /// Show the server's weekly figures.
    Statistics,
    /// Block a person.
    Block(Person),
    /// Unblock a person.
    Unblock(Person),
    /// List the people whom the asker has blocked.
    Blocked,
    /// Show what is kept about people.
    Privacy,
    /// Export everything that is kept about the asker.
    Export,
    /// Ask for confirmation before [`PeopleCommand::Erase`].
    AskErase,
    /// Delete everything about the asker.
    Erase,
    /// Show which accounts of the asker are linked, or give them a code to link one.
    Link,
    /// Ask for confirmation before [`PeopleCommand::ConfirmLink`].
    LinkTo(LinkCode),
    /// Make the asker's account a second name of the one that was given this code.
    ConfirmLink(LinkCode),
    /// Ask for confirmation before [`PeopleCommand::Unlink`].
    AskUnlink,
    /// Separate the asker's accounts.
    Unlink,
}

impl PeopleCommand {
    /// The person that it is about, besides the asker.
    pub(crate) fn person(&self) -> Option<&Person> {
        match self {
            Self::Profile(of) | Self::History(of) => of.as_ref(),
            Self::Block(person) | Self::Unblock(person) => Some(person),
            _ => None,
        }
    }

    /// The same, to be changed.
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
