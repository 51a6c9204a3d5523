//! Finds out about what is heard, and has what it asks for carried out.

use std::collections::{BTreeSet, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::account::{Error, Heard, Member, Message, Reaction, RoomKind};
use app::effect::Subject;
use app::{Failure, GameId};
use serde_json::{Map, Value as Json};

use super::answers::{AskedIn, Question};
use super::asker::Asker;
use super::hearing::Trouble;
use super::reading::{self, Around, Meant};
use super::words::link;
use super::{Bot, ids};

/// The most members that a direct conversation has.
const DIRECT_MEMBERS: u64 = 2;
/// The most mentions in a message that are read as names.
const MOST_MENTIONS: usize = 8;
/// The most messages of others that are remembered as such.
const MOST_OTHERS: usize = 10_000;

/// Carries out what a message asks for, if it is for Delos.
pub(super) async fn message(
    bot: &Arc<Bot>,
    heard: &Heard,
    message: &Message,
) -> Result<(), Trouble> {
    let Some(room) = bot.room(&heard.room).await? else {
        return Ok(());
    };
    // No one talks to others in a space.
    if room.kind == RoomKind::Space {
        return Ok(());
    }
    let is_direct = is_direct(&room);
    let replied = bot.own(&heard.room, message.reply_to.as_deref()).await?;
    // Clients without threads reply to a board in one from outside.
    let thread_replied_to = || replied.as_ref().and_then(thread_of);
    let thread = message.thread.clone().or_else(thread_replied_to);
    let beginning = bot.own(&heard.room, thread.as_deref()).await?;
    let me = bot.homeserver().me();
    let mut mentions = message.mentions.iter().flatten();
    let may_be_for_us = is_direct || replied.is_some() || message.body.trim().starts_with('!');
    let members = if mentions.any(|user| may_be_for_us || user == me) {
        bot.mentioned(&heard.room, message).await?
    } else {
        Vec::new()
    };
    let message = &with_ids(message, &members, me);
    let own_name = members.iter().find(|member| member.id == me);
    let around = Around {
        sender: &heard.sender,
        me,
        name: own_name.map(|member| member.name.as_str()),
        is_direct,
        replied: replied.as_ref(),
        root: beginning.as_ref(),
        shown: match (&replied, &beginning) {
            (Some(_), _) => bot.shown(message.reply_to.as_deref()).await?,
            (None, Some(_)) => bot.shown(thread.as_deref()).await?,
            (None, None) => None,
        },
    };
    // Alone with Delos, people answer what it said last without a reply.
    let is_answer = is_direct && message.reply_to.is_none() && message.thread.is_none();
    let latest = is_answer.then(|| bot.speaker.latest_choices(&heard.room));
    let latest = latest.flatten();
    let chosen = latest
        .as_ref()
        .and_then(|content| reading::choice(&message.body, &heard.sender, content));
    let beneath_latest = latest.as_ref().filter(|_| chosen.is_some());
    let meant = chosen
        .map(Meant::Press)
        .or_else(|| reading::message(message, around));
    let Some(meant) = meant else { return Ok(()) };
    let question = Question {
        about: heard.id.clone(),
        thread,
        is_own_thread: beginning.is_some(),
        is_direct,
        may_send: room.may_send,
        ..Question::of(heard)
    };
    let is_choice = matches!(meant, Meant::Press(_) | Meant::Fill(..));
    let chosen_beneath = beneath_latest.or(replied.as_ref().filter(|_| is_choice));
    let asker = asker(bot, question, &room, chosen_beneath).await?;
    let reply = asker.carry_out(bot, meant).await?;
    asker.answer(bot, reply).await
}

/// The message with user ids in place of the names of those whom it mentions: clients write the name, which need not be unique.
fn with_ids(message: &Message, members: &[Member], me: &str) -> Message {
    let mut message = message.clone();
    let mentions = message.mentions.iter().flatten();
    let mentioned = mentions.filter_map(|user| members.iter().find(|member| member.id == *user));
    for person in mentioned.filter(|person| person.id != me && !person.name.is_empty()) {
        let is_edge = |next: Option<char>| next.is_none_or(|c| !c.is_alphanumeric());
        let found = message.body.match_indices(&person.name).find(|(at, name)| {
            // A user id begins with its sign, and often with the name.
            let (before, rest) = message.body.split_at(*at);
            let after = rest.strip_prefix(name).unwrap_or_default();
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

/// Carries out what a reaction asks for, if it is one of the choices beneath a message of Delos.
pub(super) async fn reaction(
    bot: &Arc<Bot>,
    heard: &Heard,
    reaction: &Reaction,
) -> Result<(), Trouble> {
    let Some(room) = bot.room(&heard.room).await? else {
        return Ok(());
    };
    let content = bot.own(&heard.room, Some(&reaction.to)).await?;
    let Some(content) = content else {
        return Ok(());
    };
    let Some(chosen) = reading::choice(&reaction.key, &heard.sender, &content) else {
        return Ok(());
    };
    let thread = thread_of(&content);
    let beginning = bot.own(&heard.room, thread.as_deref()).await?;
    let question = Question {
        about: reaction.to.clone(),
        thread,
        is_own_thread: beginning.is_some(),
        is_direct: is_direct(&room),
        may_send: room.may_send,
        ..Question::of(heard)
    };
    let asker = asker(bot, question, &room, Some(&content)).await?;
    let reply = asker.carry_out(bot, Meant::Press(chosen)).await?;
    asker.answer(bot, reply).await
}

/// Who asks, for the room of the question, or for the one in which a direct message with choices was asked for.
async fn asker(
    bot: &Bot,
    question: Question,
    room: &crate::account::Room,
    chosen_beneath: Option<&Map<String, Json>>,
) -> Result<Asker, Trouble> {
    let asked_in = chosen_beneath.filter(|_| question.is_direct);
    let asked_in = asked_in.and_then(|content| content.get(reading::ASKED_IN)?.as_str());
    if let Some(id) = asked_in
        && let Some(there) = bot.room(id).await?
    {
        let member = bot.homeserver().member(id, &question.sender).await?;
        // Who has left it makes no choices there.
        if member.is_some() {
            let asked_in = AskedIn {
                room: id.to_owned(),
                may_send: there.may_send,
            };
            let question = Question {
                asked_in: Some(asked_in),
                ..question
            };
            return Asker::new(bot, question, there.managing_level).await;
        }
    }
    Asker::new(bot, question, room.managing_level).await
}

/// Messages that people replied or reacted to, and that Delos did not send: each is asked for once, as long as it is remembered.
#[derive(Debug, Default)]
pub(super) struct Others(Mutex<HashSet<(String, String)>>);

impl Others {
    fn contains(&self, room: &str, event: &str) -> bool {
        let others = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        others.contains(&(room.to_owned(), event.to_owned()))
    }

    fn note(&self, room: &str, event: &str) {
        let mut others = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if others.len() >= MOST_OTHERS
            && let Some(any) = others.iter().next().cloned()
        {
            others.remove(&any);
        }
        others.insert((room.to_owned(), event.to_owned()));
    }
}

/// Whether a room is a conversation with one person.
pub(super) fn is_direct(room: &crate::account::Room) -> bool {
    room.kind == RoomKind::Direct && room.members <= DIRECT_MEMBERS
}

/// The thread in which a message of this content is.
fn thread_of(content: &Map<String, Json>) -> Option<String> {
    let relation = content.get("m.relates_to")?;
    (relation.get("rel_type")?.as_str()? == "m.thread")
        .then(|| relation.get("event_id")?.as_str().map(str::to_owned))?
}

impl Bot {
    /// Delos, and whom a message mentions, as far as they are in the room.
    async fn mentioned(&self, room: &str, message: &Message) -> Result<Vec<Member>, Error> {
        let others = message.mentions.iter().flatten().take(MOST_MENTIONS);
        let people: BTreeSet<&str> = others.map(String::as_str).collect();
        let mut members = Vec::new();
        for person in people.into_iter().chain([self.homeserver().me()]) {
            if ids::is_plain(person) {
                members.extend(self.homeserver().member(room, person).await?);
            }
        }
        Ok(members)
    }

    /// The room; none if Delos is not in it.
    pub(super) async fn room(&self, room: &str) -> Result<Option<crate::account::Room>, Error> {
        match self.homeserver().room(room).await {
            Err(error) if !error.is_transient() => Ok(None),
            outcome => outcome,
        }
    }

    /// The content of a message, if Delos sent it.
    async fn own(
        &self,
        room: &str,
        event: Option<&str>,
    ) -> Result<Option<Map<String, Json>>, Error> {
        let Some(event) = event else { return Ok(None) };
        if self.others.contains(room, event) {
            return Ok(None);
        }
        match self.homeserver().own_content(room, event).await {
            Ok(None) | Err(Error::NotFound(_)) => {
                self.others.note(room, event);
                Ok(None)
            }
            Err(error) if !error.is_transient() => Ok(None),
            outcome => outcome,
        }
    }
}

impl Bot {
    /// The address of the message that shows a game's present board.
    pub(super) async fn link_to_board(&self, game: GameId) -> Result<Option<String>, Failure> {
        let post = self
            .service
            .run_blocking(move |service| Ok(service.store().post(Subject::Game(game))?))
            .await?;
        Ok(post.and_then(|post| {
            let (room, _) = ids::room(&post.room)?;
            Some(link([room, ids::event(&post.message)?]))
        }))
    }

    /// The game that a message of Delos shows, as far as that is recorded.
    async fn shown(&self, event: Option<&str>) -> Result<Option<GameId>, Failure> {
        let Some(event) = event.map(ids::message_id) else {
            return Ok(None);
        };
        let subject = self
            .service
            .run_blocking(move |service| Ok(service.store().subject_of(&event)?))
            .await?;
        let board = subject.and_then(Subject::board);
        Ok(board.map(|board| board.game))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::directory::tests::member;

    #[test]
    fn the_name_of_someone_mentioned_is_read_as_that_person() {
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
            with_ids(&message, &members, "@delos:hs").body
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
