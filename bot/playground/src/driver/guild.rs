//! A guild, its members and permissions.

use std::time::Duration;

use super::{Channel, User};
use crate::permission;
use crate::state::RoleState;
use crate::state::scheduled_events::ScheduledEvent;
use crate::time::millis;

handle! {
    /// A guild.
    Guild: GuildState in guilds
}

impl Guild {
    /// The text channel of this name, created on first use.
    pub fn channel(&self, name: &str) -> Channel {
        let name = name.trim_start_matches('#');
        let id = self.shared.update(|w| w.channel_named(self.id, name));
        Channel::new(&self.shared, id)
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
        let role = RoleState {
            name: name.to_owned(),
            permissions,
            above_bot,
            ..RoleState::default()
        };
        self.shared.update(|w| w.add_role(self.id, role))
    }

    /// The names of the members who have a role.
    pub fn holders(&self, name: &str) -> Vec<String> {
        self.read(|w, g| {
            let roles = g.roles.values().filter(|role| role.name == name);
            let holders = roles.flat_map(|role| &role.holders);
            holders.map(|user| w.user_name(*user)).collect()
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

    /// The scheduled events, oldest first, with those that are over.
    pub fn events(&self) -> Vec<ScheduledEvent> {
        self.shared.update(|w| {
            w.settle_events(self.id);
            w.guilds[&self.id].events.values().cloned().collect()
        })
    }

    /// Adds an event of a member that starts in this time and takes an hour. Returns its id.
    pub fn add_event(&self, creator: &User, name: &str, starts_in: Duration) -> u64 {
        self.shared.update(|w| {
            let starts_ms = w.now() + millis(starts_in);
            let event = ScheduledEvent {
                creator: creator.id(),
                name: name.to_owned(),
                location: "here".to_owned(),
                starts_ms,
                ends_ms: starts_ms + millis(Duration::from_hours(1)),
                ..ScheduledEvent::default()
            };
            w.add_event(self.id, event)
        })
    }

    /// Deletes an event, as a moderator does.
    pub fn delete_event(&self, event: u64) {
        self.shared.update(|w| w.delete_event(self.id, event));
    }
}
