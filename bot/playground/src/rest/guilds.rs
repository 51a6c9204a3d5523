//! Gateway URLs, users, the application, guilds and members.

#![expect(
    clippy::unnecessary_wraps,
    reason = "all handlers have the same signature"
)]

use serde_json::{Value, json};

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError};
use crate::messages::as_id;
use crate::permission;
use crate::state::ChannelKind;
use crate::state::gateway::STARTS;

/// `GET /gateway`
pub(super) fn gateway(cx: &mut Context<'_>) -> Response {
    Ok(json!({"url": cx.world.gateway_url}))
}

/// `GET /gateway/bot`
pub(super) fn gateway_bot(cx: &mut Context<'_>) -> Response {
    let gateway = &cx.world.gateway;
    Ok(
        json!({"url": cx.world.gateway_url, "shards": gateway.recommended_shards.max(1),
        "session_start_limit": {"total": STARTS, "remaining": STARTS - gateway.identifies, "reset_after": 14_400_000,
            "max_concurrency": gateway.max_concurrency.max(1)}}),
    )
}

/// `GET /users/@me`
pub(super) fn me(cx: &mut Context<'_>) -> Response {
    Ok(cx.world.current_user_json())
}

/// `GET /users/@me/guilds`
pub(super) fn my_guilds(cx: &mut Context<'_>) -> Response {
    Ok(cx.world.guilds.values().filter_map(|g| {
        g.bot.map(|permissions| json!({"id": g.id.to_string(), "name": g.name, "icon": null, "banner": null, "owner": false, "permissions": permissions.to_string(), "features": []}))
    }).collect())
}

/// `POST /users/@me/channels`
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

/// `GET /users/{user}`
pub(super) fn user(cx: &mut Context<'_>) -> Response {
    let d = cx.world.user_json(cx.id(0)?);
    ensure(!d.is_null(), api_error::UNKNOWN_USER)?;
    Ok(d)
}

/// `GET /applications/@me` and `GET /oauth2/applications/@me`
pub(super) fn application(cx: &mut Context<'_>) -> Response {
    Ok(cx.world.application_json())
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

/// `GET /guilds/{guild}`
pub(super) fn guild(cx: &mut Context<'_>) -> Response {
    Ok(cx.world.bare_guild_json(cx.guild()?))
}

/// `GET /guilds/{guild}/channels`
pub(super) fn channels(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild()?;
    let channels = cx.world.channels.values();
    Ok(channels
        .filter(|c| c.guild == Some(guild) && c.kind == ChannelKind::Text)
        .map(|c| cx.world.channel_json(c.id))
        .collect())
}

/// `GET /guilds/{guild}/roles`
pub(super) fn roles(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild()?;
    Ok(json!(cx.world.roles_json(guild)))
}

/// `GET /guilds/{guild}/members`
pub(super) fn members(cx: &mut Context<'_>) -> Response {
    let id = cx.guild()?;
    let after = cx.query("after").and_then(|v| v.parse::<u64>().ok());
    let limit = cx.query("limit").and_then(|v| v.parse().ok());
    let Some(guild) = cx.world.guilds.get(&id) else {
        return Err(api_error::UNKNOWN_GUILD.into());
    };
    let members = guild.members.keys();
    Ok(members
        .filter(|user| **user > after.unwrap_or(0))
        .take(limit.unwrap_or(1).clamp(1, 1000))
        .map(|user| cx.world.member_json(id, *user))
        .collect())
}

/// `GET /guilds/{guild}/members/{user}`
pub(super) fn member(cx: &mut Context<'_>) -> Response {
    let (guild, user) = (cx.guild()?, cx.id(1)?);
    ensure(cx.world.is_member(guild, user), api_error::UNKNOWN_MEMBER)?;
    Ok(cx.world.member_json(guild, user))
}

/// `PUT /guilds/{guild}/members/{user}/roles/{role}`
pub(super) fn give_role(cx: &mut Context<'_>) -> Response {
    let (guild, user, role) = (cx.guild()?, cx.id(1)?, cx.id(2)?);
    cx.needs(guild, permission::MANAGE_ROLES)?;
    ensure(cx.world.is_member(guild, user), api_error::UNKNOWN_MEMBER)?;
    // `@everyone` and the managed permission roles can't be assigned.
    let is_fixed = role == guild || cx.world.users.contains_key(&role);
    let roles = cx.world.guilds.get_mut(&guild).map(|g| &mut g.roles);
    match roles.and_then(|roles| roles.get_mut(&role)) {
        None if is_fixed => Err(api_error::MISSING_PERMISSIONS.into()),
        None => Err(api_error::UNKNOWN_ROLE.into()),
        Some(role) if role.above_bot => Err(api_error::MISSING_PERMISSIONS.into()),
        Some(role) => {
            role.holders.insert(user);
            Ok(Value::Null)
        }
    }
}

/// `GET /guilds/{guild}/threads/active`
pub(super) fn active_threads(cx: &mut Context<'_>) -> Response {
    let guild = cx.guild()?;
    let channels = cx.world.channels.values();
    let threads: Vec<Value> = channels
        .filter(|c| c.guild == Some(guild) && c.kind.is_thread() && !c.archived)
        .map(|c| cx.world.channel_json(c.id))
        .collect();
    Ok(json!({"threads": threads, "members": [], "has_more": false}))
}
