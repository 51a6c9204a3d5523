//! The homeserver behind an account.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use serde_json::{Map, Value};

use crate::account::content::Content;
use crate::account::event::Sync;

/// Maximum number of members of a direct room.
const DIRECT_MEMBERS: u64 = 2;

/// A homeserver, through one account.
///
/// A transaction id makes a request idempotent for at least a day, across restarts, on the same device. It must be unique in the
/// room among messages, reactions and redactions.
#[async_trait]
pub trait Homeserver: fmt::Debug + Send + std::marker::Sync + 'static {
    /// Returns the account's user id, such as `@delos:example.org`.
    fn me(&self) -> &str;

    /// Waits for events, for at most half a minute; an empty sync is a sign of life. The next run receives unacknowledged events
    /// again.
    async fn sync(&self) -> Result<Sync>;

    /// Makes a request that concerns no room, to see whether the homeserver works.
    async fn ping(&self) -> Result<()>;

    /// Returns how often the account reconnected after a panic in this run.
    fn restarts(&self) -> u64 {
        0
    }

    /// Stores that all events of a sync are handled, unless the account reconnected and will return the sync again.
    async fn acknowledge(&self, token: &str) -> Result<()>;

    /// Returns a position for another device to [`resume`](Self::resume) from; `None` if the account reconnected and will receive
    /// the sync again.
    async fn bookmark(&self, token: &str) -> Result<Option<String>>;

    /// Continues after another device's bookmark, without one from the start of this run.
    async fn resume(&self, bookmark: Option<&str>) -> Result<()>;

    /// Uploads the file of a message to send, if the homeserver takes it. What was uploaded is kept for [`send`](Self::send).
    async fn prepare(&self, room: &str, transaction: &str, content: &Content) -> Result<()>;

    /// Sends a message, encrypted if the room is, and returns its event id. Uploads a file first, unless that is done.
    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String>;

    /// Reacts to a message. Repeating a reaction is no error.
    async fn react(&self, room: &str, transaction: &str, to: &str, key: &str) -> Result<()>;

    /// Redacts an event of this account.
    async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<()>;

    /// Returns the decrypted content of this account's message after its last edit, empty if its keys are lost or it was redacted;
    /// `None` for other senders.
    async fn own_content(&self, room: &str, event: &str) -> Result<Option<Map<String, Value>>>;

    /// Returns the direct room with a person, creating an encrypted one if necessary. A person who left or declined is invited
    /// again only if `is_asked`.
    ///
    /// # Errors
    /// [`Error::Forbidden`] if the person left, declined, or can't be invited.
    async fn direct_room(&self, person: &str, is_asked: bool) -> Result<String>;

    /// Joins a room that the account is invited to, or that replaces a joined one.
    async fn join(&self, room: &str) -> Result<()>;

    /// Leaves a room, or declines an invitation.
    async fn leave(&self, room: &str) -> Result<()>;

    /// Returns a room, or `None` if the account is not in it.
    async fn room(&self, room: &str) -> Result<Option<Room>>;

    /// Returns the joined rooms that name a replacement, with that. Their managers can name any room: check
    /// [`Homeserver::predecessor`].
    async fn replaced_rooms(&self) -> Result<Vec<(String, String)>>;

    /// Returns the joined room that a joined room replaces, if both say so.
    async fn predecessor(&self, room: &str) -> Result<Option<String>>;

    /// Resolves an alias such as `#chess:example.org`, by this homeserver's directory or among the joined rooms.
    async fn room_of(&self, address: &str) -> Result<Option<String>>;

    /// Returns a member of a room, in constant time.
    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>>;

    /// Returns all members of a room, perhaps tens of thousands.
    async fn members(&self, room: &str) -> Result<Vec<Member>>;

    /// Sets a member's power level.
    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<()>;
}

/// A joined room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Room {
    /// Name, as clients show it.
    pub name: String,
    /// Purpose.
    pub kind: RoomKind,
    /// Whether its messages are encrypted.
    pub is_encrypted: bool,
    /// Number of members, including this account.
    pub members: u64,
    /// Whether this account may send messages.
    pub may_send: bool,
    /// The level needed to change power levels.
    pub managing_level: i64,
}

impl Room {
    /// Whether this is a conversation with one person.
    pub fn is_direct(&self) -> bool {
        self.kind == RoomKind::Direct && self.members <= DIRECT_MEMBERS
    }
}

/// The purpose of a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum RoomKind {
    /// A room for this account and one person.
    Direct,
    /// A room for any number of people.
    Group,
    /// A room of rooms, without messages.
    Space,
}

/// A member of a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member {
    /// User id.
    pub id: String,
    /// Display name, perhaps empty or shared.
    pub name: String,
    /// Whether another member is known to have the same name.
    pub shares_name: bool,
    /// Power level: by default 100 for administrators, 50 for moderators, 0 for others; [`i64::MAX`] for creators of version 12
    /// rooms.
    pub power: i64,
}

#[cfg(test)]
pub(crate) fn member(id: &str, name: &str) -> Member {
    Member {
        id: id.to_owned(),
        name: name.to_owned(),
        shares_name: false,
        power: 0,
    }
}

/// The outcome of a request.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// A failed request.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// Transient: no connection, a timeout, or an error of the homeserver.
    #[error("the homeserver is out of reach: {0}")]
    Unreachable(String),
    /// Refused by a proxy; the homeserver behind it may be down.
    #[error("a proxy refuses it: {0}")]
    Proxy(String),
    /// Rate limited, for this long.
    #[error("the homeserver asks to wait {0:?}")]
    TooMany(Duration),
    /// Not permitted in this room.
    #[error("the homeserver forbids it: {0}")]
    Forbidden(String),
    /// No such room, event or person, or the account is not in the room.
    #[error("not found: {0}")]
    NotFound(String),
    /// Access token or password refused; needs a new one.
    #[error("the account is refused: {0}")]
    Account(String),
    /// The homeserver rejects the request or its content.
    #[error("the homeserver refuses it: {0}")]
    Invalid(String),
    /// The account's files can't be read or written.
    #[error("the account's own store failed: {0}")]
    Store(String),
}

impl Error {
    /// Whether a retry may succeed.
    pub fn is_transient(&self) -> bool {
        matches!(
            self,
            Self::Unreachable(_) | Self::Proxy(_) | Self::TooMany(_)
        )
    }

    /// Whether the homeserver refuses this request alone.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            Self::Forbidden(_) | Self::NotFound(_) | Self::Invalid(_)
        )
    }

    /// Returns how long the homeserver asks to wait before a retry.
    pub fn retry_after(&self) -> Duration {
        match self {
            Self::TooMany(wait) => *wait,
            _ => Duration::ZERO,
        }
    }
}
