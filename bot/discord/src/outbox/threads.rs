//! Game threads: each is attached to a message and has that message's id.
//!
//! A message has at most one thread. If the program stops after opening one and before that is stored, Discord tells the next
//! run that the thread exists, and its id is known.

use anyhow::Context as _;
use app::card::Card;
use app::{BoardId, RoomId, ThreadToOpen, Timestamp};
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};

use crate::render::markdown::shared_lang;
use crate::retry::{ErrorClass, classify_request, code, code_of};
use crate::{Bot, ids, render};
use runtime::outbox::challenge_post;

impl Bot {
    /// Opens or finds a game's thread. `attempted` as in [`Self::post_once`].
    pub(crate) async fn thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<RoomId> {
        let channel = ids::room(room).context("not a channel of Discord's")?;
        let challenge = challenge_post(&self.service, thread.beneath).await?;
        let beneath = challenge
            .filter(|post| post.room == *room)
            .and_then(|post| ids::message(&post.message));
        let beneath_challenge = match beneath {
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
                .post_opening_message(board, channel, thread, attempted)
                .await?;
            self.attach_thread(channel, message, thread).await?
        };
        Ok(ids::room_id(opened))
    }

    async fn post_opening_message(
        &self,
        board: BoardId,
        channel: ChannelId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> anyhow::Result<MessageId> {
        let card = Card::words(thread.opening.clone());
        let rendered = render::render(&self.artist, card, shared_lang()).await;
        let message = rendered.post(&[], &render::thread_key(board));
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
}
