//! Gateway sessions, connected or resumable, and injected connection faults.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::discord::opcode;

/// Events kept per session for a resume.
const REPLAY_EVENTS: usize = 1000;
/// The documented number of IDENTIFYs in a day.
pub(crate) const STARTS: usize = 1000;
/// Disconnected sessions kept.
const RESUMABLE_SESSIONS: usize = 16;
/// Discord's usual heartbeat interval.
pub(crate) const HEARTBEAT_MS: u64 = 41_250;

/// A close code and its reason.
pub(crate) type Close = (u16, &'static str);

/// An instruction to the task that serves a socket.
#[derive(Debug, Clone)]
pub(crate) enum Outgoing {
    Text(String),
    Close(Close),
    /// End the connection without a close frame.
    Cut,
}

/// The shard of a session: `index` of `count`.
#[derive(Debug, Default, Clone, Copy)]
pub(crate) struct Shard {
    pub(crate) index: u64,
    pub(crate) count: u64,
}

impl Shard {
    pub(crate) fn contains(self, guild: u64) -> bool {
        (guild >> 22) % self.count.max(1) == self.index
    }
}

/// A socket of the bot, as its session sees it.
#[derive(Debug, Clone)]
pub(crate) struct Socket {
    pub(crate) number: u64,
    pub(crate) sender: mpsc::Sender<Outgoing>,
}

impl Socket {
    /// Sends a payload that is not a dispatch event.
    pub(crate) fn send(&self, opcode: u64, data: &Value) {
        // A socket that is gone needs no payload.
        drop(self.sender.try_send(payload(opcode, data)));
    }
}

/// A gateway session. It outlives its sockets.
#[derive(Debug, Default)]
pub(crate) struct Session {
    pub(crate) intents: u64,
    pub(crate) shard: Shard,
    pub(crate) socket: Option<Socket>,
    seq: u64,
    /// The latest events with their sequence numbers.
    sent: VecDeque<(u64, String)>,
    /// The name and the data of an event to be sent after the next one.
    delayed: Option<(String, Value)>,
}

impl Session {
    pub(crate) fn new(intents: u64, shard: Shard, socket: Socket) -> Self {
        Self {
            intents,
            shard,
            socket: Some(socket),
            ..Self::default()
        }
    }

    pub(crate) fn uses(&self, socket: &Socket) -> bool {
        self.socket.as_ref().map(|s| s.number) == Some(socket.number)
    }

    /// Sends an event, and keeps it for a resume.
    pub(crate) fn send_event(&mut self, name: &str, data: &Value) {
        self.seq += 1;
        let text = json!({"op": opcode::DISPATCH, "t": name, "s": self.seq, "d": data}).to_string();
        self.sent.push_back((self.seq, text.clone()));
        if self.sent.len() > REPLAY_EVENTS {
            self.sent.pop_front();
        }
        self.send(Outgoing::Text(text));
    }

    pub(crate) fn send(&mut self, outgoing: Outgoing) {
        if let Some(socket) = &self.socket
            && socket.sender.try_send(outgoing).is_err()
        {
            self.socket = None;
        }
    }

    /// Whether all events after `seq` are still known.
    pub(crate) fn can_resume(&self, seq: u64) -> bool {
        self.sent.front().is_none_or(|(first, _)| seq + 1 >= *first)
    }

    /// Continues on a new socket, and sends the events after `seq`, unless that was never sent.
    pub(crate) fn resume(&mut self, socket: Socket, seq: u64) -> Result<(), Close> {
        if seq > self.seq {
            return Err((4007, "Invalid seq."));
        }
        self.socket = Some(socket);
        let missed = self.sent.iter().filter(|(number, _)| *number > seq);
        let missed: Vec<String> = missed.map(|(_, text)| text.clone()).collect();
        for text in missed {
            self.send(Outgoing::Text(text));
        }
        self.send_event("RESUMED", &json!({}));
        Ok(())
    }
}

/// All sessions, and the injected faults.
#[derive(Debug, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "independent switches of a test"
)]
pub(crate) struct GatewayState {
    pub(crate) sessions: BTreeMap<u64, Session>,
    pub(crate) last_session: u64,
    pub(crate) presence: Value,
    /// `None` for [`HEARTBEAT_MS`].
    pub(crate) heartbeat_ms: Option<u64>,
    pub(crate) withholds_acks: bool,
    /// Whether the next session begins without READY.
    pub(crate) withholds_ready: bool,
    pub(crate) refuses_connections: bool,
    /// Whether new connections wait without a word.
    pub(crate) hangs: bool,
    /// The connections that wait so.
    pub(crate) hanging: usize,
    /// Heartbeats of the bot, acknowledged or not.
    pub(crate) heartbeats: usize,
    pub(crate) disallowed_intents: u64,
    /// Events yet to be sent twice.
    pub(crate) duplicates: usize,
    /// Whether the next event is sent after the one that follows it.
    pub(crate) reorders_next: bool,
    /// Whether IDENTIFY is limited to one of a bucket in five seconds.
    pub(crate) limits_identify: bool,
    /// By bucket: the shard modulo [`Self::max_concurrency`].
    pub(crate) last_identify_ms: BTreeMap<u64, u64>,
    /// The number of shards that bots are advised to use; 0 counts as 1.
    pub(crate) recommended_shards: u64,
    /// The number of buckets for IDENTIFY; 0 counts as 1.
    pub(crate) max_concurrency: u64,
    /// At most [`STARTS`].
    pub(crate) identifies: usize,
    pub(crate) resumes: usize,
}

