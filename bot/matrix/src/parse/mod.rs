//! Decides what an event asks for: fetches what it refers to, then reads it ([`intent`]).

pub(crate) mod intent;

use std::collections::BTreeSet;

use app::effect::Subject;
use app::{Failure, GameId};
use serde_json::{Map, Value};

use crate::account::{Error, Event, Member, Message, Reaction, Result, RoomKind};
use crate::bot::{Bot, HandleError, unless_refused};
use crate::choices::ASKED_IN;
use crate::ids;
use crate::origin::{AskedIn, Origin};
use intent::{Intent, MessageContext};

/// Mentions in a message that are resolved to names.
const MENTIONS: usize = 8;

/// What a request asks for, and where it was made.
type Parsed = (Origin, Intent);

/// Parses a message; `None` if it isn't for the bot.
pub(crate) async fn message(
    bot: &Bot,
    event: &Event,
    message: &Message,
) -> Result<Option<Parsed>, HandleError> {
    let room = bot.room(&event.room).await?;
    let Some(room) = room.filter(|room| room.kind != RoomKind::Space) else {
        return Ok(None);
    };
    let replied = own_content(bot, &event.room, message.reply_to.as_deref()).await?;
    // Clients without threads reply to a board in one from outside.
    let thread_replied_to = || replied.as_ref().and_then(thread_of);
    let thread = message.thread.clone().or_else(thread_replied_to);
    let thread_root = own_content(bot, &event.room, thread.as_deref()).await?;
    let origin = Origin {
        thread,
        is_own_thread: thread_root.is_some(),
        ..Origin::new(event, &room)
    };
    let me = bot.homeserver().me();
    let members = mentioned(bot, &origin, message, replied.is_some()).await?;
    let message = &with_user_ids(message, &members, me);
    if let Some((intent, content)) = choice_without_reply(bot, &origin, message) {
        let origin = for_room_asked_in(bot, origin, Some(&content)).await?;
        return Ok(Some((origin, intent)));
    }
    let own_name = members.iter().find(|member| member.id == me);
    let context = MessageContext {
        sender: &event.sender,
        me,
        name: own_name.map(|member| member.name.as_str()),
        is_direct: origin.is_direct,
        replied: replied.as_ref(),
        root: thread_root.as_ref(),
        shown: match (&replied, &thread_root) {
            (Some(_), _) => game_shown(bot, message.reply_to.as_deref()).await?,
            (None, Some(_)) => game_shown(bot, origin.thread.as_deref()).await?,
            (None, None) => None,
        },
    };
    let Some(intent) = intent::of_message(message, context) else {
        return Ok(None);
    };
    let is_choice = matches!(intent, Intent::Press(_) | Intent::Fill(..));
    let chosen_from = replied.as_ref().filter(|_| is_choice);
    let origin = for_room_asked_in(bot, origin, chosen_from).await?;
    Ok(Some((origin, intent)))
}

/// Parses a reaction; `None` unless it is one of the choices under our message.
pub(crate) async fn reaction(
    bot: &Bot,
    event: &Event,
    reaction: &Reaction,
) -> Result<Option<Parsed>, HandleError> {
    let Some(room) = bot.room(&event.room).await? else {
        return Ok(None);
    };
    let Some(content) = own_content(bot, &event.room, Some(&reaction.to)).await? else {
        return Ok(None);
    };
    let Some(chosen) = intent::choice(&reaction.key, &event.sender, &content) else {
        return Ok(None);
    };
    let thread = thread_of(&content);
    let thread_root = own_content(bot, &event.room, thread.as_deref()).await?;
    let origin = Origin {
        message: reaction.to.clone(),
        thread,
        is_own_thread: thread_root.is_some(),
        ..Origin::new(event, &room)
    };
    let origin = for_room_asked_in(bot, origin, Some(&content)).await?;
    Ok(Some((origin, Intent::Press(chosen))))
}

/// Parses an edit; `None` unless it is of a request that was responded to.
pub(crate) fn edit(bot: &Bot, event: &Event, of: &str) -> Option<Parsed> {
    let mut origin = bot.requests.get(&(event.room.clone(), of.to_owned()))?;
    origin.event.clone_from(&event.id);
    (origin.sender == event.sender).then_some((origin, Intent::Edited))
}

/// Returns what a message in a direct room chooses under our latest message, which needs no reply there; or the move that it tries
/// there in a lesson.
fn choice_without_reply(
    bot: &Bot,
    origin: &Origin,
    message: &Message,
) -> Option<(Intent, Map<String, Value>)> {
    if !origin.is_direct || message.reply_to.is_some() || message.thread.is_some() {
        return None;
    }
    let content = bot.messenger.latest_choices(&origin.room)?;
    let chosen = intent::choice(&message.body, &origin.sender, &content);
    let tried = || intent::lesson_move(&message.body, &content);
    let intent = chosen.map(Intent::Press).or_else(tried)?;
    Some((intent, content))
}

