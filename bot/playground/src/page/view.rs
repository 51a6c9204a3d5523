//! The state of the page for a user, as JSON.

use std::time::Duration;

use serde_json::{Value, json};

use crate::limits::TOKEN_MS;
use crate::state::scheduled_events::event_status;
use crate::state::{ChannelKind, InteractionType, MessageState, Shared, World};

/// How long a request for a newer state waits.
const LONG_POLL: Duration = Duration::from_secs(20);
/// Messages shown per channel.
const MAX_MESSAGES: usize = 80;
const MAX_VIOLATIONS: usize = 50;
/// How long a typing indicator lasts.
const TYPING_MS: u64 = 10_000;

/// The state for `user` in `channel` (names or ids), once it is newer than `since`.
pub(super) async fn state(shared: &Shared, query: &[(String, String)]) -> Value {
    let get = |key: &str| {
        let value = query.iter().find(|(k, _)| k == key);
        value.map_or("", |(_, v)| v.as_str())
    };
    let since: u64 = get("since").parse().unwrap_or(u64::MAX);
    let mut ticks = shared.ticks();
    if *ticks.borrow_and_update() == since {
        // After a timeout the page asks again.
        drop(tokio::time::timeout(LONG_POLL, ticks.changed()).await);
    }
    let tick = *ticks.borrow_and_update();
    shared.read(|w| view(w, tick, get("user"), get("channel")))
}

fn view(w: &World, tick: u64, user: &str, channel: &str) -> Value {
    let mut users: Vec<_> = w.users.values().filter(|user| !user.is_bot).collect();
    // The owner has all permissions, so it comes last.
    users.sort_by_key(|user| (w.guilds.values().any(|g| g.owner == user.id), user.id));
    let first_user = users.first().map_or(0, |user| user.id);
    let me = find_user(w, user).unwrap_or(first_user);
    let wanted = channel.parse().ok().filter(|c| w.can_view(me, *c));
    let mut channels = w.channels.values();
    let first = channels.find(|c| c.kind == ChannelKind::Text && w.can_view(me, c.id));
    let here = wanted.or(first.map(|c| c.id)).unwrap_or(0);
    let people: Vec<_> = users
        .iter()
        .map(|user| {
            json!({"id": user.id.to_string(), "name": user.name, "dm": user.dm.map(|d| d.to_string()), "pings": pings(w, user.id)})
        })
        .collect();
    json!({
        "n": tick,
        "now": w.time.running_ms(),
        "bot": {"id": w.bot.to_string(), "name": w.user_name(w.bot), "online": w.gateway.is_connected(), "activity": w.gateway.activity()},
        "me": me.to_string(),
        "here": here.to_string(),
        "people": people,
        "guilds": guilds(w, me),
        "commands": commands(w, me, here),
        "messages": messages(w, me, here),
        "failures": failures(w, me, here),
        "typing": typing(w, me, here),
        "writable": w.permissions(me, here) & w.send_permission(here) != 0,
        "violations": violations(w),
        "violation_count": w.violations.len(),
    })
}

/// A user by id or name.
pub(super) fn find_user(w: &World, user: &str) -> Option<u64> {
    let user = user.trim_start_matches('@');
    let id = user.parse::<u64>().ok();
    id.filter(|id| w.users.contains_key(id))
        .or_else(|| w.user_named(user).map(|user| user.id))
}

/// The latest messages that notified a user, as channel and message. In a DM every message does.
fn pings(w: &World, user: u64) -> Vec<Value> {
    let recent = w.messages.values().rev().take(400);
    let mentions = recent.filter(|m| !m.deleted && m.pinged.contains(&user));
    let dm = w.users.get(&user).and_then(|user| user.dm);
    let dm = dm.and_then(|dm| w.channels.get(&dm)).into_iter();
    let dms = dm
        .flat_map(|c| c.messages.iter().rev().take(20))
        .filter_map(|m| w.messages.get(m))
        .filter(|m| m.author != user && !m.pinged.contains(&user));
    mentions
        .chain(dms)
        .take(40)
        .map(|m| json!([m.channel.to_string(), m.id.to_string()]))
        .collect()
}

