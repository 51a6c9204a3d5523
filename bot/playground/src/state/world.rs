//! Everything behind one lock, and what is kept of it for how long.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use tokio::sync::{mpsc, watch};

use super::{
    ChannelState, CommandState, GuildState, InteractionState, Kind, LogLine, MessageState, Person,
    Told,
};
use crate::calls::{Call, Violation};
use crate::faults::Trouble;
use crate::gateway::Line as GatewayState;
use crate::permission;
use crate::time::{Time, snowflake};

/// How many finished requests are remembered, so that a load test does not fill the memory.
const CALLS_KEPT: usize = 20_000;
/// How many bytes of uploaded files are kept; the oldest go first.
const FILE_BYTES_KEPT: usize = 512 << 20;
/// How many messages of a channel are kept.
const MESSAGES_KEPT: usize = 2_000;
/// How many interactions are kept; far more than are open at any time.
const INTERACTIONS_KEPT: usize = 100_000;
/// How many lines of a channel's transcript are kept.
const LINES_KEPT: usize = 5_000;

/// Everything, behind one lock.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) time: Time,
    last_id: u64,
    pub(crate) api: String,
    pub(crate) gateway_url: String,
    pub(crate) token: String,
    pub(crate) bot: u64,
    pub(crate) people: BTreeMap<u64, Person>,
    pub(crate) guilds: BTreeMap<u64, GuildState>,
    pub(crate) channels: BTreeMap<u64, ChannelState>,
    pub(crate) messages: BTreeMap<u64, MessageState>,
    pub(crate) files: BTreeMap<u64, (String, axum::body::Bytes)>,
    file_bytes: usize,
    pub(crate) commands: BTreeMap<u64, CommandState>,
    pub(crate) command_creates: VecDeque<u64>,
    pub(crate) interactions: BTreeMap<u64, InteractionState>,
    pub(crate) tokens: HashMap<String, u64>,
    /// Interactions that wait for their first response.
    pub(crate) open: BTreeSet<u64>,
    pub(crate) gateway: GatewayState,
    pub(crate) trouble: Trouble,
    pub(crate) calls: VecDeque<Call>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) expected: BTreeSet<String>,
    pub(crate) followers: Vec<mpsc::UnboundedSender<Told>>,
    /// The bot's message that had a nonce in a channel last.
    pub(crate) nonces: HashMap<(u64, String), u64>,
}

impl World {
    pub(crate) fn new(time: Time, bot_name: &str, token: &str) -> Self {
        let mut w = Self {
            time,
            last_id: 0,
            api: String::new(),
            gateway_url: String::new(),
            token: token.to_owned(),
            bot: 0,
            people: BTreeMap::new(),
            guilds: BTreeMap::new(),
            channels: BTreeMap::new(),
            messages: BTreeMap::new(),
            files: BTreeMap::new(),
            file_bytes: 0,
            commands: BTreeMap::new(),
            command_creates: VecDeque::new(),
            interactions: BTreeMap::new(),
            tokens: HashMap::new(),
            open: BTreeSet::new(),
            gateway: GatewayState::default(),
            trouble: Trouble::default(),
            calls: VecDeque::new(),
            violations: Vec::new(),
            expected: BTreeSet::new(),
            followers: Vec::new(),
            nonces: HashMap::new(),
        };
        w.bot = w.add_person(bot_name, true);
        w
    }

    /// A new id: unique, rising, and made from the present time.
    pub(crate) fn id(&mut self) -> u64 {
        self.last_id = (self.last_id + 1).max(snowflake(self.time.now_ms()));
        self.last_id
    }

    pub(crate) fn now(&self) -> u64 {
        self.time.now_ms()
    }

    pub(crate) fn add_person(&mut self, name: &str, bot: bool) -> u64 {
        let id = self.id();
        self.people.insert(
            id,
            Person {
                id,
                name: name.to_owned(),
                bot,
                dms_open: true,
                dm: None,
            },
        );
        id
    }

