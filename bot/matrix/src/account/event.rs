//! Received events.

use std::time::Duration;

/// Events since the last sync, oldest first within each room.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sync {
    /// Sync position, to acknowledge when all events are handled.
    pub token: String,
    /// New events.
    pub events: Vec<Event>,
    /// Whether the events are from a time without syncs, so that clocks have to be corrected first.
    pub is_catching_up: bool,
}

/// A room event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Event {
    /// Room id, such as `!abc:example.org`.
    pub room: String,
    /// Event id, such as `$abc`. Invitations have none, so theirs is made of the room and the inviter.
    pub id: String,
    /// User id, as the sender's homeserver vouches.
    pub sender: String,
    /// Type and content.
    pub kind: EventKind,
}

/// The events that the bot handles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EventKind {
    /// Someone else's message. Notices are ignored: answering them makes loops of bots.
    Message(Message),
    /// Someone else's edit of a message.
    Edited {
        /// The message.
        of: String,
    },
    /// Someone else's reaction.
    Reaction(Reaction),
    /// A message or reaction of this account.
    Echo {
        /// Its transaction id.
        transaction: String,
    },
    /// An invitation of this account by the sender.
    Invited {
        /// Whether the invitation is for a direct room.
        is_direct: bool,
    },
    /// The first invitation over the limit from a person who already has rooms with this account.
    Postponed {
        /// Time until it may be accepted.
        wait: Duration,
    },
    /// A person joined or left, perhaps this account.
    Membership(Membership),
    /// Power levels changed, perhaps this account's.
    PowersChanged,
    /// The room was replaced (`m.room.tombstone`).
    Upgraded {
        /// The new room.
        to: String,
    },
    /// A message that can't be decrypted, even with the key backup.
    Unreadable,
}

/// A text message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// Plain text, without the quotation of a reply fallback.
    pub body: String,
    /// Mentioned user ids; `None` if the client doesn't say, so that names in the body count.
    pub mentions: Option<Vec<String>>,
    /// The event replied to.
    pub reply_to: Option<String>,
    /// The first event of the thread.
    pub thread: Option<String>,
}

/// A reaction to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reaction {
    /// The message.
    pub to: String,
    /// Usually an emoji, without variation selectors.
    pub key: String,
}

/// A change of membership.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// User id.
    pub person: String,
    /// Whether they are in the room now.
    pub is_joined: bool,
}
