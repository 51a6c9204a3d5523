//! The outbox's Matrix backend.
//!
//! Transaction ids make retries safe. Their prefixes: `s:` a subject's message, `e:` its edit, `f:` a file next to it, `n:` a
//! notice, `h:` the first message of a game's thread, `d:` the redaction of a duplicate.

mod posting;

use std::sync::Arc;
use std::time::Instant;

use app::card::Card;
use app::effect::{LookFor, NotAwarded, Subject};
use app::server_event::{EventPhase, NotScheduled, Scheduled, WantedEvent};
use app::{
    BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, ThreadToOpen, Timestamp, TournamentId,
};
use text::{Platform, Text};
use tokio::sync::mpsc;

use crate::account::{Content, Error, Relation, Result, Room, RoomKind};
use crate::bot::{Bot, Recipient};
use crate::ids;
use crate::rate_limits::Priority;
use crate::render::take_replay;
use posting::{card, code, file_transaction, hash_of, no_message, send_replay, transaction};
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{self, ErrorClass, FrontEnd, Job, NewNotice, OutboxError, Posted};
use runtime::service::{QueuedEffect, Service};
use store::{MessageId, Post};

/// Performs effects until the bot's `stop`. Waits for the first sync, which shows what was posted.
pub(crate) async fn run(bot: Arc<Bot>, messages: mpsc::UnboundedReceiver<QueuedEffect>) {
    let stop = bot.stop.clone();
    let caught_up = stop.run_until_cancelled(bot.messenger.caught_up.cancelled());
    if caught_up.await.is_some() {
        bot.mark_all_retired().await;
        outbox::run(bot, messages, stop).await;
    }
}

fn classify(error: &Error) -> ErrorClass {
    match error {
        // A new token may be configured; effects wait for it.
        Error::Unreachable(_)
        | Error::Proxy(_)
        | Error::TooMany(_)
        | Error::Account(_)
        | Error::Store(_) => ErrorClass::Transient,
        Error::Forbidden(_) => ErrorClass::Forbidden,
        Error::NotFound(_) => ErrorClass::Gone,
        Error::Invalid(_) => ErrorClass::Invalid,
    }
}

impl From<Error> for OutboxError {
    fn from(error: Error) -> Self {
        Self::failed(classify(&error), error)
    }
}

impl FrontEnd for Bot {
    const PLATFORM: Platform = Platform::Matrix;

    /// An edit would use up half of what homeservers let an account send, and the engine's move is a new message.
    const SHOWS_THINKING: bool = false;

    type Recipient = Recipient;

    fn service(&self) -> &Arc<Service> {
        &self.service
    }

    fn pauses(&self) -> &Pauses<Recipient> {
        &self.pauses
    }

    fn room(&self, room: &RoomId) -> Option<Recipient> {
        let (id, thread) = ids::room(room)?;
        Some(Recipient::Room {
            id: id.to_owned(),
            thread: thread.map(str::to_owned),
        })
    }

    fn person(&self, person: &PlayerId) -> Option<Recipient> {
        let user = ids::user(person)?;
        Some(Recipient::Person(user.to_owned()))
    }

    fn is_editable(&self, subject: Subject, post: &Post, shown: &Shown) -> bool {
        posting::is_editable(subject, post, &shown.venue.room, self.service.now())
    }

    /// Old boards keep their picture.
    fn remains(&self, _: &Text) -> String {
        String::new()
    }

    async fn open_thread(
        &self,
        board: BoardId,
        place: &RoomId,
        thread: &ThreadToOpen,
        beneath: Option<&Post>,
        _: Option<Timestamp>,
    ) -> outbox::Result<RoomId> {
        let (room, _) = ids::room(place).ok_or(OutboxError::OtherPlatform)?;
        if let Some(event) = beneath.and_then(|post| ids::event(&post.message)) {
            return Ok(ids::room_id(room, Some(event)));
        }
        let rendered = self.render(Card::words(thread.opening.clone()), room).await;
        let transaction = format!("h:{}", code(board.into()));
        let mut contents = rendered.post(&[], None).into_iter();
        let opening = contents.next().ok_or_else(no_message)?;
        let event = self
            .messenger
            .send(Priority::Call, room, &transaction, opening)
            .await?;
        Ok(ids::room_id(room, Some(&event)))
    }

