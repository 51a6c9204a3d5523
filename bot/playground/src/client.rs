//! The checks of Discord's client, and the messages that users write.

use std::cmp::Reverse;
use std::fmt;

use serde_json::{Value, json};

use crate::discord::message_type;
use crate::mentions;
use crate::messages::as_id;
use crate::permission;
use crate::state::{CommandState, MessageState, World};

/// The longest message of a user, in characters.
const MAX_CONTENT: usize = 2000;

/// Why a user's action came to nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// Discord's client does not let the user do it, for this reason. The bot received nothing.
    Client(String),
    /// "The application did not respond": no response to this action within three seconds of the playground's clock, or
    /// no bot.
    NoAnswer(String),
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Client(reason) => write!(f, "the client refuses: {reason}"),
            Self::NoAnswer(action) => write!(f, "the application did not respond to {action}"),
        }
    }
}

impl std::error::Error for Refused {}

pub(crate) fn refuse<T>(reason: impl Into<String>) -> Result<T, Refused> {
    Err(Refused::Client(reason.into()))
}

/// Refuses, for this reason, if there is nothing.
pub(crate) fn or_refuse<T>(found: Option<T>, reason: impl Into<String>) -> Result<T, Refused> {
    found.map_or_else(|| refuse(reason), Ok)
}

impl World {
    /// The command of this name and type, if the user can use it in the channel.
    pub(crate) fn usable_command(
        &self,
        user: u64,
        channel: u64,
        name: &str,
        kind: u64,
    ) -> Result<&CommandState, Refused> {
        let guild = self.guild_of(channel);
        let commands = || {
            let commands = self.commands.values();
            commands.filter(|c| c.kind() == kind && (c.guild.is_none() || c.guild == guild))
        };
        let candidates = commands().filter(|c| c.name() == name);
        // A guild command hides the global one.
        let Some(command) = candidates.max_by_key(|c| c.guild) else {
            let names: Vec<_> = commands().map(CommandState::name).collect();
            return refuse(format!("there is no command {name:?}; there are {names:?}"));
        };
        let contexts = command.body["contexts"].as_array();
        let allows = |context: u64| {
            contexts.is_none_or(|list| list.is_empty() || list.contains(&json!(context)))
        };
        if guild.is_none() {
            if allows(1) && command.body["dm_permission"] != false {
                return Ok(command);
            }
            return refuse(format!("/{name} cannot be used in direct messages"));
        }
        if !allows(0) {
            return refuse(format!("/{name} cannot be used in servers"));
        }
        let own = self.permissions(user, channel);
        let required = as_id(&command.body["default_member_permissions"]);
        let lacks = |required: u64| {
            own & permission::ADMINISTRATOR == 0 && (required == 0 || own & required != required)
        };
        if own & permission::USE_APPLICATION_COMMANDS == 0 || required.is_some_and(lacks) {
            return refuse(format!("{} cannot use /{name}", self.user_name(user)));
        }
        Ok(command)
    }

    pub(crate) fn sees(&self, user: u64, m: &MessageState) -> bool {
        !m.deleted && m.visible_to.is_none_or(|only| only == user) && self.can_view(user, m.channel)
    }

    /// The messages of a channel that a user currently sees, oldest first.
    pub(crate) fn screen_messages(
        &self,
        user: u64,
        channel: u64,
    ) -> impl DoubleEndedIterator<Item = &MessageState> {
        let ids = self.channels.get(&channel).into_iter();
        let ids = ids.flat_map(|c| &c.messages);
        let messages = ids.filter_map(move |m| self.messages.get(m));
        messages.filter(move |m| self.sees(user, m) && !m.dismissed)
    }

    /// A component found by custom id, label or placeholder, if the user can use it.
    pub(crate) fn usable_component(
        &self,
        user: u64,
        message: u64,
        wanted: &str,
        types: &[u64],
    ) -> Result<Value, Refused> {
        let m = self.messages.get(&message).filter(|m| !m.deleted);
        let m = or_refuse(m, "the message is deleted")?;
        if !self.sees(user, m) {
            let name = self.user_name(user);
            return refuse(format!("{name} does not see this message"));
        }
        let Some(component) = m.component(wanted) else {
            let parts = m.parts_json();
            let names: Vec<_> = parts
                .iter()
                .filter_map(|c| c["label"].as_str().or(c["custom_id"].as_str()))
                .collect();
            return refuse(format!(
                "there is no component {wanted:?}; there are {names:?}"
            ));
        };
        let kind = &component["type"];
        if !kind.as_u64().is_some_and(|kind| types.contains(&kind)) {
            return refuse(format!("{wanted:?} is a component of type {kind}"));
        }
        if component["disabled"] == true {
            return refuse(format!("{wanted:?} is disabled"));
        }
        Ok(component)
    }