fn guilds(w: &World, me: u64) -> Vec<Value> {
    let own = w.guilds.values().filter(|g| g.members.contains_key(&me));
    own.map(|g| json!({"id": g.id.to_string(), "name": g.name, "bot": g.bot.is_some(), "channels": channels(w, me, g.id), "events": events(w, g.id)}))
        .collect()
}

/// The scheduled events that are not over.
fn events(w: &World, guild: u64) -> Vec<Value> {
    let now = w.now();
    let events = w.guilds[&guild].current_events();
    let current = events.filter(|e| e.ends_ms > now);
    current
        .map(|e| json!({"name": e.name, "description": e.description, "location": e.location, "starts": e.starts_ms, "active": e.starts_ms <= now || e.status == event_status::ACTIVE}))
        .collect()
}

fn channels(w: &World, me: u64, guild: u64) -> Vec<Value> {
    let channels = w.channels.values();
    let visible = channels.filter(|c| c.guild == Some(guild) && w.can_view(me, c.id));
    visible
        .map(|c| {
            let is_own = |m: &MessageState| m.visible_to.is_none_or(|user| user == me);
            let mut newest = c.messages.iter().rev().take(20);
            let last = newest.find(|m| w.messages.get(m).is_some_and(is_own));
            json!({"id": c.id.to_string(), "name": c.name, "parent": c.parent.map(|p| p.to_string()), "archived": c.archived,
                "private": c.kind == ChannelKind::PrivateThread, "last": last.map(u64::to_string)})
        })
        .collect()
}

fn commands(w: &World, me: u64, here: u64) -> Vec<Value> {
    let usable = w.commands.values().filter(|c| {
        w.usable_command(me, here, c.name(), c.kind())
            .is_ok_and(|usable| usable.id == c.id)
    });
    usable.map(|c| json!({"name": c.name(), "type": c.kind(), "description": c.body["description"], "options": c.body["options"]})).collect()
}

fn messages(w: &World, me: u64, here: u64) -> Vec<Value> {
    let newest = w.screen_messages(me, here).rev().take(MAX_MESSAGES);
    let mut out: Vec<_> = newest.map(|m| message(w, me, m)).collect();
    out.reverse();
    out
}

fn message(w: &World, me: u64, m: &MessageState) -> Value {
    let mut d = w.message_json(m);
    d["private"] = json!(m.is_ephemeral());
    d["thinking"] = json!(m.is_loading());
    d["mine"] = json!(m.author == me);
    d["pings_me"] = json!(m.mentions.contains(&me) || m.mentions_everyone);
    for reaction in d["reactions"].as_array_mut().into_iter().flatten() {
        let emoji = reaction["emoji"]["name"].as_str();
        let users = emoji.and_then(|e| m.reactions.get(e));
        reaction["mine"] = json!(users.is_some_and(|users| users.contains(&me)));
    }
    // A deferral can no longer be filled once its token has expired.
    if m.is_loading() && m.created_ms + TOKEN_MS < w.now() {
        d["thinking"] = json!(false);
        d["content"] = json!("*The application did not respond*");
    }
    d
}

fn failures(w: &World, me: u64, here: u64) -> Vec<Value> {
    let recent = w.interactions.values().rev().take(100);
    let own = recent.filter(|i| {
        i.failed && i.user == me && i.channel == here && i.kind != InteractionType::Autocomplete
    });
    own.map(|i| json!({"id": i.id.to_string(), "name": i.name, "kind": i.kind as u64, "message": i.message.map(|m| m.to_string())})).collect()
}

fn typing(w: &World, me: u64, here: u64) -> Vec<String> {
    let now = w.time.running_ms();
    let channel = w.channels.get(&here).into_iter();
    let typing = channel.flat_map(|c| c.typing.iter());
    typing
        .filter(|(user, at)| **user != me && **at + TYPING_MS > now)
        .map(|(user, _)| w.user_name(*user))
        .collect()
}

/// The latest violations, newest first.
fn violations(w: &World) -> Vec<Value> {
    let newest = w.violations.iter().rev().take(MAX_VIOLATIONS);
    newest
        .map(|v| json!({"route": v.route, "path": v.path, "rule": v.rule, "message": v.message, "code": v.code}))
        .collect()
}
