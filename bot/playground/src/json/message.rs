//! Messages with their attachments, embeds and components.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::is_empty;
use crate::discord::component;
use crate::state::{Dimensions, FileState, InteractionState, MessageState, World};
use crate::time::iso;

/// Whether a bot receives the content of a message, which the message content intent controls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ContentAccess {
    Full,
    /// Without content, attachments, embeds and components.
    Withheld,
}

impl World {
    pub(crate) fn message_json(&self, m: &MessageState, access: ContentAccess) -> Value {
        let mut d = self.message_base(m, access);
        if let Some(r) = m.reference {
            d["message_reference"] = json!({"type": 0, "channel_id": m.channel.to_string(), "message_id": r.to_string()});
            if let Some(g) = self.guild_of(m.channel) {
                d["message_reference"]["guild_id"] = json!(g.to_string());
            }
            let referenced = self.messages.get(&r).filter(|o| !o.deleted);
            d["referenced_message"] = referenced.map_or(Value::Null, |o| {
                let access = if o.author == self.bot {
                    ContentAccess::Full
                } else {
                    access
                };
                self.message_base(o, access)
            });
        }
        d
    }

    fn message_base(&self, m: &MessageState, access: ContentAccess) -> Value {
        let is_full = access == ContentAccess::Full;
        let mentions: Vec<_> = m
            .mentions
            .iter()
            .map(|u| self.mention_json(m.channel, *u))
            .collect();
        let mut d = json!({"id": m.id.to_string(), "channel_id": m.channel.to_string(), "author": self.user_json(m.author), "type": m.kind,
            "content": if is_full { m.content.as_str() } else { "" }, "timestamp": iso(m.created_ms), "edited_timestamp": m.edited_ms.map(iso),
            "tts": false, "mention_everyone": m.mentions_everyone, "mentions": mentions, "mention_roles": [], "pinned": m.pinned, "flags": m.flags,
            "attachments": if is_full { m.attachments().map(FileState::json).collect() } else { Vec::new() },
            "embeds": if is_full { m.embeds.iter().map(|e| m.embed_json(e)).collect() } else { Vec::new() },
            "components": if is_full { m.components_json() } else { Vec::new() }});
        if let Some(n) = &m.nonce {
            d["nonce"] = n.clone();
        }
        if !m.reactions.is_empty() {
            d["reactions"] = m.reactions.iter().map(|(emoji, users)| {
                json!({"emoji": {"id": null, "name": emoji}, "count": users.len(), "count_details": {"burst": 0, "normal": users.len()},
                    "burst_colors": [], "me_burst": false, "me": users.contains(&self.bot)})
            }).collect();
        }
        if m.interaction.is_some() || m.is_ephemeral() {
            d["application_id"] = json!(self.bot.to_string());
            d["webhook_id"] = json!(self.bot.to_string());
        }
        if let Some(i) = m.interaction.and_then(|i| self.interactions.get(&i)) {
            d["interaction_metadata"] = self.interaction_metadata_json(i);
            if i.command_type != 0 {
                d["interaction"] = json!({"id": i.id.to_string(), "type": 2, "name": i.name, "user": self.user_json(i.user)});
            }
        }
        if let Some(t) = m.thread {
            d["thread"] = self.channel_json(t);
        }
        if self.is_thread(m.channel) {
            d["position"] = json!(0);
        }
        d
    }

    fn interaction_metadata_json(&self, i: &InteractionState) -> Value {
        let mut d = json!({"id": i.id.to_string(), "type": i.kind as u64, "user": self.user_json(i.user),
            "authorizing_integration_owners": {"0": self.owner_key(i.channel)}});
        if let Some(message) = i.message {
            d["interacted_message_id"] = json!(message.to_string());
        }
        // Only modals have a parent, and a parent is no modal.
        if let Some(parent) = i.parent.and_then(|p| self.interactions.get(&p)) {
            d["triggering_interaction_metadata"] = self.interaction_metadata_json(parent);
        }
        d
    }

    /// The message of a gateway event: with guild and member.
    pub(crate) fn message_event_json(&self, m: &MessageState, access: ContentAccess) -> Value {
        let mut d = self.message_json(m, access);
        if let Some(g) = self.guild_of(m.channel) {
            d["guild_id"] = json!(g.to_string());
            if m.interaction.is_none() {
                d["member"] = self.member_without_user_json(g, m.author);
            }
        }
        d
    }

    fn mention_json(&self, channel: u64, user: u64) -> Value {
        let mut u = self.user_json(user);
        if let Some(g) = self.guild_of(channel) {
            u["member"] = self.member_without_user_json(g, user);
        }
        u
    }

    fn member_without_user_json(&self, guild: u64, user: u64) -> Value {
        let mut member = self.member_json(guild, user);
        if let Some(map) = member.as_object_mut() {
            map.remove("user");
        }
        member
    }
}

impl FileState {
    pub(crate) fn json(&self) -> Value {
        let mut d = json!({"id": self.id.to_string(), "filename": self.name, "size": self.size, "url": self.url, "proxy_url": self.url,
            "content_type": self.content_type});
        if let Some(text) = &self.description {
            d["description"] = json!(text);
        }
        if let Some(size) = self.dimensions {
            d["width"] = json!(size.width);
            d["height"] = json!(size.height);
        }
        if self.ephemeral {
            d["ephemeral"] = json!(true);
        }
        d
    }
}

/// The images of an embed: object and key of the URL.
pub(crate) const EMBED_IMAGES: [(&str, &str); 4] = [
    ("image", "url"),
    ("thumbnail", "url"),
    ("author", "icon_url"),
    ("footer", "icon_url"),
];

impl MessageState {
    /// The files shown below the message: those that no embed shows.
    pub(crate) fn attachments(&self) -> impl Iterator<Item = &FileState> {
        let shown: BTreeSet<String> = self
            .embeds
            .iter()
            .flat_map(|e| {
                EMBED_IMAGES
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
        for (key, url_key) in EMBED_IMAGES {
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
                if let Some(size) = f.dimensions.filter(|_| url_key == "url") {
                    part.insert("width".into(), json!(size.width));
                    part.insert("height".into(), json!(size.height));
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

/// A component as Discord returns it: with an id, without nulls and `disabled: false`.
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
    if kind != component::ACTION_ROW && kind != component::BUTTON {
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

/// Reads the dimensions of a PNG or GIF from its header.
pub(crate) fn image_size(data: &[u8]) -> Option<Dimensions> {
    let four = |at: usize| {
        let bytes = data.get(at..at + 4)?.try_into().ok();
        bytes.map(u32::from_be_bytes)
    };
    let two = |at: usize| {
        let bytes = data.get(at..at + 2)?.try_into().ok();
        bytes.map(u16::from_le_bytes).map(u32::from)
    };
    let (width, height) = if data.starts_with(b"\x89PNG\r\n\x1a\n") {
        (four(16)?, four(20)?)
    } else if data.starts_with(b"GIF8") {
        (two(6)?, two(8)?)
    } else {
        return None;
    };
    Some(Dimensions { width, height })
}
