//! State as Discord's JSON objects: users, members, guilds, channels, messages, commands.

mod message;

use serde_json::{Map, Value, json};

pub(crate) use message::{EMBED_IMAGES, image_size};

use crate::permission;
use crate::state::{ChannelKind, ChannelState, CommandState, World};
use crate::time::iso;

impl World {
    pub(crate) fn user_json(&self, id: u64) -> Value {
        let Some(p) = self.users.get(&id) else {
            return Value::Null;
        };
        let global = if p.is_bot { Value::Null } else { json!(p.name) };
        let username = p.name.replace(' ', "_").to_lowercase();
        let discriminator = if p.is_bot { "0001" } else { "0" };
        json!({"id": id.to_string(), "username": username, "global_name": global, "avatar": null, "discriminator": discriminator,
            "public_flags": 0, "flags": 0, "bot": p.is_bot, "system": false, "banner": null, "accent_color": null, "primary_guild": null, "avatar_decoration_data": null, "collectibles": null})
    }

    pub(crate) fn current_user_json(&self) -> Value {
        let mut user = self.user_json(self.bot);
        user["verified"] = json!(true);
        user["mfa_enabled"] = json!(false);
        user["email"] = Value::Null;
        user["locale"] = json!("en-US");
        user
    }

    pub(crate) fn member_json(&self, guild: u64, user: u64) -> Value {
        let g = &self.guilds[&guild];
        // The role with a user's id represents their extra permissions, so that a bot computes the same permissions.
        let (joined, extra) = if user == self.bot {
            (g.bot_joined_ms, g.bot)
        } else {
            (g.joined_ms, g.members.get(&user).copied())
        };
        let own = extra.filter(|bits| *bits != 0).map(|_| user);
        let held = g.roles.iter();
        let held = held.filter(|(_, role)| role.holders.contains(&user));
        let roles = own.into_iter().chain(held.map(|(id, _)| *id));
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

    pub(crate) fn roles_json(&self, guild: u64) -> Vec<Value> {
        let g = &self.guilds[&guild];
        let role = |id: u64, name: &str, bits: u64, position: u64| {
            json!({"id": id.to_string(), "name": name, "permissions": bits.to_string(), "position": position, "color": 0,
                "colors": {"primary_color": 0, "secondary_color": null, "tertiary_color": null}, "hoist": false,
                "managed": false, "mentionable": false, "icon": null, "unicode_emoji": null, "flags": 0})
        };
        // `@everyone` has nothing that the bot lacks, so that the bot computes exactly its own permissions.
        let common = permission::EVERYONE & g.bot.unwrap_or(permission::EVERYONE);
        let own = |id: u64, bits, position| role(id, &self.user_name(id), bits, position);
        let mut out = vec![role(g.id, "@everyone", common, 0)];
        out.extend(g.bot.map(|bits| own(self.bot, bits, 2)));
        let granted = g.members.iter().filter(|(_, bits)| **bits != 0);
        out.extend(granted.map(|(id, bits)| own(*id, *bits, 1)));
        out.extend(g.roles.iter().map(|(id, r)| {
            let position = if r.above_bot { 3 } else { 1 };
            role(*id, &r.name, r.permissions, position)
        }));
        out
    }

    /// The guild of a `GUILD_CREATE`.
    pub(crate) fn guild_json(&self, id: u64) -> Value {
        let g = &self.guilds[&id];
        let members = g.members.keys().copied().chain(g.bot.map(|_| self.bot));
        let members: Vec<_> = members.map(|u| self.member_json(id, u)).collect();
        let channels = |are_threads: bool| -> Value {
            let all = self.channels.values().filter(|c| c.guild == Some(id));
            all.filter(|c| c.kind.is_thread() == are_threads && !(are_threads && c.archived))
                .filter(|c| self.can_view(self.bot, c.id))
                .map(|c| self.channel_json(c.id))
                .collect()
        };
        let events = g.current_events();
        let events: Vec<_> = events.map(|e| self.event_json(id, e.id)).collect();
        let mut guild = self.bare_guild_json(id);
        let more = json!({"joined_at": iso(g.bot_joined_ms), "members": members, "channels": channels(false), "threads": channels(true),
            "presences": [], "voice_states": [], "stage_instances": [], "guild_scheduled_events": events});
        if let (Value::Object(guild), Value::Object(more)) = (&mut guild, more) {
            guild.extend(more);
        }
        guild
    }

    /// The guild of `GUILD_UPDATE` and of `GET /guilds/{guild}`.
    pub(crate) fn bare_guild_json(&self, id: u64) -> Value {
        let g = &self.guilds[&id];
        json!({"id": id.to_string(), "name": g.name, "icon": null, "splash": null, "discovery_splash": null, "owner_id": g.owner.to_string(),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": self.roles_json(id), "emojis": [], "features": [],
            "mfa_level": 0, "application_id": null, "system_channel_id": g.system_channel.map(|c| c.to_string()), "system_channel_flags": 0, "rules_channel_id": null,
            "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US", "public_updates_channel_id": null, "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50, "nsfw_level": 0, "nsfw": false, "stickers": [], "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null, "incidents_data": null, "home_header": null, "region": "deprecated", "large": false,
            "unavailable": false, "member_count": g.members.len() + usize::from(g.bot.is_some()), "soundboard_sounds": []})
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
        let mut d = json!({"id": id.to_string(), "type": c.kind as u64, "guild_id": c.guild.map(|g| g.to_string()), "name": c.name, "flags": 0,
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
        let given = |key: &str| b.get(key).filter(|v| !is_empty(v));
        let mut d = json!({"id": c.id.to_string(), "application_id": self.bot.to_string(), "version": c.version.to_string(), "type": c.kind(),
            "name": b["name"], "description": b["description"].as_str().unwrap_or_default(), "name_localizations": given("name_localizations"),
            "description_localizations": given("description_localizations"), "default_member_permissions": given("default_member_permissions"),
            "dm_permission": b["dm_permission"].as_bool().unwrap_or(true), "nsfw": b["nsfw"].as_bool().unwrap_or(false),
            "integration_types": given("integration_types").unwrap_or(&json!([0])), "contexts": given("contexts")});
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
        let owner = self.users.values().find(|p| !p.is_bot);
        let owner = owner.map_or(self.bot, |p| p.id);
        json!({"id": self.bot.to_string(), "name": self.user_name(self.bot), "icon": null, "description": "", "type": null, "verify_key": "0".repeat(64),
            "flags": 0, "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
            "owner": self.user_json(owner), "approximate_guild_count": self.guilds.len(), "approximate_user_install_count": 0, "team": null,
            "bot": self.user_json(self.bot), "bot_public": true, "bot_require_code_grant": false, "summary": "", "hook": true,
            "flags_new": "0", "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": []})
    }
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
