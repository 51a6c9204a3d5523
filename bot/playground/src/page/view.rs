//! What a person sees, as JSON for the page.

use std::time::Duration;

use serde_json::{Value, json};

use crate::json::Sight;
use crate::messages::as_id;
use crate::permission as may;
use crate::state::{Kind, MessageState, Shared, World};

/// How long a request for news waits.
const PATIENCE: Duration = Duration::from_secs(20);
/// How many of the latest messages are shown.
const SHOWN: usize = 80;
/// How long a typing indicator lasts.
const TYPING_MS: u64 = 10_000;

/// The state for `user` in `channel` (names or ids), once it is newer than `since`.
pub(super) async fn state(shared: &Shared, query: &[(String, String)]) -> Value {
    let get = |key: &str| {
        query
            .iter()
            .find(|(k, _)| k == key)
            .map_or("", |(_, v)| v.as_str())
    };
    let since: u64 = get("since").parse().unwrap_or(u64::MAX);
    let mut ticks = shared.ticks();
    if *ticks.borrow_and_update() == since {
        // Neither the end of patience nor of the playground is an error: the page asks again.
        drop(tokio::time::timeout(PATIENCE, ticks.changed()).await);
    }
    let tick = *ticks.borrow_and_update();
    shared.look(|w| view(w, tick, get("user"), get("channel")))
}

fn view(w: &World, tick: u64, user: &str, channel: &str) -> Value {
    let mut people: Vec<_> = w.people.values().filter(|p| !p.bot).collect();
    // The owner may do everything, so it is seldom the one to speak as.
    people.sort_by_key(|p| (w.guilds.values().any(|g| g.owner == p.id), p.id));
    let me = person(w, user)
        .or_else(|| people.first().map(|p| p.id))
        .unwrap_or(0);
    let wanted = channel.parse().ok().filter(|c| visible(w, me, *c));
    let first = w
        .channels
        .values()
        .find(|c| c.kind == Kind::Text && visible(w, me, c.id))
        .map(|c| c.id);
    let here = wanted.or(first).unwrap_or(0);
    json!({
        "n": tick,
        "now": w.time.running_ms(),
        "bot": {"id": w.bot.to_string(), "name": w.person_name(w.bot), "online": w.gateway.is_connected(), "activity": w.gateway.presence["activities"][0]["name"]},
        "me": me.to_string(),
        "here": here.to_string(),
        "people": people.iter().map(|p| json!({"id": p.id.to_string(), "name": p.name, "dm": p.dm.map(|d| d.to_string()), "pings": pings(w, p.id)})).collect::<Vec<_>>(),
        "guilds": guilds(w, me),
        "commands": commands(w, me, here),
        "messages": messages(w, me, here),
        "failures": failures(w, me, here),
        "typing": typing(w, me, here),
        "writable": w.permissions(me, here) & w.writing_bit(here) != 0,
        "violations": w.violations.iter().rev().take(50).map(|v| json!({"route": v.route, "path": v.path, "rule": v.rule, "message": v.message, "code": v.code})).collect::<Vec<_>>(),
        "violation_count": w.violations.len(),
    })
}

/// Somebody by id or name.
pub(super) fn person(w: &World, who: &str) -> Option<u64> {
    let who = who.trim_start_matches('@');
    let by_id = who
        .parse::<u64>()
        .ok()
        .filter(|id| w.people.contains_key(id));
    by_id.or_else(|| w.person_named(who).map(|p| p.id))
}

fn visible(w: &World, user: u64, channel: u64) -> bool {
    w.permissions(user, channel) & may::VIEW_CHANNEL != 0
}

/// The latest messages that notified somebody, as channel and message.
fn pings(w: &World, user: u64) -> Vec<Value> {
    let recent = w
        .messages
        .values()
        .rev()
        .take(400)
        .filter(|m| !m.deleted && m.pinged.contains(&user));
    let dm = w.people.get(&user).and_then(|p| p.dm);
    let direct = dm
        .and_then(|d| w.channels.get(&d))
        .into_iter()
        .flat_map(|c| c.messages.iter().rev().take(20))
        .filter_map(|m| w.messages.get(m));
    let direct = direct.filter(|m| m.author != user && !m.pinged.contains(&user));
    recent
        .chain(direct)
        .take(40)
        .map(|m| json!([m.channel.to_string(), m.id.to_string()]))
        .collect()
}

