//! Making, editing and deleting messages, whom they mention, and the events that tell of it.

use axum::body::Bytes;
use serde_json::{Value, json};

use crate::gateway::intent;
use crate::json::{Sight, image_size};
use crate::mentions;
use crate::permission;
use crate::state::{FileState, Kind, LOADING, MessageState, Told, World};

/// A file that came with a request, or that a person sends.
#[derive(Debug, Clone)]
pub struct Upload {
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) data: Bytes,
}

impl Upload {
    /// A file with this name and content; the type is guessed from the name's ending.
    #[must_use]
    pub fn new(name: &str, data: impl Into<Vec<u8>>) -> Self {
        let ending = name
            .rsplit('.')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let content_type = match ending.as_str() {
            "png" => "image/png",
            "gif" => "image/gif",
            "jpg" | "jpeg" => "image/jpeg",
            "txt" | "pgn" => "text/plain",
            "json" => "application/json",
            _ => "application/octet-stream",
        };
        Self {
            index: 0,
            name: name.to_owned(),
            content_type: content_type.to_owned(),
            data: data.into().into(),
        }
    }
}

impl World {
    /// An empty message, not yet kept.
    pub(crate) fn draft(&mut self, channel: u64, author: u64) -> MessageState {
        MessageState {
            id: self.id(),
            channel,
            author,
            created_ms: self.now(),
            ..MessageState::default()
        }
    }

    /// Keeps a new message and tells the bot about it.
    pub(crate) fn post(&mut self, mut m: MessageState) -> u64 {
        self.settle_mentions(&mut m, true);
        let (private, channel, only) = (m.is_private(), m.channel, m.visible_to);
        if !m.is_loading() {
            let line = self.describe(&m, &self.speaker(&m));
            self.log(channel, only, line);
        }
        let told = (m.author == self.bot).then_some(Told::Posted(m.id));
        self.draw_in(&m);
        let id = self.keep_message(m);
        if let Some(told) = told {
            self.tell(told);
        }
        if !private {
            self.message_event("MESSAGE_CREATE", id);
        }
        id
    }

    /// Tells the bot, and the transcript, that a message has changed.
    pub(crate) fn edited(&mut self, id: u64, was_loading: bool) {
        let now = self.now();
        let Some(mut m) = self.messages.remove(&id) else {
            return;
        };
        self.settle_mentions(&mut m, false);
        m.edited_ms = Some(now);
        m.edits += 1;
        let speaker = self.speaker(&m);
        let line = self.describe(
            &m,
            &if was_loading {
                speaker
            } else {
                format!("{speaker} (edited)")
            },
        );
        let (private, channel, only) = (m.is_private(), m.channel, m.visible_to);
        let told = (m.author == self.bot).then_some(Told::Edited(id));
        self.messages.insert(id, m);
        if let Some(told) = told {
            self.tell(told);
        }
        self.log(channel, only, line);
        if !private {
            self.message_event("MESSAGE_UPDATE", id);
        }
    }

    /// Removes a message and tells the bot about it.
    pub(crate) fn delete_message(&mut self, id: u64) {
        let Some(m) = self.messages.get_mut(&id).filter(|m| !m.deleted) else {
            return;
        };
        m.deleted = true;
        let (channel, private, only, author, loading) = (
            m.channel,
            m.is_private(),
            m.visible_to,
            m.author,
            m.is_loading(),
        );
        if let Some(c) = self.channels.get_mut(&channel) {
            c.messages.remove(&id);
        }
        if !loading {
            let line = format!("(a message of {} is deleted)", self.person_name(author));
            self.log(channel, only, line);
        }
        if !private {
            let guild = self.channels.get(&channel).and_then(|c| c.guild);
            let mut d = json!({"id": id.to_string(), "channel_id": channel.to_string()});
            if let Some(g) = guild {
                d["guild_id"] = json!(g.to_string());
            }
            self.dispatch(
                "MESSAGE_DELETE",
                self.message_intent(channel),
                guild,
                |_, _| d.clone(),
            );
        }
    }

