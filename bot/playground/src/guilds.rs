//! Changes to guilds, members, channels and permissions, and the events about them.

use serde_json::json;

use crate::discord::intent;
use crate::state::{ChannelKind, RoleState, World};

impl World {
    /// Dispatches a channel or thread event with the channel's current state.
    pub(crate) fn dispatch_channel(&mut self, event: &str, id: u64) {
        let channel = self.channel_json(id);
        self.dispatch(event, intent::GUILDS, self.guild_of(id), &channel);
    }

    pub(crate) fn set_archived(&mut self, thread: u64, archived: bool) {
        if let Some(c) = self.channels.get_mut(&thread)
            && c.archived != archived
        {
            c.archived = archived;
            self.dispatch_channel("THREAD_UPDATE", thread);
        }
    }

    pub(crate) fn join_thread(&mut self, thread: u64, user: u64) {
        if let Some(c) = self.channels.get_mut(&thread) {
            c.thread_members.insert(user);
        }
    }

    pub(crate) fn leave_thread(&mut self, thread: u64, user: u64) {
        if let Some(c) = self.channels.get_mut(&thread) {
            c.thread_members.remove(&user);
        }
    }

    /// Deletes a channel with its messages and threads.
    pub(crate) fn delete_channel(&mut self, id: u64) {
        let Some(c) = self.channels.get(&id) else {
            return;
        };
        let guild = c.guild;
        let (event, d) = if c.kind.is_thread() {
            let d = json!({"id": id.to_string(), "guild_id": guild.map(|g| g.to_string()), "parent_id": c.parent.map(|p| p.to_string()), "type": c.kind as u64});
            ("THREAD_DELETE", d)
        } else {
            ("CHANNEL_DELETE", self.channel_json(id))
        };
        let threads = self.channels.values().filter(|t| t.parent == Some(id));
        let threads: Vec<u64> = threads.map(|t| t.id).collect();
        for channel in threads.into_iter().chain([id]) {
            self.channels.remove(&channel);
            self.messages.retain(|_, m| m.channel != channel);
            for user in self.users.values_mut() {
                user.dm = user.dm.filter(|dm| *dm != channel);
            }
        }
        self.dispatch(event, intent::GUILDS, guild, &d);
        if let Some(guild) = guild
            && self.guilds[&guild].system_channel == Some(id)
        {
            self.set_system_channel(guild, None);
        }
    }

    /// Adds a member, unless they are one already.
    pub(crate) fn join(&mut self, guild: u64, user: u64) {
        let members = &mut self.guild_mut(guild).members;
        if members.contains_key(&user) {
            return;
        }
        members.insert(user, 0);
        let mut d = self.member_json(guild, user);
        d["guild_id"] = json!(guild.to_string());
        self.dispatch("GUILD_MEMBER_ADD", intent::GUILD_MEMBERS, Some(guild), &d);
    }

    pub(crate) fn leave(&mut self, guild: u64, user: u64) {
        if self.guild_mut(guild).members.remove(&user).is_some() {
            let (event, intent) = ("GUILD_MEMBER_REMOVE", intent::GUILD_MEMBERS);
            let d = json!({"guild_id": guild.to_string(), "user": self.user_json(user)});
            self.dispatch(event, intent, Some(guild), &d);
        }
    }

    /// Adds the bot to a guild, removes it (`None`), or changes its permissions.
    pub(crate) fn set_bot_member(&mut self, guild: u64, permissions: Option<u64>) {
        let now = self.now();
        let g = self.guild_mut(guild);
        let former = std::mem::replace(&mut g.bot, permissions);
        match (former, permissions) {
            (None, Some(_)) => {
                g.bot_joined_ms = now;
                let d = self.guild_json(guild);
                self.dispatch("GUILD_CREATE", intent::GUILDS, Some(guild), &d);
            }
            (Some(_), None) => {
                self.commands.retain(|_, c| c.guild != Some(guild));
                // Without `unavailable`: removed rather than an outage.
                let d = json!({"id": guild.to_string()});
                self.dispatch("GUILD_DELETE", intent::GUILDS, Some(guild), &d);
            }
            (Some(_), Some(_)) => {
                // `@everyone` and the bot's role come first.
                for role in self.roles_json(guild).into_iter().take(2) {
                    let d = json!({"guild_id": guild.to_string(), "role": role});
                    self.dispatch("GUILD_ROLE_UPDATE", intent::GUILDS, Some(guild), &d);
                }
            }
            (None, None) => {}
        }
    }

    /// Names the channel where Discord welcomes new members, if there is one.
    pub(crate) fn set_system_channel(&mut self, guild: u64, channel: Option<u64>) {
        self.guild_mut(guild).system_channel = channel;
        let d = self.bare_guild_json(guild);
        self.dispatch("GUILD_UPDATE", intent::GUILDS, Some(guild), &d);
    }

    /// Gives a member permissions on top of `@everyone`.
    pub(crate) fn grant(&mut self, guild: u64, user: u64, permissions: u64) {
        if let Some(granted) = self.guild_mut(guild).members.get_mut(&user) {
            *granted |= permissions;
        }
        self.dispatch_new_role(guild, user);
    }

    fn dispatch_new_role(&mut self, guild: u64, role: u64) {
        let id = role.to_string();
        let mut roles = self.roles_json(guild).into_iter();
        let role = roles.find(|role| role["id"] == id.as_str());
        let d = json!({"guild_id": guild.to_string(), "role": role});
        self.dispatch("GUILD_ROLE_CREATE", intent::GUILDS, Some(guild), &d);
    }

    pub(crate) fn add_role(&mut self, guild: u64, role: RoleState) -> u64 {
        let id = self.id();
        self.guild_mut(guild).roles.insert(id, role);
        self.dispatch_new_role(guild, id);
        id
    }

    /// Allows and denies a user permissions in a channel.
    pub(crate) fn overwrite(&mut self, channel: u64, user: u64, allow: u64, deny: u64) {
        if let Some(c) = self.channels.get_mut(&channel) {
            let overwrite = c.overwrites.entry(user).or_default();
            overwrite.allow = (overwrite.allow & !deny) | allow;
            overwrite.deny = (overwrite.deny & !allow) | deny;
            self.dispatch_channel("CHANNEL_UPDATE", channel);
        }
    }

    /// The user of this name, created as a member if needed.
    pub(crate) fn user_or_member(&mut self, guild: u64, name: &str) -> u64 {
        if let Some(user) = self.user_named(name) {
            return user.id;
        }
        let id = self.add_user(name);
        self.join(guild, id);
        id
    }

    /// The text channel of this name, created if needed.
    pub(crate) fn channel_named(&mut self, guild: u64, name: &str) -> u64 {
        let mut channels = self.channels.values();
        let known = channels
            .find(|c| c.guild == Some(guild) && c.kind == ChannelKind::Text && c.name == name);
        if let Some(channel) = known {
            return channel.id;
        }
        let id = self.add_text_channel(name, guild);
        self.dispatch_channel("CHANNEL_CREATE", id);
        id
    }
}
