//! A homeserver in memory: rooms, members, threads, edits, reactions, transaction ids, and failures on demand.
//!
//! It is as strict as Synapse, and stricter where a request shows a mistake: what it refuses for that reason is listed in
//! [`Server::mistakes`], and a test that ends with one fails.

#![allow(dead_code, reason = "no test that includes this module uses all of it")]

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use matrix::{
    Content, Error, Event, Heard, Homeserver, Member, Membership, Reaction, Relation, Room,
    RoomKind, Sync,
};
use serde_json::{Map, Value, json};
use tokio::sync::Notify;
use tokio::time::timeout;

#[path = "inspect.rs"]
mod inspect;

/// The account of Delos.
pub(crate) const DELOS: &str = "@delos:hs";
/// The largest event that Synapse takes.
const LARGEST: usize = 65_536;
/// The power level that changing a room's state takes.
const STATE_POWER: i64 = 50;
/// How long a sync without news takes.
const SYNC: Duration = Duration::from_millis(200);
/// How long a test waits for what Delos does.
const PATIENCE: Duration = Duration::from_secs(20);

/// What can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Op {
    Sync,
    Acknowledge,
    Send,
    React,
    DirectRoom,
    Join,
    OwnContent,
    Describe,
}

/// How it fails.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    With(Error),
    /// It is done, but the answer is lost.
    AnswerLost,
}

/// A homeserver with the account of Delos; cheap to clone.
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
    /// What Delos hears, in order.
    stream: Vec<Heard>,
    /// How much of it each device has acknowledged.
    acknowledged: BTreeMap<u32, usize>,
    events: u64,
    /// By device, room and transaction id.
    transactions: HashMap<(u32, String, String), Sent>,
    /// The device that sent an event of Delos, and the transaction id that all its devices can read in it.
    sent_by: HashMap<String, (u32, Option<String>)>,
    /// The messages whose present form was sent since a run of Delos last began: it knows what they show.
    known: BTreeSet<String>,
    faults: VecDeque<(Op, Fault)>,
    /// Devices that do not reach it.
    cut_off: Vec<u32>,
    mistakes: Vec<String>,
    /// Rooms between Delos and a person.
    direct: HashMap<String, String>,
    /// People whom Delos may not write to.
    unwilling: Vec<String>,
    /// Rooms and transaction ids of refused messages.
    refused: BTreeSet<(String, String)>,
    /// The number of acknowledgments, including those of empty syncs.
    acknowledgments: u64,
    /// How often Delos looked through all members of a room.
    whole_rooms: usize,
    /// The messages whose content Delos asked for.
    looked_up: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sent {
    kind: &'static str,
    event: String,
}

#[derive(Debug)]
struct RoomState {
    members: BTreeMap<String, Member>,
    is_direct: bool,
    /// The power level that sending takes.
    send: i64,
    events: Vec<Message>,
    /// Descriptions of commands.
    descriptions: BTreeMap<String, Value>,
    /// By sender, message and key.
    reactions: Vec<(String, String, String)>,
    /// How many messages of Delos tests have looked at.
    seen: usize,
    is_space: bool,
    /// The room that it says it replaces.
    predecessor: Option<String>,
    /// The room that it says replaces it.
    successor: Option<String>,
}

/// A message in a room, in its present form.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Message {
    pub(crate) room: String,
    pub(crate) id: String,
    pub(crate) sender: String,
    pub(crate) body: String,
    pub(crate) html: Option<String>,
    pub(crate) mentions: Vec<String>,
    pub(crate) is_notice: bool,
    /// Everyone it mentioned, in any of its forms.
    pub(crate) called: Vec<String>,
    /// The name of its file.
    pub(crate) file: Option<String>,
    /// The file itself.
    pub(crate) attached: Option<matrix::File>,
    /// The id that it was sent with, if Delos sent it.
    pub(crate) transaction: Option<String>,
    pub(crate) fields: Map<String, Value>,
    /// The first message of its thread.
    pub(crate) thread: Option<String>,
    pub(crate) reply_to: Option<String>,
    pub(crate) edits: usize,
}

