//! Creating, editing and deleting messages, and the events about them.

use axum::body::Bytes;
use serde_json::{Value, json};

use crate::discord::{intent, message_flag};
use crate::json::image_size;
use crate::mentions;
use crate::permission;
use crate::state::{FileState, MessageState, Notice, World};

/// A file of a multipart request.
#[derive(Debug, Clone)]
pub(crate) struct Upload {
    /// The `n` of `files[n]`.
    pub(crate) index: usize,
    pub(crate) name: String,
    pub(crate) content_type: String,
    pub(crate) data: Bytes,
}

impl World {
    pub(crate) fn draft(&mut self, channel: u64, author: u64) -> MessageState {
        MessageState {
            id: self.id(),
            channel,
            author,
            created_ms: self.now(),
            ..MessageState::default()
        }
    }

    pub(crate) fn post(&mut self, mut m: MessageState) -> u64 {
        self.resolve_mentions(&mut m);
        m.pinged.clone_from(&m.mentions);
        if !m.is_loading() {
            let line = self.describe(&m, &self.user_name(m.author));
            self.log(m.channel, m.visible_to, line);
        }
        self.add_pinged_to_thread(&m);
        let id = self.keep_message(m);
        self.announce(id, Notice::Posted(id), "MESSAGE_CREATE");
        id
    }

    /// Edits a message: updates mentions and transcript, and dispatches it.
    pub(crate) fn edit(&mut self, id: u64, change: impl FnOnce(&mut Self, &mut MessageState)) {
        let Some(mut m) = self.messages.remove(&id) else {
            return;
        };
        // An edit of a deferral is the response.
        let mark = if m.is_loading() { "" } else { " (edited)" };
        change(self, &mut m);
        self.resolve_mentions(&mut m);
        m.edited_ms = Some(self.now());
        m.edits += 1;
        let line = self.describe(&m, &(self.user_name(m.author) + mark));
        self.log(m.channel, m.visible_to, line);
        self.messages.insert(id, m);
        self.announce(id, Notice::Edited(id), "MESSAGE_UPDATE");
    }

    /// Edits a message of the bot. A deferred response is filled by it.
    pub(crate) fn edit_message(&mut self, id: u64, body: &Value, files: &[Upload]) {
        self.edit(id, |w, m| {
            w.apply(m, body, files);
            if let Some(flags) = body["flags"].as_u64() {
                // No other flag can be edited.
                let editable = message_flag::SUPPRESS_EMBEDS;
                m.flags = (m.flags & !editable) | (flags & editable);
            }
            m.flags &= !message_flag::LOADING;
        });
    }

    pub(crate) fn delete_message(&mut self, id: u64) {
        let Some(m) = self.messages.get_mut(&id).filter(|m| !m.deleted) else {
            return;
        };
        m.deleted = true;
        let (channel, author, visible_to) = (m.channel, m.author, m.visible_to);
        let (is_ephemeral, is_loading) = (m.is_ephemeral(), m.is_loading());
        if let Some(c) = self.channels.get_mut(&channel) {
            c.messages.remove(&id);
        }
        if !is_loading {
            let line = format!("(a message of {} is deleted)", self.user_name(author));
            self.log(channel, visible_to, line);
        }
        if !is_ephemeral {
            let guild = self.guild_of(channel);
            let mut d = json!({"id": id.to_string(), "channel_id": channel.to_string()});
            if let Some(g) = guild {
                d["guild_id"] = json!(g.to_string());
            }
            self.dispatch("MESSAGE_DELETE", self.message_intent(channel), guild, &d);
        }
    }

    /// Adds everyone whom a message notifies to its thread, if they can see it.
    fn add_pinged_to_thread(&mut self, m: &MessageState) {
        let mut pinged = m.pinged.clone();
        pinged.retain(|user| self.can_view(*user, m.channel));
        if let Some(c) = self.channels.get_mut(&m.channel)
            && c.kind.is_thread()
        {
            c.thread_members.extend(pinged);
        }
    }

    fn message_intent(&self, channel: u64) -> u64 {
        if self.is_dm(channel) {
            intent::DIRECT_MESSAGES
        } else {
            intent::GUILD_MESSAGES
        }
    }

    /// Tells followers of a message of the bot, and the bot of any that it can see.
    fn announce(&mut self, id: u64, notice: Notice, event: &str) {
        let m = &self.messages[&id];
        let (channel, is_ephemeral) = (m.channel, m.is_ephemeral());
        if m.author == self.bot {
            self.notify(notice);
        }
        let guild = self.guild_of(channel);
        if is_ephemeral || guild.is_some() && !self.can_view(self.bot, channel) {
            return;
        }
        let intent = self.message_intent(channel);
        self.dispatch_with(event, intent, guild, |w, intents| {
            w.message_event_json(&w.messages[&id], intents)
        });
    }

