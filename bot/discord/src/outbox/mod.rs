//! The outbox's Discord backend.

pub(crate) mod dedup;
pub(crate) mod edit;
mod members;
pub(crate) mod retire;
mod server_event;
mod threads;

use std::sync::Arc;
use std::time::Instant;

use app::card::Card;
use app::effect::{EffectId, LookFor, NotAwarded, Subject};
use app::server_event::Schedule;
use app::{
    Action, BoardId, PlayerId, RoleId, RoomId, ServerId, Shown, Span, ThreadToOpen, Timestamp,
};
use serenity::all::ChannelId;
use text::{Platform, Text};
use tokio_util::sync::CancellationToken;

use crate::bot::Bot;
use crate::ids::{self, Recipient};
use crate::render::markdown::{self, shared_lang};
use crate::render::{RenderedCard, dedup_key};
use crate::rest;
use crate::rest::error::{ErrorClass, OutboxError, classify_request, code, code_of, request_error};
use runtime::outbox::pauses::Pauses;
use runtime::outbox::{FrontEnd, Job, NewNotice, Posted};
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

    fn stop(&self) -> &CancellationToken {
        &self.stop
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
        attempted: Option<Timestamp>,
    ) -> Result<RoomId, OutboxError> {
        threads::open(self, board, room, thread, attempted).await
    }

    async fn close_thread(&self, thread: &RoomId, locked: bool) -> Result<(), OutboxError> {
        threads::close(self, thread, locked).await
    }

    async fn edit(&self, post: &Post, job: &Job, shown: &Shown) -> Result<bool, OutboxError> {
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
            Err(error) if code_of(&error) == Some(code::THREAD_ARCHIVED) && is_over(shown) => {
                tracing::debug!(message = %id, "message not edited: its thread is locked");
                Ok(true)
            }
            // A daily puzzle is edited all day: this waits instead of posting it again.
            Err(error)
                if code_of(&error) == Some(code::TOO_MANY_OLD_EDITS)
                    && matches!(job.subject, Subject::Daily(_)) =>
            {
                Err(OutboxError::failed(ErrorClass::Transient, error))
            }
            Err(error) if classify_request(&error) == ErrorClass::Gone => {
                tracing::info!(%error, message = %id, "message replaced: it cannot be edited");
                Ok(false)
            }
            Err(error) => Err(request_error(error)),
        }
    }

    async fn post(
        &self,
        job: &Job,
        shown: &Shown,
        call: &[PlayerId],
    ) -> Result<Posted, OutboxError> {
        let channel = ids::channel(&shown.venue).ok_or(OutboxError::OtherPlatform)?;
        let key = dedup_key::of_subject(job.subject, job.asked_version());
        let rendered = self.rendered(shown.card.clone()).await;
        let begun = Instant::now();
        let message = rendered.post(call, &key);
        let sent = dedup::post(self, channel, &message, job.attempted()).await?;
        job.record_posted(begun);
        Ok(Posted {
            message: ids::message_id(sent.id),
            room: ids::room_id(sent.channel_id),
        })
    }

    async fn retire(&self, former: Post) {
        self.queue_retirement(former);
    }

    async fn deliver(
        &self,
        to: &Recipient,
        notice: NewNotice<'_>,
        attempted: Option<Timestamp>,
    ) -> Result<(), OutboxError> {
        let channel = self.channel_of(*to).await.map_err(request_error)?;
        let rendered = self.rendered(notice.card).await;
        let mut message = rendered.post(notice.call, &dedup_key::of_effect(notice.id));
        if let Some((channel, id)) = notice.reply_to.and_then(place) {
            message = message.replying_to(channel, id);
        }
        let posted = dedup::post(self, channel, &message, attempted).await;
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
    ) -> Result<Option<NotAwarded>, OutboxError> {
        members::give_role(self, server, person, role).await
    }

    async fn has_left(&self, look: &LookFor, person: &PlayerId) -> Result<bool, OutboxError> {
        members::has_left(self, &look.server, person).await
    }

    async fn schedule(&self, id: &EffectId, schedule: Schedule) -> Result<(), OutboxError> {
        server_event::schedule(self, id, schedule).await
    }
}

impl Bot {
    async fn rendered(&self, card: Card) -> RenderedCard {
        self.render(card, shared_lang()).await
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

/// Returns the channel and the id of a message, unless it is on another platform.
fn place(post: &Post) -> Option<(ChannelId, serenity::all::MessageId)> {
    ids::room(&post.room).zip(ids::message(&post.message))
}
