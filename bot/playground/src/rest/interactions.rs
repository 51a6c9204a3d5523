//! Responses to interactions: the initial response, `@original`, follow-ups.

use serde_json::{Value, json};

use super::{Context, Response};
use crate::api_error::{self, ApiError};
use crate::discord::callback::{
    AUTOCOMPLETE_RESULT, DEFERRED_MESSAGE, DEFERRED_UPDATE, MESSAGE, UPDATE_MESSAGE,
};
use crate::discord::message_flag::{EPHEMERAL, LOADING};
use crate::limits;
use crate::state::{Notice, TOKEN_START};
use crate::time::millis;

pub(super) fn callback(cx: &mut Context<'_>) -> Response {
    let (id, message) = pending_interaction(cx)?;
    let body = std::mem::take(&mut cx.body);
    let (kind, data) = (body["type"].as_u64().unwrap_or(0), &body["data"]);
    let (original, step) = match kind {
        MESSAGE => (Some(new_message(cx, id, data)?), "message"),
        DEFERRED_MESSAGE => {
            let ephemeral = data["flags"].as_u64().unwrap_or(0) & EPHEMERAL;
            let draft = cx.world.response_draft(id, ephemeral | LOADING);
            (Some(cx.world.post(draft)), "deferral")
        }
        DEFERRED_UPDATE => (message, "deferred update"),
        UPDATE_MESSAGE => {
            let m = message.ok_or(api_error::INVALID_FORM)?;
            edit_message(cx, m, data)?;
            (message, "update")
        }
        AUTOCOMPLETE_RESULT => {
            cx.validate(&limits::autocomplete(data))?;
            (None, "choices")
        }
        _ => {
            cx.validate(&limits::modal(data))?;
            log_modal(cx, id, data);
            (None, "modal")
        }
    };
    cx.world.pending.remove(&id);
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.response = Some(kind);
        i.callback = body;
        i.ack_ms = i.started.map(|started| millis(started.elapsed()));
        i.original = original;
        i.steps.push(step.to_owned());
    }
    cx.world.notify(Notice::Answered(id));
    let wants_json = cx.query("with_response") == Some("true");
    let json = wants_json.then(|| callback_response_json(cx, id, kind));
    Ok(json.unwrap_or_default())
}

/// The interaction of a callback and the message of its component, if the callback is valid and in time.
fn pending_interaction(cx: &mut Context<'_>) -> Result<(u64, Option<u64>), ApiError> {
    let id = cx.id(0)?;
    let now = cx.world.now();
    let interaction = cx.world.interactions.get(&id);
    let interaction = interaction.filter(|i| i.token() == cx.text(1));
    let i = interaction.ok_or(api_error::UNKNOWN_INTERACTION)?;
    let age = now.saturating_sub(i.created_ms);
    let (kind, message) = (i.kind, i.message);
    if i.response.is_some() {
        // The answer to the first may be late or lost.
        if i.callback == cx.body {
            return Err(api_error::ALREADY_ACKNOWLEDGED.into());
        }
        let text = format!("{} gets a second initial response", i.name);
        return Err(cx.violation("one-ack", text, api_error::ALREADY_ACKNOWLEDGED));
    }
    if age > limits::ACK_MS || i.failed {
        let text = format!("initial response to {} after {age} ms", i.name);
        return Err(cx.violation("ack-3s", text, api_error::UNKNOWN_INTERACTION));
    }
    cx.validate(&limits::callback(&cx.body, kind, message.is_some()))?;
    Ok((id, message))
}

fn log_modal(cx: &mut Context<'_>, id: u64, data: &Value) {
    let i = &cx.world.interactions[&id];
    let (channel, user) = (i.channel, i.user);
    let rows = data["components"].as_array().into_iter().flatten();
    let labels: Vec<_> = rows
        .filter_map(|row| row["components"][0]["label"].as_str())
        .collect();
    let title = data["title"].as_str().unwrap_or_default();
    let line = format!("[modal] {title}: {}", labels.join(", "));
    cx.world.log(channel, Some(user), line);
}

