//! The origin of a request.

use crate::account::{Event, Room};

/// The event and room that a request came from.
#[derive(Clone, Debug)]
pub(crate) struct Origin {
    pub(crate) room: String,
    pub(crate) event: String,
    pub(crate) sender: String,
    /// The message that the response refers to: the request itself, or the message that was reacted to.
    pub(crate) message: String,
    pub(crate) thread: Option<String>,
    /// Whether the bot started that thread, as it does for a game.
    pub(crate) is_own_thread: bool,
    pub(crate) is_direct: bool,
    /// Whether the bot may send messages there.
    pub(crate) may_send: bool,
    /// The power level needed to manage the room; for a choice in a direct room, to manage [`Self::asked_in`].
    pub(crate) managing_level: i64,
    /// The room that a choice in a direct room was offered for, if another.
    pub(crate) asked_in: Option<AskedIn>,
}

#[derive(Clone, Debug)]
pub(crate) struct AskedIn {
    pub(crate) room: String,
    pub(crate) may_send: bool,
}

impl Origin {
    pub(crate) fn new(event: &Event, room: &Room) -> Self {
        Self {
            room: event.room.clone(),
            event: event.id.clone(),
            sender: event.sender.clone(),
            message: event.id.clone(),
            thread: None,
            is_own_thread: false,
            is_direct: room.is_direct(),
            may_send: room.may_send,
            managing_level: room.managing_level,
            asked_in: None,
        }
    }

    /// Returns the room that acts as a server; `None` in a direct room, unless it's about another.
    pub(crate) fn server(&self) -> Option<&str> {
        match &self.asked_in {
            Some(asked_in) => Some(&asked_in.room),
            None => (!self.is_direct).then_some(self.room.as_str()),
        }
    }

    /// Whether the bot may send messages where the result is posted.
    pub(crate) fn may_post(&self) -> bool {
        let asked_in = self.asked_in.as_ref();
        asked_in.map_or(self.may_send, |asked_in| asked_in.may_send)
    }

    pub(crate) fn own_thread(&self) -> Option<&str> {
        self.thread.as_deref().filter(|_| self.is_own_thread)
    }
}
