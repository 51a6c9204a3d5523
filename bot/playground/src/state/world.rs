//! All state, and how much of it is retained.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use super::gateway::GatewayState;
use super::{
    ChannelKind, ChannelState, CommandState, EmojiState, GuildState, InteractionState, LogLine,
    MessageState, Notice, StoredFile, UserState,
};
use crate::calls::{Call, PathSegment, Violation, json_path};
use crate::faults::FaultState;
use crate::permission;
use crate::rate_limits::RateLimitState;
use crate::time::{Time, snowflake};

pub(crate) const TOKEN: &str = "playground";
/// Requests kept in the call log.
const MAX_CALLS: usize = 20_000;
/// Bytes of uploaded files kept; the oldest are dropped first.
const MAX_FILE_BYTES: usize = 512 << 20;
/// Messages kept per channel.
const MAX_MESSAGES: usize = 2_000;
/// Interactions kept; far more than can be pending.
const MAX_INTERACTIONS: usize = 100_000;
/// Transcript lines kept per channel.
const MAX_LOG_LINES: usize = 5_000;
/// Violations kept, in case a bot repeats one in a loop.
const MAX_VIOLATIONS: usize = 1_000;
/// Minutes without a message after which Discord archives a thread, by default.
const AUTO_ARCHIVE_MINUTES: u64 = 4320;

/// Serialized fields are saved to disk. Interactions and their tokens aren't: the bot that holds them stops, too.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct World {
    #[serde(skip)]
    pub(crate) time: Time,
    pub(super) last_id: u64,
    /// The base URL of REST and of the page.
    pub(crate) api: String,
    #[serde(skip)]
    pub(crate) gateway_url: String,
    /// The bot's user id, which is also its application id.
    pub(crate) bot: u64,
    pub(crate) users: BTreeMap<u64, UserState>,
    pub(crate) guilds: BTreeMap<u64, GuildState>,
    pub(crate) channels: BTreeMap<u64, ChannelState>,
    pub(crate) messages: BTreeMap<u64, MessageState>,
    pub(crate) files: BTreeMap<u64, StoredFile>,
    #[serde(skip)]
    file_bytes: usize,
    #[serde(default)]
    pub(crate) emoji: BTreeMap<u64, EmojiState>,
    pub(crate) commands: BTreeMap<u64, CommandState>,
    /// When commands were created, for the daily limit.
    #[serde(skip)]
    pub(crate) command_creates: VecDeque<u64>,
    #[serde(skip)]
    pub(crate) interactions: BTreeMap<u64, InteractionState>,
    /// Interactions without an initial response.
    #[serde(skip)]
    pub(crate) pending: BTreeSet<u64>,
    #[serde(skip)]
    pub(crate) gateway: GatewayState,
    #[serde(skip)]
    pub(crate) faults: FaultState,
    #[serde(skip)]
    pub(crate) rate_limits: RateLimitState,
    #[serde(skip)]
    pub(crate) calls: VecDeque<Call>,
    #[serde(skip)]
    pub(crate) violations: Vec<Violation>,
    /// Rules that the test breaks on purpose.
    #[serde(skip)]
    pub(crate) expected: BTreeSet<String>,
    #[serde(skip)]
    pub(crate) followers: Vec<mpsc::UnboundedSender<Notice>>,
    /// The bot's last message by channel and nonce.
    #[serde(skip)]
    pub(crate) nonces: HashMap<(u64, String), u64>,
}

impl World {
    pub(crate) fn new(time: Time) -> Self {
        let mut world = Self {
            time,
            ..Self::default()
        };
        world.bot = world.add_user("Delos");
        if let Some(bot) = world.users.get_mut(&world.bot) {
            bot.is_bot = true;
        }
        world
    }

    /// Returns a new snowflake: unique, ascending, and with the current time.
    pub(crate) fn id(&mut self) -> u64 {
        self.last_id = (self.last_id + 1).max(snowflake(self.time.now_ms()));
        self.last_id
    }

    /// Unix time in milliseconds.
    pub(crate) fn now(&self) -> u64 {
        self.time.now_ms()
    }

    pub(crate) fn add_user(&mut self, name: &str) -> u64 {
        let id = self.id();
        let user = UserState {
            id,
            name: name.to_owned(),
            is_bot: false,
            dms_open: true,
            dm: None,
        };
        self.users.insert(id, user);
        id
    }

    pub(crate) fn user_named(&self, name: &str) -> Option<&UserState> {
        self.users
            .values()
            .find(|user| user.name.eq_ignore_ascii_case(name))
    }

    pub(crate) fn user_name(&self, id: u64) -> String {
        self.users
            .get(&id)
            .map_or_else(|| format!("user {id}"), |user| user.name.clone())
    }

    /// Adds a guild with a channel `#general`, and the bot in it.
    pub(crate) fn add_guild(&mut self, name: &str, owner: u64) -> u64 {
        // Ids a millisecond apart spread the guilds over shards as on Discord.
        self.last_id = (self.last_id + (1 << 22)).max(snowflake(self.now()));
        let id = self.id();
        let joined_ms = self.now();
        let guild = GuildState {
            id,
            name: name.to_owned(),
            owner,
            bot: Some(permission::BOT),
            members: BTreeMap::from([(owner, 0)]),
            joined_ms,
            bot_joined_ms: joined_ms,
            ..GuildState::default()
        };
        self.guilds.insert(id, guild);
        let general = self.add_text_channel("general", id);
        self.guild_mut(id).system_channel = Some(general);
        id
    }

