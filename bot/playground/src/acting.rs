//! What people do, with the checks that Discord's own client makes before it sends anything.

use std::fmt::{self, Write as _};

use serde_json::{Value, json};

use crate::messages::Upload;
use crate::permission as may;
use crate::state::{Asked, CommandState, InteractionState, Kind, MessageState, Told, World};

/// Why nothing came of what somebody tried to do.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Discord's client (or Discord itself) does not let this person do that; the sentence says why. The bot heard nothing.
    Client(String),
    /// "The application did not respond": no answer within three seconds of the playground's clock, or no bot at all.
    NoAnswer(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(why) => write!(f, "the client refuses: {why}"),
            Self::NoAnswer(what) => write!(f, "the application did not respond to {what}"),
        }
    }
}

impl std::error::Error for Refused {}

pub(crate) fn refuse<T>(why: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Client(why.into()))
}

/// Something that somebody does and that the bot shall answer.
#[derive(Debug)]
pub(crate) struct Act {
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) asked: Asked,
    pub(crate) data: Value,
    pub(crate) name: String,
    pub(crate) command_kind: u64,
    pub(crate) message: Option<u64>,
    pub(crate) parent: Option<u64>,
    /// How the transcript tells it; nothing for autocomplete.
    pub(crate) line: Option<String>,
}

impl World {
    /// Sends an interaction to the bot.
    pub(crate) fn interact(&mut self, act: Act) -> Result<u64, Refused> {
        let Some(c) = self.channels.get(&act.channel) else {
            return refuse("the channel does not exist");
        };
        let guild = c.guild;
        if guild.is_some() && self.permissions(act.user, act.channel) & may::VIEW_CHANNEL == 0 {
            return refuse(format!(
                "{} cannot see #{}",
                self.person_name(act.user),
                c.name
            ));
        }
        if let Some(line) = &act.line {
            // Others see a command by its answer only; whom it concerns is told by the answer.
            self.log(act.channel, Some(act.user), line.clone());
        }
        let id = self.id();
        let token = format!("aW50ZXJhY3Rpb246{id}");
        let d = self.interaction_json(id, &token, &act, guild);
        self.keep_interaction(InteractionState {
            id,
            token,
            asked: act.asked,
            user: act.user,
            channel: act.channel,
            created_ms: self.now(),
            begun: std::time::Instant::now(),
            name: act.name,
            command_kind: act.command_kind,
            message: act.message,
            parent: act.parent,
            response: None,
            ack_real_ms: None,
            original: None,
            followups: Vec::new(),
            modal: None,
            choices: Vec::new(),
            steps: Vec::new(),
            failed: false,
        });
        let present = guild
            .and_then(|g| self.guilds.get(&g))
            .is_none_or(|g| g.bot.is_some());
        if self.gateway.sessions() == 0 || !present {
            self.fail(id);
        } else {
            self.dispatch("INTERACTION_CREATE", 0, guild, |_, _| d.clone());
        }
        Ok(id)
    }

    /// What the bot may do where somebody acts; of direct messages Discord lists only what could be refused there.
    fn app_permissions(&self, channel: u64, guild: Option<u64>) -> u64 {
        const DIRECT: u64 = 442_368;
        guild.map_or(DIRECT, |_| self.permissions(self.bot, channel))
    }

    fn interaction_json(&self, id: u64, token: &str, act: &Act, guild: Option<u64>) -> Value {
        let mut d = json!({"id": id.to_string(), "application_id": self.bot.to_string(), "type": act.asked as u64, "token": token, "version": 1,
            "data": act.data, "channel_id": act.channel.to_string(), "channel": self.partial_channel_json(act.channel, act.user),
            "app_permissions": self.app_permissions(act.channel, guild).to_string(), "locale": "en-US", "entitlements": [],
            "attachment_size_limit": crate::limits::FILE_BYTES, "authorizing_integration_owners": {"0": self.owner_key(act.channel)}});
        if let Some(g) = guild {
            d["guild_id"] = json!(g.to_string());
            d["guild_locale"] = json!("en-US");
            d["guild"] = json!({"id": g.to_string(), "locale": "en-US", "features": []});
            d["member"] = self.acting_member_json(g, act.user, act.channel);
            d["context"] = json!(0);
        } else {
            d["user"] = self.user_json(act.user);
            d["context"] = json!(1);
        }
        if let Some(m) = act.message.and_then(|m| self.messages.get(&m)) {
            d["message"] = self.message_json(m, crate::json::Sight::Whole);
        }
        d
    }

