//! Permissions of users in channels.

use super::{ChannelKind, World};
use crate::permission::{
    ADMINISTRATOR, ALL, EVERYONE, MANAGE_THREADS, SEND_MESSAGES, SEND_MESSAGES_IN_THREADS,
    VIEW_CHANNEL,
};

impl World {
    /// Returns the permissions of a user in a channel after overwrites: all in their own DM, zero for non-members.
    pub(crate) fn permissions(&self, user: u64, channel: u64) -> u64 {
        let Some(c) = self.channels.get(&channel) else {
            return 0;
        };
        let Some(guild) = c.guild.and_then(|g| self.guilds.get(&g)) else {
            let is_own = c.recipient == Some(user) || user == self.bot;
            let is_own_dm = c.kind == ChannelKind::Dm && is_own;
            return if is_own_dm { ALL } else { 0 };
        };
        let granted = guild.members.get(&user);
        let base = if user == self.bot {
            guild.bot
        } else {
            granted.map(|granted| EVERYONE | granted)
        };
        let Some(base) = base else { return 0 };
        if base & ADMINISTRATOR != 0 || guild.owner == user {
            return ALL;
        }
        // A thread inherits the overwrites of its parent.
        let overwritten = c.parent.and_then(|p| self.channels.get(&p)).unwrap_or(c);
        let overwrite = overwritten.overwrites.get(&user);
        let overwrite = overwrite.copied().unwrap_or_default();
        let permissions = (base & !overwrite.deny) | overwrite.allow;
        let is_hidden_thread = c.kind == ChannelKind::PrivateThread
            && !c.thread_members.contains(&user)
            && permissions & MANAGE_THREADS == 0;
        if permissions & VIEW_CHANNEL == 0 || is_hidden_thread {
            return 0;
        }
        permissions
    }

    pub(crate) fn can_view(&self, user: u64, channel: u64) -> bool {
        self.permissions(user, channel) & VIEW_CHANNEL != 0
    }

    /// The permission that writing in a channel needs.
    pub(crate) fn send_permission(&self, channel: u64) -> u64 {
        if self.is_thread(channel) {
            SEND_MESSAGES_IN_THREADS
        } else {
            SEND_MESSAGES
        }
    }
}
