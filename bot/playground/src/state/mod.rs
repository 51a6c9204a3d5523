//! The state of the playground: users, guilds, channels, messages, commands, interactions. No I/O happens here.

pub(crate) mod gateway;
mod permissions;
pub(crate) mod saved;
pub(crate) mod scheduled_events;
mod world;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use axum::body::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::watch;

pub(crate) use world::{TOKEN, World};

use crate::discord::{command_type, message_flag};
use scheduled_events::{ScheduledEvent, event_status};

/// The world behind a lock, and a counter of updates to wait for.
#[derive(Debug)]
pub(crate) struct Shared {
    world: Mutex<World>,
    ticks: watch::Sender<u64>,
}

impl Shared {
    pub(crate) fn new(world: World) -> Self {
        Self {
            world: Mutex::new(world),
            ticks: watch::channel(0).0,
        }
    }

    pub(crate) fn read<T>(&self, f: impl FnOnce(&World) -> T) -> T {
        f(&self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Updates the world and wakes everyone who waits.
    pub(crate) fn update<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        let out = self.update_silently(f);
        self.ticks.send_modify(|ticks| *ticks += 1);
        out
    }

    /// Updates something that no one waits for.
    pub(crate) fn update_silently<T>(&self, f: impl FnOnce(&mut World) -> T) -> T {
        f(&mut self.world.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The number of updates so far.
    pub(crate) fn ticks(&self) -> watch::Receiver<u64> {
        self.ticks.subscribe()
    }
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct UserState {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) is_bot: bool,
    pub(crate) dms_open: bool,
    /// Their DM channel with the bot.
    pub(crate) dm: Option<u64>,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct GuildState {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) owner: u64,
    /// The bot's permissions; `None` if it is not a member.
    pub(crate) bot: Option<u64>,
    /// The members, with their permissions on top of `@everyone`.
    pub(crate) members: BTreeMap<u64, u64>,
    /// Roles other than the managed ones for extra permissions of the bot and of members.
    pub(crate) roles: BTreeMap<u64, RoleState>,
    pub(crate) events: BTreeMap<u64, ScheduledEvent>,
    pub(crate) joined_ms: u64,
    pub(crate) bot_joined_ms: u64,
    /// The channel for join messages.
    pub(crate) system_channel: Option<u64>,
}

impl GuildState {
    /// The events that are not over.
    pub(crate) fn current_events(&self) -> impl Iterator<Item = &ScheduledEvent> {
        let events = self.events.values();
        events.filter(|event| event.status <= event_status::ACTIVE)
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct RoleState {
    pub(crate) name: String,
    pub(crate) permissions: u64,
    pub(crate) above_bot: bool,
    pub(crate) holders: BTreeSet<u64>,
}

/// Discord's channel types.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ChannelKind {
    #[default]
    Text = 0,
    Dm = 1,
    PublicThread = 11,
    PrivateThread = 12,
}

impl ChannelKind {
    pub(crate) fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }
}

/// A line of a channel's transcript.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct LogLine {
    pub(crate) text: String,
    /// The only user who saw it; `None` for everyone.
    pub(crate) visible_to: Option<u64>,
}

/// A permission overwrite of a user in a channel.
#[derive(Debug, Default, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Overwrite {
    pub(crate) allow: u64,
    pub(crate) deny: u64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChannelState {
    pub(crate) id: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) kind: ChannelKind,
    pub(crate) name: String,
    pub(crate) parent: Option<u64>,
    /// The user of a DM channel.
    pub(crate) recipient: Option<u64>,
    pub(crate) owner: u64,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive_minutes: u64,
    pub(crate) thread_members: BTreeSet<u64>,
    pub(crate) overwrites: BTreeMap<u64, Overwrite>,
    pub(crate) messages: BTreeSet<u64>,
    pub(crate) total_messages: u64,
    pub(crate) created_ms: u64,
    pub(crate) log: VecDeque<LogLine>,
    /// The last message that [`crate::Channel::next_message`] returned.
    pub(crate) last_returned: u64,
    /// When each user last sent a typing indicator.
    pub(crate) typing: BTreeMap<u64, u64>,
    /// When messages older than an hour were edited.
    pub(crate) old_edits: VecDeque<u64>,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct FileState {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) size: usize,
    pub(crate) dimensions: Option<Dimensions>,
    pub(crate) url: String,
    pub(crate) ephemeral: bool,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) struct Dimensions {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

/// Saved as its name; the picture is a file.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct EmojiState {
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) picture: StoredFile,
}

