//! Servers, people, the application, the address of the gateway.
#![expect(
    clippy::unnecessary_wraps,
    reason = "handlers have the type that the table of routes wants"
)]

use serde_json::{Value, json};

use super::{Answer, Ctx};
use crate::calls::ApiError;
use crate::messages::as_id;
use crate::state::Kind;

/// `GET /gateway`
pub(super) fn gateway(cx: &mut Ctx<'_>) -> Answer {
    Ok(json!({"url": cx.world.gateway_url}))
}

/// `GET /gateway/bot`
pub(super) fn gateway_bot(cx: &mut Ctx<'_>) -> Answer {
    Ok(json!({"url": cx.world.gateway_url, "shards": 1,
        "session_start_limit": {"total": 1000, "remaining": 999, "reset_after": 14_400_000, "max_concurrency": 1}}))
}

/// `GET /users/@me`
pub(super) fn me(cx: &mut Ctx<'_>) -> Answer {
    let mut d = cx.world.user_json(cx.world.bot);
    for (k, v) in [
        ("verified", json!(true)),
        ("mfa_enabled", json!(false)),
        ("email", Value::Null),
        ("locale", json!("en-US")),
    ] {
        d[k] = v;
    }
    Ok(d)
}

/// `GET /users/@me/guilds`
pub(super) fn my_guilds(cx: &mut Ctx<'_>) -> Answer {
    Ok(cx.world.guilds.values().filter_map(|g| {
        g.bot.map(|bits| json!({"id": g.id.to_string(), "name": g.name, "icon": null, "banner": null, "owner": false, "permissions": bits.to_string(), "features": []}))
    }).collect())
}

/// `POST /users/@me/channels`
pub(super) fn create_dm(cx: &mut Ctx<'_>) -> Answer {
    let user = as_id(&cx.body["recipient_id"]).unwrap_or(0);
    match cx.world.people.get(&user) {
        None => Err(ApiError::new(404, 10013)),
        Some(p) if p.bot => Err(ApiError::new(403, 50007)),
        Some(_) => {
            let id = cx.world.dm_with(user);
            Ok(cx.world.channel_json(id))
        }
    }
}

/// `GET /users/{user}`
pub(super) fn user(cx: &mut Ctx<'_>) -> Answer {
    let d = cx.world.user_json(cx.id(0)?);
    if d.is_null() {
        Err(ApiError::new(404, 10013))
    } else {
        Ok(d)
    }
}

/// `GET /applications/@me` and `GET /oauth2/applications/@me`
pub(super) fn application(cx: &mut Ctx<'_>) -> Answer {
    Ok(cx.world.application_json())
}

fn id(cx: &Ctx<'_>) -> Result<u64, ApiError> {
    let id = cx.id(0)?;
    if cx.world.guilds.get(&id).is_some_and(|g| g.bot.is_some()) {
        Ok(id)
    } else {
        Err(ApiError::new(404, 10004))
    }
}

/// `GET /guilds/{guild}`
pub(super) fn guild(cx: &mut Ctx<'_>) -> Answer {
    let mut d = cx.world.guild_json(id(cx)?);
    if let Some(map) = d.as_object_mut() {
        // Only GUILD_CREATE has these.
        for key in [
            "members",
            "channels",
            "threads",
            "presences",
            "voice_states",
            "stage_instances",
            "guild_scheduled_events",
            "joined_at",
        ] {
            map.remove(key);
        }
    }
    Ok(d)
}

/// `GET /guilds/{guild}/channels`
pub(super) fn channels(cx: &mut Ctx<'_>) -> Answer {
    let g = id(cx)?;
    Ok(cx
        .world
        .channels
        .values()
        .filter(|c| c.guild == Some(g) && c.kind == Kind::Text)
        .map(|c| cx.world.channel_json(c.id))
        .collect())
}

/// `GET /guilds/{guild}/roles`
pub(super) fn roles(cx: &mut Ctx<'_>) -> Answer {
    let g = id(cx)?;
    Ok(json!(cx.world.roles_json(g)))
}

/// `GET /guilds/{guild}/members`
pub(super) fn members(cx: &mut Ctx<'_>) -> Answer {
    let g = id(cx)?;
    let after = cx
        .query("after")
        .and_then(|v| v.parse::<u64>().ok())
        .unwrap_or(0);
    let limit = cx
        .query("limit")
        .and_then(|v| v.parse().ok())
        .unwrap_or(1)
        .clamp(1, 1000);
    let Some(state) = cx.world.guilds.get(&g) else {
        return Err(ApiError::new(404, 10004));
    };
    Ok(state
        .members
        .keys()
        .filter(|u| **u > after)
        .take(limit)
        .map(|u| cx.world.member_json(g, *u))
        .collect())
}

/// `GET /guilds/{guild}/members/{user}`
pub(super) fn member(cx: &mut Ctx<'_>) -> Answer {
    let (g, user) = (id(cx)?, cx.id(1)?);
    let known = user == cx.world.bot
        || cx
            .world
            .guilds
            .get(&g)
            .is_some_and(|s| s.members.contains_key(&user));
    if known {
        Ok(cx.world.member_json(g, user))
    } else {
        Err(ApiError::new(404, 10007))
    }
}

/// `GET /guilds/{guild}/threads/active`
pub(super) fn active_threads(cx: &mut Ctx<'_>) -> Answer {
    let g = id(cx)?;
    let threads: Vec<_> = cx
        .world
        .channels
        .values()
        .filter(|c| c.guild == Some(g) && c.kind.is_thread() && !c.archived)
        .map(|c| cx.world.channel_json(c.id))
        .collect();
    Ok(json!({"threads": threads, "members": [], "has_more": false}))
}