    /// Whoever is called in a thread becomes a member of it, if they can see it.
    fn draw_in(&mut self, m: &MessageState) {
        let sees = |user: &u64| self.permissions(*user, m.channel) & permission::VIEW_CHANNEL != 0;
        let called: Vec<_> = m.pinged.iter().copied().filter(sees).collect();
        if let Some(c) = self.channels.get_mut(&m.channel)
            && c.kind.is_thread()
        {
            c.thread_members.extend(called);
        }
    }

    fn speaker(&self, m: &MessageState) -> String {
        self.person_name(m.author)
    }

    fn message_intent(&self, channel: u64) -> u64 {
        if self
            .channels
            .get(&channel)
            .is_some_and(|c| c.kind == Kind::Dm)
        {
            intent::DIRECT_MESSAGES
        } else {
            intent::GUILD_MESSAGES
        }
    }

    fn message_event(&mut self, event: &str, id: u64) {
        let Some(m) = self.messages.get(&id) else {
            return;
        };
        let channel = m.channel;
        let guild = self.channels.get(&channel).and_then(|c| c.guild);
        if guild.is_some() && self.permissions(self.bot, channel) & permission::VIEW_CHANNEL == 0 {
            return;
        }
        self.dispatch(event, self.message_intent(channel), guild, |w, intents| {
            w.messages.get(&id).map_or(Value::Null, |m| {
                w.message_event_json(m, w.sight(m, intents))
            })
        });
    }

    /// What a bot with these intents sees of a message.
    pub(crate) fn sight(&self, m: &MessageState, intents: u64) -> Sight {
        let dm = self
            .channels
            .get(&m.channel)
            .is_some_and(|c| c.kind == Kind::Dm);
        let readable = intents & intent::MESSAGE_CONTENT != 0
            || m.author == self.bot
            || dm
            || m.mentions.contains(&self.bot);
        if readable {
            Sight::Whole
        } else {
            Sight::Envelope
        }
    }

    /// Fills `mentions` and `everyone`: who is named in the content, less those whom `allowed_mentions` keeps quiet.
    fn settle_mentions(&self, m: &mut MessageState, new: bool) {
        let allowed = m.allowed_mentions.as_ref();
        let listed = |key: &str, what: &str| {
            allowed.is_none_or(|a| {
                a[key]
                    .as_array()
                    .is_some_and(|l| l.iter().any(|v| v == what))
            })
        };
        let parse_users = listed("parse", "users");
        let mut named = mentions::in_text(&m.content);
        named.retain(|id| self.people.contains_key(id));
        named.retain(|id| {
            parse_users
                || allowed.is_some_and(|a| {
                    a["users"]
                        .as_array()
                        .is_some_and(|l| l.iter().any(|v| as_id(v) == Some(*id)))
                })
        });
        m.mentions = named;
        let may = self.permissions(m.author, m.channel) & permission::MENTION_EVERYONE != 0;
        let shouts = ["@everyone", "@here"]
            .iter()
            .any(|w| mentions::without_code(&m.content).contains(w));
        m.everyone = shouts && may && listed("parse", "everyone");
        // A reply notifies the author of what it answers; answers to interactions belong to a webhook, which nobody can notify.
        let replied = m
            .reference
            .and_then(|r| self.messages.get(&r))
            .filter(|o| o.interaction.is_none() && m.interaction.is_none());
        if let Some(o) = replied
            && o.author != m.author
            && allowed.is_none_or(|a| a["replied_user"] == true)
            && !m.mentions.contains(&o.author)
        {
            m.mentions.push(o.author);
        }
        if new {
            m.pinged = m.mentions.clone();
        }
    }

