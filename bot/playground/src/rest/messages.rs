//! Ordinary messages: posting, editing, deleting, listing, reactions, pins.

use serde_json::{Value, json};

use super::{Answer, Ctx};
use crate::calls::{ApiError, Fault};
use crate::gateway::intent;
use crate::limits;
use crate::messages::{Upload, as_id};
use crate::permission as may;
use crate::state::{EPHEMERAL, Kind, LOADING, MessageState};

/// The channel of the route, if the bot can see it.
pub(super) fn channel(cx: &Ctx<'_>) -> Result<u64, ApiError> {
    let id = cx.id(0)?;
    if !cx.world.channels.contains_key(&id) {
        return Err(ApiError::new(404, 10003));
    }
    if cx.world.permissions(cx.world.bot, id) & may::VIEW_CHANNEL == 0 {
        return Err(ApiError::new(403, 50001));
    }
    Ok(id)
}

/// Whether the bot has all these permissions in a channel.
pub(super) fn demand(cx: &Ctx<'_>, channel: u64, bits: u64) -> Result<(), ApiError> {
    if cx.world.permissions(cx.world.bot, channel) & bits == bits {
        Ok(())
    } else {
        Err(ApiError::new(403, 50013))
    }
}

/// The message of the route; private ones do not exist here.
fn target(cx: &Ctx<'_>) -> Result<(u64, u64), ApiError> {
    let (channel, id) = (channel(cx)?, cx.id(1)?);
    let known = cx
        .world
        .messages
        .get(&id)
        .is_some_and(|m| m.channel == channel && !m.deleted && !m.is_private());
    if known {
        Ok((channel, id))
    } else {
        Err(ApiError::new(404, 10008))
    }
}

/// Whether the bot may write here at all; writing wakes an archived thread.
fn writable(cx: &mut Ctx<'_>, id: u64) -> Result<(), ApiError> {
    demand(cx, id, cx.world.writing_bit(id))?;
    let manages = cx.world.permissions(cx.world.bot, id) & may::MANAGE_THREADS != 0;
    let Some(c) = cx.world.channels.get(&id) else {
        return Err(ApiError::new(404, 10003));
    };
    let closed = c
        .recipient
        .and_then(|u| cx.world.people.get(&u))
        .is_some_and(|p| !p.dms_open);
    if c.kind == Kind::Dm && closed {
        return Err(ApiError::new(403, 50007));
    }
    if c.archived && c.locked && !manages {
        return Err(ApiError::new(400, 50083));
    }
    if c.archived {
        cx.world.set_archived(id, false);
    }
    Ok(())
}

/// `POST /channels/{channel}/messages`
pub(super) fn create(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    let body = std::mem::take(&mut cx.body);
    let files = std::mem::take(&mut cx.files);
    cx.judge(&limits::message(
        &body,
        &limits::Message {
            files: &files,
            ..limits::Message::default()
        },
    ))?;
    writable(cx, id)?;
    if !files.is_empty() {
        demand(cx, id, may::ATTACH_FILES)?;
    }
    if body["embeds"].as_array().is_some_and(|l| !l.is_empty()) {
        demand(cx, id, may::EMBED_LINKS)?;
    }
    if let Some(m) = repeated(cx, id, &body) {
        return Ok(cx.world.message_json(m, crate::json::Sight::Whole));
    }
    let reference = reference(cx, id, &body["message_reference"])?;
    let bot = cx.world.bot;
    let mut m = cx.world.draft(id, bot);
    m.kind = if reference.is_some() { 19 } else { 0 };
    m.reference = reference;
    m.nonce = body.get("nonce").filter(|n| !n.is_null()).cloned();
    m.flags = body["flags"].as_u64().unwrap_or(0) & !(LOADING | EPHEMERAL);
    cx.world.apply(&mut m, &body, &files, true);
    let posted = cx.world.post(m);
    whole(cx, posted)
}

/// With `enforce_nonce`, the message of the last minutes that had the same nonce.
fn repeated<'a>(cx: &'a Ctx<'_>, channel: u64, body: &Value) -> Option<&'a MessageState> {
    let nonce = body
        .get("nonce")
        .filter(|n| !n.is_null() && body["enforce_nonce"] == true)?;
    let recent = cx.world.now().saturating_sub(5 * 60_000);
    let former = cx.world.nonces.get(&(channel, nonce.to_string()))?;
    let former = cx.world.messages.get(former)?;
    (former.created_ms >= recent && !former.deleted).then_some(former)
}

