//! Registered commands, global and of a server.

use serde_json::{Value, json};

use super::{Answer, Ctx};
use crate::calls::ApiError;
use crate::limits;
use crate::state::CommandState;

const DAY_MS: u64 = 86_400_000;

fn app(cx: &Ctx<'_>) -> Result<(), ApiError> {
    if cx.id(0)? == cx.world.bot {
        Ok(())
    } else {
        Err(ApiError::new(403, 20012))
    }
}

fn guild(cx: &Ctx<'_>) -> Result<Option<u64>, ApiError> {
    app(cx)?;
    let id = cx.id(1)?;
    if cx.world.guilds.get(&id).is_some_and(|g| g.bot.is_some()) {
        Ok(Some(id))
    } else {
        Err(ApiError::new(403, 50001))
    }
}

fn listed(cx: &Ctx<'_>, scope: Option<u64>) -> Value {
    cx.world
        .commands
        .values()
        .filter(|c| c.guild == scope)
        .map(|c| cx.world.command_json(c))
        .collect()
}

/// `GET /applications/{app}/commands`
pub(super) fn list(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    Ok(listed(cx, None))
}

/// `GET /applications/{app}/guilds/{guild}/commands`
pub(super) fn list_guild(cx: &mut Ctx<'_>) -> Answer {
    let scope = guild(cx)?;
    Ok(listed(cx, scope))
}

/// `PUT /applications/{app}/commands`
pub(super) fn overwrite(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    replace(cx, None)
}

/// `PUT /applications/{app}/guilds/{guild}/commands`
pub(super) fn overwrite_guild(cx: &mut Ctx<'_>) -> Answer {
    let scope = guild(cx)?;
    replace(cx, scope)
}

fn replace(cx: &mut Ctx<'_>, scope: Option<u64>) -> Answer {
    let body = std::mem::take(&mut cx.body);
    let list = body.as_array().cloned().unwrap_or_default();
    let mut faults: Vec<_> = list
        .iter()
        .enumerate()
        .flat_map(|(n, c)| limits::command(c, vec![n.into()]))
        .collect();
    faults.extend(limits::commands(&list));
    cx.judge(&faults)?;
    let key = |c: &Value| {
        (
            c["type"].as_u64().unwrap_or(1),
            c["name"].as_str().unwrap_or_default().to_owned(),
        )
    };
    let kept: Vec<_> = list.iter().map(key).collect();
    cx.world
        .commands
        .retain(|_, c| c.guild != scope || kept.contains(&(c.kind(), c.name().to_owned())));
    for c in list {
        put(cx, scope, c)?;
    }
    Ok(listed(cx, scope))
}

fn put(cx: &mut Ctx<'_>, scope: Option<u64>, body: Value) -> Result<u64, ApiError> {
    let (kind, name) = (
        body["type"].as_u64().unwrap_or(1),
        body["name"].as_str().unwrap_or_default(),
    );
    let old = cx
        .world
        .commands
        .values()
        .find(|c| c.guild == scope && c.kind() == kind && c.name() == name)
        .map(|c| c.id);
    if old.is_none() {
        let now = cx.world.now();
        while cx
            .world
            .command_creates
            .front()
            .is_some_and(|t| t + DAY_MS <= now)
        {
            cx.world.command_creates.pop_front();
        }
        if cx.world.command_creates.len() >= 200 {
            cx.note(
                "command-creates",
                &[],
                "more than 200 commands are created in a day".to_owned(),
                30034,
            );
            return Err(ApiError::new(429, 30034));
        }
        cx.world.command_creates.push_back(now);
    }
    let id = old.unwrap_or_else(|| cx.world.id());
    let version = cx.world.id();
    cx.world.commands.insert(
        id,
        CommandState {
            id,
            version,
            guild: scope,
            body,
        },
    );
    Ok(id)
}

/// `POST /applications/{app}/commands`
pub(super) fn create(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    let body = std::mem::take(&mut cx.body);
    cx.judge(&limits::command(&body, Vec::new()))?;
    let mut all: Vec<Value> = cx
        .world
        .commands
        .values()
        .filter(|c| c.guild.is_none() && c.body["name"] != body["name"])
        .map(|c| c.body.clone())
        .collect();
    all.push(body.clone());
    cx.judge(&limits::commands(&all))?;
    let id = put(cx, None, body)?;
    one(cx, id)
}

fn one(cx: &Ctx<'_>, id: u64) -> Answer {
    let found = cx.world.commands.get(&id).filter(|c| c.guild.is_none());
    found
        .map(|c| cx.world.command_json(c))
        .ok_or_else(|| ApiError::new(404, 10063))
}

/// `GET /applications/{app}/commands/{command}`
pub(super) fn get(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    one(cx, cx.id(1)?)
}

/// `PATCH /applications/{app}/commands/{command}`
pub(super) fn patch(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    let id = cx.id(1)?;
    one(cx, id)?;
    let mut body = cx
        .world
        .commands
        .get(&id)
        .map_or(json!({}), |c| c.body.clone());
    if let (Some(old), Some(new)) = (body.as_object_mut(), cx.body.as_object()) {
        old.extend(new.clone());
    }
    cx.judge(&limits::command(&body, Vec::new()))?;
    let version = cx.world.id();
    cx.world.commands.insert(
        id,
        CommandState {
            id,
            version,
            guild: None,
            body,
        },
    );
    one(cx, id)
}

/// `DELETE /applications/{app}/commands/{command}`
pub(super) fn delete(cx: &mut Ctx<'_>) -> Answer {
    app(cx)?;
    let id = cx.id(1)?;
    one(cx, id)?;
    cx.world.commands.remove(&id);
    Ok(Value::Null)
}
