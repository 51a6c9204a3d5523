//! What is heard.

/// What happened since the last sync, of all rooms, oldest first in each room.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sync {
    /// Stands for everything up to this sync; acknowledged when all of it is handled.
    pub token: String,
    /// In order.
    pub heard: Vec<Heard>,
    /// Whether this happened while the program did not listen, so that time has to be given back first.
    pub is_catching_up: bool,
}

/// An event in a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Heard {
    /// The room's id, such as `!abc:example.org`.
    pub room: String,
    /// The event's id, such as `$abc`; for an invitation, one that is made of the room and the inviter.
    pub id: String,
    /// The user id of its sender, whom their homeserver vouches for.
    pub sender: String,
    /// What happened.
    pub event: Event,
}

/// What happened in a room. Everything that Delos has no use for is left out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Event {
    /// Someone else's message. Notices and edits are left out: answering notices makes loops of bots.
    Message(Message),
    /// Someone else's reaction.
    Reaction(Reaction),
    /// A message or reaction of this account, as the homeserver repeats it: it was sent under this transaction id.
    Echo {
        /// The transaction id.
        transaction: String,
    },
    /// This account is invited; `sender` invites it.
    Invited {
        /// Whether the room is meant as a direct conversation.
        is_direct: bool,
    },
    /// Someone's membership changed, perhaps this account's.
    Membership(Membership),
    /// The room is replaced by another one.
    Upgraded {
        /// The id of the new room.
        to: String,
    },
    /// A message whose keys are missing, even after the backup was asked.
    Unreadable,
}

/// A text message.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Message {
    /// The plain text, without the fallback that quotes what it replies to.
    pub body: String,
    /// Whom it mentions, by user id; none if the client does not tell (then names in the body count).
    pub mentions: Option<Vec<String>>,
    /// The id of the event that it replies to.
    pub reply_to: Option<String>,
    /// The id of the first event of its thread.
    pub thread: Option<String>,
}

/// A reaction to a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reaction {
    /// The id of the message.
    pub to: String,
    /// What was chosen, often an emoji; without variation selectors.
    pub key: String,
}

/// A change of who is in a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Membership {
    /// Whose.
    pub person: String,
    /// Whether they are in the room now.
    pub is_joined: bool,
}
