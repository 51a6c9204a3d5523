//! State as Discord's JSON objects: users, members, guilds, channels, messages, commands.

mod message;

use serde_json::{Map, Value, json};

pub(crate) use message::{ContentAccess, EMBED_IMAGES, image_size};

use crate::permission;
use crate::state::{ChannelKind, ChannelState, CommandState, World};
use crate::time::iso;

/// Fields of a guild that only `GUILD_CREATE` has.
const GUILD_CREATE_ONLY: [&str; 8] = [
    "members",
    "channels",
    "threads",
    "presences",
    "voice_states",
    "stage_instances",
    "guild_scheduled_events",
    "joined_at",
];

impl World {
    pub(crate) fn user_json(&self, id: u64) -> Value {
        let Some(p) = self.users.get(&id) else {
            return Value::Null;
        };
        let global = if p.is_bot { Value::Null } else { json!(p.name) };
        let discriminator = if p.is_bot { "0001" } else { "0" };
        json!({"id": id.to_string(), "username": username(&p.name), "global_name": global, "avatar": null, "discriminator": discriminator,
            "public_flags": 0, "flags": 0, "bot": p.is_bot, "system": false, "banner": null, "accent_color": null, "primary_guild": null, "avatar_decoration_data": null, "collectibles": null})
    }

    /// The bot's own user.
    pub(crate) fn current_user_json(&self) -> Value {
        let mut user = self.user_json(self.bot);
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(false);
        user["email"] = Value::Null;
        user["locale"] = json!("en-US");
        user
    }

    pub(crate) fn member_json(&self, guild: u64, user: u64) -> Value {
        let joined = self.guilds.get(&guild).map_or(0, |g| {
            if user == self.bot {
                g.bot_joined_ms
            } else {
                g.joined_ms
            }
        });
        let held = self.guilds.get(&guild).into_iter().flat_map(|g| &g.roles);
        let held = held.filter(|(_, role)| role.holders.contains(&user));
        let roles = self.role_of(guild, user).into_iter();
        let roles = roles.chain(held.map(|(id, _)| *id));
        let roles: Vec<_> = roles.map(|id| id.to_string()).collect();
        json!({"user": self.user_json(user), "nick": null, "avatar": null, "banner": null, "roles": roles, "joined_at": iso(joined),
            "premium_since": null, "deaf": false, "mute": false, "flags": 0, "pending": false, "communication_disabled_until": null})
    }

    /// The member of an interaction: with permissions in the channel.
    pub(crate) fn acting_member_json(&self, guild: u64, user: u64, channel: u64) -> Value {
        let mut m = self.member_json(guild, user);
        m["permissions"] = json!(self.permissions(user, channel).to_string());
        m
    }

    /// A member in `resolved`: without the user.
    pub(crate) fn resolved_member_json(&self, guild: u64, user: u64, channel: u64) -> Value {
        let mut m = self.acting_member_json(guild, user, channel);
        if let Some(map) = m.as_object_mut() {
            for key in ["user", "deaf", "mute"] {
                map.remove(key);
            }
        }
        m
    }

    /// The role with a user's id that represents their extra permissions, so that a bot computes the same permissions.
    fn role_of(&self, guild: u64, user: u64) -> Option<u64> {
        let g = self.guilds.get(&guild)?;
        let extra = if user == self.bot {
            g.bot?
        } else {
            *g.members.get(&user)?
        };
        (extra != 0).then_some(user)
    }

