//! Inspects the homeserver's state, and changes it without a conversation.

use std::time::Duration;

use tokio::time::timeout;

use super::{DELOS, Message, Server, WAIT_LIMIT, is_own_words, member, user_id};

/// Polling interval for conditions that aren't signaled.
const LOOK: Duration = Duration::from_millis(25);

impl Server {
    pub(crate) fn has_room(&self, room: &str) -> bool {
        self.state().rooms.contains_key(room)
    }

    pub(crate) fn has_member(&self, room: &str, name: &str) -> bool {
        self.state().rooms[room]
            .members
            .contains_key(&user_id(name))
    }

    pub(crate) fn set_member(&self, room: &str, name: &str, power: i64) {
        let id = user_id(name);
        let mut present = member(&id, power);
        name.clone_into(&mut present.name);
        let mut state = self.state();
        let room = state.rooms.get_mut(room).unwrap();
        room.members.insert(id, present);
    }

    pub(crate) fn with_power(&self, room: &str, power: i64) -> Vec<String> {
        let state = self.state();
        let members = state.rooms[room].members.values();
        let such = members.filter(|member| member.power == power);
        such.map(|member| member.name.clone()).collect()
    }

    pub(crate) fn set_own_power(&self, room: &str, power: i64) {
        self.set_power(room, "delos", power);
    }

    pub(crate) fn remove_member(&self, room: &str, name: &str) {
        self.user(name).leave(room);
    }

    pub(crate) fn put_out(&self, room: &str) {
        self.forget(room, DELOS);
    }

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
            let mut own = room.events.iter().filter(|one| is_own_words(one));
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

    pub(crate) fn all_messages(&self) -> Vec<Message> {
        let state = self.state();
        let rooms = state.rooms.values();
        rooms.flat_map(|room| room.events.clone()).collect()
    }

    pub(super) fn find(&self, fits: impl Fn(&Message) -> bool) -> Option<Message> {
        let state = self.state();
        let mut all = state.rooms.values().flat_map(|room| &room.events);
        all.find(|one| fits(one)).cloned()
    }

    pub(crate) fn message(&self, event: &str) -> Option<Message> {
        self.find(|one| one.id == event)
    }

    pub(crate) fn sent_with(&self, transaction: &str) -> Option<Message> {
        self.find(|one| one.transaction.as_deref() == Some(transaction))
    }

    pub(crate) fn acknowledgments(&self) -> u64 {
        self.state().acknowledgments
    }

    /// Returns the number of distinct refused messages.
    pub(crate) fn refusals(&self) -> usize {
        self.state().refused.len()
    }

    pub(crate) fn has_handled(&self, event: &str) -> bool {
        let state = self.state();
        let at = state.stream.iter().position(|heard| heard.id == event);
        at.is_some_and(|at| at < state.acknowledged(0))
    }

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
