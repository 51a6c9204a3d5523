//! Messages, reactions and pins.

use serde_json::{Value, json};

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError, FormError};
use crate::discord::message_flag::{EPHEMERAL, LOADING};
use crate::discord::{intent, message_type};
use crate::limits;
use crate::messages::as_id;
use crate::permission;
use crate::state::MessageState;
use crate::time::admits;

/// How long a nonce is remembered.
const NONCE_MS: u64 = 5 * 60_000;

impl Context<'_> {
    /// The channel and the message of the route. Ephemeral messages do not exist here.
    fn route_message(&self) -> Result<(u64, u64), ApiError> {
        let (channel, message) = (self.channel()?, self.id(1)?);
        let is_public = self.is_public_message(channel, message);
        ensure(is_public, api_error::UNKNOWN_MESSAGE)?;
        Ok((channel, message))
    }

    pub(super) fn is_public_message(&self, channel: u64, message: u64) -> bool {
        let message = self.world.messages.get(&message);
        message.is_some_and(|m| m.channel == channel && !m.deleted && !m.is_ephemeral())
    }

    /// Validates a new message, or an edit of one.
    pub(super) fn validate_message(
        &mut self,
        message: &Value,
        edited: Option<u64>,
    ) -> Result<(), ApiError> {
        let files = |m: u64| self.world.messages.get(&m).map(|m| m.files.as_slice());
        let is_callback = self.route.ends_with("/callback");
        let context = limits::MessageContext {
            uploads: &self.files,
            existing: edited.map(|m| files(m).unwrap_or_default()),
            emoji: Some(&self.world.emoji),
            is_response: !self.route.contains(" /channels/"),
            path: is_callback.then(|| "data".into()).into_iter().collect(),
        };
        let errors = limits::message(message, &context);
        self.validate(&errors)
    }

    /// Rejects an edit that leaves an empty message.
    pub(super) fn reject_emptying(&mut self, message: u64, body: &Value) -> Result<(), ApiError> {
        // A message is gone with its channel.
        let m = self.world.messages.get(&message);
        let m = m.ok_or(api_error::UNKNOWN_MESSAGE)?;
        let is_left = |key: &str, was_there: bool| match body.get(key) {
            None => was_there,
            Some(Value::String(s)) => !s.trim().is_empty(),
            Some(Value::Array(list)) => !list.is_empty(),
            Some(_) => false,
        };
        if is_left("content", !m.content.is_empty())
            || is_left("embeds", !m.embeds.is_empty())
            || is_left("components", !m.components.is_empty())
            || is_left("attachments", !m.files.is_empty())
            || !self.files.is_empty()
        {
            return Ok(());
        }
        let text = "the edit leaves an empty message";
        let error = FormError::new(Vec::new(), "empty", text, api_error::EMPTY_MESSAGE);
        self.validate(&[error])
    }

    /// A message as the bot receives it with its current intents.
    fn received_message_json(&self, id: u64) -> Value {
        let intents = self.world.gateway.intents();
        let m = &self.world.messages[&id];
        let mut json = self.world.received_message_json(m, intents);
        // Discord returns a nonce with a new message only.
        if let Some(fields) = json.as_object_mut() {
            fields.remove("nonce");
        }
        json
    }
}

pub(super) fn create(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    let body = std::mem::take(&mut cx.body);
    cx.validate_message(&body, None)?;
    open_for_writing(cx, id)?;
    if !cx.files.is_empty() {
        cx.require(id, permission::ATTACH_FILES)?;
    }
    if body["embeds"].as_array().is_some_and(|l| !l.is_empty()) {
        cx.require(id, permission::EMBED_LINKS)?;
    }
    if let Some(m) = message_of_nonce(cx, id, &body) {
        return Ok(cx.world.message_json(m));
    }
    let reference = reference(cx, id, &body["message_reference"])?;
    let mut draft = MessageState {
        kind: message_type::of_message(reference),
        reference,
        nonce: body.get("nonce").filter(|n| !n.is_null()).cloned(),
        flags: body["flags"].as_u64().unwrap_or(0) & !(LOADING | EPHEMERAL),
        ..cx.world.draft(id, cx.world.bot)
    };
    cx.world.apply(&mut draft, &body, &cx.files);
    let posted = cx.world.post(draft);
    cx.message_json(posted)
}

