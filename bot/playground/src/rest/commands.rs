//! Registered application commands, global and per guild.

use serde_json::Value;

use super::{Context, Response, ensure};
use crate::api_error::{self, ApiError};
use crate::discord::command_type;
use crate::limits;
use crate::state::CommandState;
use crate::time::admits;

const DAY_MS: u64 = 86_400_000;
const MAX_DAILY_CREATES: usize = 200;

impl Context<'_> {
    /// Requires that the application of the route is the bot's.
    pub(super) fn own_application(&self) -> Result<(), ApiError> {
        ensure(self.id(0)? == self.world.bot, api_error::NOT_AUTHORIZED)
    }

    /// The scope of the route: its guild, if it has one.
    fn scope(&self) -> Result<Option<u64>, ApiError> {
        self.own_application()?;
        if self.parameters.len() < 2 {
            return Ok(None);
        }
        let id = self.id(1)?;
        ensure(self.world.bot_is_in(id), api_error::MISSING_ACCESS)?;
        Ok(Some(id))
    }

    fn commands_json(&self, scope: Option<u64>) -> Value {
        let commands = self.world.commands.values().filter(|c| c.guild == scope);
        commands.map(|c| self.world.command_json(c)).collect()
    }

    fn command_json(&self, id: u64) -> Response {
        let command = self.world.commands.get(&id).filter(|c| c.guild.is_none());
        let json = command.map(|c| self.world.command_json(c));
        json.ok_or_else(|| api_error::UNKNOWN_COMMAND.into())
    }
}

pub(super) fn list(cx: &mut Context<'_>) -> Response {
    let scope = cx.scope()?;
    Ok(cx.commands_json(scope))
}

/// Whether one of these commands replaces the other in a scope.
fn is_same(a: &Value, b: &Value) -> bool {
    command_type::of(a) == command_type::of(b) && a["name"] == b["name"]
}

pub(super) fn overwrite(cx: &mut Context<'_>) -> Response {
    let scope = cx.scope()?;
    let list = cx.body.as_array().cloned().unwrap_or_default();
    let commands = list.iter().enumerate();
    let mut errors: Vec<_> = commands
        .flat_map(|(index, c)| limits::command(c, vec![index.into()]))
        .collect();
    errors.extend(limits::commands(&list));
    cx.validate(&errors)?;
    let is_entry_point = |kind| kind == command_type::PRIMARY_ENTRY_POINT;
    let mut known = cx.world.commands.values();
    if known.any(|c| c.guild == scope && is_entry_point(c.kind()))
        && !list.iter().map(command_type::of).any(is_entry_point)
    {
        let message = "the overwrite leaves out the Entry Point command".to_owned();
        return Err(cx.violation("entry-point", message, api_error::ENTRY_POINT_REMOVED));
    }
    let is_kept = |old: &CommandState| list.iter().any(|c| is_same(c, &old.body));
    cx.world
        .commands
        .retain(|_, c| c.guild != scope || is_kept(c));
    for command in list {
        put(cx, scope, command)?;
    }
    Ok(cx.commands_json(scope))
}

/// Creates a command, or updates the one of the same type and name. Returns its id.
fn put(cx: &mut Context<'_>, scope: Option<u64>, body: Value) -> Result<u64, ApiError> {
    let mut commands = cx.world.commands.values();
    let known = commands.find(|c| c.guild == scope && is_same(&c.body, &body));
    let known = known.map(|c| c.id);
    if known.is_none() {
        count_create(cx)?;
    }
    let id = known.unwrap_or_else(|| cx.world.id());
    store(cx, id, scope, body);
    Ok(id)
}

fn store(cx: &mut Context<'_>, id: u64, guild: Option<u64>, body: Value) {
    let version = cx.world.id();
    let command = CommandState {
        id,
        version,
        guild,
        body,
    };
    cx.world.commands.insert(id, command);
}

/// Counts a created command against the daily limit.
fn count_create(cx: &mut Context<'_>) -> Result<(), ApiError> {
    let now = cx.world.now();
    let creates = &mut cx.world.command_creates;
    if admits(creates, now, DAY_MS, MAX_DAILY_CREATES) {
        return Ok(());
    }
    let message = format!("more than {MAX_DAILY_CREATES} commands are created in a day");
    Err(cx.violation(
        "command-creates",
        message,
        api_error::TOO_MANY_COMMAND_CREATES,
    ))
}

pub(super) fn create(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let body = std::mem::take(&mut cx.body);
    cx.validate(&limits::command(&body, Vec::new()))?;
    let commands = cx.world.commands.values();
    let others = commands.filter(|c| c.guild.is_none() && c.body["name"] != body["name"]);
    let mut all: Vec<Value> = others.map(|c| c.body.clone()).collect();
    all.push(body.clone());
    cx.validate(&limits::commands(&all))?;
    let id = put(cx, None, body)?;
    cx.command_json(id)
}

pub(super) fn get(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    cx.command_json(cx.id(1)?)
}

pub(super) fn patch(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let id = cx.id(1)?;
    cx.command_json(id)?;
    let mut body = cx.world.commands[&id].body.clone();
    if let (Some(old), Some(new)) = (body.as_object_mut(), cx.body.as_object()) {
        old.extend(new.clone());
    }
    cx.validate(&limits::command(&body, Vec::new()))?;
    store(cx, id, None, body);
    cx.command_json(id)
}

pub(super) fn delete(cx: &mut Context<'_>) -> Response {
    cx.own_application()?;
    let id = cx.id(1)?;
    cx.command_json(id)?;
    cx.world.commands.remove(&id);
    Ok(Value::Null)
}