    /// Nobody has answered in time: the person is told, and an answer that comes later is refused.
    pub(crate) fn fail(&mut self, interaction: u64) {
        self.open.remove(&interaction);
        let Some(i) = self
            .interactions
            .get_mut(&interaction)
            .filter(|i| i.response.is_none() && !i.failed)
        else {
            return;
        };
        i.failed = true;
        let (channel, user, quiet) = (i.channel, i.user, i.asked == Asked::Autocomplete);
        self.tell(Told::Unanswered(interaction));
        if !quiet {
            self.log(
                channel,
                Some(user),
                "The application did not respond".to_owned(),
            );
        }
    }

    /// Fails what has waited for more than three seconds by the clock.
    pub(crate) fn expire(&mut self) {
        let now = self.now();
        let late: Vec<u64> = self
            .open
            .iter()
            .copied()
            .filter(|id| {
                self.interactions
                    .get(id)
                    .is_none_or(|i| i.created_ms + crate::limits::ACK_MS < now)
            })
            .collect();
        for id in late {
            self.fail(id);
        }
    }

    /// A registered command as this person can use it in this channel.
    pub(crate) fn usable_command(
        &self,
        user: u64,
        channel: u64,
        name: &str,
        kind: u64,
    ) -> Result<&CommandState, Refused> {
        let guild = self.channels.get(&channel).and_then(|c| c.guild);
        let fitting = || {
            self.commands
                .values()
                .filter(|c| c.kind() == kind && (c.guild.is_none() || c.guild == guild))
        };
        let Some(command) = fitting()
            .filter(|c| c.name() == name)
            .max_by_key(|c| c.guild)
        else {
            let all: Vec<_> = fitting().map(CommandState::name).collect();
            return refuse(format!(
                "there is no command {name:?} here; registered are {all:?}"
            ));
        };
        let b = &command.body;
        if guild.is_none() {
            let contexts = b["contexts"].as_array().filter(|l| !l.is_empty());
            if b["dm_permission"] == false || contexts.is_some_and(|l| !l.contains(&json!(1))) {
                return refuse(format!("/{name} cannot be used in direct messages"));
            }
            return Ok(command);
        }
        if b["contexts"]
            .as_array()
            .is_some_and(|l| !l.is_empty() && !l.contains(&json!(0)))
        {
            return refuse(format!("/{name} cannot be used in servers"));
        }
        let own = self.permissions(user, channel);
        let needed = crate::messages::as_id(&b["default_member_permissions"]);
        let lacks =
            needed.is_some_and(|n| own & may::ADMINISTRATOR == 0 && (n == 0 || own & n != n));
        if own & may::USE_APPLICATION_COMMANDS == 0 || lacks {
            return refuse(format!("{} may not use /{name}", self.person_name(user)));
        }
        Ok(command)
    }

    /// Whether somebody has this message on the screen.
    pub(crate) fn sees(&self, user: u64, m: &MessageState) -> bool {
        !m.deleted
            && m.visible_to.is_none_or(|v| v == user)
            && self.permissions(user, m.channel) & may::VIEW_CHANNEL != 0
    }

    /// A component of a message, found by custom id or label, if this person can use it.
    pub(crate) fn usable_component(
        &self,
        user: u64,
        message: u64,
        wanted: &str,
        kinds: &[u64],
    ) -> Result<Value, Refused> {
        let Some(m) = self.messages.get(&message).filter(|m| !m.deleted) else {
            return refuse("the message is deleted");
        };
        if !self.sees(user, m) {
            return refuse(format!(
                "{} does not see this message",
                self.person_name(user)
            ));
        }
        let all: Vec<Value> = m
            .components_json()
            .iter()
            .flat_map(|r| r["components"].as_array().cloned().unwrap_or_default())
            .collect();
        let by = |key: &str| all.iter().find(|c| c[key] == wanted);
        let Some(c) = by("custom_id")
            .or_else(|| by("label"))
            .or_else(|| by("placeholder"))
        else {
            let names: Vec<_> = all
                .iter()
                .filter_map(|c| c["label"].as_str().or(c["custom_id"].as_str()))
                .collect();
            return refuse(format!(
                "there is no component {wanted:?}; there are {names:?}"
            ));
        };
        if !c["type"].as_u64().is_some_and(|t| kinds.contains(&t)) {
            return refuse(format!("{wanted:?} is a component of type {}", c["type"]));
        }
        if c["disabled"] == true {
            return refuse(format!("{wanted:?} is disabled"));
        }
        Ok(c.clone())
    }

