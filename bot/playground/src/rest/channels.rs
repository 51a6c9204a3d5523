//! Channels and threads.

use serde_json::{Value, json};

use super::messages::{channel, demand};
use super::{Answer, Ctx};
use crate::calls::ApiError;
use crate::gateway::intent;
use crate::limits;
use crate::permission as may;
use crate::state::Kind;

/// `GET /channels/{channel}`
pub(super) fn get(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    Ok(cx.world.channel_json(id))
}

/// `PATCH /channels/{channel}`: of a thread name, archived, locked, `auto_archive_duration`; of a channel its name.
pub(super) fn edit(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    let body = std::mem::take(&mut cx.body);
    let Some(c) = cx.world.channels.get(&id) else {
        return Err(ApiError::new(404, 10003));
    };
    let (thread, owner, kind, archived, locked) =
        (c.kind.is_thread(), c.owner, c.kind, c.archived, c.locked);
    if kind == Kind::Dm {
        return Err(ApiError::new(400, 50024));
    }
    if !body["name"].is_null() {
        cx.judge(&limits::thread(&body))?;
    }
    let locks = body["locked"].as_bool().is_some_and(|l| l != locked);
    if !thread {
        demand(cx, id, may::MANAGE_CHANNELS)?;
    } else if owner != cx.world.bot || locks {
        demand(cx, id, may::MANAGE_THREADS)?;
    }
    if thread && archived && body["archived"] != false && (!body["name"].is_null() || locks) {
        return Err(ApiError::new(400, 50083));
    }
    if let Some(c) = cx.world.channels.get_mut(&id) {
        if let Some(name) = body["name"].as_str() {
            name.clone_into(&mut c.name);
        }
        if thread {
            c.locked = body["locked"].as_bool().unwrap_or(c.locked);
            c.archived = body["archived"].as_bool().unwrap_or(c.archived);
            c.auto_archive = body["auto_archive_duration"]
                .as_u64()
                .unwrap_or(c.auto_archive);
        }
    }
    cx.world.channel_event(
        if thread {
            "THREAD_UPDATE"
        } else {
            "CHANNEL_UPDATE"
        },
        id,
    );
    Ok(cx.world.channel_json(id))
}

/// `DELETE /channels/{channel}`
pub(super) fn delete(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    let thread = cx
        .world
        .channels
        .get(&id)
        .is_some_and(|c| c.kind.is_thread());
    demand(
        cx,
        id,
        if thread {
            may::MANAGE_THREADS
        } else {
            may::MANAGE_CHANNELS
        },
    )?;
    let d = cx.world.channel_json(id);
    cx.world.delete_channel(id);
    Ok(d)
}

/// `POST /channels/{channel}/typing`
pub(super) fn typing(cx: &mut Ctx<'_>) -> Answer {
    let id = channel(cx)?;
    demand(cx, id, cx.world.writing_bit(id))?;
    let (bot, now) = (cx.world.bot, cx.world.time.running_ms());
    if let Some(c) = cx.world.channels.get_mut(&id) {
        c.typing.insert(bot, now);
    }
    Ok(Value::Null)
}

/// `POST /channels/{channel}/threads`: type 11 is public, 12 (the default) private.
pub(super) fn thread(cx: &mut Ctx<'_>) -> Answer {
    let parent = channel(cx)?;
    let kind = if cx.body["type"] == 11 {
        Kind::PublicThread
    } else {
        Kind::PrivateThread
    };
    make(cx, parent, kind, None)
}

/// `POST /channels/{channel}/messages/{message}/threads`
pub(super) fn thread_from_message(cx: &mut Ctx<'_>) -> Answer {
    let (parent, message) = (channel(cx)?, cx.id(1)?);
    let Some(m) = cx
        .world
        .messages
        .get(&message)
        .filter(|m| m.channel == parent && !m.deleted && !m.is_private())
    else {
        return Err(ApiError::new(404, 10008));
    };
    if m.thread.is_some() {
        return Err(ApiError::new(400, 160_004));
    }
    make(cx, parent, Kind::PublicThread, Some(message))
}