impl GatewayState {
    /// The bot's custom status, or the name of its activity.
    pub(crate) fn activity(&self) -> &Value {
        let activity = &self.presence["activities"][0];
        let is_custom = activity["type"] == 4;
        &activity[if is_custom { "state" } else { "name" }]
    }

    pub(crate) fn is_connected(&self) -> bool {
        self.sessions.values().any(|s| s.socket.is_some())
    }

    /// The shards with a connection, each as often as it is connected.
    pub(crate) fn connected_shards(&self) -> Vec<u64> {
        let connected = self.sessions.values().filter(|s| s.socket.is_some());
        let mut shards: Vec<u64> = connected.map(|s| s.shard.index).collect();
        shards.sort_unstable();
        shards
    }

    /// Whether the session uses this socket, or the socket has no session yet.
    pub(crate) fn is_heard(&self, session: Option<u64>, socket: &Socket) -> bool {
        session.is_none_or(|key| self.sessions.get(&key).is_some_and(|s| s.uses(socket)))
    }

    pub(crate) fn intents(&self) -> u64 {
        let connected = self.sessions.values().filter(|s| s.socket.is_some());
        connected.fold(0, |all, s| all | s.intents)
    }

    /// Delivers an event to a session, subject to the injected faults.
    pub(crate) fn deliver(&mut self, session: u64, event: &str, data: Value) {
        let Some(s) = self.sessions.get_mut(&session) else {
            return;
        };
        if self.reorders_next && s.delayed.is_none() {
            self.reorders_next = false;
            s.delayed = Some((event.to_owned(), data));
            return;
        }
        s.send_event(event, &data);
        if self.duplicates > 0 {
            self.duplicates -= 1;
            s.send_event(event, &data);
        }
        if let Some((event, data)) = s.delayed.take() {
            s.send_event(&event, &data);
        }
    }

    pub(crate) fn add_session(&mut self, session: Session) -> u64 {
        self.last_session += 1;
        self.sessions.insert(self.last_session, session);
        let disconnected = self.sessions.iter().filter(|(_, s)| s.socket.is_none());
        let disconnected: Vec<u64> = disconnected.map(|(key, _)| *key).collect();
        for key in disconnected.iter().rev().skip(RESUMABLE_SESSIONS) {
            self.sessions.remove(key);
        }
        self.last_session
    }

    pub(crate) fn send_to_all(&mut self, opcode: u64, data: &Value) {
        for s in self.sessions.values_mut() {
            s.send(payload(opcode, data));
        }
    }

    /// Detaches all sockets after a last instruction. Without one they stay open.
    pub(crate) fn detach(&mut self, last: Option<&Outgoing>) {
        for s in self.sessions.values_mut() {
            if let Some(last) = last {
                s.send(last.clone());
            }
            s.socket = None;
        }
    }
}

/// A payload that is not a dispatch event.
fn payload(opcode: u64, data: &Value) -> Outgoing {
    Outgoing::Text(json!({"op": opcode, "d": data, "s": null, "t": null}).to_string())
}
