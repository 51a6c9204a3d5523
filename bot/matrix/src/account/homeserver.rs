//! The account's homeserver.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::account::content::Content;
use crate::account::event::Sync;

/// A homeserver, through one account.
///
/// A transaction id makes a request safe to repeat: the same id in the same room has one outcome, also after restarts, for at
/// least a day; but only as long as the same device makes it. It must be unique in the room over messages, reactions and redactions.
#[async_trait]
pub trait Homeserver: fmt::Debug + Send + std::marker::Sync + 'static {
    /// The user id of this account, such as `@delos:example.org`.
    fn me(&self) -> &str;

    /// Waits for what happens next, at most half a minute: an empty sync is a sign of life.
    ///
    /// What is not acknowledged is heard again by the next run of the program.
    ///
    /// # Errors
    /// See [`Error`]; after a transient one, ask again in a moment.
    async fn sync(&self) -> Result<Sync, Error>;

    /// How often the account was connected again within this run, after a fault in the program.
    fn restarts(&self) -> u64 {
        0
    }

    /// Notes that everything in a sync is handled.
    ///
    /// # Errors
    /// When that cannot be stored.
    async fn acknowledge(&self, token: &str) -> Result<(), Error>;

    /// What another device of this account needs to hear what follows a sync; see [`resume`](Self::resume). None if it is heard
    /// again, since the account was connected again.
    ///
    /// # Errors
    /// When no sync that is not acknowledged yet has this token.
    async fn bookmark(&self, token: &str) -> Result<Option<String>, Error>;

    /// Hears what follows another device's bookmark, and not again what this one has heard before it. Without a bookmark, what
    /// has happened since this run began is heard again.
    ///
    /// # Errors
    /// When the bookmark cannot be read.
    async fn resume(&self, bookmark: Option<&str>) -> Result<(), Error>;

    /// Sends a message, encrypted where the room is, and returns the id of its event. A file is uploaded first.
    ///
    /// # Errors
    /// See [`Error`].
    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String, Error>;

    /// Reacts to a message with `key`, and returns the id of the reaction. The same reaction twice is no error.
    ///
    /// # Errors
    /// See [`Error`].
    async fn react(
        &self,
        room: &str,
        transaction: &str,
        to: &str,
        key: &str,
    ) -> Result<String, Error>;

    /// Removes the content of an event of this account.
    ///
    /// # Errors
    /// See [`Error`].
    async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<(), Error>;

    /// The decrypted content of a message of this account, in its present form; none for another sender's, for a redacted one,
    /// and where its keys are lost.
    ///
    /// # Errors
    /// See [`Error`].
    async fn own_content(
        &self,
        room: &str,
        event: &str,
    ) -> Result<Option<Map<String, Value>>, Error>;

    /// The direct room with a person, made and encrypted if there is none. Who left it or declined to come is invited again only
    /// if they ask for something.
    ///
    /// # Errors
    /// See [`Error`]; [`Error::Forbidden`] for one who left or cannot be invited.
    async fn direct_room(&self, person: &str, is_asked: bool) -> Result<String, Error>;

    /// Joins a room to which the account is invited, or which replaces one that it is in.
    ///
    /// # Errors
    /// See [`Error`].
    async fn join(&self, room: &str) -> Result<(), Error>;

    /// Leaves a room, or declines an invitation.
    ///
    /// # Errors
    /// See [`Error`].
    async fn leave(&self, room: &str) -> Result<(), Error>;

    /// What is known about a room; none if the account is not in it.
    ///
    /// # Errors
    /// See [`Error`].
    async fn room(&self, room: &str) -> Result<Option<Room>, Error>;

    /// The rooms in which the account is and that are replaced by another one, each with that one. Their managers can say so of any
    /// room: see [`Homeserver::predecessor`].
    ///
    /// # Errors
    /// See [`Error`].
    async fn replaced_rooms(&self) -> Result<Vec<(String, String)>, Error>;

    /// The room that one was made to replace, if the account is in both and both say so.
    ///
    /// # Errors
    /// See [`Error`].
    async fn predecessor(&self, room: &str) -> Result<Option<String>, Error>;

    /// The id of the room with an address such as `#chess:example.org`, by the directory of this homeserver or the rooms that the
    /// account is in: no other homeserver is asked.
    ///
    /// # Errors
    /// See [`Error`].
    async fn room_of(&self, address: &str) -> Result<Option<String>, Error>;

    /// A member of a room; none for someone who is not in it. Takes no longer in a large room than in a small one.
    ///
    /// # Errors
    /// See [`Error`].
    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>, Error>;

    /// All members of a room, of whom there may be tens of thousands.
    ///
    /// # Errors
    /// See [`Error`].
    async fn members(&self, room: &str) -> Result<Vec<Member>, Error>;

    /// Sets a member's power level.
    ///
    /// # Errors
    /// See [`Error`].
    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<(), Error>;
}

/// A room in which this account is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// Its name, as clients show it.
    pub name: String,
    /// What it is for.
    pub kind: RoomKind,
    /// Whether its messages are encrypted.
    pub is_encrypted: bool,
    /// How many are in it, this account included.
    pub members: u64,
    /// Whether this account may send messages.
    pub may_send: bool,
    /// The power level that changing the room's power levels takes.
    pub managing_level: i64,
}

/// What a room is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoomKind {
    /// A conversation of this account with one person.
    Direct,
    /// A conversation of any number of people.
    Group,
    /// It holds rooms, and no one talks in it.
    Space,
}

/// A member of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// Their user id.
    pub id: String,
    /// The name that they chose, which others may have too; perhaps empty.
    pub name: String,
    /// Whether another member is known to have the same name.
    pub shares_name: bool,
    /// Their power level: 100 for administrators, 50 for moderators, 0 for others by default. Creators of rooms of version 12
    /// have [`i64::MAX`].
    pub power: i64,
}

/// Why a request failed.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Transient: no connection, a timeout, or an error of the homeserver.
    #[error("the homeserver is out of reach: {0}")]
    Unreachable(String),
    /// The homeserver wants fewer requests.
    #[error("the homeserver asks to wait {0:?}")]
    TooMany(Duration),
    /// The account may not do this in the room.
    #[error("the homeserver forbids it: {0}")]
    Forbidden(String),
    /// The room, event or person does not exist, or the account is not in the room.
    #[error("not found: {0}")]
    NotFound(String),
    /// The access token or password is refused; nothing helps but a new one.
    #[error("the account is refused: {0}")]
    Account(String),
    /// The homeserver does not understand the request, or refuses its content.
    #[error("the homeserver refuses it: {0}")]
    Invalid(String),
    /// What the account keeps on disk cannot be read or written.
    #[error("the account's own store failed: {0}")]
    Store(String),
}

impl Error {
    /// Whether trying again may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::TooMany(_))
    }
}
