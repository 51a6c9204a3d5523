//! Changes of servers and channels, and the events that tell of them.

use serde_json::json;

use crate::gateway::intent;
use crate::state::{Kind, World};

impl World {
    /// `CHANNEL_UPDATE`, `THREAD_UPDATE` and the like, with the channel as it is now.
    pub(crate) fn channel_event(&mut self, event: &str, id: u64) {
        let guild = self.channels.get(&id).and_then(|c| c.guild);
        self.dispatch(event, intent::GUILDS, guild, |w, _| w.channel_json(id));
    }

    pub(crate) fn set_archived(&mut self, thread: u64, archived: bool) {
        if let Some(c) = self
            .channels
            .get_mut(&thread)
            .filter(|c| c.archived != archived)
        {
            c.archived = archived;
            self.channel_event("THREAD_UPDATE", thread);
        }
    }

    /// Removes a channel with its messages and threads.
    pub(crate) fn delete_channel(&mut self, id: u64) {
        let Some(c) = self.channels.get(&id) else {
            return;
        };
        let (guild, thread) = (c.guild, c.kind.is_thread());
        let d = if thread {
            json!({"id": id.to_string(), "guild_id": guild.map(|g| g.to_string()), "parent_id": c.parent.map(|p| p.to_string()), "type": c.kind.number()})
        } else {
            self.channel_json(id)
        };
        let below: Vec<u64> = self
            .channels
            .values()
            .filter(|t| t.parent == Some(id))
            .map(|t| t.id)
            .collect();
        for t in below {
            self.forget_channel(t);
        }
        self.forget_channel(id);
        self.dispatch(
            if thread {
                "THREAD_DELETE"
            } else {
                "CHANNEL_DELETE"
            },
            intent::GUILDS,
            guild,
            |_, _| d.clone(),
        );
    }

    fn forget_channel(&mut self, id: u64) {
        self.channels.remove(&id);
        self.messages.retain(|_, m| m.channel != id);
        for p in self.people.values_mut().filter(|p| p.dm == Some(id)) {
            p.dm = None;
        }
    }

    /// Makes somebody a member. Tells the bot if they were not one.
    pub(crate) fn join(&mut self, guild: u64, user: u64) {
        let Some(g) = self.guilds.get_mut(&guild) else {
            return;
        };
        if g.members.contains_key(&user) {
            return;
        }
        g.members.insert(user, 0);
        let mut d = self.member_json(guild, user);
        d["guild_id"] = json!(guild.to_string());
        self.dispatch(
            "GUILD_MEMBER_ADD",
            intent::GUILD_MEMBERS,
            Some(guild),
            |_, _| d.clone(),
        );
    }

    /// Somebody leaves or is thrown out.
    pub(crate) fn leave(&mut self, guild: u64, user: u64) {
        if self
            .guilds
            .get_mut(&guild)
            .is_some_and(|g| g.members.remove(&user).is_some())
        {
            let d = json!({"guild_id": guild.to_string(), "user": self.user_json(user)});
            self.dispatch(
                "GUILD_MEMBER_REMOVE",
                intent::GUILD_MEMBERS,
                Some(guild),
                |_, _| d.clone(),
            );
        }
    }

    /// The bot comes to a server or leaves it.
    pub(crate) fn set_bot_member(&mut self, guild: u64, permissions: Option<u64>) {
        let Some(g) = self.guilds.get_mut(&guild) else {
            return;
        };
        let was = g.bot.is_some();
        g.bot = permissions;
        match (was, permissions) {
            (false, Some(_)) => {
                self.dispatch("GUILD_CREATE", intent::GUILDS, Some(guild), |w, _| {
                    w.guild_json(guild)
                });
            }
            (true, None) => {
                self.commands.retain(|_, c| c.guild != Some(guild));
                // Without `unavailable`: removed, not merely down.
                self.dispatch(
                    "GUILD_DELETE",
                    intent::GUILDS,
                    Some(guild),
                    |_, _| json!({"id": guild.to_string()}),
                );
            }
            (true, Some(_)) => self.roles_event(guild),
            (false, None) => {}
        }
    }

    fn roles_event(&mut self, guild: u64) {
        for role in self.roles_json(guild).into_iter().take(2) {
            let d = json!({"guild_id": guild.to_string(), "role": role});
            self.dispatch("GUILD_ROLE_UPDATE", intent::GUILDS, Some(guild), |_, _| {
                d.clone()
            });
        }
    }

    /// Gives a member more than everybody may.
    pub(crate) fn grant(&mut self, guild: u64, user: u64, bits: u64) {
        if let Some(own) = self
            .guilds
            .get_mut(&guild)
            .and_then(|g| g.members.get_mut(&user))
        {
            *own |= bits;
        }
        let id = user.to_string();
        let role = self
            .roles_json(guild)
            .into_iter()
            .find(|r| r["id"].as_str() == Some(&id));
        let d = json!({"guild_id": guild.to_string(), "role": role});
        self.dispatch("GUILD_ROLE_CREATE", intent::GUILDS, Some(guild), |_, _| {
            d.clone()
        });
    }

    /// Changes what one person or the bot may do in one channel.
    pub(crate) fn overwrite(
        &mut self,
        channel: u64,
        who: u64,
        change: impl FnOnce(&mut (u64, u64)),
    ) {
        if let Some(c) = self.channels.get_mut(&channel) {
            change(c.overwrites.entry(who).or_default());
            self.channel_event("CHANNEL_UPDATE", channel);
        }
    }

    /// A channel of a server, made if it does not exist.
    pub(crate) fn channel_named(&mut self, guild: u64, name: &str) -> u64 {
        let known = self
            .channels
            .values()
            .find(|c| c.guild == Some(guild) && c.kind == Kind::Text && c.name == name)
            .map(|c| c.id);
        known.unwrap_or_else(|| {
            let id = self.add_channel(Kind::Text, name, Some(guild), None);
            self.channel_event("CHANNEL_CREATE", id);
            id
        })
    }
}