impl Message {
    /// What can be chosen beneath it.
    pub(crate) fn choices(&self) -> Vec<String> {
        let press = self
            .fields
            .get("org.delos.press")
            .and_then(Value::as_object);
        press.into_iter().flat_map(Map::keys).cloned().collect()
    }

    /// Whether it is a picture that illustrates the message before it.
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

    /// The account of Delos, as a run of the program has it: it hears again what an earlier run did not acknowledge.
    pub(crate) fn account(&self) -> Arc<dyn Homeserver> {
        self.device(0)
    }

    /// The account of Delos on one of several devices.
    pub(crate) fn device(&self, device: u32) -> Arc<dyn Homeserver> {
        let mut state = self.state();
        state.known.clear();
        let begun = state.acknowledged(device);
        drop(state);
        Arc::new(Account {
            server: self.clone(),
            device,
            begun,
            heard: Mutex::new(begun),
        })
    }

    /// A room with Delos and these people, of whom the first one manages it.
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

    /// A space with Delos and these people, of whom the first one manages it.
    pub(crate) fn space(&self, name: &str, people: &[&str]) -> String {
        let id = self.room(name, people);
        self.state().rooms.get_mut(&id).unwrap().is_space = true;
        id
    }

    /// The direct conversation of a person and Delos.
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

    /// Makes a room with the same people that replaces one, as its manager would.
    pub(crate) fn upgrade(&self, old: &str, name: &str, manager: &User) -> String {
        let id = format!("!{name}:hs");
        let members = {
            let state = self.state();
            let members = state.rooms[old].members.values().cloned();
            members.filter(|member| member.id != DELOS).collect()
        };
        self.state().add_room(&id, members, false);
        {
            let mut state = self.state();
            let is_space = state.rooms[old].is_space;
            let room = state.rooms.get_mut(&id).unwrap();
            room.predecessor = Some(old.to_owned());
            room.is_space = is_space;
        }
        self.replace(old, &id, manager);
        id
    }

    /// Lets a room say that another one replaces it, and closes it.
    pub(crate) fn replace(&self, old: &str, new: &str, manager: &User) {
        let mut state = self.state();
        let room = state.rooms.get_mut(old).unwrap();
        room.successor = Some(new.to_owned());
        room.send = 50;
        drop(state);
        let to = new.to_owned();
        self.happen(old, &manager.id, Event::Upgraded { to });
    }

    pub(crate) fn set_power(&self, room: &str, name: &str, power: i64) {
        let mut state = self.state();
        let members = &mut state.rooms.get_mut(room).unwrap().members;
        members.get_mut(&user_id(name)).unwrap().power = power;
    }

    /// Removes someone from a room.
    pub(crate) fn remove(&self, room: &str, user: &str) {
        self.forget(room, user);
        self.changed();
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

    /// Lets the next request of this kind fail.
    pub(crate) fn fail_next(&self, op: Op, fault: Fault) {
        self.state().faults.push_back((op, fault));
    }

    /// Lets nothing fail any more.
    pub(crate) fn heal(&self) {
        self.state().faults.clear();
    }

    /// Keeps a device from reaching it, or lets it again.
    pub(crate) fn cut_off(&self, device: u32, is_cut_off: bool) {
        let mut state = self.state();
        state.cut_off.retain(|other| *other != device);
        if is_cut_off {
            state.cut_off.push(device);
        }
        drop(state);
        self.changed();
    }

    /// From now on only people with this power level may write in a room.
    pub(crate) fn mute(&self, room: &str, level: i64) {
        self.state().rooms.get_mut(room).unwrap().send = level;
    }

    /// Gives Delos a power level in a room.
    pub(crate) fn empower(&self, room: &str, level: i64) {
        let mut state = self.state();
        let members = &mut state.rooms.get_mut(room).unwrap().members;
        members.get_mut(DELOS).unwrap().power = level;
    }

    /// Waits until a command is described in a room.
    pub(crate) async fn described(&self, room: &str) -> Value {
        self.until(&format!("a description in {room}"), |state| {
            state.rooms[room].descriptions.values().next().cloned()
        })
        .await
    }

    /// The commands that are described in a room.
    pub(crate) fn descriptions(&self, room: &str) -> Vec<String> {
        let state = self.state();
        state.rooms[room].descriptions.keys().cloned().collect()
    }

    /// Makes a person refuse invitations to direct conversations.
    pub(crate) fn refuse_direct(&self, name: &str) {
        self.state().unwilling.push(user_id(name));
    }

    /// Requests that no correct program makes.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        self.state().mistakes.clone()
    }

