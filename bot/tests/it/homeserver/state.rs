//! State changes by requests and events.

use matrix::{Content, Error, Event, EventKind, Member, Relation};
use serde_json::{Value, json};

use super::{DELOS, Fault, LARGEST, Message, Op, RoomState, Sent, State};

impl State {
    pub(super) fn acknowledged(&self, device: u32) -> usize {
        self.acknowledged.get(&device).copied().unwrap_or(0)
    }

    pub(super) fn next_id(&mut self) -> String {
        self.events += 1;
        format!("${}", self.events)
    }

    pub(super) fn add_room(&mut self, id: &str, members: Vec<Member>, is_direct: bool) {
        let members = members.into_iter();
        let room = RoomState {
            members: members.map(|member| (member.id.clone(), member)).collect(),
            is_direct,
            ..RoomState::default()
        };
        self.rooms.insert(id.to_owned(), room);
    }

    pub(super) fn add_event(&mut self, room: &str, sender: &str, kind: EventKind) -> String {
        let id = self.next_id();
        self.stream.push(Event {
            room: room.to_owned(),
            id: id.clone(),
            sender: sender.to_owned(),
            kind,
        });
        id
    }

    pub(super) fn mistake(&mut self, what: String) -> Error {
        self.mistakes.push(what.clone());
        Error::Invalid(what)
    }

    pub(super) fn known_room(&mut self, id: &str) -> Result<&mut RoomState, Error> {
        let room = self.rooms.get_mut(id);
        room.ok_or_else(|| Error::NotFound(format!("no room {id}")))
    }

    /// Returns a room, if Delos may send messages there.
    pub(super) fn writable(&mut self, id: &str) -> Result<&mut RoomState, Error> {
        let room = self.known_room(id)?;
        match room.members.get(DELOS) {
            None => Err(Error::Forbidden(format!("not in {id}"))),
            Some(own) if own.power < room.send => {
                Err(Error::Forbidden("the power level is too low".to_owned()))
            }
            Some(_) => Ok(room),
        }
    }

    /// Returns the result of an earlier request with this transaction id.
    pub(super) fn former(
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

    pub(super) fn note(
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

    /// Returns an event as a device receives it. Homeservers show a transaction id only to the sending device.
    pub(super) fn received_by(&self, device: u32, event: &Event) -> Option<Event> {
        let (EventKind::Echo { .. }, Some((sender, shared))) =
            (&event.kind, self.sent_by.get(&event.id))
        else {
            return Some(event.clone());
        };
        if *sender == device {
            return Some(event.clone());
        }
        shared.clone().map(|transaction| Event {
            kind: EventKind::Echo { transaction },
            ..event.clone()
        })
    }

    pub(super) fn fault_of(&self, room: &str, content: &Content) -> Option<String> {
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
            // A redacted message still has its thread.
            Some(Relation::Thread { root, .. }) if self.rooms[room].redacted.contains(root) => None,
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

    pub(super) fn post(
        &mut self,
        device: u32,
        room: &str,
        transaction: &str,
        content: Content,
    ) -> String {
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
        self.stream.push(Event {
            room: room.to_owned(),
            id: id.clone(),
            sender: DELOS.to_owned(),
            kind: EventKind::Echo {
                transaction: transaction.to_owned(),
            },
        });
        id
    }

    /// Takes the failure that a test planned for a request.
    pub(super) fn fault(&mut self, op: Op) -> Option<Fault> {
        let at = self.faults.iter().position(|(other, _)| *other == op)?;
        self.faults.remove(at).map(|(_, fault)| fault)
    }
}
