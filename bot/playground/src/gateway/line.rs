//! The sessions of the gateway, connected or waiting to be resumed, and what is wrong with the line.

use std::collections::{BTreeMap, VecDeque};

use serde_json::{Value, json};
use tokio::sync::mpsc;

/// How many events of a session are kept for RESUME.
const REPLAY: usize = 1000;
/// How many sessions without a socket are kept.
const RESUMABLE: usize = 16;

/// What goes out on a socket.
#[derive(Debug)]
pub(crate) enum Out {
    Text(String),
    Close(u16, &'static str),
    Cut,
}

/// A connection of the bot's that outlives its sockets.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) intents: u64,
    pub(super) shard: (u64, u64),
    pub(super) seq: u64,
    pub(super) sent: VecDeque<(u64, String)>,
    pub(super) socket: Option<(u64, mpsc::Sender<Out>)>,
    /// An event that is to come after the next one.
    pub(super) held: Option<(String, Value)>,
}

impl Session {
    pub(super) fn new(intents: u64, shard: (u64, u64), socket: (u64, mpsc::Sender<Out>)) -> Self {
        Self {
            intents,
            shard,
            seq: 0,
            sent: VecDeque::new(),
            socket: Some(socket),
            held: None,
        }
    }

    pub(super) fn event(&mut self, event: &str, d: &Value) {
        self.seq += 1;
        let text = json!({"op": 0, "t": event, "s": self.seq, "d": d}).to_string();
        self.sent.push_back((self.seq, text.clone()));
        if self.sent.len() > REPLAY {
            self.sent.pop_front();
        }
        self.out(Out::Text(text));
    }

    pub(super) fn out(&mut self, out: Out) {
        if let Some((_, tx)) = &self.socket
            && tx.try_send(out).is_err()
        {
            self.socket = None;
        }
    }
}

/// The state of the gateway and what is wrong with it.
#[derive(Debug)]
pub(crate) struct Line {
    pub(super) sessions: BTreeMap<u64, Session>,
    pub(super) next: u64,
    pub(crate) acks: bool,
    pub(crate) refusing: bool,
    pub(crate) heartbeat_ms: u64,
    pub(crate) disallowed: u64,
    pub(crate) identifies: usize,
    pub(crate) resumes: usize,
    pub(crate) heartbeats: usize,
    pub(crate) duplicate: usize,
    pub(crate) reorder: usize,
    pub(crate) presence: Value,
    pub(super) last_identify_ms: Option<u64>,
    pub(crate) pace_identify: bool,
}

impl Default for Line {
    fn default() -> Self {
        Self {
            sessions: BTreeMap::new(),
            next: 0,
            acks: true,
            refusing: false,
            heartbeat_ms: 41_250,
            disallowed: 0,
            identifies: 0,
            resumes: 0,
            heartbeats: 0,
            duplicate: 0,
            reorder: 0,
            presence: Value::Null,
            last_identify_ms: None,
            pace_identify: false,
        }
    }
}

impl Line {
    pub(crate) fn is_connected(&self) -> bool {
        self.sessions.values().any(|s| s.socket.is_some())
    }

    /// Sessions that still exist, connected or resumable.
    pub(crate) fn sessions(&self) -> usize {
        self.sessions.len()
    }

    /// What the connected bot has asked for; without a bot, nothing.
    pub(crate) fn intents(&self) -> u64 {
        self.sessions
            .values()
            .filter(|s| s.socket.is_some())
            .fold(0, |all, s| all | s.intents)
    }

    /// Nobody resumes for ever: the oldest sessions without a socket go.
    pub(super) fn forget_the_oldest(&mut self) {
        let dead = self.sessions.iter().filter(|(_, s)| s.socket.is_none());
        let dead: Vec<u64> = dead.map(|(key, _)| *key).collect();
        for key in dead.iter().rev().skip(RESUMABLE) {
            self.sessions.remove(key);
        }
    }

    pub(crate) fn forget(&mut self) {
        self.sessions.clear();
    }

    pub(crate) fn reconnect(&mut self) {
        for s in self.sessions.values_mut() {
            s.out(Out::Text(plain(7, &Value::Null)));
        }
    }

    pub(crate) fn invalidate(&mut self, resumable: bool) {
        for s in self.sessions.values_mut() {
            s.out(Out::Text(plain(9, &json!(resumable))));
        }
        if !resumable {
            self.sessions.clear();
        }
    }

    pub(crate) fn close(&mut self, code: u16) {
        for s in self.sessions.values_mut() {
            s.out(Out::Close(code, ""));
            s.socket = None;
        }
    }

    pub(crate) fn cut(&mut self) {
        for s in self.sessions.values_mut() {
            s.out(Out::Cut);
            s.socket = None;
        }
    }
}

pub(super) fn plain(op: u64, d: &Value) -> String {
    json!({"op": op, "d": d, "s": null, "t": null}).to_string()
}
