//! The state as Discord's JSON: users, members, servers, channels, messages, commands.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use crate::permission;
use crate::state::{ChannelState, CommandState, FileState, Kind, MessageState, World};
use crate::time::iso;

/// How much of a message somebody sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// With content, pictures, components.
    Whole,
    /// What a bot without the message content intent sees of other people's messages.
    Envelope,
}

impl World {
    pub(crate) fn user_json(&self, id: u64) -> Value {
        let Some(p) = self.people.get(&id) else {
            return Value::Null;
        };
        let global = if p.bot { Value::Null } else { json!(p.name) };
        let discriminator = if p.bot { "0001" } else { "0" };
        json!({"id": id.to_string(), "username": username(&p.name), "global_name": global, "avatar": null, "discriminator": discriminator,
            "public_flags": 0, "flags": 0, "bot": p.bot, "system": false, "banner": null, "accent_color": null, "primary_guild": null, "avatar_decoration_data": null, "collectibles": null})
    }

    pub(crate) fn member_json(&self, guild: u64, user: u64) -> Value {
        let joined = self.guilds.get(&guild).map_or(0, |g| g.joined_ms);
        let role = self.role_of(guild, user).map(|r| r.to_string());
        json!({"user": self.user_json(user), "nick": null, "avatar": null, "banner": null, "roles": role.into_iter().collect::<Vec<_>>(), "joined_at": iso(joined),
            "premium_since": null, "deaf": false, "mute": false, "flags": 0, "pending": false, "communication_disabled_until": null})
    }

    /// A member as an interaction carries it: with permissions in the channel.
    pub(crate) fn acting_member_json(&self, guild: u64, user: u64, channel: u64) -> Value {
        let mut m = self.member_json(guild, user);
        m["permissions"] = json!(self.permissions(user, channel).to_string());
        m
    }

    /// A member as `resolved` carries it: without the user.
    pub(crate) fn resolved_member_json(&self, guild: u64, user: u64, channel: u64) -> Value {
        let mut m = self.acting_member_json(guild, user, channel);
        if let Some(map) = m.as_object_mut() {
            for key in ["user", "deaf", "mute"] {
                map.remove(key);
            }
        }
        m
    }

