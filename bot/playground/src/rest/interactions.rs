//! Answers to interactions: the first response, the original message, follow-ups.

use serde_json::{Value, json};

use super::{Answer, Ctx};
use crate::calls::ApiError;
use crate::limits;
use crate::state::{Asked, EPHEMERAL, InteractionState, LOADING, Told};

/// `POST /interactions/{interaction}/{token}/callback`
pub(super) fn callback(cx: &mut Ctx<'_>) -> Answer {
    let (id, token) = (cx.id(0)?, cx.text(1).to_owned());
    let now = cx.world.now();
    let Some(i) = cx.world.interactions.get(&id).filter(|i| i.token == token) else {
        return Err(ApiError::new(404, 10062));
    };
    let (asked, message, age, name) = (
        i.asked,
        i.message,
        now.saturating_sub(i.created_ms),
        i.name.clone(),
    );
    if i.response.is_some() {
        cx.note(
            "one-ack",
            &[],
            format!("{name} is answered a second time"),
            40060,
        );
        return Err(ApiError::new(400, 40060));
    }
    if age > limits::ACK_MS || i.failed {
        cx.note(
            "ack-3s",
            &[],
            format!("first response to {name} {age} ms after the interaction"),
            10062,
        );
        return Err(ApiError::new(404, 10062));
    }
    let body = std::mem::take(&mut cx.body);
    cx.judge(&limits::callback(&body, asked, message.is_some()))?;
    let data = &body["data"];
    let kind = body["type"].as_u64().unwrap_or(0);
    match kind {
        4 => {
            let m = new_message(cx, id, data, vec!["data".into()])?;
            respond(cx, id, kind, Some(m), "message");
        }
        5 => {
            let m = defer(cx, id, data["flags"].as_u64().unwrap_or(0) & EPHEMERAL);
            respond(cx, id, kind, Some(m), "deferral");
        }
        6 => respond(cx, id, kind, message, "deferred update"),
        7 => {
            let m = message.ok_or_else(|| ApiError::new(400, 50035))?;
            edit_checked(cx, m, data, vec!["data".into()])?;
            respond(cx, id, kind, Some(m), "update");
        }
        8 => {
            cx.judge(&limits::autocomplete(data))?;
            respond(cx, id, kind, None, "choices");
            if let Some(i) = cx.world.interactions.get_mut(&id) {
                i.choices = data["choices"].as_array().cloned().unwrap_or_default();
            }
        }
        _ => {
            cx.judge(&limits::modal(data))?;
            respond(cx, id, kind, None, "modal");
            if let Some(i) = cx.world.interactions.get_mut(&id) {
                i.modal = Some(data.clone());
            }
            modal_line(cx, id, data);
        }
    }
    if cx.query("with_response") == Some("true") {
        Ok(with_response(cx, id, kind))
    } else {
        Ok(Value::Null)
    }
}

fn modal_line(cx: &mut Ctx<'_>, id: u64, data: &Value) {
    let Some((channel, user)) = cx.world.interactions.get(&id).map(|i| (i.channel, i.user)) else {
        return;
    };
    let labels: Vec<_> = data["components"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|r| r["components"][0]["label"].as_str())
        .collect();
    let line = format!(
        "[modal] {}: {}",
        data["title"].as_str().unwrap_or_default(),
        labels.join(", ")
    );
    cx.world.log(channel, Some(user), line);
}

fn with_response(cx: &Ctx<'_>, id: u64, kind: u64) -> Value {
    let Some(i) = cx.world.interactions.get(&id) else {
        return Value::Null;
    };
    let mut out = json!({"interaction": {"id": id.to_string(), "type": i.asked as u64}});
    if let Some(m) = i.original.and_then(|m| cx.world.messages.get(&m)) {
        out["interaction"]["response_message_id"] = json!(m.id.to_string());
        out["interaction"]["response_message_loading"] = json!(m.is_loading());
        out["interaction"]["response_message_ephemeral"] = json!(m.is_private());
        if kind == 4 || kind == 7 {
            out["resource"] = json!({"type": kind, "message": cx.world.message_json(m, crate::json::Sight::Whole)});
        }
    }
    out
}

fn respond(cx: &mut Ctx<'_>, id: u64, kind: u64, original: Option<u64>, step: &str) {
    cx.world.open.remove(&id);
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.response = Some(kind);
        i.ack_real_ms = u64::try_from(i.begun.elapsed().as_millis()).ok();
        i.original = original;
        i.steps.push(step.to_owned());
    }
    cx.world.tell(Told::Answered(id));
}

fn step(cx: &mut Ctx<'_>, id: u64, step: &str) {
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.steps.push(step.to_owned());
    }
}

/// The type of a message that answers: 20 a slash command, 23 a context menu, 19 (a reply) a component.
fn reply_kind(i: &InteractionState) -> u64 {
    match (i.asked, i.command_kind) {
        (Asked::Command, 1) => 20,
        (Asked::Command, _) => 23,
        (Asked::Component, _) => 19,
        _ => 0,
    }
}

fn draft(cx: &mut Ctx<'_>, id: u64, flags: u64) -> crate::state::MessageState {
    let bot = cx.world.bot;
    let Some(i) = cx.world.interactions.get(&id) else {
        return cx.world.draft(0, bot);
    };
    let (channel, user, kind) = (i.channel, i.user, reply_kind(i));
    let reference = i.message.filter(|_| i.asked == Asked::Component);
    let mut m = cx.world.draft(channel, bot);
    m.kind = kind;
    m.reference = reference;
    m.interaction = Some(id);
    m.flags = flags;
    m.visible_to = (flags & EPHEMERAL != 0).then_some(user);
    m
}