fn reference(cx: &mut Ctx<'_>, channel: u64, given: &Value) -> Result<Option<u64>, ApiError> {
    if given.is_null() {
        return Ok(None);
    }
    let id = as_id(&given["message_id"]).unwrap_or(0);
    let known = cx
        .world
        .messages
        .get(&id)
        .is_some_and(|m| m.channel == channel && !m.deleted && !m.is_private());
    if known {
        if cx.world.permissions(cx.world.bot, channel) & may::READ_MESSAGE_HISTORY == 0 {
            return Err(ApiError::new(403, 160_002));
        }
        return Ok(Some(id));
    }
    if given["fail_if_not_exists"] == false {
        return Ok(None);
    }
    // The message may have been deleted a moment ago: that is nobody's fault.
    let path = vec!["message_reference".into()];
    Err(ApiError::form(&[Fault {
        path,
        rule: "type",
        message: "Unknown message".to_owned(),
        code: 50035,
    }]))
}

pub(super) fn whole(cx: &Ctx<'_>, message: u64) -> Answer {
    cx.world
        .messages
        .get(&message)
        .map(|m| cx.world.message_json(m, crate::json::Sight::Whole))
        .ok_or_else(|| ApiError::new(404, 10008))
}

/// An edit that would leave nothing of a message.
pub(super) fn refuse_emptying(
    cx: &mut Ctx<'_>,
    message: u64,
    body: &Value,
    files: &[Upload],
) -> Result<(), ApiError> {
    let Some(m) = cx.world.messages.get(&message) else {
        return Err(ApiError::new(404, 10008));
    };
    let left = |key: &str, had: bool| match body.get(key) {
        None => had,
        Some(Value::String(s)) => !s.trim().is_empty(),
        Some(Value::Array(l)) => !l.is_empty(),
        Some(_) => false,
    };
    let some = left("content", !m.content.is_empty())
        || left("embeds", !m.embeds.is_empty())
        || left("components", !m.components.is_empty())
        || left("attachments", !m.files.is_empty())
        || !files.is_empty();
    if some {
        return Ok(());
    }
    cx.judge(&[Fault {
        path: Vec::new(),
        rule: "empty",
        message: "the edit leaves an empty message".to_owned(),
        code: 50006,
    }])
}

/// `PATCH /channels/{channel}/messages/{message}`
pub(super) fn edit(cx: &mut Ctx<'_>) -> Answer {
    let (channel, id) = target(cx)?;
    let body = std::mem::take(&mut cx.body);
    let files = std::mem::take(&mut cx.files);
    let Some(m) = cx.world.messages.get(&id) else {
        return Err(ApiError::new(404, 10008));
    };
    let (existing, old) = (
        m.files.clone(),
        cx.world.now().saturating_sub(m.created_ms) > limits::OLD_MS,
    );
    if m.author != cx.world.bot {
        return Err(ApiError::new(403, 50005));
    }
    cx.judge(&limits::message(
        &body,
        &limits::Message {
            files: &files,
            existing: Some(&existing),
            ..limits::Message::default()
        },
    ))?;
    if cx.world.channels.get(&channel).is_some_and(|c| c.archived) {
        return Err(ApiError::new(400, 50083));
    }
    if !files.is_empty() {
        demand(cx, channel, may::ATTACH_FILES)?;
    }
    refuse_emptying(cx, id, &body, &files)?;
    if old {
        count_old_edit(cx, channel)?;
    }
    cx.world.edit_message(id, &body, &files);
    whole(cx, id)
}

/// Edits of messages older than an hour are limited.
fn count_old_edit(cx: &mut Ctx<'_>, channel: u64) -> Result<(), ApiError> {
    let now = cx.world.now();
    let Some(c) = cx.world.channels.get_mut(&channel) else {
        return Ok(());
    };
    while c
        .old_edits
        .front()
        .is_some_and(|t| t + limits::OLD_MS <= now)
    {
        c.old_edits.pop_front();
    }
    if c.old_edits.len() >= limits::OLD_EDITS {
        return Err(ApiError::new(429, 30046));
    }
    c.old_edits.push_back(now);
    Ok(())
}

/// `DELETE /channels/{channel}/messages/{message}`
pub(super) fn delete(cx: &mut Ctx<'_>) -> Answer {
    let (channel, id) = target(cx)?;
    if cx
        .world
        .messages
        .get(&id)
        .is_some_and(|m| m.author != cx.world.bot)
    {
        demand(cx, channel, may::MANAGE_MESSAGES)?;
    }
    cx.world.delete_message(id);
    Ok(Value::Null)
}

/// `GET /channels/{channel}/messages/{message}`
pub(super) fn get(cx: &mut Ctx<'_>) -> Answer {
    let (channel, id) = target(cx)?;
    demand(cx, channel, may::READ_MESSAGE_HISTORY)?;
    Ok(seen(cx, id))
}

