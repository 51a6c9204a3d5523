//! What the page does for a person.

use std::sync::Arc;

use serde_json::{Value, json};

use super::view::{id, person};
use crate::acting::{Refused, refuse};
use crate::driver::{Action, Arg, Args, Message, Reply, User, hand};
use crate::state::{Shared, World};

/// Carries out one action; the answer tells what the person gets to see beside messages.
pub(super) async fn act(shared: &Arc<Shared>, body: &Value) -> Result<Value, Refused> {
    let what = body["do"].as_str().unwrap_or_default();
    if what == "user" {
        return new_person(shared, body);
    }
    let user = actor(shared, body)?;
    let message = id(body, "message").map(|id| Message {
        shared: Arc::clone(shared),
        id,
    });
    let text = body["text"].as_str().unwrap_or_default();
    let the = |m: Option<Message>| m.map_or_else(|| refuse("no message is named"), Ok);
    match what {
        "say" => {
            let said = match message {
                Some(m) => user.try_reply_to(&m, text, body["ping"] != false)?,
                None => user.try_say(text)?,
            };
            Ok(json!({"ok": true, "message": said.id().to_string()}))
        }
        "edit" => changed(
            shared.change(|w| w.edit_own(user.id(), id(body, "message").unwrap_or(0), text)),
        ),
        "delete" => {
            changed(shared.change(|w| w.delete_as(user.id(), id(body, "message").unwrap_or(0))))
        }
        "react" => {
            let m = the(message)?;
            let emoji = text;
            let on = !m
                .reactions()
                .iter()
                .any(|(e, who)| e == emoji && who.iter().any(|n| n == user.name()));
            shared.change(|w| w.react(m.id(), user.id(), emoji, on));
            Ok(json!({"ok": true}))
        }
        "slash" => answered(user.slash(&command(body), args(shared, body)?)).await,
        "autocomplete" => {
            answered(user.complete(
                &command(body),
                args(shared, body)?,
                body["focused"].as_str().unwrap_or_default(),
            ))
            .await
        }
        "click" => {
            answered(user.click(
                &the(message)?,
                body["component"].as_str().unwrap_or_default(),
            ))
            .await
        }
        "select" => {
            let values: Vec<&str> = body["values"]
                .as_array()
                .into_iter()
                .flatten()
                .filter_map(Value::as_str)
                .collect();
            answered(user.select(
                &the(message)?,
                body["component"].as_str().unwrap_or_default(),
                &values,
            ))
            .await
        }
        "context" => match (message, body["target"].as_str()) {
            (Some(m), _) => answered(user.context(&command(body), &m)).await,
            (None, target) => {
                let Some(other) = shared.look(|w| person(w, target.unwrap_or_default())) else {
                    return refuse("there is nobody of that name");
                };
                answered(user.context(&command(body), &hand(shared, other, user.place().id())))
                    .await
            }
        },
        "submit" => {
            let opened = Reply {
                shared: Arc::clone(shared),
                id: id(body, "interaction").unwrap_or(0),
            };
            let text = |v: &Value| Arg::Text(v.as_str().unwrap_or_default().to_owned());
            let fields = body["fields"]
                .as_object()
                .into_iter()
                .flatten()
                .map(|(k, v)| (k.clone(), text(v)))
                .collect();
            answered(user.submit(&opened, Args(fields))).await
        }
        _ => refuse(format!("there is no action {what:?}")),
    }
}

fn changed(out: Result<(), Refused>) -> Result<Value, Refused> {
    out.map(|()| json!({"ok": true}))
}

fn command(body: &Value) -> String {
    body["command"]
        .as_str()
        .unwrap_or_default()
        .trim_start_matches('/')
        .to_owned()
}

fn new_person(shared: &Shared, body: &Value) -> Result<Value, Refused> {
    let name = body["text"].as_str().unwrap_or_default().trim();
    let n = name.chars().count();
    if !(2..=32).contains(&n) || name.contains(['@', '#', ':', '`', '<', '>']) {
        return refuse("a name has 2 to 32 characters, none of them @ # : ` < >");
    }
    shared.change(|w| {
        if w.people.len() > 50 {
            return refuse("the playground is full");
        }
        let known = w.person_named(name).map(|p| p.id);
        let id = known.unwrap_or_else(|| {
            let id = w.add_person(name, false);
            if let Some(g) = w.guilds.keys().next().copied() {
                w.join(g, id);
            }
            id
        });
        Ok(json!({"ok": true, "user": id.to_string()}))
    })
}