fn defer(cx: &mut Ctx<'_>, id: u64, flags: u64) -> u64 {
    let m = draft(cx, id, flags | LOADING);
    cx.world.post(m)
}

fn new_message(
    cx: &mut Ctx<'_>,
    id: u64,
    data: &Value,
    path: Vec<crate::calls::Step>,
) -> Result<u64, ApiError> {
    let files = std::mem::take(&mut cx.files);
    cx.judge(&limits::message(
        data,
        &limits::Message {
            files: &files,
            existing: None,
            interaction: true,
            path,
        },
    ))?;
    let mut m = draft(cx, id, data["flags"].as_u64().unwrap_or(0) & !LOADING);
    cx.world.apply(&mut m, data, &files, true);
    Ok(cx.world.post(m))
}

fn edit_checked(
    cx: &mut Ctx<'_>,
    message: u64,
    body: &Value,
    path: Vec<crate::calls::Step>,
) -> Result<(), ApiError> {
    let files = std::mem::take(&mut cx.files);
    let existing = cx
        .world
        .messages
        .get(&message)
        .map(|m| m.files.clone())
        .unwrap_or_default();
    let about = limits::Message {
        files: &files,
        existing: Some(&existing),
        interaction: true,
        path,
    };
    cx.judge(&limits::message(body, &about))?;
    super::messages::refuse_emptying(cx, message, body, &files)?;
    cx.world.edit_message(message, body, &files);
    Ok(())
}

/// The interaction of a webhook route: known, answered, and not too old.
fn by_token(cx: &mut Ctx<'_>) -> Result<u64, ApiError> {
    let (app, token) = (cx.id(0)?, cx.text(1).to_owned());
    let now = cx.world.now();
    let found = cx
        .world
        .tokens
        .get(&token)
        .and_then(|id| cx.world.interactions.get(id))
        .filter(|_| app == cx.world.bot);
    let Some(i) = found else {
        return Err(ApiError::new(404, 10015));
    };
    let (id, age, name, answered) = (
        i.id,
        now.saturating_sub(i.created_ms),
        i.name.clone(),
        i.response.is_some_and(|t| t != 8),
    );
    if age > limits::TOKEN_MS {
        cx.note(
            "token-15min",
            &[],
            format!(
                "the token of {name} is used {} s after the interaction",
                age / 1000
            ),
            50027,
        );
        return Err(ApiError::new(401, 50027));
    }
    if !answered {
        cx.note(
            "ack-first",
            &[],
            format!("{name} has no first response yet"),
            10015,
        );
        return Err(ApiError::new(404, 10015));
    }
    Ok(id)
}

/// The message that a webhook route names: `@original` or one of the interaction's own.
fn target(cx: &Ctx<'_>, id: u64) -> Result<u64, ApiError> {
    let Some(i) = cx.world.interactions.get(&id) else {
        return Err(ApiError::new(404, 10015));
    };
    let wanted = cx.text(2);
    let found = if wanted.is_empty() {
        i.original
    } else {
        let wanted = wanted.parse().ok();
        i.followups
            .iter()
            .copied()
            .chain(i.original)
            .find(|m| Some(*m) == wanted)
    };
    found
        .filter(|m| cx.world.messages.get(m).is_some_and(|m| !m.deleted))
        .ok_or_else(|| ApiError::new(404, 10008))
}

fn whole(cx: &Ctx<'_>, message: u64) -> Answer {
    cx.world
        .messages
        .get(&message)
        .map(|m| cx.world.message_json(m, crate::json::Sight::Whole))
        .ok_or_else(|| ApiError::new(404, 10008))
}

/// `POST /webhooks/{app}/{token}`
pub(super) fn followup(cx: &mut Ctx<'_>) -> Answer {
    let id = by_token(cx)?;
    let body = std::mem::take(&mut cx.body);
    let loading = cx
        .world
        .interactions
        .get(&id)
        .filter(|i| i.response == Some(5))
        .and_then(|i| i.original);
    if let Some(m) = loading.filter(|m| {
        cx.world
            .messages
            .get(m)
            .is_some_and(|m| m.is_loading() && !m.deleted)
    }) {
        // Documented: the first follow-up after a deferral edits the loading message.
        edit_checked(cx, m, &body, Vec::new())?;
        step(cx, id, "edit");
        return whole(cx, m);
    }
    let m = new_message(cx, id, &body, Vec::new())?;
    if let Some(i) = cx.world.interactions.get_mut(&id) {
        i.followups.push(m);
    }
    step(cx, id, "followup");
    whole(cx, m)
}

/// `GET /webhooks/{app}/{token}/messages/...`
pub(super) fn get(cx: &mut Ctx<'_>) -> Answer {
    let id = by_token(cx)?;
    let m = target(cx, id)?;
    whole(cx, m)
}

/// `PATCH /webhooks/{app}/{token}/messages/...`
pub(super) fn edit(cx: &mut Ctx<'_>) -> Answer {
    let id = by_token(cx)?;
    let m = target(cx, id)?;
    let body = std::mem::take(&mut cx.body);
    edit_checked(cx, m, &body, Vec::new())?;
    step(cx, id, "edit");
    whole(cx, m)
}

/// `DELETE /webhooks/{app}/{token}/messages/...`
pub(super) fn delete(cx: &mut Ctx<'_>) -> Answer {
    let id = by_token(cx)?;
    let m = target(cx, id)?;
    step(cx, id, "delete");
    cx.world.delete_message(m);
    Ok(Value::Null)
}