/// Checks that the bot can write in a channel. Unarchives a thread.
fn open_for_writing(cx: &mut Context<'_>, id: u64) -> Result<(), ApiError> {
    cx.require_send(id)?;
    let c = &cx.world.channels[&id];
    let recipient = c.recipient.and_then(|u| cx.world.users.get(&u));
    let is_open = recipient.is_none_or(|user| user.dms_open);
    ensure(is_open, api_error::CANNOT_DM)?;
    if c.archived && c.locked && cx.require(id, permission::MANAGE_THREADS).is_err() {
        return Err(api_error::THREAD_ARCHIVED.into());
    }
    cx.world.set_archived(id, false);
    Ok(())
}

/// The recent message with the same nonce, if `enforce_nonce` is set.
fn message_of_nonce<'a>(
    cx: &'a Context<'_>,
    channel: u64,
    body: &Value,
) -> Option<&'a MessageState> {
    let nonce = body
        .get("nonce")
        .filter(|n| !n.is_null() && body["enforce_nonce"] == true)?;
    let message = cx.world.nonces.get(&(channel, nonce.to_string()))?;
    let message = cx.world.messages.get(message)?;
    let is_recent = message.created_ms + NONCE_MS >= cx.world.now();
    (is_recent && !message.deleted).then_some(message)
}

/// The message of a `message_reference`.
fn reference(cx: &Context<'_>, channel: u64, given: &Value) -> Result<Option<u64>, ApiError> {
    if given.is_null() {
        return Ok(None);
    }
    let id = as_id(&given["message_id"]).unwrap_or(0);
    if cx.is_public_message(channel, id) {
        let can_read = cx.require(channel, permission::READ_MESSAGE_HISTORY);
        can_read.map_err(|_| api_error::CANNOT_READ_HISTORY)?;
        return Ok(Some(id));
    }
    if given["fail_if_not_exists"] == false {
        return Ok(None);
    }
    // No violation: the message may just have been deleted.
    let path = vec!["message_reference".into()];
    let error = FormError::new(path, "type", "Unknown message", api_error::INVALID_FORM);
    Err(ApiError::form(&[error]))
}

pub(super) fn edit(cx: &mut Context<'_>) -> Response {
    let (channel, message) = cx.route_message()?;
    let body = std::mem::take(&mut cx.body);
    let m = &cx.world.messages[&message];
    ensure(m.author == cx.world.bot, api_error::NOT_THE_AUTHOR)?;
    let is_old = cx.world.now().saturating_sub(m.created_ms) > limits::OLD_MS;
    cx.validate_message(&body, Some(message))?;
    let is_archived = cx.world.channels[&channel].archived;
    ensure(!is_archived, api_error::THREAD_ARCHIVED)?;
    if !cx.files.is_empty() {
        cx.require(channel, permission::ATTACH_FILES)?;
    }
    cx.reject_emptying(message, &body)?;
    if is_old {
        count_old_edit(cx, channel)?;
    }
    cx.world.edit_message(message, &body, &cx.files);
    cx.message_json(message)
}

/// Counts an edit of a message older than an hour against its limit.
fn count_old_edit(cx: &mut Context<'_>, channel: u64) -> Result<(), ApiError> {
    let now = cx.world.now();
    let c = cx.world.channels.get_mut(&channel);
    let edits = &mut c.ok_or(api_error::UNKNOWN_CHANNEL)?.old_edits;
    let is_allowed = admits(edits, now, limits::OLD_MS, limits::OLD_EDITS);
    ensure(is_allowed, api_error::TOO_MANY_OLD_EDITS)
}

