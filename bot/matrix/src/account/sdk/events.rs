//! Reads Matrix events.

use std::fmt::Display;

use matrix_sdk::deserialized_responses::TimelineEvent;
use matrix_sdk::ruma::serde::Raw;
use serde_json::Value;

use super::settings::Receives;
use crate::account::content::TRANSACTION;
use crate::account::event::{Event, EventKind, Membership, Message, Reaction};

/// Reads a timeline event, decrypted if possible; `None` if the bot doesn't handle it. Events that can't be decrypted become
/// [`EventKind::Unreadable`].
pub(super) fn read(which: Receives, me: &str, room: &str, event: &Value) -> Option<Event> {
    let sender = event["sender"].as_str()?;
    let kind = match event["type"].as_str()? {
        "m.room.member" => membership(event).map(EventKind::Membership),
        "m.room.power_levels" => (event["state_key"] == "").then_some(EventKind::PowersChanged),
        "m.room.tombstone" => {
            let to = event["content"]["replacement_room"].as_str()?.to_owned();
            let is_named = !to.is_empty() && event["state_key"] == "";
            is_named.then_some(EventKind::Upgraded { to })
        }
        "m.room.message" | "m.reaction" | "m.room.encrypted" if sender == me => {
            echo(event).map(|transaction| EventKind::Echo { transaction })
        }
        _ if is_redacted(event) => None,
        "m.room.message" => edit(which, &event["content"])
            .or_else(|| message(which, &event["content"]).map(EventKind::Message)),
        "m.reaction" => reaction(&event["content"]).map(EventKind::Reaction),
        "m.room.encrypted" => Some(EventKind::Unreadable),
        _ => None,
    }?;
    Some(Event {
        room: room.to_owned(),
        id: event["event_id"].as_str()?.to_owned(),
        sender: sender.to_owned(),
        kind,
    })
}

pub(super) fn has_type<T>(event: &Raw<T>, kind: &str) -> bool {
    let read = event.get_field::<String>("type");
    read.is_ok_and(|read| read.as_deref() == Some(kind))
}

/// Returns an event as JSON; `None` if it cannot be what it says.
pub(super) fn readable(event: &TimelineEvent) -> Option<Value> {
    let was_encrypted = event.encryption_info().is_some();
    json(event.raw()).filter(|event| is_possible(event, was_encrypted))
}

pub(super) fn json<T>(event: &Raw<T>) -> Option<Value> {
    event.deserialize_as_unchecked().ok()
}

/// Whether an event may have its type: the sender alone vouches for encrypted content, and state is never encrypted.
fn is_possible(event: &Value, was_encrypted: bool) -> bool {
    !was_encrypted
        || event.get("state_key").is_none()
            && matches!(
                event["type"].as_str(),
                Some("m.room.message" | "m.reaction" | "m.room.encrypted")
            )
}

/// Reads the invitation from a room's stripped state.
pub(super) fn invitation<'a>(
    me: &str,
    room: &str,
    state: impl IntoIterator<Item = &'a Value>,
) -> Option<Event> {
    let event = state
        .into_iter()
        .find(|event| is_membership_of(me, event))?;
    if event["content"]["membership"] != "invite" {
        return None;
    }
    // The time distinguishes repeated invitations. Not every homeserver sends it.
    let time = event["origin_server_ts"].as_u64().unwrap_or(0);
    let is_direct = event["content"]["is_direct"] == true;
    Some(invited(room, event["sender"].as_str()?, time, is_direct))
}

/// Returns the event of an invitation. Invitations have no event ids, so `which` tells apart one person's invitations to a room.
pub(super) fn invited(room: &str, sender: &str, which: impl Display, is_direct: bool) -> Event {
    Event {
        room: room.to_owned(),
        id: format!("invitation {room} {sender} {which}"),
        sender: sender.to_owned(),
        kind: EventKind::Invited { is_direct },
    }
}

