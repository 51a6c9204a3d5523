//! Channels and threads.

use serde_json::{Value, json};

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError};
use crate::discord::{intent, message_flag};
use crate::limits;
use crate::permission;
use crate::state::ChannelKind;

impl Context<'_> {
    /// The channel of the route, if the bot can see it.
    pub(super) fn channel(&self) -> Result<u64, ApiError> {
        let id = self.id(0)?;
        let is_known = self.world.channels.contains_key(&id);
        ensure(is_known, api_error::UNKNOWN_CHANNEL)?;
        let is_visible = self.world.can_view(self.world.bot, id);
        ensure(is_visible, api_error::MISSING_ACCESS)?;
        Ok(id)
    }

    /// Requires all these permissions of the bot.
    pub(super) fn require(&self, channel: u64, permissions: u64) -> Result<(), ApiError> {
        let lacking = permissions & !self.world.permissions(self.world.bot, channel);
        ensure(lacking == 0, api_error::MISSING_PERMISSIONS)
    }

    pub(super) fn require_send(&self, channel: u64) -> Result<(), ApiError> {
        self.require(channel, self.world.send_permission(channel))
    }

    /// The thread of the route, if it is not archived.
    fn active_thread(&self) -> Result<u64, ApiError> {
        let id = self.channel()?;
        let c = &self.world.channels[&id];
        ensure(c.kind.is_thread(), api_error::WRONG_CHANNEL_TYPE)?;
        ensure(!c.archived, api_error::THREAD_ARCHIVED)?;
        Ok(id)
    }
}

/// `PATCH /channels/{channel}`: the name of a channel; `name`, `archived`, `locked`, `auto_archive_duration` of a
/// thread.
pub(super) fn edit(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    check_edit(cx, id)?;
    let body = &cx.body;
    let c = cx.world.channels.get_mut(&id);
    let c = c.ok_or(api_error::UNKNOWN_CHANNEL)?;
    if let Some(name) = body["name"].as_str() {
        name.clone_into(&mut c.name);
    }
    let event = if c.kind.is_thread() {
        c.locked = body["locked"].as_bool().unwrap_or(c.locked);
        c.archived = body["archived"].as_bool().unwrap_or(c.archived);
        let minutes = body["auto_archive_duration"].as_u64();
        c.auto_archive_minutes = minutes.unwrap_or(c.auto_archive_minutes);
        "THREAD_UPDATE"
    } else {
        "CHANNEL_UPDATE"
    };
    cx.world.dispatch_channel(event, id);
    Ok(cx.world.channel_json(id))
}

fn check_edit(cx: &mut Context<'_>, id: u64) -> Result<(), ApiError> {
    let (c, body) = (&cx.world.channels[&id], &cx.body);
    ensure(c.kind != ChannelKind::Dm, api_error::WRONG_CHANNEL_TYPE)?;
    let is_thread = c.kind.is_thread();
    let is_owner = c.owner == cx.world.bot;
    let changes_lock = body["locked"].as_bool().is_some_and(|l| l != c.locked);
    let renames = !body["name"].is_null();
    let unlocks = c.archived && c.locked && body["archived"] == false;
    let stays_archived = c.archived && body["archived"] != false;
    if renames {
        cx.validate(&limits::thread(&cx.body))?;
    }
    if !is_thread {
        return cx.require(id, permission::MANAGE_CHANNELS);
    }
    if !is_owner || changes_lock || unlocks {
        cx.require(id, permission::MANAGE_THREADS)?;
    }
    let is_possible = !stays_archived || !renames && !changes_lock;
    ensure(is_possible, api_error::THREAD_ARCHIVED)
}

pub(super) fn delete(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    let required = if cx.world.is_thread(id) {
        permission::MANAGE_THREADS
    } else {
        permission::MANAGE_CHANNELS
    };
    cx.require(id, required)?;
    let d = cx.world.channel_json(id);
    cx.world.delete_channel(id);
    Ok(d)
}

pub(super) fn typing(cx: &mut Context<'_>) -> Response {
    let id = cx.channel()?;
    cx.require_send(id)?;
    let (bot, now) = (cx.world.bot, cx.world.time.running_ms());
    if let Some(c) = cx.world.channels.get_mut(&id) {
        c.typing.insert(bot, now);
    }
    Ok(Value::Null)
}