fn make(cx: &mut Ctx<'_>, parent: u64, kind: Kind, message: Option<u64>) -> Answer {
    let body = std::mem::take(&mut cx.body);
    cx.judge(&limits::thread(&body))?;
    let Some(p) = cx
        .world
        .channels
        .get(&parent)
        .filter(|p| p.kind == Kind::Text)
    else {
        return Err(ApiError::new(400, 50024));
    };
    let guild = p.guild;
    demand(
        cx,
        parent,
        if kind == Kind::PublicThread {
            may::CREATE_PUBLIC_THREADS
        } else {
            may::CREATE_PRIVATE_THREADS
        },
    )?;
    let id = message.unwrap_or_else(|| cx.world.id()); // a thread shares the id of the message it begins at
    let (name, bot) = (body["name"].as_str().unwrap_or_default(), cx.world.bot);
    cx.world.add_channel_as(id, kind, name, guild, Some(parent));
    if let Some(t) = cx.world.channels.get_mut(&id) {
        t.auto_archive = body["auto_archive_duration"].as_u64().unwrap_or(4320);
        t.thread_members.insert(bot);
    }
    if let Some(m) = message.and_then(|m| cx.world.messages.get_mut(&m)) {
        m.thread = Some(id);
        m.flags |= 1 << 5;
    }
    let line = format!(
        "{} opens the {} {name:?}",
        cx.world.person_name(bot),
        if kind == Kind::PublicThread {
            "thread"
        } else {
            "private thread"
        }
    );
    cx.world.log(parent, None, line);
    let mut d = cx.world.channel_json(id);
    d["newly_created"] = json!(true);
    cx.world
        .dispatch("THREAD_CREATE", intent::GUILDS, guild, |_, _| d.clone());
    let joined = cx.world.channels.get(&id).map_or(0, |c| c.created_ms);
    let mut answer = cx.world.channel_json(id);
    answer["member"] = json!({"id": id.to_string(), "user_id": bot.to_string(), "join_timestamp": crate::time::iso(joined), "flags": 0});
    Ok(answer)
}

/// `PUT /channels/{channel}/thread-members/@me`
pub(super) fn join_thread(cx: &mut Ctx<'_>) -> Answer {
    let id = open_thread(cx)?;
    let bot = cx.world.bot;
    member(cx, id, bot, true);
    Ok(Value::Null)
}

/// `PUT /channels/{channel}/thread-members/{user}`
pub(super) fn add_thread_member(cx: &mut Ctx<'_>) -> Answer {
    let (id, user) = (open_thread(cx)?, cx.id(1)?);
    demand(cx, id, cx.world.writing_bit(id))?;
    let guild = cx
        .world
        .channels
        .get(&id)
        .and_then(|c| c.guild)
        .and_then(|g| cx.world.guilds.get(&g));
    if !guild.is_some_and(|g| g.members.contains_key(&user)) {
        return Err(ApiError::new(404, 10007));
    }
    member(cx, id, user, true);
    Ok(Value::Null)
}

/// `DELETE /channels/{channel}/thread-members/@me`
pub(super) fn leave_thread(cx: &mut Ctx<'_>) -> Answer {
    let id = open_thread(cx)?;
    let bot = cx.world.bot;
    member(cx, id, bot, false);
    Ok(Value::Null)
}

/// `DELETE /channels/{channel}/thread-members/{user}`
pub(super) fn remove_thread_member(cx: &mut Ctx<'_>) -> Answer {
    let (id, user) = (open_thread(cx)?, cx.id(1)?);
    demand(cx, id, may::MANAGE_THREADS)?;
    member(cx, id, user, false);
    Ok(Value::Null)
}

fn open_thread(cx: &Ctx<'_>) -> Result<u64, ApiError> {
    let id = channel(cx)?;
    match cx.world.channels.get(&id) {
        Some(c) if !c.kind.is_thread() => Err(ApiError::new(400, 50024)),
        Some(c) if c.archived => Err(ApiError::new(400, 50083)),
        _ => Ok(id),
    }
}

fn member(cx: &mut Ctx<'_>, id: u64, user: u64, inside: bool) {
    if let Some(c) = cx.world.channels.get_mut(&id) {
        if inside {
            c.thread_members.insert(user)
        } else {
            c.thread_members.remove(&user)
        };
    }
}