    /// Sets `mentions` and `mentions_everyone` by content and `allowed_mentions`.
    fn resolve_mentions(&self, m: &mut MessageState) {
        let allowed = m.allowed_mentions.as_ref();
        let list = |key: &str| {
            let list = allowed.and_then(|a| a[key].as_array());
            list.into_iter().flatten()
        };
        let parses = |kind: &str| allowed.is_none() || list("parse").any(|k| k == kind);
        let is_listed = |user: u64| list("users").any(|u| as_id(u) == Some(user));
        let parses_users = parses("users");
        let mut mentioned = mentions::in_text(&m.content);
        mentioned.retain(|id| self.users.contains_key(id) && (parses_users || is_listed(*id)));
        let may_mention_everyone =
            self.permissions(m.author, m.channel) & permission::MENTION_EVERYONE != 0;
        let content = mentions::without_code(&m.content);
        let has_everyone = content.contains("@everyone") || content.contains("@here");
        let mentions_everyone = has_everyone && may_mention_everyone && parses("everyone");
        let pings_author = allowed.is_none_or(|allowed| allowed["replied_user"] == true);
        // A response to an interaction belongs to a webhook, which cannot be notified.
        let replied_to = m
            .reference
            .and_then(|r| self.messages.get(&r))
            .filter(|o| o.interaction.is_none() && m.interaction.is_none())
            .map(|o| o.author);
        if let Some(author) = replied_to
            && author != m.author
            && pings_author
            && !mentioned.contains(&author)
        {
            mentioned.push(author);
        }
        m.mentions = mentioned;
        m.mentions_everyone = mentions_everyone;
    }

    /// Sets the fields of a message from the body of a create or edit request.
    pub(crate) fn apply(&mut self, m: &mut MessageState, body: &Value, files: &[Upload]) {
        if let Some(content) = body.get("content") {
            let content = content.as_str().unwrap_or_default();
            content.trim().clone_into(&mut m.content);
        }
        for (key, field) in [("embeds", &mut m.embeds), ("components", &mut m.components)] {
            if let Some(list) = body.get(key) {
                *field = list.as_array().cloned().unwrap_or_default();
            }
        }
        if let Some(allowed) = body.get("allowed_mentions").filter(|v| !v.is_null()) {
            m.allowed_mentions = Some(allowed.clone());
        }
        let attachments = body.get("attachments").and_then(Value::as_array);
        let find = |id: u64| {
            let mut list = attachments.into_iter().flatten();
            list.find(|a| as_id(&a["id"]) == Some(id))
        };
        if attachments.is_some() {
            m.files.retain(|f| find(f.id).is_some());
        }
        for file in &mut m.files {
            if let Some(text) = find(file.id).and_then(|a| a["description"].as_str()) {
                file.description = Some(text.to_owned());
            }
        }
        for upload in files {
            let meta = u64::try_from(upload.index).ok().and_then(find);
            if attachments.is_some() && meta.is_none() {
                continue;
            }
            let file = self.store_file(m, upload, meta.unwrap_or(&Value::Null));
            m.files.push(file);
        }
    }

    /// Uploads a file of a message to the file server. `meta` is its entry in `attachments`, or null.
    fn store_file(&mut self, m: &MessageState, upload: &Upload, meta: &Value) -> FileState {
        let id = self.id();
        // Discord normalizes file names.
        let name = meta["filename"].as_str().unwrap_or(&upload.name);
        let name = name.replace(' ', "_");
        let name = name.replace(|c: char| !c.is_alphanumeric() && !"._-".contains(c), "");
        let url = format!("{}/attachments/{}/{id}/{name}", self.api, m.channel);
        self.keep_file(id, &upload.content_type, upload.data.clone());
        FileState {
            id,
            name,
            description: meta["description"].as_str().map(str::to_owned),
            content_type: upload.content_type.clone(),
            size: upload.data.len(),
            dimensions: image_size(&upload.data),
            url,
            ephemeral: m.is_ephemeral(),
        }
    }

    pub(crate) fn react(&mut self, message: u64, user: u64, emoji: &str) {
        self.set_reaction(message, user, emoji, true);
    }

    pub(crate) fn unreact(&mut self, message: u64, user: u64, emoji: &str) {
        self.set_reaction(message, user, emoji, false);
    }

    /// Adds a user's reaction or takes it back.
    pub(crate) fn set_reaction(&mut self, message: u64, user: u64, emoji: &str, adds: bool) {
        let Some(m) = self.messages.get_mut(&message) else {
            return;
        };
        let users = m.reactions.entry(emoji.to_owned()).or_default();
        let is_changed = if adds {
            users.insert(user)
        } else {
            users.remove(&user)
        };
        if users.is_empty() {
            m.reactions.remove(emoji);
        }
        if !is_changed {
            return;
        }
        let (channel, author) = (m.channel, m.author);
        let (event, verb) = if adds {
            ("MESSAGE_REACTION_ADD", "reacts with")
        } else {
            ("MESSAGE_REACTION_REMOVE", "takes back")
        };
        let line = format!("{} {verb} {emoji}", self.user_name(user));
        self.log(channel, None, line);
        let guild = self.guild_of(channel);
        let mut d = json!({"user_id": user.to_string(), "channel_id": channel.to_string(), "message_id": message.to_string(),
            "emoji": {"id": null, "name": emoji}, "burst": false, "type": 0});
        let mut intent = intent::DIRECT_MESSAGE_REACTIONS;
        if let Some(g) = guild {
            intent = intent::GUILD_MESSAGE_REACTIONS;
            d["guild_id"] = json!(g.to_string());
            if adds {
                d["member"] = self.member_json(g, user);
                d["message_author_id"] = json!(author.to_string());
            }
        }
        self.dispatch(event, intent, guild, &d);
    }
}

/// An id as a string or a number.
pub(crate) fn as_id(v: &Value) -> Option<u64> {
    v.as_u64().or_else(|| v.as_str()?.parse().ok())
}
