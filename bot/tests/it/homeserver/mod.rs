//! A fake homeserver: rooms, members, threads, edits, reactions, transaction ids, and planned failures.
//!
//! It is at least as strict as Synapse. Requests that no correct program makes are listed in [`Server::mistakes`], and fail the
//! test.

#![allow(dead_code, reason = "no test that includes this module uses all of it")]

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use matrix::{Error, Event, EventKind, Homeserver, Member};
use serde_json::{Map, Value};
use tokio::sync::Notify;

mod account;
mod inspect;
mod state;
mod user;

use account::Account;
pub(crate) use user::User;

pub(crate) const DELOS: &str = "@delos:hs";
/// Synapse's limit for an event, in bytes.
const LARGEST: usize = 65_536;
/// Duration of an empty sync.
const SYNC: Duration = Duration::from_millis(200);
/// Time limit of each wait.
const WAIT_LIMIT: Duration = Duration::from_mins(2);

/// Requests that can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Ping,
    Sync,
    Acknowledge,
    Send,
    /// Sending a file with an animation.
    SendReplay,
    React,
    DirectRoom,
    Join,
    OwnContent,
    Member,
}

/// Ways to fail.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    With(Error),
    /// Succeeds, but the response is lost.
    AnswerLost,
    /// Fails, as do all requests of the device from then on: see [`Server::cut_off`].
    Outage,
}