/// Returns the invitation that `me` accepted by joining, again: a run that died after joining did not introduce itself.
pub(super) fn accepted(me: &str, room: &str, event: &Value) -> Option<Event> {
    let unsigned = &event["unsigned"];
    if !is_own_join(me, event) || unsigned["prev_content"]["membership"] != "invite" {
        return None;
    }
    // Not every homeserver sends the inviter.
    let sender = unsigned["prev_sender"].as_str().unwrap_or(me);
    let is_direct = unsigned["prev_content"]["is_direct"] == true;
    Some(invited(room, sender, "accepted", is_direct))
}

/// Returns the inviter's messages among the events before `me` joined.
pub(super) fn first_words(me: &str, mut earlier: Vec<Value>) -> Vec<Value> {
    let is_invitation =
        |event: &Value| is_membership_of(me, event) && event["content"]["membership"] == "invite";
    let Some(at) = earlier.iter().rposition(is_invitation) else {
        return Vec::new();
    };
    let mut since = earlier.split_off(at);
    let inviter = since.remove(0)["sender"].take();
    since.retain(|event| {
        let kind = event["type"].as_str();
        matches!(kind, Some("m.room.message" | "m.room.encrypted")) && event["sender"] == inviter
    });
    since
}

/// Whether this is `me` joining. Of the timeline's earlier events, only [`first_words`] are read.
pub(super) fn is_own_join(me: &str, event: &Value) -> bool {
    is_membership_of(me, event) && membership(event).is_some_and(|membership| membership.is_joined)
}

fn is_membership_of(me: &str, event: &Value) -> bool {
    event["type"] == "m.room.member" && event["state_key"] == me
}

pub(super) fn is_redacted(event: &Value) -> bool {
    event["unsigned"].get("redacted_because").is_some()
}

/// Returns the transaction id of an own message, perhaps another device's.
fn echo(event: &Value) -> Option<String> {
    let own = event["unsigned"]["transaction_id"].as_str();
    own.or_else(|| event["content"][TRANSACTION].as_str())
        .map(str::to_owned)
}

/// Reads a join or leave; `None` for a changed name or avatar.
fn membership(event: &Value) -> Option<Membership> {
    let person = event["state_key"].as_str()?;
    let is_joined = event["content"]["membership"] == "join";
    let was_joined = event["unsigned"]["prev_content"]["membership"] == "join";
    (is_joined != was_joined).then(|| Membership {
        person: person.to_owned(),
        is_joined,
    })
}

fn reaction(content: &Value) -> Option<Reaction> {
    let relation = &content["m.relates_to"];
    if relation["rel_type"] != "m.annotation" {
        return None;
    }
    Some(Reaction {
        to: relation["event_id"].as_str()?.to_owned(),
        key: without_variation(relation["key"].as_str()?),
    })
}

/// Removes variation selectors: clients disagree about U+FE0F after emoji.
fn without_variation(key: &str) -> String {
    key.chars()
        .filter(|&character| !matches!(character, '\u{fe0e}' | '\u{fe0f}'))
        .collect()
}

fn edit(receives: Receives, content: &Value) -> Option<EventKind> {
    let relation = &content["m.relates_to"];
    let is_edit = content["msgtype"] == "m.text" && relation["rel_type"] == "m.replace";
    let of = relation["event_id"].as_str()?.to_owned();
    (is_edit && receives == Receives::Requests).then_some(EventKind::Edited { of })
}

fn message(receives: Receives, content: &Value) -> Option<Message> {
    let relation = &content["m.relates_to"];
    if receives == Receives::Requests && content["msgtype"] != "m.text" {
        return None;
    }
    let body = content["body"].as_str()?;
    let thread = (relation["rel_type"] == "m.thread")
        .then(|| relation["event_id"].as_str())
        .flatten();
    let is_fallback = thread.is_some() && relation["is_falling_back"] == true;
    let reply_to = relation["m.in_reply_to"]["event_id"]
        .as_str()
        .filter(|_| !is_fallback);
    let body = match reply_to {
        Some(_) => without_quote(body),
        None => body,
    };
    Some(Message {
        body: body.to_owned(),
        mentions: mentions(content),
        reply_to: reply_to.map(str::to_owned),
        thread: thread.map(str::to_owned),
    })
}

