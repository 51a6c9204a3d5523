//! Inspects the homeserver's state, and changes it without a conversation.

#![allow(dead_code, reason = "each test uses a part")]

use std::time::Duration;

use matrix::{EventKind, Membership};
use tokio::time::timeout;

use super::{DELOS, Message, Server, WAIT_LIMIT, member, user_id};

/// Polling interval for conditions that aren't signaled.
const LOOK: Duration = Duration::from_millis(25);

impl Server {
    /// Whether a room exists.
    pub(crate) fn has_room(&self, room: &str) -> bool {
        self.state().rooms.contains_key(room)
    }

    /// Whether someone is in a room.
    pub(crate) fn has_member(&self, room: &str, name: &str) -> bool {
        self.state().rooms[room]
            .members
            .contains_key(&user_id(name))
    }

    /// Adds a member with a name and a power level.
    pub(crate) fn set_member(&self, room: &str, name: &str, power: i64) {
        let id = user_id(name);
        let mut present = member(&id, power);
        name.clone_into(&mut present.name);
        let mut state = self.state();
        let room = state.rooms.get_mut(room).unwrap();
        room.members.insert(id, present);
    }

    /// Returns the members with a power level.
    pub(crate) fn with_power(&self, room: &str, power: i64) -> Vec<String> {
        let state = self.state();
        let members = state.rooms[room].members.values();
        let such = members.filter(|member| member.power == power);
        such.map(|member| member.name.clone()).collect()
    }

    /// Sets Delos' power level in a room.
    pub(crate) fn set_own_power(&self, room: &str, power: i64) {
        let mut state = self.state();
        let members = &mut state.rooms.get_mut(room).unwrap().members;
        members.insert(DELOS.to_owned(), member(DELOS, power));
    }

    /// Makes a person leave a room.
    pub(crate) fn remove_member(&self, room: &str, name: &str) {
        self.forget(room, &user_id(name));
        let left = Membership {
            person: user_id(name),
            is_joined: false,
        };
        self.add_event(room, &user_id(name), EventKind::Membership(left));
    }

    /// Removes Delos from a room.
    pub(crate) fn put_out(&self, room: &str) {
        self.forget(room, DELOS);
    }

    /// Makes a person accept direct rooms again.
    pub(crate) fn accept_direct(&self, name: &str) {
        let user = user_id(name);
        self.state().unwilling.retain(|other| *other != user);
    }

    /// Leaves requests for a message's content, to join a room, or with a file without an answer, or answers them.
    pub(crate) fn hold(&self, about: Option<&str>) {
        self.state().held = about.map(str::to_owned);
        self.changed();
    }

    /// Redacts a message as a moderator.
    pub(crate) fn redact(&self, event: &str) {
        let mut state = self.state();
        for room in state.rooms.values_mut() {
            let mut own = room.events.iter().filter(|one| one.sender == DELOS);
            if let Some(at) = own.position(|one| one.id == event) {
                room.redacted.insert(event.to_owned());
                room.seen -= usize::from(at < room.seen);
            }
            room.events.retain(|one| one.id != event);
        }
        drop(state);
        self.changed();
    }

    /// Returns the messages of a room, oldest first.
    pub(crate) fn messages(&self, room: &str) -> Vec<Message> {
        let state = self.state();
        let room = state.rooms.get(room);
        room.map(|room| room.events.clone()).unwrap_or_default()
    }

    /// Returns the messages of all rooms.
    pub(crate) fn all_messages(&self) -> Vec<Message> {
        let state = self.state();
        let rooms = state.rooms.values();
        rooms.flat_map(|room| room.events.clone()).collect()
    }

    pub(crate) fn message(&self, event: &str) -> Option<Message> {
        let state = self.state();
        let mut all = state.rooms.values().flat_map(|room| &room.events);
        all.find(|one| one.id == event).cloned()
    }

    /// Returns Delos' message with this transaction id.
    pub(crate) fn sent_with(&self, transaction: &str) -> Option<Message> {
        let state = self.state();
        let mut all = state.rooms.values().flat_map(|room| &room.events);
        let is_it = |one: &&Message| one.transaction.as_deref() == Some(transaction);
        all.find(is_it).cloned()
    }

    /// Returns the number of acknowledged syncs.
    pub(crate) fn acknowledgments(&self) -> u64 {
        self.state().acknowledgments
    }

    /// Returns the number of distinct refused messages.
    pub(crate) fn refusals(&self) -> usize {
        self.state().refused.len()
    }

    /// Whether Delos has handled an event.
    pub(crate) fn has_handled(&self, event: &str) -> bool {
        let state = self.state();
        let at = state.stream.iter().position(|heard| heard.id == event);
        at.is_some_and(|at| at < state.acknowledged(0))
    }

    /// Waits until `find` returns something.
    pub(crate) async fn when<T>(&self, what: &str, mut find: impl FnMut() -> Option<T>) -> T {
        let wait = async {
            loop {
                let changed = self.0.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if let Some(found) = find() {
                    return found;
                }
                // The condition may depend on more than the homeserver.
                let _ = timeout(LOOK, changed).await;
            }
        };
        let Ok(found) = timeout(WAIT_LIMIT, wait).await else {
            panic!("waited too long for {what}; there is:\n{}", self.said());
        };
        found
    }
}