/// A homeserver with Delos' account; cheap to clone.
#[derive(Clone, Debug, Default)]
pub(crate) struct Server(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct State {
    rooms: BTreeMap<String, RoomState>,
    /// Events for Delos, in order.
    stream: Vec<Event>,
    /// Number of events that each device has acknowledged.
    acknowledged: BTreeMap<u32, usize>,
    events: u64,
    /// By device, room and transaction id.
    transactions: HashMap<(u32, String, String), Sent>,
    /// The device that sent one of Delos' events, with the transaction id in its content.
    sent_by: HashMap<String, (u32, Option<String>)>,
    /// Messages whose latest form was sent in the present run of Delos.
    known: BTreeSet<String>,
    faults: VecDeque<(Op, Fault)>,
    cut_off: Vec<u32>,
    mistakes: Vec<String>,
    /// Direct rooms by person.
    direct: HashMap<String, String>,
    /// People who refuse direct rooms.
    unwilling: Vec<String>,
    /// Rooms and transaction ids of refused messages.
    refused: BTreeSet<(String, String)>,
    /// The number of acknowledgments, including those of empty syncs.
    acknowledgments: u64,
    /// Number of requests for all members of a room.
    whole_rooms: usize,
    /// Messages whose content Delos requested, rooms that it asked to join, and files that it sent.
    looked_up: Vec<String>,
    /// The message, room or file about which such a request is not answered.
    held: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sent {
    kind: &'static str,
    event: String,
}

#[derive(Debug, Default)]
struct RoomState {
    members: BTreeMap<String, Member>,
    is_direct: bool,
    /// The power level that sending takes.
    send: i64,
    events: Vec<Message>,
    /// Delos' messages that someone redacted.
    redacted: BTreeSet<String>,
    /// Sender, message and key of each reaction.
    reactions: Vec<(String, String, String)>,
    /// Number of Delos' messages that the test has read.
    seen: usize,
    is_space: bool,
    /// The room that this one claims to replace.
    predecessor: Option<String>,
    /// The room that claims to replace this one.
    successor: Option<String>,
}

/// A message after its last edit.
#[derive(Clone, PartialEq, Debug, Default)]
pub(crate) struct Message {
    pub(crate) room: String,
    pub(crate) id: String,
    pub(crate) sender: String,
    pub(crate) body: String,
    pub(crate) html: Option<String>,
    pub(crate) mentions: Vec<String>,
    pub(crate) is_notice: bool,
    /// Mentioned people, of all edits.
    pub(crate) called: Vec<String>,
    pub(crate) file: Option<String>,
    pub(crate) attached: Option<matrix::Attachment>,
    /// Transaction id, if Delos sent it.
    pub(crate) transaction: Option<String>,
    pub(crate) fields: Map<String, Value>,
    /// The thread's first message.
    pub(crate) thread: Option<String>,
    pub(crate) reply_to: Option<String>,
    pub(crate) edits: usize,
}

impl Message {
    /// Returns the words that choose something.
    pub(crate) fn choices(&self) -> Vec<String> {
        let press = self
            .fields
            .get("org.delos.press")
            .and_then(Value::as_object);
        press.into_iter().flat_map(Map::keys).cloned().collect()
    }

    pub(crate) fn offers(&self, choice: &str) -> bool {
        self.choices().iter().any(|one| one == choice)
    }

    #[track_caller]
    pub(crate) fn assert_offers(&self, choice: &str) {
        assert!(self.offers(choice), "{choice}: {self:?}");
    }

    /// Whether this is a picture for the message before it.
    pub(crate) fn is_illustration(&self) -> bool {
        let file = self.file.as_ref();
        let ending = file.and_then(|file| file.rsplit_once('.'));
        let is_picture = ending.is_some_and(|(_, ending)| ending == "png");
        is_picture && self.html.is_none()
    }
}

impl Server {
    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap()
    }

    fn changed(&self) {
        self.0.changed.notify_waiters();
    }

    /// Returns Delos' account in a new run, which receives unacknowledged events again.
    pub(crate) fn account(&self) -> Arc<dyn Homeserver> {
        self.device(0)
    }

    /// Returns Delos' account on one of several devices.
    pub(crate) fn device(&self, device: u32) -> Arc<dyn Homeserver> {
        let mut state = self.state();
        state.known.clear();
        let begun = state.acknowledged(device);
        drop(state);
        Arc::new(Account::new(self.clone(), device, begun))
    }

    /// Creates a room with Delos and these people; the first manages it.
    pub(crate) fn room(&self, name: &str, people: &[&str]) -> String {
        let id = format!("!{name}:hs");
        let members = people.iter().enumerate().map(|(n, name)| {
            let power = if n == 0 { 100 } else { 0 };
            member(&user_id(name), power)
        });
        let members = members.chain([member(DELOS, 0)]).collect();
        self.state().add_room(&id, members, false);
        id
    }

    /// Creates a space with Delos and these people; the first manages it.
    pub(crate) fn space(&self, name: &str, people: &[&str]) -> String {
        let id = self.room(name, people);
        self.state().rooms.get_mut(&id).unwrap().is_space = true;
        id
    }

    pub(crate) fn direct(&self, name: &str) -> String {
        let user = user_id(name);
        let mut state = self.state();
        if let Some(room) = state.direct.get(&user) {
            return room.clone();
        }
        let id = format!("!direct-{name}:hs");
        state.add_room(&id, vec![member(&user, 100), member(DELOS, 100)], true);
        state.direct.insert(user, id.clone());
        id
    }

    /// Upgrades a room, with the same members.
    pub(crate) fn upgrade(&self, old: &str, name: &str, manager: &User) -> String {
        let id = format!("!{name}:hs");
        let mut state = self.state();
        let is_space = state.rooms[old].is_space;
        let members = state.rooms[old].members.values().cloned();
        let members = members.filter(|member| member.id != DELOS).collect();
        state.add_room(&id, members, false);
        let room = state.rooms.get_mut(&id).unwrap();
        room.predecessor = Some(old.to_owned());
        room.is_space = is_space;
        drop(state);
        self.replace(old, &id, manager);
        id
    }

    /// Adds a tombstone to a room, and closes it.
    pub(crate) fn replace(&self, old: &str, new: &str, manager: &User) {
        let mut state = self.state();
        let room = state.rooms.get_mut(old).unwrap();
        room.successor = Some(new.to_owned());
        room.send = 50;
        drop(state);
        let to = new.to_owned();
        self.add_event(old, &manager.id, EventKind::Upgraded { to });
    }

    pub(crate) fn set_power(&self, room: &str, name: &str, power: i64) {
        let mut state = self.state();
        let members = &mut state.rooms.get_mut(room).unwrap().members;
        members.get_mut(&user_id(name)).unwrap().power = power;
    }

    fn forget(&self, room: &str, user: &str) {
        let mut state = self.state();
        let room = state.rooms.get_mut(room).unwrap();
        room.members.remove(user);
    }

    pub(crate) fn user(&self, name: &str) -> User {
        User {
            server: self.clone(),
            id: user_id(name),
        }
    }

    pub(crate) fn fail_next(&self, op: Op, fault: Fault) {
        self.state().faults.push_back((op, fault));
    }

    pub(crate) fn faults(&self) -> usize {
        self.state().faults.len()
    }

    pub(crate) fn heal(&self) {
        self.state().faults.clear();
    }

    pub(crate) fn cut_off(&self, device: u32, is_cut_off: bool) {
        let mut state = self.state();
        state.cut_off.retain(|other| *other != device);
        if is_cut_off {
            state.cut_off.push(device);
        }
        drop(state);
        self.changed();
    }

    /// Sets the power level that sending takes.
    pub(crate) fn mute(&self, room: &str, level: i64) {
        self.state().rooms.get_mut(room).unwrap().send = level;
        self.add_event(room, "@moderator:hs", EventKind::PowersChanged);
    }

    pub(crate) fn refuse_direct(&self, name: &str) {
        self.state().unwilling.push(user_id(name));
    }

    pub(crate) fn mistakes(&self) -> Vec<String> {
        self.state().mistakes.clone()
    }

    pub(crate) fn whole_rooms(&self) -> usize {
        self.state().whole_rooms
    }

    /// Returns how often Delos requested a message's content, asked to join a room, or sent a file.
    pub(crate) fn lookups(&self, about: &str) -> usize {
        let state = self.state();
        state.looked_up.iter().filter(|one| *one == about).count()
    }

    /// Waits until Delos has done so this often.
    pub(crate) async fn until_looked_up(&self, about: &str, times: usize) {
        let looked_up = || (self.lookups(about) >= times).then_some(());
        let what = format!("{times} requests for {about}");
        self.when(&what, looked_up).await;
    }

    pub(crate) fn has_delos(&self, room: &str) -> bool {
        self.state().rooms[room].members.contains_key(DELOS)
    }

    pub(crate) fn add_event(&self, room: &str, sender: &str, kind: EventKind) -> String {
        let id = self.state().add_event(room, sender, kind);
        self.changed();
        id
    }

    /// Returns Delos' next message in a room, without illustrations.
    pub(crate) async fn next(&self, room: &str) -> Message {
        self.until(&format!("a message in {room}"), |state| {
            let room = state.rooms.get_mut(room)?;
            let mut own = room.events.iter().filter(|one| is_own_words(one));
            let next = own.nth(room.seen).cloned()?;
            room.seen += 1;
            Some(next)
        })
        .await
    }

    /// Returns Delos' next message in a room, which mentions this person alone.
    pub(crate) async fn next_to(&self, room: &str, name: &str) -> Message {
        let next = self.next(room).await;
        assert_eq!(next.mentions, [user_id(name)], "{next:?}");
        next
    }

    /// Returns Delos' next message that offers a choice.
    pub(crate) async fn next_with(&self, room: &str, choice: &str) -> Message {
        loop {
            let next = self.next(room).await;
            if next.offers(choice) {
                return next;
            }
        }
    }

    /// Returns Delos' next message in a person's direct room.
    pub(crate) async fn next_direct(&self, name: &str) -> Message {
        let user = user_id(name);
        let find = |state: &mut State| state.direct.get(&user).cloned();
        let room = self
            .until(&format!("a conversation with {name}"), find)
            .await;
        self.next(&room).await
    }

    pub(crate) async fn says(&self, message: &Message, words: &str) -> Message {
        let what = format!("{words:?} in {message:?}");
        let is_it = |one: &Message| one.id == message.id && one.body.contains(words);
        self.found(&what, is_it).await
    }

    /// Waits until one of Delos' messages in a room contains a text.
    pub(crate) async fn said_in(&self, room: &str, words: &str) -> Message {
        let is_own = |one: &Message| one.room == room && one.sender == DELOS;
        let is_it = |one: &Message| is_own(one) && one.body.contains(words);
        self.found(&format!("{words:?} in {room}"), is_it).await
    }

    pub(crate) async fn file_in(&self, room: &str, name: &str) -> Message {
        let is_it = |one: &Message| one.room == room && one.file.as_deref() == Some(name);
        self.found(&format!("{name} in {room}"), is_it).await
    }

    /// Waits for the answer to a message, in its thread.
    pub(crate) async fn answer_to(&self, asked: &Message) -> Message {
        let root = asked.thread.as_ref().unwrap_or(&asked.id);
        let is_in_thread = |one: &Message| one.sender == DELOS && one.thread.as_ref() == Some(root);
        let is_it = |one: &Message| is_in_thread(one) && one.reply_to.as_ref() == Some(&asked.id);
        self.found(&format!("an answer to {asked:?}"), is_it).await
    }

    pub(crate) async fn reacts(&self, message: &Message, key: &str) {
        let reaction = (DELOS.to_owned(), message.id.clone(), key.to_owned());
        self.until(&format!("the reaction {key}"), |state| {
            let room = &state.rooms[&message.room];
            room.reactions.contains(&reaction).then_some(())
        })
        .await;
    }

    /// Waits until the only device has acknowledged all events.
    pub(crate) async fn acknowledged(&self) {
        self.until("an acknowledgment", |state| {
            (state.acknowledged(0) == state.stream.len()).then_some(())
        })
        .await;
    }

    /// Returns the token of a sync with all events.
    pub(crate) fn token(&self) -> String {
        self.state().stream.len().to_string()
    }

    pub(crate) async fn until_joined(&self, room: &str) {
        let joined = || self.has_delos(room).then_some(());
        self.when("Delos to join", joined).await;
    }

    pub(crate) async fn until_left(&self, room: &str) {
        let left = || (!self.has_delos(room)).then_some(());
        self.when("Delos to leave", left).await;
    }

    /// Returns the boards in a room, without illustrations.
    pub(crate) fn boards(&self, room: &str) -> Vec<Message> {
        let state = self.state();
        let is_board = |one: &&Message| {
            let transaction = one.transaction.as_deref().unwrap_or_default();
            one.file.is_some() && transaction.starts_with("s:g")
        };
        let events = state.rooms[room].events.iter();
        events.filter(is_board).cloned().collect()
    }

    pub(crate) fn forget_news(&self) {
        let mut state = self.state();
        let acknowledged = state.acknowledged(0);
        state.stream.truncate(acknowledged);
    }

    /// Returns the number of Delos' messages in a room, without illustrations.
    pub(crate) fn count(&self, room: &str) -> usize {
        let state = self.state();
        let events = state.rooms[room].events.iter();
        events.filter(|one| is_own_words(one)).count()
    }

    /// Returns all messages, one per line.
    fn said(&self) -> String {
        let state = self.state();
        let events = state.rooms.values().flat_map(|room| &room.events);
        let lines = events.map(|one| {
            let body: String = one.body.chars().take(200).collect();
            let (room, id, sender) = (&one.room, &one.id, &one.sender);
            format!("{room} {id} {sender} (in {:?}): {body:?}\n", one.thread)
        });
        lines.collect()
    }

    async fn found(&self, what: &str, fits: impl Fn(&Message) -> bool) -> Message {
        self.when(what, || self.find(&fits)).await
    }

    async fn until<T>(&self, what: &str, mut find: impl FnMut(&mut State) -> Option<T>) -> T {
        self.when(what, || find(&mut self.state())).await
    }
}

fn is_own_words(message: &Message) -> bool {
    message.sender == DELOS && !message.is_illustration()
}

fn user_id(name: &str) -> String {
    format!("@{name}:hs")
}

/// Returns the `name` of `@name:hs`.
pub(crate) fn name_of(id: &str) -> &str {
    id.trim_start_matches('@').split(':').next().unwrap()
}

fn member(id: &str, power: i64) -> Member {
    let mut letters = name_of(id).chars();
    let first = letters.next().unwrap().to_uppercase();
    Member {
        id: id.to_owned(),
        name: first.chain(letters).collect(),
        shares_name: false,
        power,
    }
}
