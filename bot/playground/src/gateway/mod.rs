//! The gateway: HELLO, IDENTIFY, READY, heartbeats, RESUME, and every way in which it can go wrong.
//!
//! A session outlives its socket, as on Discord: what happens while a bot is away is kept and replayed after RESUME.

mod line;
mod socket;

use serde_json::{Value, json};
use tokio::sync::mpsc;

pub(crate) use line::Line;
use line::{Out, Session, plain};
pub(crate) use socket::serve;

use crate::calls::Violation;
use crate::state::World;

/// Gateway intents, as IDENTIFY sends them.
pub(crate) mod intent {
    pub(crate) const GUILDS: u64 = 1;
    pub(crate) const GUILD_MEMBERS: u64 = 1 << 1;
    pub(crate) const GUILD_MESSAGES: u64 = 1 << 9;
    pub(crate) const GUILD_MESSAGE_REACTIONS: u64 = 1 << 10;
    pub(crate) const DIRECT_MESSAGES: u64 = 1 << 12;
    pub(crate) const DIRECT_MESSAGE_REACTIONS: u64 = 1 << 13;
    pub(crate) const MESSAGE_CONTENT: u64 = 1 << 15;
    /// Every bit that Discord knows.
    pub(crate) const KNOWN: u64 = (1 << 17) - 1 + (0b11 << 20) + (0b11 << 24);
}

impl World {
    /// Sends an event to every session that has asked for it and whose shard it belongs to. `intent` 0 goes to all.
    pub(crate) fn dispatch(
        &mut self,
        event: &str,
        intent: u64,
        guild: Option<u64>,
        data: impl Fn(&Self, u64) -> Value,
    ) {
        let keys: Vec<u64> = self.gateway.sessions.keys().copied().collect();
        for key in keys {
            let Some(s) = self.gateway.sessions.get(&key) else {
                continue;
            };
            let home = guild.map_or(0, |g| (g >> 22) % s.shard.1.max(1));
            if (intent != 0 && s.intents & intent == 0) || home != s.shard.0 {
                continue;
            }
            let d = data(self, s.intents);
            self.deliver(key, event, d);
        }
    }

    fn deliver(&mut self, key: u64, event: &str, d: Value) {
        let line = &mut self.gateway;
        let Some(s) = line.sessions.get_mut(&key) else {
            return;
        };
        if line.reorder > 0 && s.held.is_none() {
            line.reorder -= 1;
            s.held = Some((event.to_owned(), d));
            return;
        }
        s.event(event, &d);
        if line.duplicate > 0 {
            line.duplicate -= 1;
            s.event(event, &d);
        }
        if let Some((event, d)) = s.held.take() {
            s.event(&event, &d);
        }
    }

    pub(super) fn gateway_fault(&mut self, rule: &'static str, message: String, code: u64) {
        self.violate(Violation {
            route: "gateway".to_owned(),
            path: "$".to_owned(),
            rule,
            message,
            code,
        });
    }

    /// Answers one message of the bot; an error is the close code.
    pub(super) fn gateway_message(
        &mut self,
        socket: u64,
        tx: &mpsc::Sender<Out>,
        text: &str,
        mine: &mut Option<u64>,
    ) -> Result<(), (u16, &'static str)> {
        let bad = (4002, "Error while decoding payload.");
        if text.len() > 4096 {
            self.gateway_fault(
                "gateway-size",
                format!("a payload of {} bytes, at most 4096", text.len()),
                4002,
            );
            return Err(bad);
        }
        let p: Value = serde_json::from_str(text).map_err(|_| bad)?;
        let (op, d) = (p["op"].as_u64().ok_or(bad)?, &p["d"]);
        match op {
            1 => {
                self.gateway.heartbeats += 1;
                if self.gateway.acks {
                    drop(tx.try_send(Out::Text(plain(11, &Value::Null))));
                }
                Ok(())
            }
            2 if mine.is_some() => Err((4005, "Already authenticated.")),
            2 => self.identify(socket, tx, d, mine),
            6 => self.resume(socket, tx, d, mine),
            _ if mine.is_none() => Err((4003, "Not authenticated.")),
            3 => {
                self.gateway.presence = d.clone();
                Ok(())
            }
            8 => {
                self.members_chunk(mine.unwrap_or_default(), d);
                Ok(())
            }
            4 | 31 => Ok(()),
            _ => {
                self.gateway_fault("gateway-opcode", format!("unknown opcode {op}"), 4001);
                Err((4001, "Unknown opcode."))
            }
        }
    }

