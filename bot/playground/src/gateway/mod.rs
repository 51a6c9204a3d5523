//! The gateway: HELLO, IDENTIFY, heartbeats, dispatch events and RESUME.
//!
//! A session outlives its socket, as on Discord: events are kept while a bot is away and replayed when it resumes.

mod presence;
mod socket;

use serde_json::{Value, json};

pub(crate) use socket::serve;

use crate::discord::{intent, opcode};
use crate::messages::as_id;
use crate::state::gateway::{Close, STARTS, Session, Shard, Socket};
use crate::state::{TOKEN, World};

/// The documented maximum size of a payload from the bot, in bytes.
const MAX_PAYLOAD: usize = 4096;
/// The time between two IDENTIFYs of one bucket.
const IDENTIFY_INTERVAL_MS: u64 = 5000;

/// A connected bot, and its session once it has identified or resumed.
#[derive(Debug)]
struct Peer {
    socket: Socket,
    session: Option<u64>,
}

impl World {
    /// Sends an event to the sessions that have the intent and the guild's shard. An intent of 0 goes to all.
    pub(crate) fn dispatch(&mut self, event: &str, intent: u64, guild: Option<u64>, data: &Value) {
        self.dispatch_with(event, intent, guild, |_, _| data.clone());
    }

    /// Like [`Self::dispatch`], with data that depends on the intents of the session.
    pub(crate) fn dispatch_with(
        &mut self,
        event: &str,
        intent: u64,
        guild: Option<u64>,
        data: impl Fn(&Self, u64) -> Value,
    ) {
        // Shard 0 receives DMs.
        let receives = |s: &Session| {
            (intent == 0 || s.intents & intent != 0) && s.shard.contains(guild.unwrap_or(0))
        };
        let addressees = self.gateway.sessions.iter().filter(|(_, s)| receives(s));
        let copies = addressees.map(|(key, s)| (*key, data(self, s.intents)));
        for (key, data) in copies.collect::<Vec<_>>() {
            self.gateway.deliver(key, event, data);
        }
    }

    fn gateway_violation(&mut self, rule: &'static str, message: String, code: u64) {
        self.violate("gateway", &[], rule, message, code);
    }

    fn receive(&mut self, peer: &mut Peer, text: &str) -> Result<(), Close> {
        let undecodable: Close = (4002, "Error while decoding payload.");
        if text.len() > MAX_PAYLOAD {
            let message = format!("a payload of {} bytes, at most {MAX_PAYLOAD}", text.len());
            self.gateway_violation("gateway-size", message, 4002);
            return Err(undecodable);
        }
        let payload: Value = serde_json::from_str(text).map_err(|_| undecodable)?;
        let data = &payload["d"];
        match (payload["op"].as_u64().ok_or(undecodable)?, peer.session) {
            (opcode::HEARTBEAT, _) => {
                self.gateway.heartbeats += 1;
                let is_heard = self.gateway.is_heard(peer.session, &peer.socket);
                if is_heard && !self.gateway.withholds_acks {
                    peer.socket.send(opcode::HEARTBEAT_ACK, &Value::Null);
                }
            }
            (opcode::IDENTIFY, Some(_)) => return Err((4005, "Already authenticated.")),
            (opcode::IDENTIFY, None) => self.identify(peer, data)?,
            (opcode::RESUME, _) => self.resume(peer, data)?,
            (_, None) => return Err((4003, "Not authenticated.")),
            (opcode::PRESENCE_UPDATE, _) => self.set_presence(data),
            (opcode::REQUEST_GUILD_MEMBERS, Some(session)) => {
                self.send_guild_members(session, data);
            }
            (opcode::VOICE_STATE_UPDATE | opcode::REQUEST_SOUNDBOARD_SOUNDS, _) => {}
            (unknown, _) => {
                self.gateway_violation("gateway-opcode", format!("unknown opcode {unknown}"), 4001);
                return Err((4001, "Unknown opcode."));
            }
        }
        Ok(())
    }

    fn identify(&mut self, peer: &mut Peer, data: &Value) -> Result<(), Close> {
        let token = data["token"].as_str().unwrap_or_default();
        if token.trim_start_matches("Bot ") != TOKEN {
            return Err((4004, "Authentication failed."));
        }
        let intents = self.check_intents(data["intents"].as_u64().unwrap_or(0))?;
        let shard = Shard {
            index: data["shard"][0].as_u64().unwrap_or(0),
            count: data["shard"][1].as_u64().unwrap_or(1),
        };
        if shard.index >= shard.count {
            return Err((4010, "Invalid shard."));
        }
        let now = self.time.running_ms();
        let bucket = shard.index % self.gateway.max_concurrency.max(1);
        let last = self.gateway.last_identify_ms.get(&bucket);
        let is_too_early = last.is_some_and(|last| now < *last + IDENTIFY_INTERVAL_MS);
        let excess = if self.gateway.limits_identify && is_too_early {
            Some("two IDENTIFYs of one bucket within five seconds")
        } else {
            (self.gateway.identifies == STARTS).then_some("more sessions than a day has")
        };
        if let Some(message) = excess {
            self.gateway_violation("gateway-identify", message.to_owned(), 9);
            peer.socket.send(opcode::INVALID_SESSION, &json!(false));
            return Ok(());
        }
        self.gateway.last_identify_ms.insert(bucket, now);
        self.gateway.identifies += 1;
        self.set_presence(&data["presence"]);
        let session = Session::new(intents, shard, peer.socket.clone());
        let key = self.gateway.add_session(session);
        peer.session = Some(key);
        if !std::mem::take(&mut self.gateway.withholds_ready) {
            self.send_ready(key, shard, intents);
        }
        Ok(())
    }

