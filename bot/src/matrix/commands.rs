//! Finds out about what is heard, and has what it asks for carried out.

use std::sync::Arc;

use app::effect::Subject;
use app::{Command, Failure, GameId, Occasion};
use matrix::{Error, Heard, Message, Reaction};
use serde_json::{Map, Value as Json};

use super::answers::Question;
use super::asker::Asker;
use super::hearing::Trouble;
use super::reading::{self, Around, Meant};
use super::{Bot, ids};

/// The most members that a direct conversation has.
const DIRECT_MEMBERS: u64 = 2;
/// Carries out what a message asks for, if it is for Delos.
pub(super) async fn message(
    bot: &Arc<Bot>,
    heard: &Heard,
    message: &Message,
) -> Result<(), Trouble> {
    let Some(room) = bot.room(&heard.room).await? else {
        return Ok(());
    };
    let is_direct = is_direct(&room);
    let replied = bot.own(&heard.room, message.reply_to.as_deref()).await?;
    let beginning = bot.own(&heard.room, message.thread.as_deref()).await?;
    let me = bot.homeserver().me();
    let called = message.mentions.iter().flatten().any(|user| user == me);
    let members = if called {
        bot.homeserver().members(&heard.room).await?
    } else {
        Vec::new()
    };
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
            (None, Some(_)) => bot.shown(message.thread.as_deref()).await?,
            (None, None) => None,
        },
    };
    let Some(meant) = reading::message(message, around) else {
        return Ok(());
    };
    let question = Question {
        about: heard.id.clone(),
        thread: message.thread.clone(),
        is_own_thread: beginning.is_some(),
        is_direct,
        may_send: room.may_send,
        ..Question::of(heard)
    };
    let asker = Asker::new(bot, question, members, room.managing_level).await?;
    let reply = asker.carry_out(bot, meant).await?;
    asker.answer(bot, reply).await
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
    let Some(chosen) = reading::reaction(&reaction.key, &heard.sender, &content) else {
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
    let asker = Asker::new(bot, question, Vec::new(), room.managing_level).await?;
    let reply = asker.carry_out(bot, Meant::Press(chosen)).await?;
    asker.answer(bot, reply).await
}

/// Tells someone who invites Delos to a conversation how to start.
pub(super) async fn greet(bot: &Arc<Bot>, heard: &Heard) -> Result<(), Trouble> {
    let question = Question {
        is_direct: true,
        ..Question::of(heard)
    };
    let asker = Asker::new(bot, question, Vec::new(), i64::MAX).await?;
    let reply = asker.give(bot, Command::Help(Occasion::Asked)).await?;
    asker.answer(bot, reply).await
}

/// Whether a room is a conversation with one person.
pub(super) fn is_direct(room: &matrix::Room) -> bool {
    room.is_direct && room.members <= DIRECT_MEMBERS
}

/// The thread in which a message of this content is.
fn thread_of(content: &Map<String, Json>) -> Option<String> {
    let relation = content.get("m.relates_to")?;
    (relation.get("rel_type")?.as_str()? == "m.thread")
        .then(|| relation.get("event_id")?.as_str().map(str::to_owned))?
}

impl Bot {
    /// The room; none if Delos is not in it.
    async fn room(&self, room: &str) -> Result<Option<matrix::Room>, Error> {
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
        match self.homeserver().own_content(room, event).await {
            Err(error) if !error.is_transient() => Ok(None),
            outcome => outcome,
        }
    }
}

impl Bot {
    /// The game that a message of Delos shows, as far as that is recorded.
    async fn shown(&self, event: Option<&str>) -> Result<Option<GameId>, Failure> {
        let Some(event) = event.map(ids::message_id) else {
            return Ok(None);
        };
        let subject = self
            .service
            .run_blocking(move |service| Ok(service.store().subject_of(&event)?))
            .await?;
        Ok(match subject {
            Some(Subject::Game(id)) => Some(id),
            _ => None,
        })
    }
}