    async fn close_thread(&self, _: &RoomId, _: bool) -> outbox::Result<()> {
        Ok(())
    }

    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> outbox::Result<bool> {
        let Some(((room, thread), event)) = ids::room(&post.room).zip(ids::event(&post.message))
        else {
            return Ok(false);
        };
        // An edit of a deleted message succeeds invisibly.
        match self.homeserver().own_content(room, event).await {
            Ok(Some(content)) if !content.is_empty() => {}
            Ok(_) | Err(Error::NotFound(_) | Error::Forbidden(_)) => {
                tracing::info!(event, "message replaced: it cannot be edited");
                return Ok(false);
            }
            Err(error) => return Err(error.into()),
        }
        let rendered = self.render(card(job.subject, shown), room).await;
        let transaction = transaction("e", job.subject, job.version, job.stored_at);
        let begun = Instant::now();
        let contents = rendered.edit(event, thread);
        let hash = hash_of(&contents);
        // Clients without edits would show it as another message.
        if self.content_hashes.get(event) == Some(hash) {
            return Ok(true);
        }
        // If the answer is lost, the message may show either form.
        self.content_hashes.remove(event);
        let further = |_: usize, file: &Content| file_transaction(job.subject, file);
        self.messenger
            .send_all(Priority::Edit, room, &transaction, contents, further)
            .await?;
        self.note_content(job, event, hash);
        job.record_posted(begun);
        tracing::debug!(event, version = job.version, "message edited");
        Ok(true)
    }

    async fn post(&self, job: &Job, shown: &Shown, call: &[PlayerId]) -> outbox::Result<Posted> {
        let place = &shown.venue.room;
        let (room, thread) = ids::room(place).ok_or(OutboxError::OtherPlatform)?;
        let rendered = self.render(card(job.subject, shown), room).await;
        let transaction = transaction("s", job.subject, job.asked_version(), job.asked_at());
        let priority = match job.subject {
            _ if !call.is_empty() => Priority::Call,
            Subject::Game(_) | Subject::GameElsewhere(_) => Priority::Edit,
            Subject::Challenge(_) | Subject::Tournament(_) | Subject::Daily(_) => Priority::Notice,
        };
        let begun = Instant::now();
        let contents = rendered.post(call, thread);
        let hash = hash_of(&contents);
        let further = |_: usize, file: &Content| file_transaction(job.subject, file);
        let event = self
            .messenger
            .send_all(priority, room, &transaction, contents, further)
            .await?
            .ok_or_else(no_message)?;
        self.note_content(job, &event, hash);
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(&event),
            room: place.clone(),
        })
    }

    /// Sends the replay in a task, since further edits must not wait for its thumbnails.
    async fn follow_up(&self, subject: Subject, shown: &Shown) {
        let place = shown.venue.room.clone();
        let Some(replay) = take_replay(&mut shown.card.clone()) else {
            return;
        };
        let messenger = Arc::clone(&self.messenger);
        self.tasks.spawn(async move {
            let sent = send_replay(&messenger, subject, &place, replay);
            messenger.stop.run_until_cancelled(sent).await;
        });
    }

    /// Old boards keep their choices, which are answered with a link to the current one.
    async fn retire(&self, former: Post) {
        self.mark_retired(vec![former.message]).await;
    }

    async fn deliver(
        &self,
        to: &Recipient,
        notice: NewNotice<'_>,
        _: Option<Timestamp>,
    ) -> outbox::Result<()> {
        let NewNotice { id, card, call, .. } = notice;
        let priority = if call.is_empty() {
            Priority::Notice
        } else {
            Priority::Call
        };
        let (room, thread) = match to {
            Recipient::Room { id, thread } => (id.clone(), thread.as_deref()),
            Recipient::Person(user) => (self.messenger.direct_room(user, false).await?, None),
        };
        let rendered = self.render(card, &room).await;
        let board = notice.reply_to.and_then(|post| ids::event(&post.message));
        let is_news = call.is_empty() && board.is_none();
        let mut contents = if is_news {
            rendered.announce(thread)
        } else {
            rendered.post(call, thread)
        };
        if let Some((first, event)) = contents.first_mut().zip(board) {
            first.relation = Some(Relation::reply(event, thread));
        }
        let transaction = format!("n:{}", id.0);
        let further = |n: usize, _: &Content| format!("{transaction}:{n}");
        self.messenger
            .send_all(priority, &room, &transaction, contents, further)
            .await?;
        Ok(())
    }

    /// Raises the person's power level.
    async fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> outbox::Result<Option<NotAwarded>> {
        let (Some(room), Some(user), Some(level)) = (
            self.room_of(server).await?,
            ids::user(person),
            ids::power(role),
        ) else {
            return Ok(None);
        };
        let room = &*room;
        let raised = match self.homeserver().member(room, user).await {
            Ok(None) => return Ok(Some(NotAwarded::Left(person.clone()))),
            Ok(Some(member)) if member.power >= level => return Ok(None),
            Ok(Some(_)) => {
                let set = || self.homeserver().set_power(room, user, level);
                self.messenger.paced(Priority::Notice, set).await
            }
            Err(error) => Err(error),
        };
        match raised {
            Ok(()) => Ok(None),
            Err(error) if classify(&error) == ErrorClass::Transient => Err(error.into()),
            Err(error) => {
                tracing::info!(room, user, %error, "power level not set");
                Ok(Some(NotAwarded::Forbidden))
            }
        }
    }

    /// Whether the person left both the server's room and the tournament's; false if unknown, as in a space, where people join from
    /// all rooms.
    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> outbox::Result<bool> {
        let (Some(room), Some(user)) = (self.room_of(&look.server).await?, ids::user(person))
        else {
            return Ok(false);
        };
        // Members of a space's rooms need not be in the space.
        let is_space = |server: Room| server.kind == RoomKind::Space;
        if self.may_be_in(&room, user).await? || self.room(&room).await?.is_none_or(is_space) {
            return Ok(false);
        }
        let subject = Subject::Tournament(look.tournament);
        let shown = self.service.ask(move |app| app.show(subject)).await?;
        let room = shown
            .as_ref()
            .and_then(|shown| ids::room(&shown.venue.room));
        match room {
            Some((room, _)) => Ok(!self.may_be_in(room, user).await?),
            None => Ok(true),
        }
    }

    /// Matrix has no scheduled events.
    async fn schedule(&self, _: TournamentId, wanted: &WantedEvent) -> outbox::Result<Scheduled> {
        Ok(match wanted.phase {
            EventPhase::Ahead(_) => Scheduled::Failed(NotScheduled::Forbidden),
            EventPhase::Running | EventPhase::Over | EventPhase::Unwanted => Scheduled::Absent,
        })
    }
}