/// The response to a callback with `with_response`.
fn callback_response_json(cx: &Context<'_>, id: u64, kind: u64) -> Value {
    let i = &cx.world.interactions[&id];
    let mut out = json!({"interaction": {"id": id.to_string(), "type": i.kind as u64}});
    if let Some(m) = i.original.and_then(|m| cx.world.messages.get(&m)) {
        let interaction = &mut out["interaction"];
        interaction["response_message_id"] = json!(m.id.to_string());
        interaction["response_message_loading"] = json!(m.is_loading());
        interaction["response_message_ephemeral"] = json!(m.is_ephemeral());
        if kind == MESSAGE || kind == UPDATE_MESSAGE {
            out["resource"] = json!({"type": kind, "message": cx.world.message_json(m)});
        }
    }
    out
}

fn record_step(cx: &mut Context<'_>, id: u64, step: &str) {
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.steps.push(step.to_owned());
    }
}

/// Validates and posts a response. Returns its id.
fn new_message(cx: &mut Context<'_>, id: u64, data: &Value) -> Result<u64, ApiError> {
    cx.validate_message(data, None)?;
    let flags = data["flags"].as_u64().unwrap_or(0) & !LOADING;
    let mut draft = cx.world.response_draft(id, flags);
    cx.world.apply(&mut draft, data, &cx.files);
    Ok(cx.world.post(draft))
}

fn edit_message(cx: &mut Context<'_>, message: u64, body: &Value) -> Result<(), ApiError> {
    cx.validate_message(body, Some(message))?;
    cx.reject_emptying(message, body)?;
    cx.world.edit_message(message, body, &cx.files);
    Ok(())
}

/// The interaction of a webhook route: known, responded to, and with a valid token.
fn responded_interaction(cx: &mut Context<'_>) -> Result<u64, ApiError> {
    let now = cx.world.now();
    let application = cx.id(0)?;
    let token = cx.text(1);
    let id = token.strip_prefix(TOKEN_START).map(str::parse::<u64>);
    let interaction = id.and_then(|id| cx.world.interactions.get(&id.ok()?));
    let interaction = interaction.filter(|i| i.token() == token && application == cx.world.bot);
    let i = interaction.ok_or(api_error::UNKNOWN_WEBHOOK)?;
    let (id, age) = (i.id, now.saturating_sub(i.created_ms));
    if age > limits::TOKEN_MS {
        let text = format!("the token of {} is used after {} s", i.name, age / 1000);
        return Err(cx.violation("token-15min", text, api_error::INVALID_TOKEN));
    }
    if i.response.is_none_or(|kind| kind == AUTOCOMPLETE_RESULT) {
        let text = format!("{} has no initial response yet", i.name);
        return Err(cx.violation("ack-first", text, api_error::UNKNOWN_WEBHOOK));
    }
    Ok(id)
}

/// The interaction and the message of a webhook route: `@original` or another response.
fn target(cx: &mut Context<'_>) -> Result<(u64, u64), ApiError> {
    let id = responded_interaction(cx)?;
    let i = &cx.world.interactions[&id];
    let wanted = cx.text(2);
    let message = if wanted.is_empty() {
        i.original
    } else {
        let wanted = wanted.parse().ok();
        let mut messages = i.followups.iter().copied().chain(i.original);
        messages.find(|m| Some(*m) == wanted)
    };
    let message = message.filter(|m| cx.world.messages.get(m).is_some_and(|m| !m.deleted));
    Ok((id, message.ok_or(api_error::UNKNOWN_MESSAGE)?))
}

pub(super) fn followup(cx: &mut Context<'_>) -> Response {
    let id = responded_interaction(cx)?;
    let body = std::mem::take(&mut cx.body);
    if let Some(m) = cx.world.unfilled_deferral(id) {
        // Documented: the first follow-up after a deferral fills it.
        edit_message(cx, m, &body)?;
        record_step(cx, id, "edit");
        return cx.message_json(m);
    }
    let m = new_message(cx, id, &body)?;
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.followups.push(m);
    }
    record_step(cx, id, "followup");
    cx.message_json(m)
}

pub(super) fn get(cx: &mut Context<'_>) -> Response {
    let (_, m) = target(cx)?;
    cx.message_json(m)
}

pub(super) fn edit(cx: &mut Context<'_>) -> Response {
    let (id, m) = target(cx)?;
    let body = std::mem::take(&mut cx.body);
    edit_message(cx, m, &body)?;
    record_step(cx, id, "edit");
    cx.message_json(m)
}

pub(super) fn delete(cx: &mut Context<'_>) -> Response {
    let (id, m) = target(cx)?;
    record_step(cx, id, "delete");
    cx.world.delete_message(m);
    Ok(Value::Null)
}