fn mentions(content: &Value) -> Option<Vec<String>> {
    let mentions = content.get("m.mentions")?.as_object()?;
    let called = mentions.get("user_ids").and_then(Value::as_array);
    let users = called.into_iter().flatten().filter_map(Value::as_str);
    Some(users.map(str::to_owned).collect())
}

/// Strips the reply fallback of older clients: lines that begin with `> `, then an empty one.
fn without_quote(body: &str) -> &str {
    if !body.starts_with("> <") && !body.starts_with("> * <") {
        return body;
    }
    let mut rest = body;
    while rest.starts_with("> ") || rest.starts_with(">\n") {
        rest = rest.split_once('\n').map_or("", |(_, rest)| rest);
    }
    rest.strip_prefix('\n').unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ME: &str = "@delos:example.org";
    const ROOM: &str = "!room:example.org";

    fn event(kind: &str, content: &Value) -> Value {
        json!({
            "type": kind, "event_id": "$one", "sender": "@a:example.org", "content": content,
        })
    }

    fn kind_of(event: &Value) -> Option<EventKind> {
        read(Receives::Requests, ME, ROOM, event).map(|event| event.kind)
    }

    /// A person joins, or their membership changes otherwise.
    fn entry(person: &str, from: Option<&str>, to: &str) -> Value {
        let mut entry = event("m.room.member", &json!({"membership": to}));
        entry["state_key"] = person.into();
        if let Some(from) = from {
            entry["unsigned"] = json!({"prev_content": {"membership": from}});
        }
        entry
    }

    fn said(content: &Value) -> Message {
        match kind_of(&event("m.room.message", content)) {
            Some(EventKind::Message(message)) => message,
            other => panic!("{other:?}"),
        }
    }

    fn text(body: &str) -> Value {
        json!({"msgtype": "m.text", "body": body})
    }

    #[test]
    fn a_message_has_its_room_its_id_and_its_sender() {
        let message = event("m.room.message", &text("e4"));
        assert_eq!(
            read(Receives::Requests, ME, ROOM, &message),
            Some(Event {
                room: ROOM.to_owned(),
                id: "$one".to_owned(),
                sender: "@a:example.org".to_owned(),
                kind: EventKind::Message(Message {
                    body: "e4".to_owned(),
                    ..Message::default()
                }),
            })
        );
    }

    #[test]
    fn an_accepted_invitation_is_received_again() {
        let mut entry = entry(ME, None, "join");
        assert_eq!(accepted(ME, "!a:hs", &entry), None);
        entry["unsigned"] = json!({
            "prev_content": {"membership": "invite", "is_direct": true}, "prev_sender": "@b:hs",
        });
        let again = accepted(ME, "!a:hs", &entry).unwrap();
        assert_eq!((&*again.room, &*again.sender), ("!a:hs", "@b:hs"));
        assert_eq!(again.kind, EventKind::Invited { is_direct: true });
        entry["state_key"] = "@c:hs".into();
        assert_eq!(accepted(ME, "!a:hs", &entry), None, "someone else's");
    }

    #[test]
    fn the_inviters_first_words_are_read() {
        let by = |sender: &str, kind: &str, content: Value| {
            let mut event = event(kind, &content);
            event["sender"] = sender.into();
            event
        };
        let said = |sender, body: &str| by(sender, "m.room.message", json!({ "body": body }));
        let mut invitation = by("@b:hs", "m.room.member", json!({"membership": "invite"}));
        invitation["state_key"] = ME.into();
        let topic = by("@b:hs", "m.room.topic", json!({}));
        let [before, first, second] = ["before", "first", "second"].map(|body| said("@b:hs", body));
        let other = said("@c:hs", "other");
        let earlier = [&before, &invitation, &first, &other, &topic, &second];
        let read = first_words(ME, earlier.into_iter().cloned().collect());
        assert_eq!(read, [first, second]);
        assert!(first_words(ME, vec![before]).is_empty(), "never invited");
    }

    #[test]
    fn only_a_test_client_receives_notices_pictures_and_edits() {
        let mut edit = text("* e4");
        edit["m.relates_to"] = json!({"rel_type": "m.replace", "event_id": "$old"});
        let of = "$old".to_owned();
        for (content, kind) in [
            (json!({"msgtype": "m.notice", "body": "e4"}), None),
            (json!({"msgtype": "m.image", "body": "e4"}), None),
            (edit, Some(EventKind::Edited { of })),
        ] {
            let said = event("m.room.message", &content);
            assert_eq!(kind_of(&said), kind, "{content}");
            let received = read(Receives::Everything, ME, ROOM, &said);
            let Some(EventKind::Message(message)) = received.map(|event| event.kind) else {
                panic!("{content} is not received");
            };
            assert_eq!(message.body, content["body"]);
        }
    }

    #[test]
    fn redacted_messages_and_other_events_are_ignored() {
        let mut redacted = event("m.room.encrypted", &json!({}));
        redacted["unsigned"] = json!({"redacted_because": {}});
        for nothing in [
            event("m.room.message", &json!({"msgtype": "m.text"})),
            event("m.room.message", &json!({})),
            redacted,
            event("m.room.topic", &json!({"topic": "x"})),
            event("m.reaction", &json!({})),
        ] {
            assert_eq!(kind_of(&nothing), None, "{nothing}");
        }
    }

    #[test]
    fn no_mentions_differ_from_a_client_without_mentions() {
        assert_eq!(said(&text("x")).mentions, None);
        for (listed, mentions) in [
            (json!({}), Vec::new()),
            (json!({"user_ids": [ME, 1]}), vec![ME.to_owned()]),
        ] {
            let mut content = text("x");
            content["m.mentions"] = listed;
            assert_eq!(said(&content).mentions, Some(mentions));
        }
    }

    #[test]
    fn a_reply_is_read_without_what_it_quotes() {
        let reply = |body: &str| {
            said(&json!({
                "msgtype": "m.text", "body": body,
                "m.relates_to": {"m.in_reply_to": {"event_id": "$board"}},
            }))
        };
        let message = reply("> <@a:example.org> first\n> second\n\nNf3\n> mine");
        assert_eq!(message.body, "Nf3\n> mine");
        assert_eq!(message.reply_to.as_deref(), Some("$board"));
        assert_eq!(reply("> * <@a:example.org> waves\n\nNf3").body, "Nf3");
        assert_eq!(reply("> not a fallback").body, "> not a fallback");
        let plain = said(&text("> <@a:b> x\n\ny"));
        assert_eq!(plain.body, "> <@a:b> x\n\ny");
    }

    #[test]
    fn in_a_thread_only_a_true_reply_counts() {
        for (falls_back, reply_to) in [(true, None), (false, Some("$last"))] {
            let message = said(&json!({
                "msgtype": "m.text", "body": "x",
                "m.relates_to": {
                    "rel_type": "m.thread", "event_id": "$root", "is_falling_back": falls_back,
                    "m.in_reply_to": {"event_id": "$last"},
                },
            }));
            assert_eq!(message.thread.as_deref(), Some("$root"));
            assert_eq!(message.reply_to.as_deref(), reply_to);
        }
    }

    #[test]
    fn a_reaction_is_read_without_variation_selectors() {
        let relation =
            json!({"rel_type": "m.annotation", "event_id": "$board", "key": "\u{265f}\u{fe0f}"});
        let reaction = Reaction {
            to: "$board".to_owned(),
            key: "\u{265f}".to_owned(),
        };
        let read = kind_of(&event("m.reaction", &json!({"m.relates_to": relation})));
        assert_eq!(read, Some(EventKind::Reaction(reaction)));
    }

    #[test]
    fn own_events_become_echoes() {
        let echo = |transaction: &str| {
            let transaction = transaction.to_owned();
            Some(EventKind::Echo { transaction })
        };
        for kind in ["m.room.message", "m.room.encrypted", "m.reaction"] {
            let mut own = event(kind, &text("x"));
            own["sender"] = ME.into();
            assert_eq!(kind_of(&own), None, "{kind}");
            own["unsigned"] = json!({"transaction_id": "s:1"});
            assert_eq!(kind_of(&own), echo("s:1"), "{kind}");
        }
        let mut elsewhere = event("m.room.message", &json!({"body": "x", TRANSACTION: "s:2"}));
        let read = kind_of(&elsewhere);
        assert_eq!(read, None, "anyone can write that");
        elsewhere["sender"] = ME.into();
        assert_eq!(kind_of(&elsewhere), echo("s:2"));
        let unreadable = event("m.room.encrypted", &json!({"ciphertext": ""}));
        assert_eq!(kind_of(&unreadable), Some(EventKind::Unreadable));
    }

    #[test]
    fn only_coming_and_going_is_a_change_of_membership() {
        for (from, to, is_joined) in [
            (None, "join", Some(true)),
            (Some("invite"), "join", Some(true)),
            (Some("join"), "leave", Some(false)),
            (Some("join"), "ban", Some(false)),
            (Some("join"), "join", None),
            (None, "invite", None),
            (Some("invite"), "leave", None),
        ] {
            let person = "@b:example.org".to_owned();
            let entry = entry(&person, from, to);
            let change = is_joined.map(|is_joined| Membership { person, is_joined });
            let change = change.map(EventKind::Membership);
            assert_eq!(kind_of(&entry), change, "{from:?} {to}");
        }
    }

    #[test]
    fn the_own_entry_is_told_apart_from_others_and_from_a_new_name() {
        for (person, from, is_own) in [
            (ME, "invite", true),
            (ME, "join", false),
            ("@b:example.org", "invite", false),
        ] {
            assert_eq!(is_own_join(ME, &entry(person, Some(from), "join")), is_own);
        }
    }

    #[test]
    fn a_replaced_room_leads_to_the_new_one() {
        let tombstone = |state_key: &str, to: &str| {
            let mut said = event("m.room.tombstone", &json!({"replacement_room": to}));
            said["state_key"] = json!(state_key);
            kind_of(&said)
        };
        let to = "!new:example.org".to_owned();
        assert_eq!(tombstone("", &to), Some(EventKind::Upgraded { to }));
        assert_eq!(tombstone("", ""), None);
        assert_eq!(tombstone("elsewhere", "!new:example.org"), None);
    }

    #[test]
    fn what_was_encrypted_is_never_state() {
        let entry = entry(ME, None, "join");
        assert!(is_possible(&entry, false));
        assert!(!is_possible(&entry, true), "anyone can write that");
        let mut said = event("m.room.message", &text("e4"));
        assert!(is_possible(&said, true));
        said["state_key"] = json!("");
        assert!(!is_possible(&said, true));
        assert!(!is_possible(&event("m.room.tombstone", &json!({})), true));
    }

    #[test]
    fn an_invitation_names_the_inviter() {
        let state = [
            json!({"type": "m.room.name", "state_key": "", "sender": "@c:example.org", "content": {}}),
            json!({
                "type": "m.room.member", "state_key": ME, "sender": "@b:example.org", "origin_server_ts": 7,
                "content": {"membership": "invite", "is_direct": true},
            }),
        ];
        assert_eq!(
            invitation(ME, ROOM, &state),
            Some(Event {
                room: ROOM.to_owned(),
                id: "invitation !room:example.org @b:example.org 7".to_owned(),
                sender: "@b:example.org".to_owned(),
                kind: EventKind::Invited { is_direct: true },
            })
        );
        assert_eq!(invitation(ME, ROOM, &state[..1]), None);
    }
}