impl Bot {
    /// Records what a message shows, unless the job was recovered: an earlier attempt may have posted older content.
    fn note_content(&self, job: &Job, event: &str, hash: u64) {
        if !job.recovered {
            self.content_hashes.insert(event.to_owned(), hash);
        }
    }

    async fn mark_retired(&self, messages: Vec<MessageId>) {
        let noted = (self.service).ask_store(move |store| store.mark_retired(&messages));
        if let Err(failure) = noted.await {
            tracing::error!(?failure, "replaced messages not recorded");
        }
    }

    /// Marks the replaced messages that an earlier run left.
    async fn mark_all_retired(&self) {
        let left = match self.service.ask_store(|store| store.unretired()).await {
            Ok(left) => left.into_iter().map(|post| post.message),
            Err(failure) => return tracing::error!(?failure, "replaced messages not read"),
        };
        let own: Vec<_> = left.filter(|id| ids::event(id).is_some()).collect();
        if !own.is_empty() {
            self.mark_retired(own).await;
        }
    }

    async fn room_of(&self, server: &ServerId) -> outbox::Result<Option<String>> {
        if ids::server(server).is_none() {
            return Ok(None);
        }
        let server = server.clone();
        let room = self.service.ask(move |app| app.room_of(&server)).await?;
        Ok(ids::room(&room).map(|(room, _)| room.to_owned()))
    }

    async fn may_be_in(&self, room: &str, user: &str) -> Result<bool> {
        match self.homeserver().member(room, user).await {
            Ok(member) => Ok(member.is_some()),
            Err(error) if classify(&error) == ErrorClass::Transient => Err(error),
            // This account may have left.
            Err(_) => Ok(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn only_errors_that_may_pass_are_transient() {
        let why = || "why".to_owned();
        for (error, class) in [
            (Error::Unreachable(why()), ErrorClass::Transient),
            (Error::Proxy(why()), ErrorClass::Transient),
            (
                Error::TooMany(Duration::from_secs(5)),
                ErrorClass::Transient,
            ),
            (Error::Account(why()), ErrorClass::Transient),
            (Error::Store(why()), ErrorClass::Transient),
            (Error::Forbidden(why()), ErrorClass::Forbidden),
            (Error::NotFound(why()), ErrorClass::Gone),
            (Error::Invalid(why()), ErrorClass::Invalid),
        ] {
            assert_eq!(classify(&error), class, "{error}");
        }
    }
}