    /// Posts a user's message, which may reply to another and notify its author. Returns its id.
    pub(crate) fn say(
        &mut self,
        user: u64,
        channel: u64,
        text: &str,
        reply_to: Option<u64>,
        pings_author: bool,
    ) -> Result<u64, Refused> {
        let c = or_refuse(self.channels.get(&channel), "the channel does not exist")?;
        if self.permissions(user, channel) & self.send_permission(channel) == 0 {
            return refuse(format!("{} cannot write here", self.user_name(user)));
        }
        if c.archived && c.locked {
            return refuse("the thread is locked");
        }
        let content = self.with_mentions(text.trim());
        let length = content.chars().count();
        if length > MAX_CONTENT {
            return refuse(format!(
                "a message has at most {MAX_CONTENT} characters, this one has {length}"
            ));
        }
        if length == 0 {
            return refuse("the message is empty");
        }
        if !reply_to.is_none_or(|r| self.can_reply_to(user, channel, r)) {
            return refuse("the message to reply to is ephemeral, deleted or in another channel");
        }
        if self.is_thread(channel) {
            self.set_archived(channel, false);
            self.join_thread(channel, user);
        }
        let allowed_mentions = (!pings_author)
            .then(|| json!({"parse": ["users", "roles", "everyone"], "replied_user": false}));
        let draft = MessageState {
            kind: message_type::of_message(reply_to),
            content,
            reference: reply_to,
            allowed_mentions,
            ..self.draft(channel, user)
        };
        Ok(self.post(draft))
    }

    fn can_reply_to(&self, user: u64, channel: u64, message: u64) -> bool {
        let message = self.messages.get(&message);
        message.is_some_and(|m| m.channel == channel && self.sees(user, m) && !m.is_ephemeral())
    }

    /// Replaces each `@name` of a known user by `<@id>`, as the client does.
    pub(crate) fn with_mentions(&self, text: &str) -> String {
        let mut users: Vec<_> = self.users.values().collect();
        users.sort_by_key(|user| Reverse(user.name.len()));
        mentions::replaced(text, '@', |before, after| {
            let strip_name = |name: &str| {
                let (head, tail) = after.split_at_checked(name.len())?;
                let ends = !tail.starts_with(|c: char| c.is_alphanumeric() || c == '_');
                (head.eq_ignore_ascii_case(name) && ends && !before.ends_with('<')).then_some(tail)
            };
            users.iter().find_map(|user| {
                let tail = strip_name(&user.name)?;
                Some((format!("<@{}>", user.id), tail))
            })
        })
    }

    pub(crate) fn edit_as(&mut self, user: u64, message: u64, text: &str) -> Result<(), Refused> {
        let text = self.with_mentions(text);
        let edited = self.messages.get(&message);
        if edited.is_none_or(|m| m.author != user || m.deleted) {
            return refuse("you can only edit your own messages");
        }
        self.edit(message, |_, m| m.content = text);
        Ok(())
    }

    /// Deletes a message of the user's own, or any message with the permission to manage messages. An ephemeral message
    /// is dismissed.
    pub(crate) fn delete_as(&mut self, user: u64, message: u64) -> Result<(), Refused> {
        let m = self.messages.get_mut(&message).filter(|m| !m.deleted);
        let m = or_refuse(m, "the message is deleted")?;
        if m.visible_to == Some(user) {
            m.dismissed = true;
            return Ok(());
        }
        let (channel, is_own, is_public) = (m.channel, m.author == user, m.visible_to.is_none());
        let manages = !self.is_dm(channel)
            && self.permissions(user, channel) & permission::MANAGE_MESSAGES != 0;
        let may_delete = is_own || manages && is_public;
        if !may_delete {
            let name = self.user_name(user);
            return refuse(format!("{name} cannot delete this message"));
        }
        self.delete_message(message);
        Ok(())
    }
}