/// Moves a choice made in a direct room to the room that it was offered for, if the sender is still a member.
async fn for_room_asked_in(
    bot: &Bot,
    origin: Origin,
    content: Option<&Map<String, Value>>,
) -> Result<Origin, HandleError> {
    let asked_in = content.and_then(|content| content.get(ASKED_IN)?.as_str());
    if let Some(id) = asked_in.filter(|_| origin.is_direct)
        && let Some(room) = bot.room(id).await?
        && bot.homeserver().member(id, &origin.sender).await?.is_some()
    {
        return Ok(Origin {
            managing_level: room.managing_level,
            asked_in: Some(AskedIn {
                room: id.to_owned(),
                may_send: room.may_send,
            }),
            ..origin
        });
    }
    Ok(origin)
}

/// Replaces the names of mentioned people by their user ids: clients write names, which need not be unique.
fn with_user_ids(message: &Message, members: &[Member], me: &str) -> Message {
    let mut message = message.clone();
    let mentions = message.mentions.iter().flatten();
    let mentioned = mentions.filter_map(|user| members.iter().find(|member| member.id == *user));
    for person in mentioned.filter(|person| person.id != me && !person.name.is_empty()) {
        let is_edge = |next: Option<char>| next.is_none_or(|c| !c.is_alphanumeric());
        let found = message.body.match_indices(&person.name).find(|(at, name)| {
            let (before, rest) = message.body.split_at(*at);
            let after = rest.strip_prefix(name).unwrap_or_default();
            // A user id often contains the name.
            let is_id = before.ends_with('@') && after.starts_with(':');
            !is_id && is_edge(before.chars().next_back()) && is_edge(after.chars().next())
        });
        if let Some((at, name)) = found {
            let (before, _) = message.body.split_at(at);
            let begin = before.strip_suffix('@').map_or(at, str::len);
            message
                .body
                .replace_range(begin..at + name.len(), &person.id);
        }
    }
    message
}

fn thread_of(content: &Map<String, Value>) -> Option<String> {
    let relation = content.get("m.relates_to")?;
    let is_thread = relation["rel_type"] == "m.thread";
    is_thread.then(|| relation["event_id"].as_str().map(str::to_owned))?
}

/// Returns the bot and the mentioned members of the room, if the message may be for the bot.
async fn mentioned(
    bot: &Bot,
    origin: &Origin,
    message: &Message,
    is_reply: bool,
) -> Result<Vec<Member>> {
    let me = bot.homeserver().me();
    let may_be_for_us = origin.is_direct || is_reply || message.body.trim().starts_with('!');
    let mut mentions = message.mentions.iter().flatten();
    if !mentions.any(|user| may_be_for_us || user == me) {
        return Ok(Vec::new());
    }
    let others = message.mentions.iter().flatten().take(MENTIONS);
    let people: BTreeSet<&str> = others.map(String::as_str).collect();
    let mut members = Vec::new();
    for person in people.into_iter().chain([me]) {
        if ids::is_plain(person) {
            members.extend(bot.homeserver().member(&origin.room, person).await?);
        }
    }
    Ok(members)
}

/// Returns the content of a message if it is ours.
async fn own_content(
    bot: &Bot,
    room: &str,
    event: Option<&str>,
) -> Result<Option<Map<String, Value>>> {
    let Some(event) = event else { return Ok(None) };
    let key = (room.to_owned(), event.to_owned());
    if bot.foreign.contains(&key) {
        return Ok(None);
    }
    let content = bot.homeserver().own_content(room, event).await;
    if matches!(content, Ok(None) | Err(Error::NotFound(_))) {
        bot.foreign.insert(key, ());
    }
    unless_refused(content)
}

/// Returns the game shown in one of our messages, if known.
async fn game_shown(bot: &Bot, event: Option<&str>) -> Result<Option<GameId>, Failure> {
    let Some(event) = event.map(ids::message_id) else {
        return Ok(None);
    };
    let subject = bot.service.ask_store(move |store| store.subject_of(&event));
    let board = subject.await?.and_then(Subject::board);
    Ok(board.map(|board| board.game))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::account::member;

    #[test]
    fn a_mentioned_name_is_read_as_the_user_id() {
        let members = [
            member("@delos:hs", "Delos"),
            member("@bob:hs", "Bob B"),
            member("@leto:hs", "leto"),
        ];
        let read = |body: &str, mentioned: &str| {
            let message = Message {
                body: body.to_owned(),
                mentions: Some(vec!["@delos:hs".to_owned(), mentioned.to_owned()]),
                ..Message::default()
            };
            with_user_ids(&message, &members, "@delos:hs").body
        };
        for body in [
            "Delos: challenge Bob B leto",
            "Delos: challenge @Bob B leto",
        ] {
            assert_eq!(read(body, "@bob:hs"), "Delos: challenge @bob:hs leto");
        }
        for body in ["!delos block @leto:hs", "!delos block letos"] {
            assert_eq!(read(body, "@leto:hs"), body);
        }
        assert_eq!(read("!delos block Bob B", "@gone:hs"), "!delos block Bob B");
    }
}