    /// How often Delos looked through all members of a room.
    pub(crate) fn whole_rooms(&self) -> usize {
        self.state().whole_rooms
    }

    /// How often Delos asked for the content of a message.
    pub(crate) fn lookups(&self, event: &str) -> usize {
        let state = self.state();
        state.looked_up.iter().filter(|one| *one == event).count()
    }

    /// Whether Delos is in a room.
    pub(crate) fn has_delos(&self, room: &str) -> bool {
        self.state().rooms[room].members.contains_key(DELOS)
    }

    /// Lets Delos hear of something.
    pub(crate) fn happen(&self, room: &str, sender: &str, event: Event) -> String {
        let id = self.state().happen(room, sender, event);
        self.changed();
        id
    }

    /// The next message of Delos in a room, without illustrations.
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

    /// The next message of Delos in its direct conversation with a person.
    pub(crate) async fn next_direct(&self, name: &str) -> Message {
        let user = user_id(name);
        let find = |state: &mut State| state.direct.get(&user).cloned();
        let room = self
            .until(&format!("a conversation with {name}"), find)
            .await;
        self.next(&room).await
    }

    /// Waits until a message has these words.
    pub(crate) async fn says(&self, message: &Message, words: &str) -> Message {
        self.until(&format!("{words:?} in {message:?}"), |state| {
            let events = state.rooms[&message.room].events.iter();
            let mut same = events.filter(|one| one.id == message.id);
            same.next().filter(|one| one.body.contains(words)).cloned()
        })
        .await
    }

    /// Waits until Delos reacts to a message with this key.
    pub(crate) async fn reacts(&self, message: &Message, key: &str) {
        let reaction = (DELOS.to_owned(), message.id.clone(), key.to_owned());
        self.until(&format!("the reaction {key}"), |state| {
            let room = &state.rooms[&message.room];
            room.reactions.contains(&reaction).then_some(())
        })
        .await;
    }

    /// Waits until everything that happened is acknowledged by the only device.
    pub(crate) async fn acknowledged(&self) {
        self.until("an acknowledgment", |state| {
            (state.acknowledged(0) == state.stream.len()).then_some(())
        })
        .await;
    }

    /// The token of a sync that has everything that happened.
    pub(crate) fn token(&self) -> String {
        self.state().stream.len().to_string()
    }

    /// Waits until Delos has left a room.
    pub(crate) async fn until_left(&self, room: &str) {
        self.until("Delos to leave", |state| {
            let is_in = state.rooms[room].members.contains_key(DELOS);
            (!is_in).then_some(())
        })
        .await;
    }

    /// Whether a message is in a room, not deleted.
    pub(crate) fn has(&self, room: &str, event: &str) -> bool {
        let state = self.state();
        state.rooms[room].events.iter().any(|one| one.id == event)
    }

    /// The boards in a room, without pictures that only go with words.
    pub(crate) fn boards(&self, room: &str) -> Vec<Message> {
        let state = self.state();
        let is_board = |one: &&Message| {
            let transaction = one.transaction.as_deref().unwrap_or_default();
            one.file.is_some() && transaction.starts_with("s:g")
        };
        let events = state.rooms[room].events.iter();
        events.filter(is_board).cloned().collect()
    }

    /// Lets Delos never hear of what is not acknowledged yet.
    pub(crate) fn forget_news(&self) {
        let mut state = self.state();
        let acknowledged = state.acknowledged(0);
        state.stream.truncate(acknowledged);
    }

    /// Waits until so many messages of Delos are in a room, without pictures that only go with words.
    pub(crate) async fn until_count(&self, room: &str, count: usize) {
        self.until(&format!("{count} messages in {room}"), |state| {
            let own = state.rooms[room].events.iter();
            (own.filter(|one| is_own_words(one)).count() == count).then_some(())
        })
        .await;
    }

