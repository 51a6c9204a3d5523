//! The outbox's Discord backend.

pub(crate) mod edit;
pub(crate) mod post_once;
pub(crate) mod retire;
mod server_event;

use std::sync::Arc;
use std::time::Instant;

use app::card::Card;
use app::effect::{LookFor, NotAwarded, Subject};
use app::server_event::{Scheduled, WantedEvent};
use app::{
    Action, BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, Span, ThreadToOpen, Timestamp,
    TournamentId,
};
use serde_json::json;
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};
use text::{Platform, Text};

use crate::bot::Bot;
use crate::ids::{self, Recipient};
use crate::render::markdown::{self, shared_lang};
use crate::render::{RenderedCard, dedup_key};
use crate::rest;
use crate::rest::error::{ErrorClass, OutboxError, code};
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{self, FrontEnd, Job, NewNotice, Posted};
use runtime::service::Service;
use store::Post;

/// A board older than this is posted again: Discord limits edits to messages older than an hour.
const MAX_EDITABLE_AGE: Span = Span::minutes(55);

impl FrontEnd for Bot {
    const PLATFORM: Platform = Platform::Discord;

    type Recipient = Recipient;

    fn service(&self) -> &Arc<Service> {
        &self.service
    }

    fn pauses(&self) -> &Pauses<Recipient> {
        &self.pauses
    }

    fn room(&self, room: &RoomId) -> Option<Recipient> {
        ids::room(room).map(Recipient::Channel)
    }

    fn person(&self, person: &PlayerId) -> Option<Recipient> {
        ids::user(person).map(Recipient::User)
    }

    /// Whether a board's message is recent enough to edit and, with a single player, still in view. Other messages are always
    /// edited.
    fn is_editable(&self, subject: Subject, post: &Post, shown: &Shown) -> bool {
        let age = self.service.now().since(Timestamp(post.posted_at));
        let player = shown.player.as_ref().and_then(ids::user);
        let is_buried = place(post)
            .zip(player)
            .is_some_and(|((channel, message), user)| {
                self.activity
                    .is_buried(channel.get(), message.get(), user.get())
            });
        subject.board().is_none() || (age < MAX_EDITABLE_AGE && !is_buried)
    }

    fn remains(&self, text: &Text) -> String {
        markdown::content(text, shared_lang())
    }

