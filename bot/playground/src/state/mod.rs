//! What the playground knows: people, servers, channels, messages, commands, interactions. No I/O happens here.

mod world;

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::Value;

pub(crate) use world::{Shared, World};

/// Only the person addressed sees the message.
pub(crate) const EPHEMERAL: u64 = 1 << 6;
/// "... is thinking": a deferral that waits for its answer.
pub(crate) const LOADING: u64 = 1 << 7;

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) bot: bool,
    pub(crate) dms_open: bool,
    pub(crate) dm: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct GuildState {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) owner: u64,
    /// The bot's permissions; `None` when it is not a member.
    pub(crate) bot: Option<u64>,
    /// Members and what each may do beyond what everyone may.
    pub(crate) members: BTreeMap<u64, u64>,
    pub(crate) joined_ms: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Dm,
    PublicThread,
    PrivateThread,
}

impl Kind {
    pub(crate) fn number(self) -> u64 {
        match self {
            Self::Text => 0,
            Self::Dm => 1,
            Self::PublicThread => 11,
            Self::PrivateThread => 12,
        }
    }

    pub(crate) fn is_thread(self) -> bool {
        matches!(self, Self::PublicThread | Self::PrivateThread)
    }
}

/// One event of a channel's transcript.
#[derive(Debug, Clone)]
pub(crate) struct LogLine {
    pub(crate) text: String,
    pub(crate) only: Option<u64>,
}

#[derive(Debug)]
pub(crate) struct ChannelState {
    pub(crate) id: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) kind: Kind,
    pub(crate) name: String,
    pub(crate) parent: Option<u64>,
    pub(crate) recipient: Option<u64>,
    pub(crate) owner: u64,
    pub(crate) archived: bool,
    pub(crate) locked: bool,
    pub(crate) auto_archive: u64,
    pub(crate) thread_members: BTreeSet<u64>,
    /// Per person: allowed and denied bits.
    pub(crate) overwrites: BTreeMap<u64, (u64, u64)>,
    pub(crate) messages: BTreeSet<u64>,
    pub(crate) total_messages: u64,
    pub(crate) created_ms: u64,
    pub(crate) log: VecDeque<LogLine>,
    /// The bot's last message that `Channel::next_message` has given out.
    pub(crate) handed_out: u64,
    /// When somebody last was seen typing, by person.
    pub(crate) typing: BTreeMap<u64, u64>,
    /// Edits of messages older than an hour: when each happened.
    pub(crate) old_edits: VecDeque<u64>,
}

#[derive(Debug, Clone)]
pub(crate) struct FileState {
    pub(crate) id: u64,
    pub(crate) name: String,
    pub(crate) description: Option<String>,
    pub(crate) content_type: String,
    pub(crate) size: usize,
    pub(crate) dimensions: Option<(u32, u32)>,
    pub(crate) url: String,
    pub(crate) ephemeral: bool,
}

#[derive(Debug, Default)]
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
    /// Every file, also those that an embed shows and that `attachments` therefore leaves out.
    pub(crate) files: Vec<FileState>,
    pub(crate) flags: u64,
    pub(crate) nonce: Option<Value>,
    pub(crate) reference: Option<u64>,
    pub(crate) allowed_mentions: Option<Value>,
    /// People named in the content, as `mentions` lists them.
    pub(crate) mentions: Vec<u64>,
    /// Those of them whom the message notified when it was posted; an edit notifies nobody.
    pub(crate) pinged: Vec<u64>,
    pub(crate) everyone: bool,
    pub(crate) reactions: BTreeMap<String, BTreeSet<u64>>,
    pub(crate) thread: Option<u64>,
    pub(crate) visible_to: Option<u64>,
    pub(crate) interaction: Option<u64>,
    pub(crate) pinned: bool,
    pub(crate) deleted: bool,
    /// Taken off the screen by the one who alone sees it; for the bot it is still there.
    pub(crate) dismissed: bool,
    pub(crate) edits: usize,
}

impl MessageState {
    pub(crate) fn is_private(&self) -> bool {
        self.flags & EPHEMERAL != 0
    }

    pub(crate) fn is_loading(&self) -> bool {
        self.flags & LOADING != 0
    }
}

#[derive(Debug, Clone)]
pub(crate) struct CommandState {
    pub(crate) id: u64,
    pub(crate) version: u64,
    pub(crate) guild: Option<u64>,
    pub(crate) body: Value,
}

impl CommandState {
    pub(crate) fn name(&self) -> &str {
        self.body["name"].as_str().unwrap_or_default()
    }

    pub(crate) fn kind(&self) -> u64 {
        self.body["type"].as_u64().unwrap_or(1)
    }
}

/// What kind of thing somebody did. The numbers are Discord's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    Command = 2,
    Component = 3,
    Autocomplete = 4,
    Modal = 5,
}

/// What followers are told, by the id of the interaction or message.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Told {
    Answered(u64),
    Unanswered(u64),
    Posted(u64),
    Edited(u64),
}

#[derive(Debug)]
pub(crate) struct InteractionState {
    pub(crate) id: u64,
    pub(crate) token: String,
    pub(crate) asked: Asked,
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) created_ms: u64,
    pub(crate) begun: std::time::Instant,
    pub(crate) name: String,
    /// 1 slash, 2 user, 3 message; 0 for anything but a command.
    pub(crate) command_kind: u64,
    pub(crate) message: Option<u64>,
    pub(crate) parent: Option<u64>,
    /// Callback type of the first response.
    pub(crate) response: Option<u64>,
    pub(crate) ack_real_ms: Option<u64>,
    pub(crate) original: Option<u64>,
    pub(crate) followups: Vec<u64>,
    pub(crate) modal: Option<Value>,
    pub(crate) choices: Vec<Value>,
    pub(crate) steps: Vec<String>,
    pub(crate) failed: bool,
}