/// The content of an attachment on the file server. Saved as its type; the data is a file.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct StoredFile {
    pub(crate) content_type: String,
    #[serde(skip)]
    pub(crate) data: Bytes,
}

impl StoredFile {
    pub(crate) fn png(data: Vec<u8>) -> Self {
        Self {
            content_type: "image/png".to_owned(),
            data: data.into(),
        }
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "they are as independent as on Discord"
)]
pub(crate) struct MessageState {
    pub(crate) id: u64,
    pub(crate) channel: u64,
    pub(crate) author: u64,
    pub(crate) kind: u64,
    pub(crate) created_ms: u64,
    pub(crate) edited_ms: Option<u64>,
    pub(crate) content: String,
    pub(crate) embeds: Vec<Value>,
    pub(crate) components: Vec<Value>,
    /// All files, including those shown by an embed, which `attachments` omits.
    pub(crate) files: Vec<FileState>,
    pub(crate) flags: u64,
    pub(crate) nonce: Option<Value>,
    /// The message that this one replies to.
    pub(crate) reference: Option<u64>,
    pub(crate) allowed_mentions: Option<Value>,
    /// Mentioned users, less those whom `allowed_mentions` excludes.
    pub(crate) mentions: Vec<u64>,
    /// The users who were notified when the message was posted. Edits notify no one.
    pub(crate) pinged: Vec<u64>,
    pub(crate) mentions_everyone: bool,
    /// Users by emoji.
    pub(crate) reactions: BTreeMap<String, BTreeSet<u64>>,
    pub(crate) thread: Option<u64>,
    /// The only user who sees an ephemeral message.
    pub(crate) visible_to: Option<u64>,
    pub(crate) interaction: Option<u64>,
    pub(crate) pinned: bool,
    pub(crate) deleted: bool,
    /// An ephemeral message that its user dismissed. The bot can still edit it.
    pub(crate) dismissed: bool,
    pub(crate) edits: usize,
}

impl MessageState {
    pub(crate) fn is_ephemeral(&self) -> bool {
        self.flags & message_flag::EPHEMERAL != 0
    }

    pub(crate) fn is_loading(&self) -> bool {
        self.flags & message_flag::LOADING != 0
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct CommandState {
    pub(crate) id: u64,
    pub(crate) version: u64,
    pub(crate) guild: Option<u64>,
    /// As registered.
    pub(crate) body: Value,
}

impl CommandState {
    pub(crate) fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    pub(crate) fn kind(&self) -> u64 {
        command_type::of(&self.body)
    }
}

/// Discord's interaction types.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum InteractionType {
    #[default]
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// An event for followers, with the id of the interaction or message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Notice {
    Answered(u64),
    Unanswered(u64),
    Posted(u64),
    Edited(u64),
}

#[derive(Debug, Default)]
pub(crate) struct InteractionState {
    pub(crate) id: u64,
    pub(crate) kind: InteractionType,
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) created_ms: u64,
    pub(crate) started: Option<Instant>,
    /// The command or the custom id.
    pub(crate) name: String,
    /// 0 for anything but a command.
    pub(crate) command_type: u64,
    pub(crate) message: Option<u64>,
    /// The interaction that opened a modal.
    pub(crate) parent: Option<u64>,
    /// The callback type of the initial response.
    pub(crate) response: Option<u64>,
    /// The request with the initial response.
    pub(crate) callback: Value,
    /// Real time to the initial response.
    pub(crate) ack_ms: Option<u64>,
    /// `@original`.
    pub(crate) original: Option<u64>,
    pub(crate) followups: Vec<u64>,
    pub(crate) steps: Vec<String>,
    /// The client gave up: "The application did not respond".
    pub(crate) failed: bool,
}

/// Prefix of an interaction's token; the id follows.
pub(crate) const TOKEN_START: &str = "aW50ZXJhY3Rpb246";

impl InteractionState {
    pub(crate) fn token(&self) -> String {
        format!("{TOKEN_START}{}", self.id)
    }

    /// The `data` of the initial response, if it has this callback type.
    pub(crate) fn response_data(&self, kind: u64) -> Option<&Value> {
        (self.response == Some(kind)).then(|| &self.callback["data"])
    }
}
