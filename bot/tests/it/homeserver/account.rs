//! Delos' account on the fake homeserver.

use std::sync::Mutex;

use async_trait::async_trait;
use matrix::{Content, Error, Homeserver, Member, Room, RoomKind, Sync};
use serde_json::{Map, Value, json};
use tokio::time::timeout;

use super::{DELOS, Fault, Message, Op, SYNC, Server, State, member, name_of};

/// The account in one run of the program.
#[derive(Debug)]
pub(super) struct Account {
    server: Server,
    device: u32,
    begun: usize,
    received: Mutex<usize>,
}

impl Account {
    pub(super) fn new(server: Server, device: u32, begun: usize) -> Self {
        Self {
            server,
            device,
            begun,
            received: Mutex::new(begun),
        }
    }

    /// Makes a request, unless a failure is planned.
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
            Some(Fault::Outage) => {
                state.cut_off.push(self.device);
                return Err(Error::Unreachable("an outage begins".to_owned()));
            }
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

    /// Notes a request about a message or a room, and waits until it isn't held.
    async fn answerable(&self, about: &str) {
        self.server.state().looked_up.push(about.to_owned());
        self.server.changed();
        let is_held = || self.server.state().held.as_deref() == Some(about);
        let answered = || (!is_held()).then_some(());
        self.server.when("an answer", answered).await;
    }

    fn new_events(&self) -> Option<Sync> {
        let state = self.server.state();
        let mut received = self.received.lock().unwrap();
        let from = *received;
        if from == state.stream.len() {
            return None;
        }
        *received = state.stream.len();
        Some(Sync {
            token: received.to_string(),
            events: state.stream[from..]
                .iter()
                .filter_map(|one| state.received_by(self.device, one))
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
                if let Some(sync) = self.new_events() {
                    return Ok(sync);
                }
                changed.await;
            }
        };
        timeout(SYNC, wait).await.unwrap_or_else(|_| {
            Ok(Sync {
                token: self.received.lock().unwrap().to_string(),
                ..Sync::default()
            })
        })
    }

    async fn ping(&self) -> Result<(), Error> {
        self.request(Op::Ping, |_| Ok(()))
    }

    async fn acknowledge(&self, token: &str) -> Result<(), Error> {
        self.request(Op::Acknowledge, |state| {
            let token: usize = token.parse().unwrap();
            let former = state.acknowledged.insert(self.device, token);
            assert!(former <= Some(token), "time runs forward");
            state.acknowledgments += 1;
            Ok(())
        })
    }

    async fn bookmark(&self, token: &str) -> Result<Option<String>, Error> {
        Ok(Some(token.to_owned()))
    }

    async fn resume(&self, bookmark: Option<&str>) -> Result<(), Error> {
        let from = bookmark.map_or(self.begun, |bookmark| bookmark.parse().unwrap());
        *self.received.lock().unwrap() = from;
        Ok(())
    }

    async fn prepare(&self, _: &str, _: &str, content: &Content) -> Result<(), Error> {
        if let Some(file) = &content.file {
            self.answerable(&file.name).await;
        }
        Ok(())
    }

    async fn send(&self, room: &str, transaction: &str, content: Content) -> Result<String, Error> {
        let file = content.file.as_ref();
        let op = match file.map(|file| file.media_type.as_str()) {
            Some("image/gif") => Op::SendReplay,
            _ => Op::Send,
        };
        self.request(op, |state| {
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

    async fn react(&self, room: &str, transaction: &str, to: &str, key: &str) -> Result<(), Error> {
        self.request(Op::React, |state| {
            let known = state.writable(room)?;
            let reaction = (DELOS.to_owned(), to.to_owned(), key.to_owned());
            let is_there = known.events.iter().any(|event| event.id == to);
            let is_second = known.reactions.contains(&reaction);
            let former = state.former(self.device, room, transaction, "reaction")?;
            if former.is_some() {
                return Ok(());
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
            Ok(())
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
        self.answerable(event).await;
        self.request(Op::OwnContent, |state| {
            let room = state.known_room(room)?;
            if room.redacted.contains(event) {
                return Ok(Some(Map::new()));
            }
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
        Ok(self.server.direct(name_of(person)))
    }

    async fn join(&self, room: &str) -> Result<(), Error> {
        self.answerable(room).await;
        self.request(Op::Join, |state| {
            let members = &mut state.known_room(room)?.members;
            members.insert(DELOS.to_owned(), member(DELOS, 0));
            Ok(())
        })
    }

    async fn leave(&self, room: &str) -> Result<(), Error> {
        self.request(Op::Join, |state| {
            state.known_room(room)?.members.remove(DELOS);
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
        let named = state.rooms.get(room);
        let named = named.and_then(|room| room.predecessor.clone());
        let is_replaced = |old: &String| {
            let old = state.rooms.get(old);
            old.is_some_and(|old| old.successor.as_deref() == Some(room))
        };
        Ok(named.filter(is_replaced))
    }

    async fn room_of(&self, address: &str) -> Result<Option<String>, Error> {
        let room = address.replacen('#', "!", 1);
        let is_known = self.server.has_room(&room);
        Ok(is_known.then_some(room))
    }

    async fn member(&self, room: &str, person: &str) -> Result<Option<Member>, Error> {
        self.request(Op::Member, |state| {
            let members = &state.known_room(room)?.members;
            let Some(member) = members.get(person) else {
                return Ok(None);
            };
            let named = members.values().filter(|other| other.name == member.name);
            Ok(Some(Member {
                shares_name: named.count() > 1,
                ..member.clone()
            }))
        })
    }

    async fn members(&self, room: &str) -> Result<Vec<Member>, Error> {
        let mut state = self.server.state();
        state.whole_rooms += 1;
        let members = state.known_room(room)?.members.values();
        Ok(members.cloned().collect())
    }

    async fn set_power(&self, room: &str, person: &str, level: i64) -> Result<(), Error> {
        let mut state = self.server.state();
        let members = &mut state.known_room(room)?.members;
        let own = members.get(DELOS).map_or(0, |own| own.power);
        if own < 100 || own <= level {
            return Err(Error::Forbidden("the power level is too low".to_owned()));
        }
        let member = members.get_mut(person);
        let member = member.ok_or_else(|| Error::NotFound(person.to_owned()))?;
        member.power = level;
        Ok(())
    }
}

/// Returns a message's content as in the specification.
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