    async fn open_thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        beneath: Option<&Post>,
        attempted: Option<Timestamp>,
    ) -> outbox::Result<RoomId> {
        let channel = ids::room(room).ok_or(OutboxError::OtherPlatform)?;
        if let Some(message) = beneath.and_then(|post| ids::message(&post.message)) {
            match self.attach_thread(channel, message, thread).await {
                // The challenge's message was deleted.
                Err(error) if error.class() == ErrorClass::Gone => {}
                opened => return Ok(ids::room_id(opened?)),
            }
        }
        let message = self.rendered(Card::words(thread.opening.clone())).await;
        let message = message.post(&[], &dedup_key::of_thread(board));
        let opening = post_once::post(self, channel, &message, attempted).await?;
        let opened = self.attach_thread(channel, opening.id, thread).await?;
        Ok(ids::room_id(opened))
    }

    /// Where Delos may manage threads, locks it first: an archived thread can't be locked.
    async fn close_thread(&self, thread: &RoomId, locked: bool) -> outbox::Result<()> {
        let channel = ids::room(thread).ok_or(OutboxError::OtherPlatform)?;
        if locked {
            let lock = json!({ "archived": false, "locked": true });
            match self.rest.change_thread(channel, lock).await {
                Err(error) if error.class() == ErrorClass::Forbidden => {
                    tracing::debug!(thread = %channel, %error, "thread not locked");
                }
                outcome => outcome?,
            }
        }
        let archived = json!({ "archived": true });
        Ok(self.rest.change_thread(channel, archived).await?)
    }

    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> outbox::Result<bool> {
        let Some((channel, id)) = place(post) else {
            return Ok(false);
        };
        let message = self.rendered(shown.card.clone()).await.quiet();
        let begun = Instant::now();
        match edit::edit(self, channel, id, &message).await {
            Ok(()) => {
                job.record_posted(begun);
                tracing::debug!(message = %id, version = job.version, "message edited");
                Ok(true)
            }
            // The thread was locked after the game.
            Err(error) if error.has_code(code::THREAD_ARCHIVED) && is_over(shown) => {
                tracing::debug!(message = %id, "message not edited: its thread is locked");
                Ok(true)
            }
            // A daily puzzle is edited all day: this waits instead of posting it again.
            Err(error)
                if error.has_code(code::TOO_MANY_OLD_EDITS)
                    && matches!(job.subject, Subject::Daily(_)) =>
            {
                Err(OutboxError::failed(ErrorClass::Transient, error))
            }
            Err(error) if error.class() == ErrorClass::Gone => {
                tracing::info!(%error, message = %id, "message replaced: it cannot be edited");
                Ok(false)
            }
            Err(error) => Err(error.into()),
        }
    }

    async fn post(&self, job: &Job, shown: &Shown, call: &[PlayerId]) -> outbox::Result<Posted> {
        let channel = ids::room(&shown.venue.room).ok_or(OutboxError::OtherPlatform)?;
        let key = dedup_key::of_subject(job.subject, job.asked_version());
        let rendered = self.rendered(shown.card.clone()).await;
        let begun = Instant::now();
        let message = rendered.post(call, &key);
        let sent = post_once::post(self, channel, &message, job.attempted()).await?;
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(sent.id),
            room: ids::room_id(sent.channel_id),
        })
    }

    /// At shutdown the receiver may be gone; the store remembers the message.
    async fn retire(&self, former: Post) {
        drop(self.retirements.send(former));
    }

    async fn deliver(
        &self,
        to: &Recipient,
        notice: NewNotice<'_>,
        attempted: Option<Timestamp>,
    ) -> outbox::Result<()> {
        let channel = self.channel_of(*to).await?;
        let rendered = self.rendered(notice.card).await;
        let mut message = rendered.post(notice.call, &dedup_key::of_effect(notice.id));
        if let Some((channel, id)) = notice.reply_to.and_then(place) {
            message = message.replying_to(channel, id);
        }
        let posted = post_once::post(self, channel, &message, attempted).await;
        if let (Recipient::User(user), Err(error)) = (to, &posted)
            && error.class() == Some(ErrorClass::Gone)
        {
            // The next message opens another channel.
            self.direct_channels.remove(user);
        }
        posted.map(drop)
    }

    async fn give_role(
        &self,
        server: &ServerId,
        person: &PlayerId,
        role: &RoleId,
    ) -> outbox::Result<Option<NotAwarded>> {
        let (Some(server), Some(role), Some(user)) =
            (ids::server(server), ids::role(role), ids::user(person))
        else {
            return Ok(None);
        };
        match self.rest.give_role(server, user, role).await {
            Ok(()) => Ok(None),
            Err(error) if error.is_transient() => Err(error.into()),
            Err(error) if is_no_member(&error) => Ok(Some(NotAwarded::Left(person.clone()))),
            Err(error) if error.has_code(code::UNKNOWN_ROLE) => Ok(Some(NotAwarded::NoRole)),
            Err(_) => Ok(Some(NotAwarded::Forbidden)),
        }
    }

    /// False if Discord doesn't tell, for instance because the bot has left, too.
    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> outbox::Result<bool> {
        let (Some(server), Some(user)) = (ids::server(&look.server), ids::user(person)) else {
            return Ok(false);
        };
        match self.rest.is_bot(server, user).await {
            Ok(_) => Ok(false),
            Err(error) if error.is_transient() => Err(error.into()),
            Err(error) => Ok(is_no_member(&error)),
        }
    }

    async fn schedule(
        &self,
        tournament: TournamentId,
        wanted: &WantedEvent,
    ) -> outbox::Result<Scheduled> {
        server_event::synchronize(self, tournament, wanted).await
    }
}

impl Bot {
    async fn rendered(&self, card: Card) -> RenderedCard {
        self.render(card, shared_lang()).await
    }

    /// Opens a thread, which has the id of the message that it is attached to. A message has at most one: if the program stopped before
    /// the thread was stored, Discord tells the next run that it exists, and its id is known.
    async fn attach_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &ThreadToOpen,
    ) -> rest::Result<ChannelId> {
        // A server can have 1,000 threads that are not archived; a tournament opens hundreds.
        let archived_after = if thread.is_live {
            AutoArchiveDuration::OneHour
        } else {
            AutoArchiveDuration::OneWeek
        };
        let wanted = CreateThread::new(thread.name.clone()).auto_archive_duration(archived_after);
        match self.rest.open_thread(channel, message, &wanted).await {
            Err(error) if error.has_code(code::THREAD_EXISTS) => Ok(ChannelId::new(message.get())),
            opened => opened,
        }
    }

    /// Returns the channel to write in; a user's direct channel is opened once.
    async fn channel_of(&self, recipient: Recipient) -> rest::Result<ChannelId> {
        let user = match recipient {
            Recipient::Channel(channel) => return Ok(channel),
            Recipient::User(user) => user,
        };
        if let Some(channel) = self.direct_channels.get(&user) {
            return Ok(channel);
        }
        let channel = self.rest.direct_messages(user).await?;
        self.direct_channels.insert(user, channel);
        Ok(channel)
    }
}

/// Whether a board is of a finished game: it can't be resigned or aborted.
fn is_over(shown: &Shown) -> bool {
    let mut buttons = shown.card.controls.iter().flatten();
    !buttons.any(|button| matches!(button.action, Action::AskResign(_) | Action::AskAbort(_)))
}

fn is_no_member(error: &rest::Error) -> bool {
    matches!(
        error.code(),
        Some(code::UNKNOWN_MEMBER | code::UNKNOWN_USER)
    )
}

/// Returns the channel and the id of a message, unless it is on another platform.
fn place(post: &Post) -> Option<(ChannelId, MessageId)> {
    ids::room(&post.room).zip(ids::message(&post.message))
}