    /// Writes a message as a person.
    pub(crate) fn say(&mut self, user: u64, channel: u64, post: &Post) -> Result<u64, Refused> {
        let Some(c) = self.channels.get(&channel) else {
            return refuse("the channel does not exist");
        };
        let name = self.person_name(user);
        if self.permissions(user, channel) & self.writing_bit(channel) == 0 {
            return refuse(format!("{name} may not write here"));
        }
        if c.archived && c.locked {
            return refuse("the thread is locked");
        }
        let text = self.with_mentions(post.text.trim());
        let n = text.chars().count();
        if n > 2000 {
            return refuse(format!("a message has at most 2000 characters (is {n})"));
        }
        if n == 0 && post.files.is_empty() {
            return refuse("an empty message");
        }
        if let Some(r) = post.reply_to
            && !self
                .messages
                .get(&r)
                .is_some_and(|m| m.channel == channel && self.sees(user, m) && !m.is_private())
        {
            return refuse(
                "one can answer messages of the same channel only, and not private ones",
            );
        }
        if c.kind.is_thread() {
            self.set_archived(channel, false);
            if let Some(c) = self.channels.get_mut(&channel) {
                c.thread_members.insert(user);
            }
        }
        let mut m = self.draft(channel, user);
        m.content = text;
        m.reference = post.reply_to;
        m.kind = if post.reply_to.is_some() { 19 } else { 0 };
        if post.reply_to.is_some() && !post.ping {
            m.allowed_mentions =
                Some(json!({"parse": ["users", "roles", "everyone"], "replied_user": false}));
        }
        for f in &post.files {
            let stored = self.store_file(channel, &f.name, f, None, false);
            m.files.push(stored);
        }
        Ok(self.post(m))
    }

    /// `@Name` as the client sends it: `<@id>`.
    pub(crate) fn with_mentions(&self, text: &str) -> String {
        let mut people: Vec<_> = self.people.values().collect();
        people.sort_by_key(|p| std::cmp::Reverse(p.name.len()));
        let mut out = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('@') {
            out.push_str(before);
            let fits = |name: &str| {
                let (head, tail) = after.split_at_checked(name.len())?;
                let ends = !tail.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                (head.eq_ignore_ascii_case(name) && ends && !out.ends_with('<')).then_some(tail)
            };
            let found = people
                .iter()
                .find_map(|p| fits(&p.name).map(|tail| (p.id, tail)));
            if let Some((id, tail)) = found {
                // Writing to a string cannot fail.
                let _ = write!(out, "<@{id}>");
                rest = tail;
            } else {
                out.push('@');
                rest = after;
            }
        }
        out.push_str(rest);
        out
    }

    /// Edits one's own message.
    pub(crate) fn edit_own(&mut self, user: u64, message: u64, text: &str) -> Result<(), Refused> {
        let text = self.with_mentions(text);
        match self.messages.get_mut(&message).filter(|m| !m.deleted) {
            Some(m) if m.author == user => m.content = text,
            _ => return refuse("one can edit one's own messages only"),
        }
        self.edited(message, false);
        Ok(())
    }

    /// Deletes one's own message, or anybody's with the permission to manage messages; a private one is dismissed.
    pub(crate) fn delete_as(&mut self, user: u64, message: u64) -> Result<(), Refused> {
        let Some(m) = self.messages.get(&message).filter(|m| !m.deleted) else {
            return refuse("the message is deleted");
        };
        let private = m.visible_to == Some(user);
        let manages = self
            .channels
            .get(&m.channel)
            .is_some_and(|c| c.kind != Kind::Dm)
            && self.permissions(user, m.channel) & may::MANAGE_MESSAGES != 0;
        if !(m.author == user || private || (manages && m.visible_to.is_none())) {
            return refuse(format!(
                "{} may not delete this message",
                self.person_name(user)
            ));
        }
        if private {
            if let Some(m) = self.messages.get_mut(&message) {
                m.dismissed = true;
            }
            return Ok(());
        }
        self.delete_message(message);
        Ok(())
    }
}

/// What somebody writes.
#[derive(Debug, Default)]
pub(crate) struct Post {
    pub(crate) text: String,
    pub(crate) reply_to: Option<u64>,
    pub(crate) ping: bool,
    pub(crate) files: Vec<Upload>,
}
