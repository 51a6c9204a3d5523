//! Interactions: the trigger by a user, the payload for the bot, and the deadline for the initial response.

use std::time::Instant;

use serde_json::{Value, json};

use crate::client::{Refused, or_refuse, refuse};
use crate::discord::message_flag::EPHEMERAL;
use crate::discord::{callback, command_type, message_type};
use crate::limits;
use crate::permission;
use crate::state::{InteractionState, InteractionType, MessageState, Notice, World};

impl World {
    /// Sends an interaction to the bot, with this `data`. Returns its id. Autocomplete has no line in the transcript.
    pub(crate) fn interact(
        &mut self,
        mut i: InteractionState,
        data: &Value,
        line: Option<String>,
    ) -> Result<u64, Refused> {
        let channel = or_refuse(self.channels.get(&i.channel), "the channel does not exist")?;
        let guild = channel.guild;
        if guild.is_some() && !self.can_view(i.user, i.channel) {
            let name = self.user_name(i.user);
            return refuse(format!("{name} cannot see #{}", channel.name));
        }
        if let Some(line) = line {
            // Other users only see the response.
            self.log(i.channel, Some(i.user), line);
        }
        let id = self.id();
        i.id = id;
        if i.kind == InteractionType::Command {
            i.command_type = command_type::of(data);
        }
        i.created_ms = self.now();
        i.started = Some(Instant::now());
        let payload = self.interaction_json(&i, data, guild);
        self.keep_interaction(i);
        let has_session = !self.gateway.sessions.is_empty();
        if has_session && guild.is_none_or(|g| self.bot_is_in(g)) {
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

    fn interaction_json(&self, i: &InteractionState, data: &Value, guild: Option<u64>) -> Value {
        let channel = i.channel;
        let mut d = json!({"id": i.id.to_string(), "application_id": self.bot.to_string(), "type": i.kind as u64, "token": i.token(),
            "version": 1, "data": data, "channel_id": channel.to_string(), "channel": self.partial_channel_json(channel, i.user),
            "app_permissions": self.app_permissions(channel, guild).to_string(), "locale": "en-US", "entitlements": [],
            "attachment_size_limit": limits::FILE_BYTES, "authorizing_integration_owners": {"0": self.owner_key(channel)}});
        if let Some(g) = guild {
            d["guild_id"] = json!(g.to_string());
            d["guild_locale"] = json!("en-US");
            d["guild"] = json!({"id": g.to_string(), "locale": "en-US", "features": []});
            d["member"] = self.acting_member_json(g, i.user, channel);
            d["context"] = json!(0);
        } else {
            d["user"] = self.user_json(i.user);
            d["context"] = json!(1);
        }
        if let Some(m) = i.message.and_then(|m| self.messages.get(&m)) {
            d["message"] = self.message_json(m);
        }
        d
    }

    /// Shows "The application did not respond" to the user. Later responses of the bot are rejected.
    pub(crate) fn fail_interaction(&mut self, id: u64) {
        self.pending.remove(&id);
        let interaction = self.interactions.get_mut(&id);
        let Some(i) = interaction.filter(|i| i.response.is_none() && !i.failed) else {
            return;
        };
        i.failed = true;
        let (channel, user, kind) = (i.channel, i.user, i.kind);
        self.notify(Notice::Unanswered(id));
        if kind != InteractionType::Autocomplete {
            let line = "The application did not respond".to_owned();
            self.log(channel, Some(user), line);
        }
    }

    /// Fails all interactions without an initial response within three seconds.
    pub(crate) fn expire_interactions(&mut self) {
        let mut expired = self.pending.clone();
        expired.retain(|id| self.is_expired(*id));
        for id in expired {
            self.fail_interaction(id);
        }
    }

    pub(crate) fn is_expired(&self, interaction: u64) -> bool {
        self.interactions
            .get(&interaction)
            .is_none_or(|i| i.created_ms + limits::ACK_MS < self.now())
    }

    /// The deferred response of an interaction, if it still shows "is thinking".
    pub(crate) fn unfilled_deferral(&self, interaction: u64) -> Option<u64> {
        let i = self.interactions.get(&interaction)?;
        let original = i.original?;
        let m = self.messages.get(&original)?;
        let is_deferral = i.response == Some(callback::DEFERRED_MESSAGE);
        (is_deferral && m.is_loading() && !m.deleted).then_some(original)
    }

    /// An empty response to an interaction.
    pub(crate) fn response_draft(&mut self, interaction: u64, flags: u64) -> MessageState {
        let i = &self.interactions[&interaction];
        let (channel, user, kind) = (i.channel, i.user, response_type(i));
        let is_component = i.kind == InteractionType::Component;
        let reference = i.message.filter(|_| is_component);
        MessageState {
            kind,
            reference,
            interaction: Some(interaction),
            flags,
            visible_to: (flags & EPHEMERAL != 0).then_some(user),
            ..self.draft(channel, self.bot)
        }
    }
}

fn response_type(i: &InteractionState) -> u64 {
    match (i.kind, i.command_type) {
        (InteractionType::Command, command_type::CHAT_INPUT) => message_type::CHAT_INPUT_COMMAND,
        (InteractionType::Command, _) => message_type::CONTEXT_MENU_COMMAND,
        (InteractionType::Component, _) => message_type::REPLY,
        _ => message_type::DEFAULT,
    }
}