/// Who acts, and where; without a channel in the first one.
fn actor(shared: &Arc<Shared>, body: &Value) -> Result<User, Refused> {
    let who = body["user"].as_str().unwrap_or_default();
    let found = shared.look(|w| {
        let user = person(w, who).filter(|id| *id != w.bot)?;
        let first = w
            .channels
            .values()
            .find(|c| c.guild.is_some())
            .map(|c| c.id);
        Some((user, id(body, "channel").or(first).unwrap_or(0)))
    });
    let Some((user, mut place)) = found else {
        return refuse(format!("there is nobody called {who:?}"));
    };
    if body["channel"] == "dm" {
        place = shared.change(|w| w.dm_with(user));
    }
    Ok(hand(shared, user, place))
}

/// Waits for the first response and tells what of it is no message.
async fn answered(action: Action) -> Result<Value, Refused> {
    let reply = action.acknowledged().await?;
    let choices: Vec<_> = reply
        .choices()
        .into_iter()
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    Ok(
        json!({"ok": true, "interaction": reply.id().to_string(), "kind": reply.kind(), "modal": reply.modal(), "choices": choices}),
    )
}

/// The options of a command, given by name as text, number or boolean, as what the command takes.
fn args(shared: &Shared, body: &Value) -> Result<Args, Refused> {
    let command = command(body);
    let mut path = command.split_whitespace();
    let name = path.next().unwrap_or_default().to_owned();
    let path: Vec<&str> = path.collect();
    shared.look(|w| {
        let Some(c) = w
            .commands
            .values()
            .find(|c| c.name() == name && c.kind() == 1)
        else {
            return refuse(format!("there is no command {name:?}"));
        };
        let mut level = &c.body["options"];
        for step in path {
            level = level
                .as_array()
                .into_iter()
                .flatten()
                .find(|o| o["name"] == step)
                .map_or(&Value::Null, |o| &o["options"]);
        }
        let given = body["options"].as_object().into_iter().flatten();
        let arg = |(k, v): (&String, &Value)| {
            let kind = level
                .as_array()
                .into_iter()
                .flatten()
                .find(|o| o["name"] == k.as_str())
                .and_then(|o| o["type"].as_u64())
                .unwrap_or(3);
            let focused = body["focused"] == k.as_str();
            Ok((
                k.clone(),
                if focused {
                    Arg::Text(plain(v))
                } else {
                    convert(w, kind, v)?
                },
            ))
        };
        given.map(arg).collect::<Result<Vec<_>, _>>().map(Args)
    })
}

fn plain(v: &Value) -> String {
    v.as_str().map_or_else(|| v.to_string(), str::to_owned)
}

fn convert(w: &World, kind: u64, v: &Value) -> Result<Arg, Refused> {
    let text = plain(v);
    match kind {
        4 => text
            .parse()
            .map(Arg::Integer)
            .or_else(|_| refuse(format!("{text:?} is not a whole number"))),
        10 => text
            .parse()
            .map(Arg::Number)
            .or_else(|_| refuse(format!("{text:?} is not a number"))),
        5 => Ok(Arg::Bool(text.eq_ignore_ascii_case("true"))),
        6 | 9 => person(w, &text)
            .map(Arg::User)
            .map_or_else(|| refuse(format!("there is nobody called {text:?}")), Ok),
        7 => {
            let bare = text.trim_start_matches('#');
            let found = w
                .channels
                .values()
                .find(|c| c.id.to_string() == bare || c.name == bare);
            found
                .map(|c| Arg::Channel(c.id))
                .map_or_else(|| refuse(format!("there is no channel {text:?}")), Ok)
        }
        11 => refuse("this page uploads no files"),
        _ => Ok(Arg::Text(text)),
    }
}
