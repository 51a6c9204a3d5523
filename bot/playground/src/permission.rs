//! Permission bits, and who has which of them where.

use crate::state::{Kind, World};

/// `1 << 6`
pub const ADD_REACTIONS: u64 = 1 << 6;
/// `1 << 3`: everything, whatever a channel says.
pub const ADMINISTRATOR: u64 = 1 << 3;
/// `1 << 5`: what "manage server" in Discord's settings means.
pub const MANAGE_GUILD: u64 = 1 << 5;
/// `1 << 4`
pub const MANAGE_CHANNELS: u64 = 1 << 4;
/// `1 << 10`: without it a channel does not exist (error 50001).
pub const VIEW_CHANNEL: u64 = 1 << 10;
/// `1 << 11`: not for threads, which have a bit of their own.
pub const SEND_MESSAGES: u64 = 1 << 11;
/// `1 << 13`: also deleting other people's messages.
pub const MANAGE_MESSAGES: u64 = 1 << 13;
/// `1 << 14`
pub const EMBED_LINKS: u64 = 1 << 14;
/// `1 << 15`
pub const ATTACH_FILES: u64 = 1 << 15;
/// `1 << 16`: also needed to reply and to react.
pub const READ_MESSAGE_HISTORY: u64 = 1 << 16;
/// `1 << 17`: also roles.
pub const MENTION_EVERYONE: u64 = 1 << 17;
/// `1 << 31`
pub const USE_APPLICATION_COMMANDS: u64 = 1 << 31;
/// `1 << 34`
pub const MANAGE_THREADS: u64 = 1 << 34;
/// `1 << 35`
pub const CREATE_PUBLIC_THREADS: u64 = 1 << 35;
/// `1 << 36`
pub const CREATE_PRIVATE_THREADS: u64 = 1 << 36;
/// `1 << 38`
pub const SEND_MESSAGES_IN_THREADS: u64 = 1 << 38;

/// What everybody may do on a new server.
pub const EVERYONE: u64 = ADD_REACTIONS
    | VIEW_CHANNEL
    | SEND_MESSAGES
    | EMBED_LINKS
    | ATTACH_FILES
    | READ_MESSAGE_HISTORY
    | USE_APPLICATION_COMMANDS
    | CREATE_PUBLIC_THREADS
    | CREATE_PRIVATE_THREADS
    | SEND_MESSAGES_IN_THREADS;
/// What the bot is given when it is invited, unless a test says otherwise.
pub const BOT: u64 = EVERYONE | MANAGE_MESSAGES | MANAGE_THREADS;
/// Every bit that exists.
pub const ALL: u64 = (1 << 53) - 1;

impl World {
    /// What somebody may do in a channel, overwrites included; all in a direct message, nothing for strangers.
    pub(crate) fn permissions(&self, user: u64, channel: u64) -> u64 {
        let Some(c) = self.channels.get(&channel) else {
            return 0;
        };
        let Some(guild) = c.guild.and_then(|g| self.guilds.get(&g)) else {
            return if c.kind == Kind::Dm && (c.recipient == Some(user) || user == self.bot) {
                ALL
            } else {
                0
            };
        };
        let base = if user == self.bot {
            let Some(own) = guild.bot else { return 0 };
            own
        } else {
            let Some(granted) = guild.members.get(&user) else {
                return 0;
            };
            EVERYONE | granted
        };
        if base & ADMINISTRATOR != 0 || guild.owner == user {
            return ALL;
        }
        // A thread has no overwrites of its own: its parent's count.
        let place = c.parent.and_then(|p| self.channels.get(&p)).unwrap_or(c);
        let (allow, deny) = place.overwrites.get(&user).copied().unwrap_or_default();
        let out = (base & !deny) | allow;
        if out & VIEW_CHANNEL == 0
            || (c.kind == Kind::PrivateThread
                && !c.thread_members.contains(&user)
                && out & MANAGE_THREADS == 0)
        {
            return 0;
        }
        out
    }

    /// The bit that allows to write in this kind of channel.
    pub(crate) fn writing_bit(&self, channel: u64) -> u64 {
        if self
            .channels
            .get(&channel)
            .is_some_and(|c| c.kind.is_thread())
        {
            SEND_MESSAGES_IN_THREADS
        } else {
            SEND_MESSAGES
        }
    }
}