    /// Waits for the answer to a message, which is in a thread beneath it.
    pub(crate) async fn answer_to(&self, asked: &Message) -> Message {
        self.until(&format!("an answer to {asked:?}"), |state| {
            let mut own = state.rooms[&asked.room].events.iter();
            let root = asked.thread.as_ref().unwrap_or(&asked.id);
            let is_answer = |one: &&Message| {
                one.sender == DELOS
                    && one.thread.as_ref() == Some(root)
                    && one.reply_to.as_ref() == Some(&asked.id)
            };
            own.find(is_answer).cloned()
        })
        .await
    }

    /// Waits until Delos is in a room.
    pub(crate) async fn until_joined(&self, room: &str) {
        self.until("Delos to join", |state| {
            let is_in = state.rooms[room].members.contains_key(DELOS);
            is_in.then_some(())
        })
        .await;
    }

    /// Waits for a message of Delos in a room that calls a person.
    pub(crate) async fn said_to(&self, room: &str, user: &str) -> Message {
        self.until(&format!("a call of {user} in {room}"), |state| {
            let mut own = state.rooms[room].events.iter();
            own.find(|one| one.mentions.iter().any(|called| called == user))
                .cloned()
        })
        .await
    }

    /// The number of messages of Delos in a room, without illustrations.
    pub(crate) fn count(&self, room: &str) -> usize {
        let state = self.state();
        let events = state.rooms[room].events.iter();
        events.filter(|one| is_own_words(one)).count()
    }

    /// Waits until a message of Delos in a room has these words.
    pub(crate) async fn said_in(&self, room: &str, words: &str) -> Message {
        self.until(&format!("{words:?} in {room}"), |state| {
            let mut own = state.rooms[room].events.iter();
            let found = own.find(|one| one.sender == DELOS && one.body.contains(words));
            found.cloned()
        })
        .await
    }

    /// Everything that was said, a line for each message.
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

    async fn until<T>(&self, what: &str, mut find: impl FnMut(&mut State) -> Option<T>) -> T {
        let wait = async {
            loop {
                let changed = self.0.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if let Some(found) = find(&mut self.state()) {
                    return found;
                }
                changed.await;
            }
        };
        let Ok(found) = timeout(PATIENCE, wait).await else {
            panic!("waited too long for {what}; there is:\n{}", self.said());
        };
        found
    }
}

fn is_own_words(message: &Message) -> bool {
    message.sender == DELOS && !message.is_illustration()
}

fn user_id(name: &str) -> String {
    format!("@{name}:hs")
}

fn member(id: &str, power: i64) -> Member {
    let name = id.trim_start_matches('@').split(':').next().unwrap();
    let mut letters = name.chars();
    let first = letters.next().unwrap().to_uppercase();
    Member {
        id: id.to_owned(),
        name: first.chain(letters).collect(),
        shares_name: false,
        power,
    }
}

/// A person with a client.
#[derive(Clone, Debug)]
pub(crate) struct User {
    server: Server,
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

