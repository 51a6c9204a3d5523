//! Game threads: each is attached to a message and has that message's id.
//!
//! A message has at most one thread. If the program stops after opening one and before that is stored, Discord tells the next
//! run that the thread exists, and its id is known.

use app::card::Card;
use app::effect::Subject;
use app::{GameId, RoomId, ThreadToOpen, Timestamp};
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};

use super::markdown::shared_lang;
use super::retry::{ErrorClass, Poll, classify_request, code, code_of, store_error};
use super::{Bot, ids, messages};

impl Bot {
    /// Opens or finds a game's thread, and tells the application. `attempted` as in [`Self::post_once`].
    pub(super) async fn open_thread(
        &self,
        game: GameId,
        channel: ChannelId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<()> {
        let beneath_challenge = match self.challenge_message(channel, thread).await? {
            Some(message) => match self.attach_thread(channel, message, thread).await {
                // The challenge's message was deleted.
                Err(error) if classify_request(&error) == ErrorClass::Gone => None,
                other => Some(other?),
            },
            None => None,
        };
        let opened = if let Some(opened) = beneath_challenge {
            opened
        } else {
            let message = self
                .post_opening_message(game, channel, thread, attempted)
                .await?;
            self.attach_thread(channel, message, thread).await?
        };
        let name = RoomId::new(ids::name(opened.get()));
        self.service
            .apply(move |service| service.app().thread_opened(game, &name, service.moment()))
            .await
            .map_err(store_error)
    }

    /// The message of the challenge that led to the game, if it is in this channel.
    async fn challenge_message(
        &self,
        channel: ChannelId,
        thread: &ThreadToOpen,
    ) -> anyhow::Result<Option<MessageId>> {
        let Some(challenge) = thread.beneath else {
            return Ok(None);
        };
        let subject = Subject::Challenge(challenge);
        // An outer none means that the message is still to be posted.
        let look_up = || async {
            let post = self.service.run_blocking(move |service| {
                let store = service.store();
                let post = store.post(subject)?;
                let is_pending = post.is_none() && !store.shows_after(subject, 0)?.is_empty();
                Ok((!is_pending).then_some(post))
            });
            post.await.map_err(store_error).transpose()
        };
        let post = Poll::CHALLENGE_MESSAGE.until(look_up).await;
        let post = post.transpose()?.flatten();
        Ok(post
            .filter(|post| ids::room(&post.room) == Some(channel))
            .and_then(|post| ids::message(&post.message)))
    }

    async fn post_opening_message(
        &self,
        game: GameId,
        channel: ChannelId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<MessageId> {
        let card = Card::words(thread.opening.clone());
        let rendered = messages::render(&self.artist, card, shared_lang()).await;
        let message = rendered.post(&[], &messages::thread_key(game));
        Ok(self.post_once(channel, &message, attempted).await?.id)
    }

    async fn attach_thread(
        &self,
        channel: ChannelId,
        message: MessageId,
        thread: &ThreadToOpen,
    ) -> serenity::Result<ChannelId> {
        // A server can have 1,000 threads that are not archived; a tournament opens hundreds.
        let archived_after = if thread.is_live {
            AutoArchiveDuration::OneHour
        } else {
            AutoArchiveDuration::OneWeek
        };
        let wanted = CreateThread::new(thread.name.clone()).auto_archive_duration(archived_after);
        match self.rest.open_thread(channel, message, &wanted).await {
            Ok(opened) => Ok(opened),
            Err(error) if code_of(&error) == Some(code::THREAD_EXISTS) => {
                Ok(ChannelId::new(message.get()))
            }
            Err(error) => Err(error),
        }
    }

    /// Moves a game out of its thread, existing or planned, into the parent channel; returns whether it had one.
    pub(super) async fn leave_thread(&self, subject: Subject) -> bool {
        let Subject::Game(game) = subject else {
            return false;
        };
        let left = self
            .service
            .run_blocking(move |service| service.app().leave_thread(game, service.moment()));
        match left.await {
            Ok(Some(outgoing)) => {
                self.service.queue(outgoing);
                true
            }
            Ok(None) => false,
            Err(failure) => {
                tracing::error!(%game, ?failure, "game not moved out of its thread");
                false
            }
        }
    }
}
