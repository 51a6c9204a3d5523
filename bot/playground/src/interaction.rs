//! Interactions: the trigger by a user, the payload for the bot, and the deadline for the initial response.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Refused, refuse};
use crate::discord::message_flag::EPHEMERAL;
use crate::discord::{callback, command_type, message_type};
use crate::json::ContentAccess;
use crate::limits;
use crate::permission;
use crate::state::{InteractionState, InteractionType, MessageState, Notice, World};

/// An interaction that a user triggers.
#[derive(Debug)]
pub(crate) struct Trigger {
    pub(crate) kind: InteractionType,
    pub(crate) user: u64,
    pub(crate) channel: u64,
    pub(crate) data: Value,
    /// The command or the custom id.
    pub(crate) name: String,
    /// 0 for anything but a command.
    pub(crate) command_type: u64,
    /// The message of a component.
    pub(crate) message: Option<u64>,
    /// The interaction that opened a modal.
    pub(crate) parent: Option<u64>,
    /// The line for the transcript; `None` for autocomplete.
    pub(crate) log_line: Option<String>,
}

impl World {
    /// Sends an interaction to the bot. Returns its id.
    pub(crate) fn interact(&mut self, trigger: Trigger) -> Result<u64, Refused> {
        let Some(channel) = self.channels.get(&trigger.channel) else {
            return refuse("the channel does not exist");
        };
        let guild = channel.guild;
        let visible = self.permissions(trigger.user, trigger.channel) & permission::VIEW_CHANNEL;
        if guild.is_some() && visible == 0 {
            let name = self.user_name(trigger.user);
            return refuse(format!("{name} cannot see #{}", channel.name));
        }
        if let Some(line) = &trigger.log_line {
            // Other users only see the response.
            self.log(trigger.channel, Some(trigger.user), line.clone());
        }
        let id = self.id();
        let token = format!("aW50ZXJhY3Rpb246{id}");
        let payload = self.interaction_json(id, &token, &trigger, guild);
        self.keep_interaction(InteractionState {
            id,
            token,
            kind: trigger.kind,
            user: trigger.user,
            channel: trigger.channel,
            created_ms: self.now(),
            started: Instant::now(),
            name: trigger.name,
            command_type: trigger.command_type,
            message: trigger.message,
            parent: trigger.parent,
            response: None,
            callback: Value::Null,
            ack_ms: None,
            original: None,
            followups: Vec::new(),
            modal: None,
            choices: Vec::new(),
            steps: Vec::new(),
            failed: false,
        });
        if self.gateway.has_session() && guild.is_none_or(|g| self.bot_is_in(g)) {
            self.dispatch("INTERACTION_CREATE", 0, guild, &payload);
        } else {
            self.fail_interaction(id);
        }
        Ok(id)
    }

    /// `app_permissions`: in a DM, Discord lists only those that could be missing.
    fn app_permissions(&self, channel: u64, guild: Option<u64>) -> u64 {
        const USE_EXTERNAL_EMOJIS: u64 = 1 << 18;
        const DM: u64 = permission::EMBED_LINKS
            | permission::ATTACH_FILES
            | permission::MENTION_EVERYONE
            | USE_EXTERNAL_EMOJIS;
        guild.map_or(DM, |_| self.permissions(self.bot, channel))
    }

    fn interaction_json(
        &self,
        id: u64,
        token: &str,
        trigger: &Trigger,
        guild: Option<u64>,
    ) -> Value {
        let channel = trigger.channel;
        let mut d = json!({"id": id.to_string(), "application_id": self.bot.to_string(), "type": trigger.kind as u64, "token": token,
            "version": 1, "data": trigger.data, "channel_id": channel.to_string(), "channel": self.partial_channel_json(channel, trigger.user),
            "app_permissions": self.app_permissions(channel, guild).to_string(), "locale": "en-US", "entitlements": [],
            "attachment_size_limit": limits::FILE_BYTES, "authorizing_integration_owners": {"0": self.owner_key(channel)}});
        if let Some(g) = guild {
            d["guild_id"] = json!(g.to_string());
            d["guild_locale"] = json!("en-US");
            d["guild"] = json!({"id": g.to_string(), "locale": "en-US", "features": []});
            d["member"] = self.acting_member_json(g, trigger.user, channel);
            d["context"] = json!(0);
        } else {
            d["user"] = self.user_json(trigger.user);
            d["context"] = json!(1);
        }
        if let Some(m) = trigger.message.and_then(|m| self.messages.get(&m)) {
            d["message"] = self.message_json(m, ContentAccess::Full);
        }
        d
    }

    /// Shows "The application did not respond" to the user. Later responses of the bot are rejected.
    pub(crate) fn fail_interaction(&mut self, interaction: u64) {
        self.pending.remove(&interaction);
        let Some(i) = self
            .interactions
            .get_mut(&interaction)
            .filter(|i| i.response.is_none() && !i.failed)
        else {
            return;
        };
        i.failed = true;
        let (channel, user, kind) = (i.channel, i.user, i.kind);
        self.notify(Notice::Unanswered(interaction));
        if kind != InteractionType::Autocomplete {
            let line = "The application did not respond".to_owned();
            self.log(channel, Some(user), line);
        }
    }

    /// Fails all interactions without an initial response within three seconds.
    pub(crate) fn expire_interactions(&mut self) {
        let expired: Vec<u64> = self
            .pending
            .iter()
            .copied()
            .filter(|id| self.is_expired(*id))
            .collect();
        for id in expired {
            self.fail_interaction(id);
        }
    }

    /// Whether a pending interaction is past its deadline.
    pub(crate) fn is_expired(&self, interaction: u64) -> bool {
        self.interactions
            .get(&interaction)
            .is_none_or(|i| i.created_ms + limits::ACK_MS < self.now())
    }

    /// The deferred response of an interaction, if it still shows "is thinking".
    pub(crate) fn unfilled_deferral(&self, interaction: u64) -> Option<u64> {
        let i = self.interactions.get(&interaction)?;
        let original = i
            .original
            .filter(|_| i.response == Some(callback::DEFERRED_MESSAGE))?;
        let m = self.messages.get(&original)?;
        (m.is_loading() && !m.deleted).then_some(original)
    }

    /// An empty response to an interaction.
    pub(crate) fn response_draft(&mut self, interaction: u64, flags: u64) -> MessageState {
        let bot = self.bot;
        let Some(i) = self.interactions.get(&interaction) else {
            return self.draft(0, bot);
        };
        let is_component = i.kind == InteractionType::Component;
        let (channel, user, kind) = (i.channel, i.user, response_type(i));
        let reference = i.message.filter(|_| is_component);
        MessageState {
            kind,
            reference,
            interaction: Some(interaction),
            flags,
            visible_to: (flags & EPHEMERAL != 0).then_some(user),
            ..self.draft(channel, bot)
        }
    }
}

/// The message type of a response.
fn response_type(i: &InteractionState) -> u64 {
    match (i.kind, i.command_type) {
        (InteractionType::Command, command_type::CHAT_INPUT) => message_type::CHAT_INPUT_COMMAND,
        (InteractionType::Command, _) => message_type::CONTEXT_MENU_COMMAND,
        (InteractionType::Component, _) => message_type::REPLY,
        _ => message_type::DEFAULT,
    }
}
