//! Messages with their attachments, embeds and components.

use serde_json::{Map, Value, json};

use super::is_empty;
use crate::discord::{component, intent};
use crate::state::{Dimensions, FileState, InteractionState, MessageState, World};
use crate::time::iso;

impl World {
    pub(crate) fn message_json(&self, m: &MessageState) -> Value {
        let mut d = self.message_base(m);
        if let Some(r) = m.reference {
            d["message_reference"] = json!({"type": 0, "channel_id": m.channel.to_string(), "message_id": r.to_string()});
            if let Some(g) = self.guild_of(m.channel) {
                d["message_reference"]["guild_id"] = json!(g.to_string());
            }
            let referenced = self.messages.get(&r).filter(|o| !o.deleted);
            d["referenced_message"] = referenced.map_or(Value::Null, |o| self.message_base(o));
        }
        d
    }

    /// The message for a bot with these intents. Its own messages, those that mention it, and DMs are exempt from the
    /// message content intent.
    pub(crate) fn received_message_json(&self, m: &MessageState, intents: u64) -> Value {
        let mut d = self.message_json(m);
        let bot = json!(self.bot.to_string());
        let is_exempt =
            m.author == self.bot || self.is_dm(m.channel) || m.mentions.contains(&self.bot);
        if intents & intent::MESSAGE_CONTENT == 0 && !is_exempt {
            withhold_content(&mut d);
            if let Some(referenced) = d.get_mut("referenced_message")
                && referenced["author"]["id"] != bot
            {
                withhold_content(referenced);
            }
        }
        d
    }

    fn message_base(&self, m: &MessageState) -> Value {
        let mentions = m.mentions.iter();
        let mentions: Vec<_> = mentions.map(|u| self.mention_json(m.channel, *u)).collect();
        let mut d = json!({"id": m.id.to_string(), "channel_id": m.channel.to_string(), "author": self.user_json(m.author), "type": m.kind,
            "content": m.content, "timestamp": iso(m.created_ms), "edited_timestamp": m.edited_ms.map(iso),
            "tts": false, "mention_everyone": m.mentions_everyone, "mentions": mentions, "mention_roles": [], "pinned": m.pinned, "flags": m.flags,
            "attachments": m.attachments().map(FileState::json).collect::<Vec<_>>(),
            "embeds": m.embeds.iter().map(|e| m.embed_json(e)).collect::<Vec<_>>(), "components": m.components_json()});
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
    pub(crate) fn message_event_json(&self, m: &MessageState, intents: u64) -> Value {
        let mut d = self.received_message_json(m, intents);
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

/// Empties what the message content intent controls.
fn withhold_content(message: &mut Value) {
    if let Some(fields) = message.as_object_mut() {
        fields.insert("content".into(), json!(""));
        for key in ["attachments", "embeds", "components"] {
            fields.insert(key.into(), json!([]));
        }
    }
}

impl FileState {
    /// Whether a URL of an embed shows this file.
    pub(crate) fn is_at(&self, url: &Value) -> bool {
        let is_own = |u: &str| u == self.url || u.strip_prefix("attachment://") == Some(&self.name);
        url.as_str().is_some_and(is_own)
    }

    fn json(&self) -> Value {
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
        let embeds = self.embeds.iter();
        let shown: Vec<&Value> = embeds
            .flat_map(|e| EMBED_IMAGES.map(|(part, key)| &e[part][key]))
            .collect();
        self.files
            .iter()
            .filter(move |f| !shown.iter().any(|url| f.is_at(url)))
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
            let url = part.get(url_key).and_then(Value::as_str);
            let name = url.and_then(|u| u.strip_prefix("attachment://"));
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
        let components = self.components.iter();
        components.map(|c| component_json(c, &mut next)).collect()
    }

    /// The components in the action rows.
    pub(crate) fn parts_json(&self) -> Vec<Value> {
        let rows = self.components_json().into_iter();
        rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default())
            .collect()
    }

    /// The component with this custom id, label or placeholder.
    pub(crate) fn component(&self, wanted: &str) -> Option<Value> {
        let parts = self.parts_json();
        let find = |key: &str| parts.iter().find(|c| c[key] == wanted);
        let mut keys = ["custom_id", "label", "placeholder"].into_iter();
        keys.find_map(find).cloned()
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
        let inner = inner.iter().map(|x| component_json(x, next)).collect();
        out.insert("components".into(), inner);
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