    fn identify(
        &mut self,
        socket: u64,
        tx: &mpsc::Sender<Out>,
        d: &Value,
        mine: &mut Option<u64>,
    ) -> Result<(), (u16, &'static str)> {
        let token = d["token"].as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") != self.token {
            return Err((4004, "Authentication failed."));
        }
        let intents = d["intents"].as_u64().unwrap_or(0);
        if intents & !intent::KNOWN != 0 {
            self.gateway_fault(
                "gateway-intents",
                format!("unknown intents {:#x}", intents & !intent::KNOWN),
                4013,
            );
            return Err((4013, "Invalid intent(s)."));
        }
        if intents & self.gateway.disallowed != 0 {
            return Err((4014, "Disallowed intent(s)."));
        }
        let shard = (
            d["shard"][0].as_u64().unwrap_or(0),
            d["shard"][1].as_u64().unwrap_or(1),
        );
        if shard.0 >= shard.1 {
            return Err((4010, "Invalid shard."));
        }
        let now = self.time.running_ms();
        if self.gateway.pace_identify
            && self
                .gateway
                .last_identify_ms
                .is_some_and(|t| now < t + 5000)
        {
            self.gateway_fault(
                "gateway-identify",
                "two IDENTIFYs within five seconds".to_owned(),
                9,
            );
            drop(tx.try_send(Out::Text(plain(9, &json!(false)))));
            return Ok(());
        }
        self.gateway.last_identify_ms = Some(now);
        self.gateway.identifies += 1;
        self.gateway.presence = d["presence"].clone();
        self.gateway.next += 1;
        let key = self.gateway.next;
        *mine = Some(key);
        let guilds: Vec<u64> = self
            .guilds
            .values()
            .filter(|g| g.bot.is_some() && (g.id >> 22) % shard.1 == shard.0)
            .map(|g| g.id)
            .collect();
        let mut user = self.user_json(self.bot);
        for (k, v) in [
            ("verified", json!(true)),
            ("mfa_enabled", json!(false)),
            ("email", Value::Null),
            ("locale", json!("en-US")),
        ] {
            user[k] = v;
        }
        let unavailable: Vec<_> = guilds
            .iter()
            .map(|g| json!({"id": g.to_string(), "unavailable": true}))
            .collect();
        let ready = json!({"v": 10, "user": user, "guilds": unavailable, "session_id": format!("session-{key}"), "resume_gateway_url": self.gateway_url,
            "shard": [shard.0, shard.1], "private_channels": [], "presences": [], "relationships": [], "user_settings": {},
            "session_type": "normal", "application": {"id": self.bot.to_string(), "flags": 0}});
        let mut s = Session::new(intents, shard, (socket, tx.clone()));
        s.event("READY", &ready);
        if intents & intent::GUILDS != 0 {
            for g in guilds {
                s.event("GUILD_CREATE", &self.guild_json(g));
            }
        }
        self.gateway.sessions.insert(key, s);
        self.gateway.forget_the_oldest();
        Ok(())
    }

    fn resume(
        &mut self,
        socket: u64,
        tx: &mpsc::Sender<Out>,
        d: &Value,
        mine: &mut Option<u64>,
    ) -> Result<(), (u16, &'static str)> {
        let seq = d["seq"].as_u64().unwrap_or(0);
        let key = d["session_id"]
            .as_str()
            .and_then(|s| s.strip_prefix("session-"))
            .and_then(|s| s.parse::<u64>().ok())
            .unwrap_or(0);
        let Some(s) = self
            .gateway
            .sessions
            .get_mut(&key)
            .filter(|s| s.sent.front().is_none_or(|(first, _)| seq + 1 >= *first))
        else {
            drop(tx.try_send(Out::Text(plain(9, &json!(false)))));
            return Ok(());
        };
        if seq > s.seq {
            return Err((4007, "Invalid seq."));
        }
        s.socket = Some((socket, tx.clone()));
        *mine = Some(key);
        let missed: Vec<String> = s
            .sent
            .iter()
            .filter(|(n, _)| *n > seq)
            .map(|(_, t)| t.clone())
            .collect();
        for text in missed {
            s.out(Out::Text(text));
        }
        s.event("RESUMED", &json!({}));
        self.gateway.resumes += 1;
        Ok(())
    }

    fn members_chunk(&mut self, key: u64, d: &Value) {
        let wanted = |id: u64| match &d["user_ids"] {
            Value::Array(l) => l.iter().any(|v| crate::messages::as_id(v) == Some(id)),
            Value::Null => {
                let query = d["query"].as_str().unwrap_or_default().to_lowercase();
                self.person_name(id).to_lowercase().starts_with(&query)
            }
            v => crate::messages::as_id(v) == Some(id),
        };
        let Some(g) = crate::messages::as_id(&d["guild_id"]).and_then(|g| self.guilds.get(&g))
        else {
            return;
        };
        let guild = g.id;
        let members: Vec<_> = g
            .members
            .keys()
            .filter(|id| wanted(**id))
            .map(|id| self.member_json(guild, *id))
            .collect();
        let chunk = json!({"guild_id": guild.to_string(), "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": [],
            "presences": [], "nonce": d["nonce"]});
        self.deliver(key, "GUILD_MEMBERS_CHUNK", chunk);
    }

    pub(super) fn socket_gone(&mut self, socket: u64, key: u64, code: Option<u16>) {
        let Some(s) = self.gateway.sessions.get_mut(&key) else {
            return;
        };
        if s.socket.as_ref().is_some_and(|(n, _)| *n == socket) {
            s.socket = None;
            // A bot that closes with 1000 or 1001 goes offline for good; after anything else it may resume.
            if matches!(code, Some(1000 | 1001)) {
                self.gateway.sessions.remove(&key);
            }
        }
    }
}