/// `POST /channels/{channel}/threads`: private unless the type is 11.
pub(super) fn start_thread(cx: &mut Context<'_>) -> Response {
    let parent = cx.channel()?;
    let kind = if cx.body["type"] == ChannelKind::PublicThread as u64 {
        ChannelKind::PublicThread
    } else {
        ChannelKind::PrivateThread
    };
    create_thread(cx, parent, kind, None)
}

pub(super) fn start_thread_from_message(cx: &mut Context<'_>) -> Response {
    let (parent, message) = (cx.channel()?, cx.id(1)?);
    let is_public = cx.is_public_message(parent, message);
    ensure(is_public, api_error::UNKNOWN_MESSAGE)?;
    let has_thread = cx.world.messages[&message].thread.is_some();
    ensure(!has_thread, api_error::THREAD_EXISTS)?;
    create_thread(cx, parent, ChannelKind::PublicThread, Some(message))
}

fn create_thread(
    cx: &mut Context<'_>,
    parent: u64,
    kind: ChannelKind,
    message: Option<u64>,
) -> Response {
    cx.validate(&limits::thread(&cx.body))?;
    let p = &cx.world.channels[&parent];
    ensure(p.kind == ChannelKind::Text, api_error::WRONG_CHANNEL_TYPE)?;
    let guild = p.guild;
    let (required, noun) = if kind == ChannelKind::PublicThread {
        (permission::CREATE_PUBLIC_THREADS, "thread")
    } else {
        (permission::CREATE_PRIVATE_THREADS, "private thread")
    };
    cx.require(parent, required)?;
    // A thread started from a message has its id.
    let id = message.unwrap_or_else(|| cx.world.id());
    let (name, bot) = (cx.body["name"].as_str().unwrap_or_default(), cx.world.bot);
    let t = cx.world.insert_channel(id, kind, name, guild);
    t.parent = Some(parent);
    let minutes = cx.body["auto_archive_duration"].as_u64();
    t.auto_archive_minutes = minutes.unwrap_or(t.auto_archive_minutes);
    t.thread_members.insert(bot);
    let joined = t.created_ms;
    if let Some(m) = message.and_then(|m| cx.world.messages.get_mut(&m)) {
        m.thread = Some(id);
        m.flags |= message_flag::HAS_THREAD;
    }
    let line = format!("{} opens the {noun} {name:?}", cx.world.user_name(bot));
    cx.world.log(parent, None, line);
    let mut d = cx.world.channel_json(id);
    d["newly_created"] = json!(true);
    cx.world
        .dispatch("THREAD_CREATE", intent::GUILDS, guild, &d);
    let mut response = cx.world.channel_json(id);
    response["member"] = json!({"id": id.to_string(), "user_id": bot.to_string(), "join_timestamp": crate::time::iso(joined), "flags": 0});
    Ok(response)
}

pub(super) fn join_thread(cx: &mut Context<'_>) -> Response {
    let id = cx.active_thread()?;
    cx.world.join_thread(id, cx.world.bot);
    Ok(Value::Null)
}

pub(super) fn leave_thread(cx: &mut Context<'_>) -> Response {
    let id = cx.active_thread()?;
    cx.world.leave_thread(id, cx.world.bot);
    Ok(Value::Null)
}

pub(super) fn add_thread_member(cx: &mut Context<'_>) -> Response {
    let (id, user) = (cx.active_thread()?, cx.id(1)?);
    cx.require_send(id)?;
    let guild = cx.world.guild_of(id).unwrap_or(0);
    let is_other = user != cx.world.bot && cx.world.is_member(guild, user);
    ensure(is_other, api_error::UNKNOWN_MEMBER)?;
    cx.world.join_thread(id, user);
    Ok(Value::Null)
}

pub(super) fn remove_thread_member(cx: &mut Context<'_>) -> Response {
    let (id, user) = (cx.active_thread()?, cx.id(1)?);
    cx.require(id, permission::MANAGE_THREADS)?;
    cx.world.leave_thread(id, user);
    Ok(Value::Null)
}