    pub(crate) fn roles_json(&self, guild: u64) -> Vec<Value> {
        let Some(g) = self.guilds.get(&guild) else {
            return Vec::new();
        };
        let role = |id: u64, name: &str, bits: u64, position: u64| {
            json!({"id": id.to_string(), "name": name, "permissions": bits.to_string(), "position": position, "color": 0,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
                "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0})
        };
        // `@everyone` has nothing that the bot lacks, so that the bot computes exactly its own permissions.
        let common = g
            .bot
            .map_or(permission::EVERYONE, |b| permission::EVERYONE & b);
        let mut out = vec![role(g.id, "@everyone", common, 0)];
        out.extend(
            g.bot
                .map(|bits| role(self.bot, &self.user_name(self.bot), bits, 2)),
        );
        out.extend(
            g.members
                .iter()
                .filter(|(_, bits)| **bits != 0)
                .map(|(id, bits)| role(*id, &self.user_name(*id), *bits, 1)),
        );
        out.extend(g.roles.iter().map(|(id, r)| {
            let position = if r.above_bot { 3 } else { 1 };
            role(*id, &r.name, r.permissions, position)
        }));
        out
    }

    /// The guild of a `GUILD_CREATE`.
    pub(crate) fn guild_json(&self, id: u64) -> Value {
        let Some(g) = self.guilds.get(&id) else {
            return Value::Null;
        };
        let members: Vec<_> = g
            .members
            .keys()
            .copied()
            .chain(g.bot.map(|_| self.bot))
            .map(|u| self.member_json(id, u))
            .collect();
        let of_guild = || {
            self.channels.values().filter(|c| {
                c.guild == Some(id)
                    && self.permissions(self.bot, c.id) & permission::VIEW_CHANNEL != 0
            })
        };
        let channels: Vec<_> = of_guild()
            .filter(|c| c.kind == ChannelKind::Text)
            .map(|c| self.channel_json(c.id))
            .collect();
        let threads: Vec<_> = of_guild()
            .filter(|c| c.kind.is_thread() && !c.archived)
            .map(|c| self.channel_json(c.id))
            .collect();
        let events = g.events.values().filter(|e| !e.is_over());
        let events: Vec<_> = events.map(|e| self.event_json(id, e.id)).collect();
        json!({"id": id.to_string(), "name": g.name, "icon": null, "splash": null, "discovery_splash": null, "owner_id": g.owner.to_string(),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": self.roles_json(id), "emojis": [], "features": [],
            "mfa_level": 0, "application_id": null, "system_channel_id": g.system_channel.map(|c| c.to_string()), "system_channel_flags": 0, "rules_channel_id": null,
            "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US", "public_updates_channel_id": null, "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50, "nsfw_level": 0, "nsfw": false, "stickers": [], "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null, "incidents_data": null, "home_header": null, "region": "deprecated",
            "joined_at": iso(g.bot_joined_ms), "large": false, "unavailable": false, "member_count": members.len(), "voice_states": [],
            "members": members, "channels": channels, "threads": threads, "presences": [], "stage_instances": [],
            "guild_scheduled_events": events, "soundboard_sounds": []})
    }

    /// The guild of `GUILD_UPDATE` and of `GET /guilds/{guild}`.
    pub(crate) fn bare_guild_json(&self, id: u64) -> Value {
        let mut guild = self.guild_json(id);
        if let Some(map) = guild.as_object_mut() {
            map.retain(|key, _| !GUILD_CREATE_ONLY.contains(&key.as_str()));
        }
        guild
    }

    pub(crate) fn channel_json(&self, id: u64) -> Value {
        let Some(c) = self.channels.get(&id) else {
            return Value::Null;
        };
        let last = c.messages.last().map(u64::to_string);
        if c.kind == ChannelKind::Dm {
            let recipients: Vec<_> = c.recipient.iter().map(|u| self.user_json(*u)).collect();
            return json!({"id": id.to_string(), "type": 1, "flags": 0, "recipients": recipients, "last_message_id": last});
        }
        let mut d = json!({"id": id.to_string(), "type": c.kind.number(), "guild_id": c.guild.map(|g| g.to_string()), "name": c.name, "flags": 0,
            "last_message_id": last, "parent_id": c.parent.map(|p| p.to_string()), "rate_limit_per_user": 0});
        if c.kind.is_thread() {
            let mut meta = json!({"archived": c.archived, "archive_timestamp": iso(c.created_ms), "auto_archive_duration": c.auto_archive_minutes,
                "locked": c.locked, "create_timestamp": iso(c.created_ms)});
            if c.kind == ChannelKind::PrivateThread {
                meta["invitable"] = json!(true);
            }
            d["owner_id"] = json!(c.owner.to_string());
            d["thread_metadata"] = meta;
            d["message_count"] = json!(c.total_messages);
            d["total_message_sent"] = json!(c.total_messages);
            d["member_count"] = json!(c.thread_members.len().min(50));
        } else {
            d["position"] = json!(0);
            d["permission_overwrites"] = overwrites_json(c);
            d["nsfw"] = json!(false);
            d["topic"] = Value::Null;
        }
        d
    }

    /// The channel of an interaction: with the permissions of the user.
    pub(crate) fn partial_channel_json(&self, id: u64, user: u64) -> Value {
        let mut d = self.channel_json(id);
        d["permissions"] = json!(self.permissions(user, id).to_string());
        d
    }

    /// The guild that installed the app, or 0 in a DM.
    pub(crate) fn owner_key(&self, channel: u64) -> String {
        self.guild_of(channel).unwrap_or(0).to_string()
    }

    pub(crate) fn command_json(&self, c: &CommandState) -> Value {
        let b = &c.body;
        let or_null = |key: &str| {
            b.get(key)
                .cloned()
                .filter(|v| !is_empty(v))
                .unwrap_or(Value::Null)
        };
        let mut d = json!({"id": c.id.to_string(), "application_id": self.bot.to_string(), "version": c.version.to_string(), "type": c.kind(),
            "name": b["name"], "description": b["description"].as_str().unwrap_or_default(), "name_localizations": or_null("name_localizations"),
            "description_localizations": or_null("description_localizations"), "default_member_permissions": or_null("default_member_permissions"),
            "dm_permission": b["dm_permission"].as_bool().unwrap_or(true), "nsfw": b["nsfw"].as_bool().unwrap_or(false),
            "integration_types": b.get("integration_types").cloned().filter(|v| !is_empty(v)).unwrap_or_else(|| json!([0])), "contexts": or_null("contexts")});
        if let Some(n) = d["default_member_permissions"].as_u64() {
            d["default_member_permissions"] = json!(n.to_string());
        }
        if let Some(handler) = b.get("handler") {
            d["handler"] = handler.clone();
        }
        if let Some(g) = c.guild {
            d["guild_id"] = json!(g.to_string());
        }
        if let Some(list) = b["options"].as_array().filter(|l| !l.is_empty()) {
            d["options"] = list.iter().map(option_json).collect();
        }
        d
    }

    pub(crate) fn application_json(&self) -> Value {
        let owner = self
            .users
            .values()
            .find(|p| !p.is_bot)
            .map_or(self.bot, |p| p.id);
        json!({"id": self.bot.to_string(), "name": self.user_name(self.bot), "icon": null, "description": "", "type": null, "verify_key": "0".repeat(64),
            "flags": 0, "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
            "owner": self.user_json(owner), "approximate_guild_count": self.guilds.len(), "approximate_user_install_count": 0, "team": null,
            "bot": self.user_json(self.bot), "bot_public": true, "bot_require_code_grant": false, "summary": "", "hook": true,
            "flags_new": "0", "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": []})
    }
}

/// The username of a display name: lower case, without spaces.
fn username(name: &str) -> String {
    name.chars()
        .map(|c| if c == ' ' { '_' } else { c })
        .collect::<String>()
        .to_lowercase()
}

fn overwrites_json(c: &ChannelState) -> Value {
    let overwrites = c.overwrites.iter();
    overwrites.map(|(user, o)| json!({"id": user.to_string(), "type": 1, "allow": o.allow.to_string(), "deny": o.deny.to_string()})).collect()
}

fn is_empty(v: &Value) -> bool {
    match v {
        Value::Null => true,
        Value::Array(a) => a.is_empty(),
        Value::Object(o) => o.is_empty(),
        _ => false,
    }
}

fn option_json(o: &Value) -> Value {
    let mut out: Map<String, Value> = o.as_object().cloned().unwrap_or_default();
    out.retain(|_, v| !is_empty(v));
    for key in ["name_localizations", "description_localizations"] {
        out.entry(key).or_insert(Value::Null);
    }
    if let Some(inner) = o["options"].as_array().filter(|l| !l.is_empty()) {
        out.insert("options".into(), inner.iter().map(option_json).collect());
    }
    Value::Object(out)
}
