//! Gateway URLs, users, the application and its emoji, guilds and members.

use serde_json::{Value, json};

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError};
use crate::limits;
use crate::messages::as_id;
use crate::permission;
use crate::state::gateway::STARTS;
use crate::state::{ChannelKind, EmojiState, StoredFile, World};

pub(super) fn gateway_bot(w: &World) -> Value {
    json!({"url": w.gateway_url, "shards": w.gateway.recommended_shards.max(1),
        "session_start_limit": {"total": STARTS, "remaining": STARTS - w.gateway.identifies, "reset_after": 14_400_000,
            "max_concurrency": w.gateway.max_concurrency.max(1)}})
}

pub(super) fn my_guilds(w: &World) -> Value {
    w.guilds.values().filter_map(|g| {
        g.bot.map(|permissions| json!({"id": g.id.to_string(), "name": g.name, "icon": null, "banner": null, "owner": false, "permissions": permissions.to_string(), "features": []}))
    }).collect()
}

pub(super) fn create_dm(cx: &mut Context<'_>) -> Response {
    let user = as_id(&cx.body["recipient_id"]).unwrap_or(0);
    match cx.world.users.get(&user) {
        None => Err(api_error::UNKNOWN_USER.into()),
        Some(user) if user.is_bot => Err(api_error::CANNOT_DM.into()),
        Some(_) => {
            let id = cx.world.dm_with(user);
            Ok(cx.world.channel_json(id))
        }
    }
}

pub(super) fn user(cx: &mut Context<'_>) -> Response {
    let d = cx.world.user_json(cx.id(0)?);
    ensure(!d.is_null(), api_error::UNKNOWN_USER)?;
    Ok(d)
}

pub(super) fn emoji(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let all = cx.world.emoji.iter();
    let items: Vec<_> = all
        .map(|(&id, emoji)| emoji_json(id, &emoji.name))
        .collect();
    Ok(json!({ "items": items }))
}

pub(super) fn create_emoji(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let (errors, image) = limits::emoji(&cx.body, &cx.world.emoji);
    cx.validate(&errors)?;
    let name = cx.body["name"].as_str().unwrap_or_default().to_owned();
    let id = cx.world.id();
    let json = emoji_json(id, &name);
    let picture = StoredFile::png(image);
    cx.world.emoji.insert(id, EmojiState { name, picture });
    Ok(json)
}

fn emoji_json(id: u64, name: &str) -> Value {
    json!({"id": id.to_string(), "name": name, "roles": [], "require_colons": true, "managed": false,
        "animated": false, "available": true})
}

impl Context<'_> {
    /// Refuses what the bot's role in the guild does not permit; of several permissions one is enough.
    pub(super) fn needs(&self, guild: u64, permission: u64) -> Result<(), ApiError> {
        let bot = self.world.guilds.get(&guild).and_then(|g| g.bot);
        let permits = bot.is_some_and(|bits| bits & (permission | permission::ADMINISTRATOR) != 0);
        ensure(permits, api_error::MISSING_PERMISSIONS)
    }

    /// The guild of the route, if the bot is a member.
    pub(super) fn guild(&self) -> Result<u64, ApiError> {
        let id = self.id(0)?;
        ensure(self.world.bot_is_in(id), api_error::UNKNOWN_GUILD)?;
        Ok(id)
    }
}

pub(super) fn channels(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild()?;
    let channels = cx.world.channels.values();
    Ok(channels
        .filter(|c| c.guild == Some(guild) && c.kind == ChannelKind::Text)
        .map(|c| cx.world.channel_json(c.id))
        .collect())
}

pub(super) fn members(cx: &mut Context<'_>) -> Response {
    let id = cx.guild()?;
    let after = cx.query("after").and_then(|v| v.parse::<u64>().ok());
    let limit = cx.query("limit").and_then(|v| v.parse().ok());
    let members = cx.world.guilds[&id].members.keys();
    Ok(members
        .filter(|user| **user > after.unwrap_or(0))
        .take(limit.unwrap_or(1).clamp(1, 1000))
        .map(|user| cx.world.member_json(id, *user))
        .collect())
}

pub(super) fn member(cx: &mut Context<'_>) -> Response {
    let (guild, user) = (cx.guild()?, cx.id(1)?);
    ensure(cx.world.is_member(guild, user), api_error::UNKNOWN_MEMBER)?;
    Ok(cx.world.member_json(guild, user))
}

pub(super) fn give_role(cx: &mut Context<'_>) -> Response {
    let (guild, user, role) = (cx.guild()?, cx.id(1)?, cx.id(2)?);
    cx.needs(guild, permission::MANAGE_ROLES)?;
    ensure(cx.world.is_member(guild, user), api_error::UNKNOWN_MEMBER)?;
    // `@everyone` and the managed permission roles can't be assigned.
    let is_fixed = role == guild || cx.world.users.contains_key(&role);
    match cx.world.guild_mut(guild).roles.get_mut(&role) {
        None if is_fixed => Err(api_error::MISSING_PERMISSIONS.into()),
        None => Err(api_error::UNKNOWN_ROLE.into()),
        Some(role) if role.above_bot => Err(api_error::MISSING_PERMISSIONS.into()),
        Some(role) => {
            role.holders.insert(user);
            Ok(Value::Null)
        }
    }
}

pub(super) fn active_threads(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild()?;
    let channels = cx.world.channels.values();
    let threads: Vec<Value> = channels
        .filter(|c| c.guild == Some(guild) && c.kind.is_thread() && !c.archived)
        .map(|c| cx.world.channel_json(c.id))
        .collect();
    Ok(json!({"threads": threads, "members": [], "has_more": false}))
}