    /// Extra permissions are shown as a role of one's own, so that a bot that computes them finds the same.
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
        // The bot's permissions are exactly those it was given, so the role of everybody holds nothing that it lacks.
        let common = g
            .bot
            .map_or(permission::EVERYONE, |b| permission::EVERYONE & b);
        let mut out = vec![role(g.id, "@everyone", common, 0)];
        out.extend(
            g.bot
                .map(|bits| role(self.bot, &self.person_name(self.bot), bits, 1)),
        );
        out.extend(
            g.members
                .iter()
                .filter(|(_, bits)| **bits != 0)
                .map(|(id, bits)| role(*id, &self.person_name(*id), *bits, 1)),
        );
        out
    }

    /// A server as `GUILD_CREATE` carries it (`GET /guilds/{guild}` is a part of that).
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
            .filter(|c| c.kind == Kind::Text)
            .map(|c| self.channel_json(c.id))
            .collect();
        let threads: Vec<_> = of_guild()
            .filter(|c| c.kind.is_thread() && !c.archived)
            .map(|c| self.channel_json(c.id))
            .collect();
        json!({"id": id.to_string(), "name": g.name, "icon": null, "splash": null, "discovery_splash": null, "owner_id": g.owner.to_string(),
            "afk_channel_id": null, "afk_timeout": 300, "widget_enabled": false, "widget_channel_id": null, "verification_level": 0,
            "default_message_notifications": 0, "explicit_content_filter": 0, "roles": self.roles_json(id), "emojis": [], "features": [],
            "mfa_level": 0, "application_id": null, "system_channel_id": null, "system_channel_flags": 0, "rules_channel_id": null,
            "max_presences": null, "max_members": 500_000, "vanity_url_code": null, "description": null, "banner": null, "premium_tier": 0,
            "premium_subscription_count": 0, "preferred_locale": "en-US", "public_updates_channel_id": null, "max_video_channel_users": 25,
            "max_stage_video_channel_users": 50, "nsfw_level": 0, "nsfw": false, "stickers": [], "premium_progress_bar_enabled": false,
            "safety_alerts_channel_id": null, "incidents_data": null, "home_header": null, "region": "deprecated",
            "joined_at": iso(g.joined_ms), "large": false, "unavailable": false, "member_count": members.len(), "voice_states": [],
            "members": members, "channels": channels, "threads": threads, "presences": [], "stage_instances": [],
            "guild_scheduled_events": [], "soundboard_sounds": []})
    }

    pub(crate) fn channel_json(&self, id: u64) -> Value {
        let Some(c) = self.channels.get(&id) else {
            return Value::Null;
        };
        let last = c.messages.last().map(u64::to_string);
        if c.kind == Kind::Dm {
            let recipients: Vec<_> = c.recipient.iter().map(|u| self.user_json(*u)).collect();
            return json!({"id": id.to_string(), "type": 1, "flags": 0, "recipients": recipients, "last_message_id": last});
        }
        let mut d = json!({"id": id.to_string(), "type": c.kind.number(), "guild_id": c.guild.map(|g| g.to_string()), "name": c.name, "flags": 0,
            "last_message_id": last, "parent_id": c.parent.map(|p| p.to_string()), "rate_limit_per_user": 0});
        if c.kind.is_thread() {
            let mut meta = json!({"archived": c.archived, "archive_timestamp": iso(c.created_ms), "auto_archive_duration": c.auto_archive,
                "locked": c.locked, "create_timestamp": iso(c.created_ms)});
            if c.kind == Kind::PrivateThread {
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

    /// A channel inside an interaction: with the permissions of the person who acts.
    pub(crate) fn partial_channel_json(&self, id: u64, user: u64) -> Value {
        let mut d = self.channel_json(id);
        d["permissions"] = json!(self.permissions(user, id).to_string());
        d
    }

    pub(crate) fn message_json(&self, m: &MessageState, sight: Sight) -> Value {
        let mut d = self.message_base(m, sight);
        if let Some(r) = m.reference {
            let of = self.messages.get(&r).filter(|o| !o.deleted);
            let guild = self.channels.get(&m.channel).and_then(|c| c.guild);
            d["message_reference"] = json!({"type": 0, "channel_id": m.channel.to_string(), "message_id": r.to_string()});
            if let Some(g) = guild {
                d["message_reference"]["guild_id"] = json!(g.to_string());
            }
            d["referenced_message"] = of.map_or(Value::Null, |o| {
                // Withheld like the message itself, unless it is the bot's own.
                self.message_base(
                    o,
                    if o.author == self.bot {
                        Sight::Whole
                    } else {
                        sight
                    },
                )
            });
        }
        d
    }

    fn message_base(&self, m: &MessageState, sight: Sight) -> Value {
        let whole = sight == Sight::Whole;
        let mentions: Vec<_> = m
            .mentions
            .iter()
            .map(|u| self.mention_json(m.channel, *u))
            .collect();
        let mut d = json!({"id": m.id.to_string(), "channel_id": m.channel.to_string(), "author": self.user_json(m.author), "type": m.kind,
            "content": if whole { m.content.as_str() } else { "" }, "timestamp": iso(m.created_ms), "edited_timestamp": m.edited_ms.map(iso),
            "tts": false, "mention_everyone": m.everyone, "mentions": mentions, "mention_roles": [], "pinned": m.pinned, "flags": m.flags,
            "attachments": if whole { m.attachments().map(FileState::json).collect() } else { Vec::new() },
            "embeds": if whole { m.embeds.iter().map(|e| m.embed_json(e)).collect() } else { Vec::new() },
            "components": if whole { m.components_json() } else { Vec::new() }});
        if let Some(n) = &m.nonce {
            d["nonce"] = n.clone();
        }
        if !m.reactions.is_empty() {
            d["reactions"] = m.reactions.iter().map(|(emoji, who)| {
                json!({"emoji": {"id": null, "name": emoji}, "count": who.len(), "count_details": {"burst": 0, "normal": who.len()},
                    "burst_colors": [], "me_burst": false, "me": who.contains(&self.bot)})
            }).collect();
        }
        if m.interaction.is_some() || m.is_private() {
            d["application_id"] = json!(self.bot.to_string());
            d["webhook_id"] = json!(self.bot.to_string());
        }
        if let Some(i) = m.interaction.and_then(|i| self.interactions.get(&i)) {
            d["interaction_metadata"] = json!({"id": i.id.to_string(), "type": i.asked as u64, "user": self.user_json(i.user),
                "authorizing_integration_owners": {"0": self.owner_key(i.channel)}});
            if let Some(at) = i.message {
                d["interaction_metadata"]["interacted_message_id"] = json!(at.to_string());
            }
            if let Some(p) = i.parent.and_then(|p| self.interactions.get(&p)) {
                d["interaction_metadata"]["triggering_interaction_metadata"] = json!({"id": p.id.to_string(), "type": p.asked as u64,
                    "user": self.user_json(p.user), "authorizing_integration_owners": {"0": self.owner_key(p.channel)}});
            }
            if i.command_kind != 0 {
                d["interaction"] = json!({"id": i.id.to_string(), "type": 2, "name": i.name, "user": self.user_json(i.user)});
            }
        }
        if let Some(t) = m.thread {
            d["thread"] = self.channel_json(t);
        }
        if self
            .channels
            .get(&m.channel)
            .is_some_and(|c| c.kind.is_thread())
        {
            d["position"] = json!(0);
        }
        d
    }

    /// A message as the gateway sends it: with server and member.
    pub(crate) fn message_event_json(&self, m: &MessageState, sight: Sight) -> Value {
        let mut d = self.message_json(m, sight);
        if let Some(g) = self.channels.get(&m.channel).and_then(|c| c.guild) {
            d["guild_id"] = json!(g.to_string());
            if m.interaction.is_none() {
                let mut member = self.member_json(g, m.author);
                if let Some(map) = member.as_object_mut() {
                    map.remove("user");
                }
                d["member"] = member;
            }
        }
        d
    }

    fn mention_json(&self, channel: u64, user: u64) -> Value {
        let mut u = self.user_json(user);
        if let Some(g) = self.channels.get(&channel).and_then(|c| c.guild) {
            let mut member = self.member_json(g, user);
            if let Some(map) = member.as_object_mut() {
                map.remove("user");
            }
            u["member"] = member;
        }
        u
    }

    pub(crate) fn owner_key(&self, channel: u64) -> String {
        self.channels
            .get(&channel)
            .and_then(|c| c.guild)
            .map_or_else(|| "0".to_owned(), |g| g.to_string())
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
            .people
            .values()
            .find(|p| !p.bot)
            .map_or(self.bot, |p| p.id);
        json!({"id": self.bot.to_string(), "name": self.person_name(self.bot), "icon": null, "description": "", "type": null, "verify_key": "0".repeat(64),
            "flags": 0, "redirect_uris": [], "interactions_endpoint_url": null, "role_connections_verification_url": null,
            "owner": self.user_json(owner), "approximate_guild_count": self.guilds.len(), "approximate_user_install_count": 0, "team": null,
            "bot": self.user_json(self.bot), "bot_public": true, "bot_require_code_grant": false, "summary": "", "hook": true,
            "flags_new": "0", "approximate_user_authorization_count": 0, "explicit_content_filter": 0, "eligible_oauth2_scopes": []})
    }
}

/// Usernames are lower case without blanks; the name as given is the display name.
fn username(name: &str) -> String {
    name.chars()
        .map(|c| if c == ' ' { '_' } else { c })
        .collect::<String>()
        .to_lowercase()
}

fn overwrites_json(c: &ChannelState) -> Value {
    c.overwrites.iter().map(|(who, (allow, deny))| json!({"id": who.to_string(), "type": 1, "allow": allow.to_string(), "deny": deny.to_string()})).collect()
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

impl FileState {
    pub(crate) fn json(&self) -> Value {
        let mut d = json!({"id": self.id.to_string(), "filename": self.name, "size": self.size, "url": self.url, "proxy_url": self.url,
            "content_type": self.content_type});
        if let Some(text) = &self.description {
            d["description"] = json!(text);
        }
        if let Some((w, h)) = self.dimensions {
            d["width"] = json!(w);
            d["height"] = json!(h);
        }
        if self.ephemeral {
            d["ephemeral"] = json!(true);
        }
        d
    }
}

const PICTURES_OF_EMBED: [(&str, &str); 4] = [
    ("image", "url"),
    ("thumbnail", "url"),
    ("author", "icon_url"),
    ("footer", "icon_url"),
];

impl MessageState {
    /// The files that stand below the message: not those that an embed shows.
    pub(crate) fn attachments(&self) -> impl Iterator<Item = &FileState> {
        let shown: BTreeSet<String> = self
            .embeds
            .iter()
            .flat_map(|e| {
                PICTURES_OF_EMBED
                    .iter()
                    .filter_map(|(key, url)| e[key][url].as_str())
            })
            .map(str::to_owned)
            .collect();
        self.files.iter().filter(move |f| {
            !shown.contains(&format!("attachment://{}", f.name)) && !shown.contains(&f.url)
        })
    }

    fn embed_json(&self, e: &Value) -> Value {
        let mut out: Map<String, Value> = e.as_object().cloned().unwrap_or_default();
        out.retain(|_, v| !is_empty(v));
        out.insert("type".into(), json!("rich"));
        for (key, url_key) in PICTURES_OF_EMBED {
            let Some(part) = out.get_mut(key).and_then(Value::as_object_mut) else {
                continue;
            };
            part.retain(|_, v| !v.is_null());
            let name = part
                .get(url_key)
                .and_then(Value::as_str)
                .and_then(|u| u.strip_prefix("attachment://"));
            if let Some(f) = name.and_then(|n| self.files.iter().find(|f| f.name == n)) {
                part.insert(url_key.into(), json!(f.url));
                part.insert(format!("proxy_{url_key}"), json!(f.url));
                if let Some((w, h)) = f.dimensions.filter(|_| url_key == "url") {
                    part.insert("width".into(), json!(w));
                    part.insert("height".into(), json!(h));
                }
            }
        }
        if let Some(fields) = out.get_mut("fields").and_then(Value::as_array_mut) {
            for f in fields {
                *f = json!({"name": f["name"], "value": f["value"], "inline": f["inline"].as_bool().unwrap_or(false)});
            }
        }
        Value::Object(out)
    }

    pub(crate) fn components_json(&self) -> Vec<Value> {
        let mut next = 0;
        self.components
            .iter()
            .map(|c| component_json(c, &mut next))
            .collect()
    }
}

/// A component as Discord gives it back: numbered, without nulls, without `disabled: false`.
fn component_json(c: &Value, next: &mut u64) -> Value {
    let mut out: Map<String, Value> = c.as_object().cloned().unwrap_or_default();
    out.retain(|_, v| !v.is_null());
    *next += 1;
    out.entry("id").or_insert(json!(*next));
    let kind = out.get("type").and_then(Value::as_u64).unwrap_or(0);
    if let Some(inner) = c["components"].as_array() {
        out.insert(
            "components".into(),
            inner.iter().map(|x| component_json(x, next)).collect(),
        );
    }
    if kind != 1 && kind != 2 {
        out.entry("min_values").or_insert(json!(1));
        out.entry("max_values").or_insert(json!(1));
    }
    if out.get("disabled") == Some(&json!(false)) {
        out.remove("disabled");
    }
    if let Some(options) = out.get_mut("options").and_then(Value::as_array_mut) {
        for o in options.iter_mut().filter_map(Value::as_object_mut) {
            o.retain(|_, v| !v.is_null());
        }
    }
    Value::Object(out)
}

/// Width and height of a PNG or GIF, read from its first bytes.
pub(crate) fn image_size(data: &[u8]) -> Option<(u32, u32)> {
    let four = |at: usize| {
        data.get(at..at + 4)?
            .try_into()
            .ok()
            .map(u32::from_be_bytes)
    };
    let two = |at: usize| {
        data.get(at..at + 2)?
            .try_into()
            .ok()
            .map(u16::from_le_bytes)
            .map(u32::from)
    };
    if data.starts_with(b"\x89PNG\r\n\x1a\n") {
        Some((four(16)?, four(20)?))
    } else if data.starts_with(b"GIF8") {
        Some((two(6)?, two(8)?))
    } else {
        None
    }
}
