//! People on the fake homeserver.

use matrix::{EventKind, Membership, Reaction};

use super::{DELOS, Message, Server, member};

/// A person with a client.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(super) server: Server,
    pub(crate) id: String,
}

impl User {
    pub(crate) fn say(&self, room: &str, text: &str) -> Message {
        self.send(room, text, matrix::Message::default())
    }

    /// Sends a text after a mention of Delos, as clients do.
    pub(crate) fn mention(&self, room: &str, text: &str) -> Message {
        let mentions = Some(vec![DELOS.to_owned()]);
        let message = matrix::Message {
            mentions,
            ..matrix::Message::default()
        };
        self.send(room, &format!("Delos: {text}"), message)
    }

    pub(crate) fn reply(&self, to: &Message, text: &str) -> Message {
        self.reply_in(to.thread.clone(), to, text)
    }

    /// As [`Self::reply`], with a client without threads.
    pub(crate) fn reply_outside_threads(&self, to: &Message, text: &str) -> Message {
        self.reply_in(None, to, text)
    }

    fn reply_in(&self, thread: Option<String>, to: &Message, text: &str) -> Message {
        let message = matrix::Message {
            mentions: Some(vec![to.sender.clone()]),
            reply_to: Some(to.id.clone()),
            thread,
            ..matrix::Message::default()
        };
        self.send(&to.room, text, message)
    }

    /// Sends a text to the thread of a message.
    pub(crate) fn say_in_thread(&self, of: &Message, text: &str) -> Message {
        let root = of.thread.clone().unwrap_or_else(|| of.id.clone());
        let message = matrix::Message {
            mentions: Some(Vec::new()),
            thread: Some(root),
            ..matrix::Message::default()
        };
        self.send(&of.room, text, message)
    }

    fn send(&self, room: &str, text: &str, message: matrix::Message) -> Message {
        let mut state = self.server.state();
        let is_member = state.rooms[room].members.contains_key(&self.id);
        assert!(is_member, "{} is not in {room}", self.id);
        let event = matrix::Message {
            body: text.to_owned(),
            ..message.clone()
        };
        let id = state.add_event(room, &self.id, EventKind::Message(event));
        let said = Message {
            room: room.to_owned(),
            id,
            sender: self.id.clone(),
            body: text.to_owned(),
            called: message.mentions.clone().unwrap_or_default(),
            mentions: message.mentions.unwrap_or_default(),
            thread: message.thread,
            reply_to: message.reply_to,
            ..Message::default()
        };
        state.rooms.get_mut(room).unwrap().events.push(said.clone());
        drop(state);
        self.server.changed();
        said
    }

    pub(crate) fn react(&self, to: &Message, key: &str) {
        let reaction = Reaction {
            to: to.id.clone(),
            key: key.to_owned(),
        };
        self.server
            .add_event(&to.room, &self.id, EventKind::Reaction(reaction));
    }

    /// Creates a room, and invites Delos.
    pub(crate) fn invite(&self, name: &str, is_direct: bool) -> String {
        self.invite_to(name, is_direct, false)
    }

    pub(crate) fn invite_to_space(&self, name: &str) -> String {
        self.invite_to(name, false, true)
    }

    fn invite_to(&self, name: &str, is_direct: bool, is_space: bool) -> String {
        let id = format!("!{name}:hs");
        let mut state = self.server.state();
        state.add_room(&id, vec![member(&self.id, 100)], is_direct);
        state.rooms.get_mut(&id).unwrap().is_space = is_space;
        drop(state);
        self.server
            .add_event(&id, &self.id, EventKind::Invited { is_direct });
        id
    }

    pub(crate) fn leave(&self, room: &str) {
        self.server.forget(room, &self.id);
        let membership = Membership {
            person: self.id.clone(),
            is_joined: false,
        };
        self.server
            .add_event(room, &self.id, EventKind::Membership(membership));
    }
}
