//! A guild, its members and permissions.

use std::sync::Arc;

use super::{Channel, User, channel_handle};
use crate::permission;
use crate::state::Shared;

/// A guild.
#[derive(Debug, Clone)]
pub struct Guild {
    pub(super) shared: Arc<Shared>,
    pub(super) id: u64,
}

impl Guild {
    /// The snowflake.
    pub fn id(&self) -> u64 {
        self.id
    }

    /// The text channel of this name, created on first use.
    pub fn channel(&self, name: &str) -> Channel {
        let name = name.trim_start_matches('#');
        let id = self.shared.update(|w| w.channel_named(self.id, name));
        channel_handle(&self.shared, id)
    }

    /// Gives a member [permissions](crate::permission) on top of `@everyone`.
    pub fn grant(&self, user: &User, permissions: u64) {
        self.shared.update(|w| {
            w.join(self.id, user.id());
            w.grant(self.id, user.id(), permissions);
        });
    }

    /// Sets the bot's [permissions](crate::permission).
    pub fn set_bot_permissions(&self, permissions: u64) {
        self.shared
            .update(|w| w.set_bot_member(self.id, Some(permissions)));
    }

    /// Names the channel where Discord welcomes new members: `general`, unless this changes it.
    pub fn set_system_channel(&self, channel: Option<&Channel>) {
        let channel = channel.map(Channel::id);
        self.shared
            .update(|w| w.set_system_channel(self.id, channel));
    }

    /// Adds a role with permissions, below the bot's role or above it. Returns its id.
    pub fn add_role(&self, name: &str, permissions: u64, above_bot: bool) -> u64 {
        self.shared
            .update(|w| w.add_role(self.id, name, permissions, above_bot))
    }

    /// The names of the members who have a role.
    pub fn holders(&self, name: &str) -> Vec<String> {
        self.shared.read(|w| {
            let roles = w
                .guilds
                .get(&self.id)
                .into_iter()
                .flat_map(|g| g.roles.values());
            let named = roles.filter(|role| role.name == name);
            named
                .flat_map(|role| &role.holders)
                .map(|user| w.user_name(*user))
                .collect()
        })
    }

    /// Removes a member.
    pub fn remove(&self, user: &User) {
        self.shared.update(|w| w.leave(self.id, user.id()));
    }

    /// Removes the bot.
    pub fn remove_bot(&self) {
        self.shared.update(|w| w.set_bot_member(self.id, None));
    }

    /// Adds the bot with the default permissions.
    pub fn add_bot(&self) {
        self.set_bot_permissions(permission::BOT);
    }
}
