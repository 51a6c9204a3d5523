//! A homeserver in memory: rooms, members, threads, edits, reactions, transaction ids, and failures on demand.
//!
//! It is as strict as Synapse, and stricter where a request shows a mistake: what it refuses for that reason is listed in
//! [`Server::mistakes`], and a test that ends with one fails.

#![allow(dead_code, reason = "no test that includes this module uses all of it")]

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use matrix::{Error, Event, Heard, Homeserver, Member};
use serde_json::{Map, Value};
use tokio::sync::Notify;
use tokio::time::timeout;

mod account;
mod inspect;
mod state;
mod user;

use account::Account;
pub(crate) use user::User;

/// The account of Delos.
pub(crate) const DELOS: &str = "@delos:hs";
/// The largest event that Synapse takes.
const LARGEST: usize = 65_536;
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
        Arc::new(Account::new(self.clone(), device, begun))
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
