//! Messages and what hangs on them: files, embeds, components.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::is_empty;
use crate::state::{FileState, MessageState, World};
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
                if let Some(at) = p.message {
                    d["interaction_metadata"]["triggering_interaction_metadata"]["interacted_message_id"] =
                        json!(at.to_string());
                }
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
