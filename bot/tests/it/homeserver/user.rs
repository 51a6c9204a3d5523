//! People on the homeserver in memory.

#![allow(dead_code, reason = "each test uses a part")]

use matrix::{Event, Member, Membership, Reaction};
use serde_json::Map;

use super::{DELOS, Message, Server, member};

/// A person with a client.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(super) server: Server,
    pub(crate) id: String,
}

impl User {
    /// Says something in a room.
    pub(crate) fn say(&self, room: &str, text: &str) -> Message {
        self.send(room, text, matrix::Message::default())
    }

    /// Says something behind a mention of Delos, as clients do.
    pub(crate) fn mention(&self, room: &str, text: &str) -> Message {
        let mentions = Some(vec![DELOS.to_owned()]);
        let message = matrix::Message {
            mentions,
            ..matrix::Message::default()
        };
        self.send(room, &format!("Delos: {text}"), message)
    }

    pub(crate) fn reply(&self, to: &Message, text: &str) -> Message {
        let message = matrix::Message {
            mentions: Some(vec![to.sender.clone()]),
            reply_to: Some(to.id.clone()),
            thread: to.thread.clone(),
            ..matrix::Message::default()
        };
        self.send(&to.room, text, message)
    }

    /// As [`Self::reply`], with a client that knows no threads.
    pub(crate) fn reply_outside_threads(&self, to: &Message, text: &str) -> Message {
        let message = matrix::Message {
            mentions: Some(vec![to.sender.clone()]),
            reply_to: Some(to.id.clone()),
            ..matrix::Message::default()
        };
        self.send(&to.room, text, message)
    }

    /// Says something in the thread that begins with a message, or that holds it.
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
        let id = state.happen(room, &self.id, Event::Message(event));
        let said = Message {
            room: room.to_owned(),
            id,
            sender: self.id.clone(),
            body: text.to_owned(),
            html: None,
            called: message.mentions.clone().unwrap_or_default(),
            mentions: message.mentions.unwrap_or_default(),
            is_notice: false,
            file: None,
            attached: None,
            transaction: None,
            fields: Map::new(),
            thread: message.thread,
            reply_to: message.reply_to,
            edits: 0,
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
            .happen(&to.room, &self.id, Event::Reaction(reaction));
    }

    /// Makes a room with this person only, and invites Delos.
    pub(crate) fn invite(&self, name: &str, is_direct: bool) -> String {
        let id = format!("!{name}:hs");
        let own = Member {
            power: 100,
            ..member(&self.id, 100)
        };
        self.server.state().add_room(&id, vec![own], is_direct);
        self.server
            .happen(&id, &self.id, Event::Invited { is_direct });
        id
    }

    /// Makes a space with this person only, and invites Delos.
    pub(crate) fn invite_to_space(&self, name: &str) -> String {
        let id = format!("!{name}:hs");
        self.server
            .state()
            .add_room(&id, vec![member(&self.id, 100)], false);
        self.server.state().rooms.get_mut(&id).unwrap().is_space = true;
        let event = Event::Invited { is_direct: false };
        self.server.happen(&id, &self.id, event);
        id
    }

    pub(crate) fn leave(&self, room: &str) {
        self.server.forget(room, &self.id);
        let membership = Membership {
            person: self.id.clone(),
            is_joined: false,
        };
        self.server
            .happen(room, &self.id, Event::Membership(membership));
    }
}