    /// Sends a command as data.
    pub(crate) fn command(&self, room: &str, command: Value) -> Message {
        let message = matrix::Message {
            mentions: Some(vec![DELOS.to_owned()]),
            command: Some(command),
            ..matrix::Message::default()
        };
        self.send(room, "/command", message)
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

impl State {
    /// How much a device has acknowledged.
    fn acknowledged(&self, device: u32) -> usize {
        self.acknowledged.get(&device).copied().unwrap_or(0)
    }

    fn next_id(&mut self) -> String {
        self.events += 1;
        format!("${}", self.events)
    }

    fn add_room(&mut self, id: &str, members: Vec<Member>, is_direct: bool) {
        let members = members.into_iter();
        let room = RoomState {
            members: members.map(|member| (member.id.clone(), member)).collect(),
            is_direct,
            send: 0,
            events: Vec::new(),
            descriptions: BTreeMap::new(),
            reactions: Vec::new(),
            seen: 0,
            is_space: false,
            predecessor: None,
            successor: None,
        };
        self.rooms.insert(id.to_owned(), room);
    }

    fn happen(&mut self, room: &str, sender: &str, event: Event) -> String {
        let id = self.next_id();
        self.stream.push(Heard {
            room: room.to_owned(),
            id: id.clone(),
            sender: sender.to_owned(),
            event,
        });
        id
    }

    fn mistake(&mut self, what: String) -> Error {
        self.mistakes.push(what.clone());
        Error::Invalid(what)
    }

    /// The room, if Delos may write in it.
    fn writable(&mut self, id: &str) -> Result<&mut RoomState, Error> {
        let Some(room) = self.rooms.get_mut(id) else {
            return Err(Error::NotFound(format!("no room {id}")));
        };
        match room.members.get(DELOS) {
            None => Err(Error::Forbidden(format!("not in {id}"))),
            Some(own) if own.power < room.send => {
                Err(Error::Forbidden("the power level is too low".to_owned()))
            }
            Some(_) => Ok(room),
        }
    }

    /// What an earlier request with this transaction id did.
    fn former(
        &mut self,
        device: u32,
        room: &str,
        transaction: &str,
        kind: &'static str,
    ) -> Result<Option<String>, Error> {
        let key = (device, room.to_owned(), transaction.to_owned());
        match self.transactions.get(&key).cloned() {
            Some(sent) if sent.kind == kind => Ok(Some(sent.event)),
            Some(sent) => Err(self.mistake(format!(
                "{transaction} is the id of a {} and of a {kind}",
                sent.kind
            ))),
            None => Ok(None),
        }
    }

    fn note(
        &mut self,
        device: u32,
        room: &str,
        transaction: &str,
        kind: &'static str,
        event: &str,
    ) {
        let key = (device, room.to_owned(), transaction.to_owned());
        let event = event.to_owned();
        self.transactions.insert(key, Sent { kind, event });
    }

    /// An event as a device hears it: its homeserver tells a transaction id to the device that made it alone.
    fn heard_by(&self, device: u32, heard: &Heard) -> Option<Heard> {
        let (Event::Echo { .. }, Some((sender, shared))) =
            (&heard.event, self.sent_by.get(&heard.id))
        else {
            return Some(heard.clone());
        };
        if *sender == device {
            return Some(heard.clone());
        }
        shared.clone().map(|transaction| Heard {
            event: Event::Echo { transaction },
            ..heard.clone()
        })
    }

    /// What is wrong with a message.
    fn fault_of(&self, room: &str, content: &Content) -> Option<String> {
        let size = serde_json::to_vec(&json!([content.body, content.html, content.fields]));
        if size.unwrap().len() + 1_000 > LARGEST {
            return Some("larger than 64 KiB".to_owned());
        }
        if content.body.is_empty() {
            return Some("no body".to_owned());
        }
        let is_id = |id: &String| id.starts_with('@') && id.contains(':');
        if let Some(id) = content.mentions.iter().find(|id| !is_id(id)) {
            return Some(format!("mentions {id}"));
        }
        let events = &self.rooms[room].events;
        let find = |id: &str| events.iter().find(|event| event.id == id);
        match &content.relation {
            None => None,
            Some(Relation::Reply(to)) => find(to).is_none().then(|| format!("a reply to {to}")),
            Some(Relation::Thread { root, reply_to }) => match find(root) {
                None => Some(format!("a thread of {root}")),
                Some(first) if first.thread.is_some() => Some("a thread in a thread".to_owned()),
                Some(_) => {
                    let to = reply_to.as_ref().filter(|to| find(to).is_none())?;
                    Some(format!("a reply to {to}"))
                }
            },
            Some(Relation::Replacement(of)) => match find(of) {
                Some(former) if former.sender == DELOS => None,
                _ => Some(format!("an edit of {of}")),
            },
        }
    }

    fn post(&mut self, device: u32, room: &str, transaction: &str, content: Content) -> String {
        let id = self.next_id();
        let shared = content.fields.get(matrix::TRANSACTION);
        let shared = shared.and_then(Value::as_str).map(str::to_owned);
        self.sent_by.insert(id.clone(), (device, shared));
        let relation = content.relation.clone();
        let (thread, reply_to) = match &relation {
            Some(Relation::Thread { root, reply_to }) => (Some(root.clone()), reply_to.clone()),
            Some(Relation::Reply(to)) => (None, Some(to.clone())),
            _ => (None, None),
        };
        let message = Message {
            room: room.to_owned(),
            id: id.clone(),
            sender: DELOS.to_owned(),
            body: content.body,
            html: content.html,
            called: content.mentions.clone(),
            mentions: content.mentions,
            is_notice: content.is_notice,
            file: content.file.as_ref().map(|file| file.name.clone()),
            attached: content.file,
            transaction: Some(transaction.to_owned()),
            fields: content.fields,
            thread,
            reply_to,
            edits: 0,
        };
        let events = &mut self.rooms.get_mut(room).unwrap().events;
        let shown = match &relation {
            Some(Relation::Replacement(of)) => of,
            _ => &id,
        };
        let is_known = !self.known.insert(shown.clone());
        if let Some(Relation::Replacement(of)) = &relation {
            let former = events.iter_mut().find(|event| event.id == *of).unwrap();
            let form = |of: &Message| (of.html.clone(), of.attached.clone(), of.fields.clone());
            if is_known && form(former) == form(&message) && former.body == message.body {
                self.mistakes
                    .push(format!("an edit that changes nothing: {message:?}"));
            }
            let mut called = former.called.clone();
            called.extend(message.called.iter().cloned());
            *former = Message {
                id: former.id.clone(),
                called,
                transaction: former.transaction.clone(),
                thread: former.thread.clone(),
                reply_to: former.reply_to.clone(),
                edits: former.edits + 1,
                ..message
            };
        } else {
            events.push(message);
        }
        self.note(device, room, transaction, "message", &id);
        self.stream.push(Heard {
            room: room.to_owned(),
            id: id.clone(),
            sender: DELOS.to_owned(),
            event: Event::Echo {
                transaction: transaction.to_owned(),
            },
        });
        id
    }

    /// The failure that a test has in store for a request.
    fn fault(&mut self, op: Op) -> Option<Fault> {
        let at = self.faults.iter().position(|(other, _)| *other == op)?;
        self.faults.remove(at).map(|(_, fault)| fault)
    }
}

/// The account as one run of the program has it.
#[derive(Debug)]
struct Account {
    server: Server,
    device: u32,
    begun: usize,
    heard: Mutex<usize>,
}

impl Account {
    /// Makes a request, unless it is to fail.
    fn request<T>(
        &self,
        op: Op,
        work: impl FnOnce(&mut State) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut state = self.server.state();
        if state.cut_off.contains(&self.device) {
            return Err(Error::Unreachable("cut off".to_owned()));
        }
        let outcome = match state.fault(op) {
            Some(Fault::With(error)) => return Err(error),
            Some(Fault::AnswerLost) => {
                work(&mut state)?;
                Err(Error::Unreachable("the answer is lost".to_owned()))
            }
            None => work(&mut state),
        };
        drop(state);
        self.server.changed();
        outcome
    }

    fn news(&self) -> Option<Sync> {
        let state = self.server.state();
        let mut heard = self.heard.lock().unwrap();
        let from = *heard;
        if from == state.stream.len() {
            return None;
        }
        *heard = state.stream.len();
        Some(Sync {
            token: heard.to_string(),
            heard: state.stream[from..]
                .iter()
                .filter_map(|one| state.heard_by(self.device, one))
                .collect(),
            is_catching_up: false,
        })
    }
}

#[async_trait]
impl Homeserver for Account {
    fn me(&self) -> &str {
        DELOS
    }

    async fn sync(&self) -> Result<Sync, Error> {
        self.request(Op::Sync, |_| Ok(()))?;
        let wait = async {
            loop {
                let changed = self.server.0.changed.notified();
                tokio::pin!(changed);
                changed.as_mut().enable();
                if self.server.state().cut_off.contains(&self.device) {
                    return Err(Error::Unreachable("cut off".to_owned()));
                }
                if let Some(sync) = self.news() {
                    return Ok(sync);
                }
                changed.await;
            }
        };
        timeout(SYNC, wait).await.unwrap_or_else(|_| {
            Ok(Sync {
                token: self.heard.lock().unwrap().to_string(),
                ..Sync::default()
            })
        })
    }

    async fn acknowledge(&self, token: &str) -> Result<(), Error> {
        self.request(Op::Acknowledge, |state| {
            let token: usize = token.parse().unwrap();
            let former = state.acknowledged.insert(self.device, token);
            assert!(
                former.is_none_or(|former| token >= former),
                "time runs forward"
            );
            state.acknowledgments += 1;
            Ok(())
        })
    }

    async fn bookmark(&self, token: &str) -> Result<Option<String>, Error> {
        Ok(Some(token.to_owned()))
    }

    async fn resume(&self, bookmark: Option<&str>) -> Result<(), Error> {
        let from = bookmark.map_or(self.begun, |bookmark| bookmark.parse().unwrap());
        *self.heard.lock().unwrap() = from;
        Ok(())
    }

    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String, Error> {
        self.request(Op::Send, |state| {
            if let Err(error) = state.writable(room) {
                let refused = (room.to_owned(), transaction.to_owned());
                state.refused.insert(refused);
                return Err(error);
            }
            if let Some(event) = state.former(self.device, room, transaction, "message")? {
                return Ok(event);
            }
            match state.fault_of(room, &content) {
                Some(wrong) => Err(state.mistake(wrong)),
                None => Ok(state.post(self.device, room, transaction, content)),
            }
        })
    }

    async fn react(
        &self,
        room: &str,
        transaction: &str,
        to: &str,
        key: &str,
    ) -> Result<String, Error> {
        self.request(Op::React, |state| {
            let known = state.writable(room)?;
            let reaction = (DELOS.to_owned(), to.to_owned(), key.to_owned());
            let is_there = known.events.iter().any(|event| event.id == to);
            let is_second = known.reactions.contains(&reaction);
            if let Some(event) = state.former(self.device, room, transaction, "reaction")? {
                return Ok(event);
            }
            if !is_there {
                return Err(state.mistake(format!("a reaction to {to}")));
            }
            let id = state.next_id();
            if !is_second {
                let known = state.rooms.get_mut(room).unwrap();
                known.reactions.push(reaction);
            }
            state.note(self.device, room, transaction, "reaction", &id);
            Ok(id)
        })
    }

    async fn redact(&self, room: &str, transaction: &str, event: &str) -> Result<(), Error> {
        self.request(Op::Send, |state| {
            state.writable(room)?;
            let former = state.former(self.device, room, transaction, "redaction")?;
            if former.is_none() {
                let events = &mut state.rooms.get_mut(room).unwrap().events;
                events.retain(|one| one.id != event || one.sender != DELOS);
                state.note(self.device, room, transaction, "redaction", event);
            }
            Ok(())
        })
    }

    async fn own_content(
        &self,
        room: &str,
        event: &str,
    ) -> Result<Option<Map<String, Value>>, Error> {
        self.request(Op::OwnContent, |state| {
            state.looked_up.push(event.to_owned());
            let Some(room) = state.rooms.get(room) else {
                return Err(Error::NotFound(room.to_owned()));
            };
            let mut own = room.events.iter().filter(|one| one.sender == DELOS);
            Ok(own.find(|one| one.id == event).map(content))
        })
    }

    async fn direct_room(&self, person: &str, _: bool) -> Result<String, Error> {
        let refused = self.server.state().unwilling.contains(&person.to_owned());
        self.request(Op::DirectRoom, |_| {
            if refused {
                return Err(Error::Forbidden("they refuse it".to_owned()));
            }
            Ok(())
        })?;
        let name = person.trim_start_matches('@').split(':').next().unwrap();
        Ok(self.server.direct(name))
    }

    async fn join(&self, room: &str) -> Result<(), Error> {
        self.request(Op::Join, |state| match state.rooms.get_mut(room) {
            Some(known) => {
                known.members.insert(DELOS.to_owned(), member(DELOS, 0));
                Ok(())
            }
            None => Err(Error::NotFound(room.to_owned())),
        })
    }

    async fn leave(&self, room: &str) -> Result<(), Error> {
        self.request(Op::Join, |state| {
            let known = state.rooms.get_mut(room);
            known.unwrap().members.remove(DELOS);
            Ok(())
        })
    }

    async fn room(&self, room: &str) -> Result<Option<Room>, Error> {
        let state = self.server.state();
        let Some(known) = state.rooms.get(room) else {
            return Ok(None);
        };
        Ok(known.members.get(DELOS).map(|own| Room {
            name: room.trim_start_matches('!').replace(":hs", ""),
            kind: match (known.is_space, known.is_direct) {
                (true, _) => RoomKind::Space,
                (false, true) => RoomKind::Direct,
                (false, false) => RoomKind::Group,
            },
            is_encrypted: known.is_direct,
            members: known.members.len() as u64,
            may_send: own.power >= known.send,
            managing_level: 100,
        }))
    }

    async fn replaced_rooms(&self) -> Result<Vec<(String, String)>, Error> {
        let state = self.server.state();
        let rooms = state.rooms.iter();
        let own = rooms.filter(|(_, room)| room.members.contains_key(DELOS));
        Ok(own
            .filter_map(|(id, room)| Some((id.clone(), room.successor.clone()?)))
            .collect())
    }

    async fn predecessor(&self, room: &str) -> Result<Option<String>, Error> {
        let state = self.server.state();
        let named = state
            .rooms
            .get(room)
            .and_then(|room| room.predecessor.clone());
        let is_replaced = |old: &String| {
            let old = state.rooms.get(old);
            old.is_some_and(|old| old.successor.as_deref() == Some(room))
        };
        Ok(named.filter(is_replaced))
    }

    async fn describe_command(&self, room: &str, description: &Value) -> Result<bool, Error> {
        let command = description["command"].as_str().unwrap_or_default();
        self.request(Op::Describe, |state| {
            let Some(known) = state.rooms.get_mut(room) else {
                return Err(Error::NotFound(room.to_owned()));
            };
            let own = known.members.get(DELOS).map_or(0, |own| own.power);
            if own < STATE_POWER {
                return Err(Error::Forbidden("the power level is too low".to_owned()));
            }
            let key = command.to_owned();
            let former = known.descriptions.insert(key, description.clone());
            Ok(former.as_ref() != Some(description))
        })
    }

    async fn room_of(&self, address: &str) -> Result<Option<String>, Error> {
        let room = address.replacen('#', "!", 1);
        Ok(self
            .server
            .state()
            .rooms
            .contains_key(&room)
            .then_some(room))
    }

    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>, Error> {
        let state = self.server.state();
        let known = state.rooms.get(room);
        let known = known.ok_or_else(|| Error::NotFound(room.to_owned()))?;
        let Some(member) = known.members.get(person) else {
            return Ok(None);
        };
        let named = known
            .members
            .values()
            .filter(|other| other.name == member.name);
        Ok(Some(Member {
            shares_name: named.count() > 1,
            ..member.clone()
        }))
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>, Error> {
        let mut state = self.server.state();
        state.whole_rooms += 1;
        let known = state.rooms.get(room);
        let known = known.ok_or_else(|| Error::NotFound(room.to_owned()))?;
        Ok(known.members.values().cloned().collect())
    }

    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<(), Error> {
        let mut state = self.server.state();
        let known = state.rooms.get_mut(room);
        let known = known.ok_or_else(|| Error::NotFound(room.to_owned()))?;
        let own = known.members.get(DELOS).map_or(0, |own| own.power);
        if own < 100 || own <= level {
            return Err(Error::Forbidden("the power level is too low".to_owned()));
        }
        match known.members.get_mut(person) {
            Some(member) => {
                member.power = level;
                Ok(())
            }
            None => Err(Error::NotFound(person.to_owned())),
        }
    }
}

/// A message as the specification has it.
fn content(message: &Message) -> Map<String, Value> {
    let mut content = message.fields.clone();
    content.insert("body".to_owned(), message.body.clone().into());
    if let Some(html) = &message.html {
        content.insert("formatted_body".to_owned(), html.clone().into());
    }
    if let Some(root) = &message.thread {
        let relation = json!({ "rel_type": "m.thread", "event_id": root });
        content.insert("m.relates_to".to_owned(), relation);
    }
    content
}