pub(super) fn delete(cx: &mut Context<'_>) -> Response {
    let (channel, message) = cx.route_message()?;
    if cx.world.messages[&message].author != cx.world.bot {
        cx.require(channel, permission::MANAGE_MESSAGES)?;
    }
    cx.world.delete_message(message);
    Ok(Value::Null)
}

pub(super) fn get(cx: &mut Context<'_>) -> Response {
    let (channel, message) = cx.route_message()?;
    cx.require(channel, permission::READ_MESSAGE_HISTORY)?;
    Ok(cx.received_message_json(message))
}

/// `GET /channels/{channel}/messages`: newest first; `before`, `after`, `around`, `limit` as documented.
pub(super) fn list(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    if cx.require(id, permission::READ_MESSAGE_HISTORY).is_err() {
        return Ok(json!([]));
    }
    let number = |key: &str| cx.query(key).and_then(|v| v.parse::<u64>().ok());
    let limit = usize::try_from(number("limit").unwrap_or(50)).unwrap_or(50);
    let limit = limit.clamp(1, 100);
    let messages = cx.world.channels[&id].messages.iter().copied();
    let public: Vec<u64> = messages.filter(|m| cx.is_public_message(id, *m)).collect();
    let (start, end) = if let Some(after) = number("after") {
        let start = public.partition_point(|m| *m <= after);
        (start, public.len().min(start + limit))
    } else if let Some(around) = number("around") {
        let middle = public.partition_point(|m| *m < around);
        let start = middle.saturating_sub(limit / 2);
        (start, public.len().min(start + limit))
    } else {
        let before = number("before").unwrap_or(u64::MAX);
        let end = public.partition_point(|m| *m < before);
        (end.saturating_sub(limit), end)
    };
    let newest = public[start..end].iter().rev();
    Ok(newest.map(|m| cx.received_message_json(*m)).collect())
}

pub(super) fn react(cx: &mut Context<'_>) -> Response {
    let (channel, message) = cx.route_message()?;
    cx.require(channel, permission::READ_MESSAGE_HISTORY)?;
    let emoji = cx.text(2).to_owned();
    let is_emoji = !emoji.is_ascii() || emoji.contains(':');
    ensure(is_emoji, api_error::UNKNOWN_EMOJI)?;
    let reactions = &cx.world.messages[&message].reactions;
    if !reactions.contains_key(&emoji) {
        cx.require(channel, permission::ADD_REACTIONS)?;
    }
    cx.world.react(message, cx.world.bot, &emoji);
    Ok(Value::Null)
}

pub(super) fn unreact(cx: &mut Context<'_>) -> Response {
    let (_, message) = cx.route_message()?;
    let emoji = cx.text(2).to_owned();
    cx.world.unreact(message, cx.world.bot, &emoji);
    Ok(Value::Null)
}

pub(super) fn pins(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    let messages = cx.world.messages.values().rev();
    let pinned = messages.filter(|m| m.channel == id && m.pinned && !m.deleted);
    Ok(pinned.map(|m| cx.received_message_json(m.id)).collect())
}

pub(super) fn set_pinned(cx: &mut Context<'_>, pinned: bool) -> Response {
    let (channel, message) = cx.route_message()?;
    cx.require(channel, permission::MANAGE_MESSAGES)?;
    if let Some(m) = cx.world.messages.get_mut(&message) {
        m.pinned = pinned;
    }
    let mut d = json!({"channel_id": channel.to_string(), "last_pin_timestamp": null});
    let guild = cx.world.guild_of(channel);
    let mut intent = intent::DIRECT_MESSAGES;
    if let Some(g) = guild {
        d["guild_id"] = json!(g.to_string());
        intent = intent::GUILDS;
    }
    cx.world.dispatch("CHANNEL_PINS_UPDATE", intent, guild, &d);
    Ok(Value::Null)
}