    pub(crate) fn guild_mut(&mut self, id: u64) -> &mut GuildState {
        let guild = self.guilds.get_mut(&id);
        guild.expect("guilds are never removed")
    }

    pub(crate) fn add_text_channel(&mut self, name: &str, guild: u64) -> u64 {
        let id = self.id();
        self.insert_channel(id, ChannelKind::Text, name, Some(guild));
        id
    }

    /// Adds a channel with an id of its own.
    pub(crate) fn insert_channel(
        &mut self,
        id: u64,
        kind: ChannelKind,
        name: &str,
        guild: Option<u64>,
    ) -> &mut ChannelState {
        let channel = ChannelState {
            id,
            guild,
            kind,
            name: name.to_owned(),
            owner: self.bot,
            auto_archive_minutes: AUTO_ARCHIVE_MINUTES,
            created_ms: self.now(),
            ..ChannelState::default()
        };
        self.channels.entry(id).or_insert(channel)
    }

    /// The DM channel of a user with the bot, created if needed.
    pub(crate) fn dm_with(&mut self, user: u64) -> u64 {
        if let Some(dm) = self.users.get(&user).and_then(|u| u.dm) {
            return dm;
        }
        let id = self.id();
        let channel = self.insert_channel(id, ChannelKind::Dm, "", None);
        channel.recipient = Some(user);
        if let Some(user) = self.users.get_mut(&user) {
            user.dm = Some(id);
        }
        id
    }

    pub(crate) fn guild_of(&self, channel: u64) -> Option<u64> {
        self.channels.get(&channel)?.guild
    }

    pub(crate) fn is_dm(&self, channel: u64) -> bool {
        let channel = self.channels.get(&channel);
        channel.is_some_and(|c| c.kind == ChannelKind::Dm)
    }

    pub(crate) fn is_thread(&self, channel: u64) -> bool {
        let channel = self.channels.get(&channel);
        channel.is_some_and(|c| c.kind.is_thread())
    }

    pub(crate) fn bot_is_in(&self, guild: u64) -> bool {
        self.guilds.get(&guild).is_some_and(|g| g.bot.is_some())
    }

    /// Whether a user is a member of a guild, the bot included.
    pub(crate) fn is_member(&self, guild: u64, user: u64) -> bool {
        self.guilds
            .get(&guild)
            .is_some_and(|g| g.members.contains_key(&user) || (user == self.bot && g.bot.is_some()))
    }

    pub(crate) fn keep_file(&mut self, id: u64, content_type: &str, data: Bytes) {
        self.file_bytes += data.len();
        let content_type = content_type.to_owned();
        self.files.insert(id, StoredFile { content_type, data });
        while self.file_bytes > MAX_FILE_BYTES && self.files.len() > 1 {
            if let Some((_, oldest)) = self.files.pop_first() {
                self.file_bytes -= oldest.data.len();
            }
        }
    }

    pub(crate) fn keep_message(&mut self, m: MessageState) -> u64 {
        let id = m.id;
        let mut dropped = None;
        if let Some(channel) = self.channels.get_mut(&m.channel) {
            channel.messages.insert(id);
            channel.total_messages += 1;
            channel.typing.remove(&m.author);
            if channel.messages.len() > MAX_MESSAGES {
                // Public ones last: Discord forgets none of them.
                let private = channel.messages.iter().find(|id| {
                    let message = self.messages.get(id);
                    message.is_some_and(MessageState::is_ephemeral)
                });
                dropped = private.or(channel.messages.first()).copied();
                if let Some(dropped) = dropped {
                    channel.messages.remove(&dropped);
                }
            }
        }
        self.remember_nonce(&m);
        self.messages.insert(id, m);
        if let Some(old) = dropped.and_then(|old| self.messages.remove(&old))
            && let Some(nonce) = &old.nonce
        {
            self.nonces.remove(&(old.channel, nonce.to_string()));
        }
        id
    }

    pub(super) fn remember_nonce(&mut self, m: &MessageState) {
        if let Some(nonce) = m.nonce.as_ref().filter(|_| m.author == self.bot) {
            self.nonces.insert((m.channel, nonce.to_string()), m.id);
        }
    }

    pub(crate) fn keep_interaction(&mut self, i: InteractionState) {
        self.pending.insert(i.id);
        self.interactions.insert(i.id, i);
        if self.interactions.len() > MAX_INTERACTIONS
            && let Some((_, old)) = self.interactions.pop_first()
        {
            self.pending.remove(&old.id);
        }
    }

    pub(crate) fn keep_call(&mut self, call: Call) {
        self.calls.push_back(call);
        if self.calls.len() > MAX_CALLS {
            self.calls.pop_front();
        }
    }

    pub(crate) fn notify(&mut self, notice: Notice) {
        self.followers
            .retain(|follower| follower.send(notice).is_ok());
    }

    pub(crate) fn log(&mut self, channel: u64, visible_to: Option<u64>, text: String) {
        if let Some(channel) = self.channels.get_mut(&channel) {
            channel.log.push_back(LogLine { text, visible_to });
            if channel.log.len() > MAX_LOG_LINES {
                channel.log.pop_front();
            }
        }
    }

    /// Records that a request, or a message at the `gateway`, breaks a rule at this path in its body.
    pub(crate) fn violate(
        &mut self,
        route: &str,
        path: &[PathSegment],
        rule: &'static str,
        message: String,
        code: u64,
    ) {
        if self.violations.len() < MAX_VIOLATIONS {
            self.violations.push(Violation {
                route: route.to_owned(),
                path: json_path(path),
                rule,
                message,
                code,
            });
        }
    }
}