    /// Keeps the bot's presence, and reports what Discord would ignore or reject
    /// (<https://discord.com/developers/docs/events/gateway-events#update-presence>).
    fn set_presence(&mut self, presence: &Value) {
        if let Some(wrong) = presence::mistake(presence) {
            self.gateway_violation("gateway-presence", wrong, 4002);
        } else {
            self.gateway.presence = presence.clone();
        }
    }

    fn check_intents(&mut self, intents: u64) -> Result<u64, Close> {
        let unknown = intents & !intent::ALL;
        if unknown != 0 {
            let message = format!("unknown intents {unknown:#x}");
            self.gateway_violation("gateway-intents", message, 4013);
            return Err((4013, "Invalid intent(s)."));
        }
        if intents & self.gateway.disallowed_intents != 0 {
            return Err((4014, "Disallowed intent(s)."));
        }
        Ok(intents)
    }

    /// Sends READY, and a `GUILD_CREATE` for each guild of the shard.
    fn send_ready(&mut self, key: u64, shard: Shard, intents: u64) {
        let guilds = self.guilds.values();
        let guilds = guilds.filter(|g| g.bot.is_some() && shard.contains(g.id));
        let guilds: Vec<u64> = guilds.map(|g| g.id).collect();
        let unavailable = |id: &u64| json!({"id": id.to_string(), "unavailable": true});
        let unavailable: Value = guilds.iter().map(unavailable).collect();
        let ready = json!({"v": 10, "user": self.current_user_json(), "guilds": unavailable, "session_id": format!("session-{key}"),
            "resume_gateway_url": self.gateway_url, "shard": [shard.index, shard.count], "private_channels": [], "presences": [],
            "relationships": [], "user_settings": {}, "session_type": "normal",
            "application": {"id": self.bot.to_string(), "flags": 0}});
        let mut events = vec![("READY", ready)];
        if intents & intent::GUILDS != 0 {
            events.extend(guilds.iter().map(|&g| ("GUILD_CREATE", self.guild_json(g))));
        }
        if let Some(session) = self.gateway.sessions.get_mut(&key) {
            for (name, data) in events {
                session.send_event(name, &data);
            }
        }
    }

    fn resume(&mut self, peer: &mut Peer, data: &Value) -> Result<(), Close> {
        let seq = data["seq"].as_u64().unwrap_or(0);
        let key = data["session_id"]
            .as_str()
            .and_then(|id| id.strip_prefix("session-")?.parse::<u64>().ok())
            .unwrap_or(0);
        let session = self.gateway.sessions.get_mut(&key);
        let Some(session) = session.filter(|session| session.can_resume(seq)) else {
            peer.socket.send(opcode::INVALID_SESSION, &json!(false));
            return Ok(());
        };
        session.resume(peer.socket.clone(), seq)?;
        peer.session = Some(key);
        self.gateway.resumes += 1;
        Ok(())
    }

    /// Responds to `REQUEST_GUILD_MEMBERS` with one chunk.
    fn send_guild_members(&mut self, session: u64, data: &Value) {
        let is_requested = |id: u64| match &data["user_ids"] {
            Value::Array(ids) => ids.iter().any(|v| as_id(v) == Some(id)),
            Value::Null => {
                let query = data["query"].as_str().unwrap_or_default().to_lowercase();
                self.user_name(id).to_lowercase().starts_with(&query)
            }
            id_value => as_id(id_value) == Some(id),
        };
        let Some(guild) = as_id(&data["guild_id"]).and_then(|g| self.guilds.get(&g)) else {
            return;
        };
        let members = guild.members.keys().filter(|id| is_requested(**id));
        let members: Vec<_> = members.map(|id| self.member_json(guild.id, *id)).collect();
        let chunk = json!({"guild_id": guild.id.to_string(), "members": members, "chunk_index": 0, "chunk_count": 1, "not_found": [],
            "presences": [], "nonce": data["nonce"]});
        self.gateway.deliver(session, "GUILD_MEMBERS_CHUNK", chunk);
    }

    /// Detaches a closed socket from its session. `code` is the bot's close code, if any.
    fn disconnected(&mut self, peer: &Peer, code: Option<u16>) {
        let sessions = &mut self.gateway.sessions;
        if let Some(key) = peer.session
            && let Some(session) = sessions.get_mut(&key)
            && session.uses(&peer.socket)
        {
            session.socket = None;
            // A bot that closes with 1000 or 1001 ends its session.
            if matches!(code, Some(1000 | 1001)) {
                sessions.remove(&key);
            }
        }
    }
}