    /// Sets the fields of a message from the body of a create or edit request.
    pub(crate) fn apply(
        &mut self,
        m: &mut MessageState,
        body: &Value,
        files: &[Upload],
        new: bool,
    ) {
        if let Some(v) = body.get("content") {
            v.as_str()
                .unwrap_or_default()
                .trim()
                .clone_into(&mut m.content);
        }
        for (key, field) in [("embeds", &mut m.embeds), ("components", &mut m.components)] {
            if let Some(v) = body.get(key) {
                *field = v.as_array().cloned().unwrap_or_default();
            }
        }
        if let Some(v) = body.get("allowed_mentions").filter(|v| !v.is_null()) {
            m.allowed_mentions = Some(v.clone());
        }
        if !new && let Some(v) = body.get("flags").and_then(Value::as_u64) {
            m.flags = (m.flags & !4) | (v & 4); // only SUPPRESS_EMBEDS can be edited
        }
        let listed = body.get("attachments").and_then(Value::as_array);
        if let Some(list) = listed {
            m.files
                .retain(|f| list.iter().any(|a| as_id(&a["id"]) == Some(f.id)));
            for (f, a) in m.files.iter_mut().filter_map(|f| {
                list.iter()
                    .find(|a| as_id(&a["id"]) == Some(f.id))
                    .map(|a| (f, a))
            }) {
                if let Some(text) = a["description"].as_str() {
                    f.description = Some(text.to_owned());
                }
            }
        }
        for upload in files {
            let meta = listed.and_then(|l| {
                l.iter()
                    .find(|a| as_id(&a["id"]) == u64::try_from(upload.index).ok())
            });
            if listed.is_some() && meta.is_none() {
                continue;
            }
            let name = meta
                .and_then(|a| a["filename"].as_str())
                .unwrap_or(&upload.name)
                .to_owned();
            let description = meta
                .and_then(|a| a["description"].as_str())
                .map(str::to_owned);
            let ephemeral = m.is_private();
            m.files
                .push(self.store_file(m.channel, &name, upload, description, ephemeral));
        }
    }

    /// Puts a file on the file server.
    pub(crate) fn store_file(
        &mut self,
        channel: u64,
        name: &str,
        upload: &Upload,
        description: Option<String>,
        ephemeral: bool,
    ) -> FileState {
        let id = self.id();
        // Discord rewrites names: blanks become underscores, other odd characters vanish.
        let name: String = name
            .chars()
            .map(|c| if c == ' ' { '_' } else { c })
            .filter(|c| c.is_alphanumeric() || "._-".contains(*c))
            .collect();
        let url = format!("{}/attachments/{channel}/{id}/{name}", self.api);
        self.keep_file(id, &upload.content_type, upload.data.clone());
        FileState {
            id,
            description,
            content_type: upload.content_type.clone(),
            size: upload.data.len(),
            dimensions: image_size(&upload.data),
            url,
            ephemeral,
            name,
        }
    }

    /// Edits a message of the bot by a request's body. The deferral flag falls.
    pub(crate) fn edit_message(&mut self, id: u64, body: &Value, files: &[Upload]) {
        let Some(mut m) = self.messages.remove(&id) else {
            return;
        };
        let was_loading = m.is_loading();
        self.apply(&mut m, body, files, false);
        m.flags &= !LOADING;
        self.messages.insert(id, m);
        self.edited(id, was_loading);
    }

    pub(crate) fn react(&mut self, message: u64, user: u64, emoji: &str, on: bool) {
        let Some(m) = self.messages.get_mut(&message) else {
            return;
        };
        let who = m.reactions.entry(emoji.to_owned()).or_default();
        let changed = if on {
            who.insert(user)
        } else {
            who.remove(&user)
        };
        if who.is_empty() {
            m.reactions.remove(emoji);
        }
        if !changed {
            return;
        }
        let (channel, author) = (m.channel, m.author);
        let guild = self.channels.get(&channel).and_then(|c| c.guild);
        let mut d = json!({"user_id": user.to_string(), "channel_id": channel.to_string(), "message_id": message.to_string(),
            "emoji": {"id": null, "name": emoji}, "burst": false, "type": 0});
        if let Some(g) = guild {
            d["guild_id"] = json!(g.to_string());
            if on {
                d["member"] = self.member_json(g, user);
                d["message_author_id"] = json!(author.to_string());
            }
        }
        let line = format!(
            "{} {} {emoji}",
            self.person_name(user),
            if on { "reacts with" } else { "takes back" }
        );
        self.log(channel, None, line);
        let bit = if guild.is_some() {
            intent::GUILD_MESSAGE_REACTIONS
        } else {
            intent::DIRECT_MESSAGE_REACTIONS
        };
        self.dispatch(
            if on {
                "MESSAGE_REACTION_ADD"
            } else {
                "MESSAGE_REACTION_REMOVE"
            },
            bit,
            guild,
            |_, _| d.clone(),
        );
    }
}

/// An id that came as a string or as a number.
pub(crate) fn as_id(v: &Value) -> Option<u64> {
    v.as_u64().or_else(|| v.as_str()?.parse().ok())
}