/// `GET /channels/{channel}/messages`, newest first; `before`, `after`, `around`, `limit` as documented.
pub(super) fn list(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    if cx.world.permissions(cx.world.bot, id) & may::READ_MESSAGE_HISTORY == 0 {
        return Ok(json!([]));
    }
    let number = |key: &str| cx.query(key).and_then(|v| v.parse::<u64>().ok());
    let limit = usize::try_from(number("limit").unwrap_or(50))
        .unwrap_or(50)
        .clamp(1, 100);
    let Some(c) = cx.world.channels.get(&id) else {
        return Err(ApiError::new(404, 10003));
    };
    let public: Vec<u64> = c
        .messages
        .iter()
        .copied()
        .filter(|m| cx.world.messages.get(m).is_some_and(|m| !m.is_private()))
        .collect();
    let mut picked: Vec<u64> = if let Some(after) = number("after") {
        public
            .into_iter()
            .filter(|m| *m > after)
            .take(limit)
            .collect()
    } else if let Some(around) = number("around") {
        let at = public.partition_point(|m| *m < around);
        public
            .into_iter()
            .skip(at.saturating_sub(limit / 2))
            .take(limit)
            .collect()
    } else {
        let before = number("before").unwrap_or(u64::MAX);
        let mut l: Vec<u64> = public
            .into_iter()
            .rev()
            .filter(|m| *m < before)
            .take(limit)
            .collect();
        l.reverse();
        l
    };
    picked.reverse();
    Ok(picked.into_iter().map(|m| seen(cx, m)).collect())
}

/// A message as the bot sees it with the intents that it has.
fn seen(cx: &Ctx<'_>, id: u64) -> Value {
    let intents = cx.world.gateway.intents();
    cx.world.messages.get(&id).map_or(Value::Null, |m| {
        cx.world.message_json(m, cx.world.sight(m, intents))
    })
}

/// `PUT .../reactions/{emoji}/@me`
pub(super) fn react(cx: &mut Ctx<'_>) -> Answer {
    let (channel, id) = target(cx)?;
    demand(cx, channel, may::READ_MESSAGE_HISTORY)?;
    let (emoji, bot) = (cx.text(2).to_owned(), cx.world.bot);
    if emoji.is_empty() || emoji.is_ascii() && !emoji.contains(':') {
        return Err(ApiError::new(400, 10014));
    }
    if !cx
        .world
        .messages
        .get(&id)
        .is_some_and(|m| m.reactions.contains_key(&emoji))
    {
        demand(cx, channel, may::ADD_REACTIONS)?;
    }
    cx.world.react(id, bot, &emoji, true);
    Ok(Value::Null)
}

/// `DELETE .../reactions/{emoji}/@me`
pub(super) fn unreact(cx: &mut Ctx<'_>) -> Answer {
    let (_, id) = target(cx)?;
    let (emoji, bot) = (cx.text(2).to_owned(), cx.world.bot);
    cx.world.react(id, bot, &emoji, false);
    Ok(Value::Null)
}

/// `GET /channels/{channel}/pins`
pub(super) fn pins(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    let pinned: Vec<u64> = cx
        .world
        .messages
        .values()
        .filter(|m| m.channel == id && m.pinned && !m.deleted)
        .map(|m| m.id)
        .collect();
    Ok(pinned.into_iter().rev().map(|m| seen(cx, m)).collect())
}

/// `PUT /channels/{channel}/pins/{message}`
pub(super) fn pin(cx: &mut Ctx<'_>) -> Answer {
    set_pinned(cx, true)
}

/// `DELETE /channels/{channel}/pins/{message}`
pub(super) fn unpin(cx: &mut Ctx<'_>) -> Answer {
    set_pinned(cx, false)
}

fn set_pinned(cx: &mut Ctx<'_>, on: bool) -> Answer {
    let (channel, id) = target(cx)?;
    demand(cx, channel, may::MANAGE_MESSAGES)?;
    if let Some(m) = cx.world.messages.get_mut(&id) {
        m.pinned = on;
    }
    let guild = cx.world.channels.get(&channel).and_then(|c| c.guild);
    let mut d = json!({"channel_id": channel.to_string(), "last_pin_timestamp": null});
    if let Some(g) = guild {
        d["guild_id"] = json!(g.to_string());
    }
    let bit = if guild.is_some() {
        intent::GUILDS
    } else {
        intent::DIRECT_MESSAGES
    };
    cx.world
        .dispatch("CHANNEL_PINS_UPDATE", bit, guild, |_, _| d.clone());
    Ok(Value::Null)
}