fn guilds(w: &World, me: u64) -> Vec<Value> {
    let of = |guild: u64| {
        let seen = w
            .channels
            .values()
            .filter(move |c| c.guild == Some(guild) && visible(w, me, c.id));
        seen.map(|c| {
            json!({"id": c.id.to_string(), "name": c.name, "parent": c.parent.map(|p| p.to_string()), "archived": c.archived, "private": c.kind == Kind::PrivateThread,
                "last": last(w, me, c.messages.iter()).map(|m| m.to_string())})
        })
        .collect::<Vec<_>>()
    };
    let mine = w.guilds.values().filter(|g| g.members.contains_key(&me));
    mine.map(|g| json!({"id": g.id.to_string(), "name": g.name, "bot": g.bot.is_some(), "channels": of(g.id)})).collect()
}

fn last<'a>(w: &World, me: u64, list: impl DoubleEndedIterator<Item = &'a u64>) -> Option<u64> {
    list.rev()
        .take(20)
        .find(|m| {
            w.messages
                .get(m)
                .is_some_and(|m| m.visible_to.is_none_or(|v| v == me))
        })
        .copied()
}

fn commands(w: &World, me: u64, here: u64) -> Vec<Value> {
    let usable = w.commands.values().filter(|c| {
        w.usable_command(me, here, c.name(), c.kind())
            .is_ok_and(|x| x.id == c.id)
    });
    usable.map(|c| json!({"name": c.name(), "type": c.kind(), "description": c.body["description"], "options": c.body["options"]})).collect()
}

fn messages(w: &World, me: u64, here: u64) -> Vec<Value> {
    let Some(c) = w.channels.get(&here) else {
        return Vec::new();
    };
    let seen = c
        .messages
        .iter()
        .rev()
        .filter_map(|m| w.messages.get(m))
        .filter(|m| w.sees(me, m) && !m.dismissed);
    let mut out: Vec<_> = seen.take(SHOWN).map(|m| message(w, me, m)).collect();
    out.reverse();
    out
}

fn message(w: &World, me: u64, m: &MessageState) -> Value {
    let mut d = w.message_json(m, Sight::Whole);
    d["private"] = json!(m.is_private());
    d["thinking"] = json!(m.is_loading());
    d["mine"] = json!(m.author == me);
    d["pings_me"] = json!(m.mentions.contains(&me) || m.everyone);
    for r in d["reactions"].as_array_mut().into_iter().flatten() {
        let own = r["emoji"]["name"]
            .as_str()
            .and_then(|e| m.reactions.get(e))
            .is_some_and(|who| who.contains(&me));
        r["mine"] = json!(own);
    }
    // A deferral that nobody has filled in fifteen minutes never will be.
    if m.is_loading() && m.created_ms + crate::limits::TOKEN_MS < w.now() {
        d["thinking"] = json!(false);
        d["content"] = json!("*The application did not respond*");
    }
    d
}

fn failures(w: &World, me: u64, here: u64) -> Vec<Value> {
    let mine = w.interactions.values().rev().take(100).filter(|i| {
        i.failed
            && i.user == me
            && i.channel == here
            && i.asked != crate::state::Asked::Autocomplete
    });
    mine.map(|i| json!({"id": i.id.to_string(), "name": i.name, "kind": i.asked as u64, "message": i.message.map(|m| m.to_string())})).collect()
}

fn typing(w: &World, me: u64, here: u64) -> Vec<String> {
    let now = w.time.running_ms();
    let recent = w
        .channels
        .get(&here)
        .into_iter()
        .flat_map(|c| c.typing.iter())
        .filter(|(who, at)| **who != me && **at + TYPING_MS > now);
    recent.map(|(who, _)| w.person_name(*who)).collect()
}

/// An id in the body of an action.
pub(super) fn id(body: &Value, key: &str) -> Option<u64> {
    as_id(&body[key])
}