    pub(crate) fn person_named(&self, name: &str) -> Option<&Person> {
        self.people
            .values()
            .find(|p| p.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn person_name(&self, id: u64) -> String {
        self.people
            .get(&id)
            .map_or_else(|| format!("user {id}"), |p| p.name.clone())
    }

    pub(crate) fn add_guild(&mut self, name: &str, owner: u64) -> u64 {
        // One millisecond apart, so that sharding by id spreads the servers as it does on Discord.
        self.last_id = (self.last_id + (1 << 22)).max(snowflake(self.now()));
        let id = self.id();
        let joined_ms = self.now();
        let members = BTreeMap::from([(owner, 0)]);
        self.guilds.insert(
            id,
            GuildState {
                id,
                name: name.to_owned(),
                owner,
                bot: Some(permission::BOT),
                members,
                joined_ms,
            },
        );
        self.add_channel(Kind::Text, "general", Some(id), None);
        id
    }

    pub(crate) fn add_channel(
        &mut self,
        kind: Kind,
        name: &str,
        guild: Option<u64>,
        parent: Option<u64>,
    ) -> u64 {
        let id = self.id();
        self.add_channel_as(id, kind, name, guild, parent)
    }

    pub(crate) fn add_channel_as(
        &mut self,
        id: u64,
        kind: Kind,
        name: &str,
        guild: Option<u64>,
        parent: Option<u64>,
    ) -> u64 {
        let channel = ChannelState {
            id,
            guild,
            kind,
            name: name.to_owned(),
            parent,
            recipient: None,
            owner: self.bot,
            archived: false,
            locked: false,
            auto_archive: 4320,
            thread_members: BTreeSet::new(),
            overwrites: BTreeMap::new(),
            messages: BTreeSet::new(),
            total_messages: 0,
            created_ms: self.now(),
            log: VecDeque::new(),
            handed_out: 0,
            typing: BTreeMap::new(),
            old_edits: VecDeque::new(),
        };
        self.channels.insert(id, channel);
        id
    }

    /// The direct-message channel of a person with the bot.
    pub(crate) fn dm_with(&mut self, user: u64) -> u64 {
        if let Some(dm) = self.people.get(&user).and_then(|p| p.dm) {
            return dm;
        }
        let id = self.add_channel(Kind::Dm, "", None, None);
        if let Some(c) = self.channels.get_mut(&id) {
            c.recipient = Some(user);
        }
        if let Some(p) = self.people.get_mut(&user) {
            p.dm = Some(id);
        }
        id
    }

    /// Keeps a file for the file server, dropping the oldest ones when there are too many bytes.
    pub(crate) fn keep_file(&mut self, id: u64, content_type: &str, data: axum::body::Bytes) {
        self.file_bytes += data.len();
        self.files.insert(id, (content_type.to_owned(), data));
        while self.file_bytes > FILE_BYTES_KEPT && self.files.len() > 1 {
            if let Some((_, (_, old))) = self.files.pop_first() {
                self.file_bytes -= old.len();
            }
        }
    }

    pub(crate) fn keep_message(&mut self, m: MessageState) -> u64 {
        let id = m.id;
        let mut forget = None;
        if let Some(c) = self.channels.get_mut(&m.channel) {
            c.messages.insert(id);
            c.total_messages += 1;
            c.typing.remove(&m.author);
            forget = (c.messages.len() > MESSAGES_KEPT)
                .then(|| c.messages.pop_first())
                .flatten();
        }
        if let Some(nonce) = m.nonce.as_ref().filter(|_| m.author == self.bot) {
            self.nonces.insert((m.channel, nonce.to_string()), id);
        }
        self.messages.insert(id, m);
        if let Some(old) = forget.and_then(|old| self.messages.remove(&old))
            && let Some(nonce) = &old.nonce
        {
            self.nonces.remove(&(old.channel, nonce.to_string()));
        }
        id
    }

    pub(crate) fn keep_interaction(&mut self, i: InteractionState) {
        self.tokens.insert(i.token.clone(), i.id);
        self.open.insert(i.id);
        self.interactions.insert(i.id, i);
        if self.interactions.len() > INTERACTIONS_KEPT
            && let Some((_, old)) = self.interactions.pop_first()
        {
            self.tokens.remove(&old.token);
            self.open.remove(&old.id);
        }
    }

    pub(crate) fn keep_call(&mut self, call: Call) {
        self.calls.push_back(call);
        if self.calls.len() > CALLS_KEPT {
            self.calls.pop_front();
        }
    }

    pub(crate) fn tell(&mut self, told: Told) {
        self.followers
            .retain(|follower| follower.send(told).is_ok());
    }

    pub(crate) fn log(&mut self, channel: u64, only: Option<u64>, text: String) {
        if let Some(c) = self.channels.get_mut(&channel) {
            c.log.push_back(LogLine { text, only });
            if c.log.len() > LINES_KEPT {
                c.log.pop_front();
            }
        }
    }

    pub(crate) fn violate(&mut self, v: Violation) {
        // A bot that breaks the same rule a thousand times a second must not fill the memory.
        if self.violations.len() < 1000 {
            self.violations.push(v);
        }
    }
}

/// The lock, and a counter that everything bumps and that whoever waits listens to.
#[derive(Debug)]
pub(crate) struct Shared {
    world: Mutex<World>,
    tick: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(world: World) -> Self {
        Self {
            world: Mutex::new(world),
            tick: watch::channel(0).0,
        }
    }

    /// Looks without changing anything.
    pub(crate) fn look<T>(&self, f: impl FnOnce(&World) -> T) -> T {
        f(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Changes something and wakes whoever waits for it.
    pub(crate) fn change<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        let out = f(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner));
        self.tick.send_modify(|n| *n += 1);
        out
    }

    /// Changes something that nobody waits for.
    pub(crate) fn change_quietly<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        f(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn ticks(&self) -> watch::Receiver<u64> {
        self.tick.subscribe()
    }
}
