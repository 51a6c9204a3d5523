//! Game threads: each is attached to a message and has that message's id.
//!
//! A message has at most one thread. If the program stops after opening one and before that is stored, Discord tells the next
//! run that the thread exists, and its id is known.

use app::card::Card;
use app::{BoardId, RoomId, ThreadToOpen, Timestamp};
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};

use super::markdown::shared_lang;
use super::retry::{ErrorClass, classify_request, code, code_of, request_error};
use super::{Bot, ids, messages};
use runtime::outbox::{OutboxError, challenge_post};

impl Bot {
    /// Opens or finds a game's thread. `attempted` as in [`Self::post_once`].
    pub(super) async fn thread(
        &self,
        board: BoardId,
        room: &RoomId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> Result<RoomId, OutboxError> {
        let channel = ids::room(room).ok_or(OutboxError::OtherPlatform)?;
        let challenge = challenge_post(&self.service, thread.beneath).await?;
        let beneath = challenge
            .filter(|post| post.room == *room)
            .and_then(|post| ids::message(&post.message));
        let beneath_challenge = match beneath {
            Some(message) => match self.attach_thread(channel, message, thread).await {
                // The challenge's message was deleted.
                Err(error) if classify_request(&error) == ErrorClass::Gone => None,
                other => Some(other.map_err(request_error)?),
            },
            None => None,
        };
        let opened = if let Some(opened) = beneath_challenge {
            opened
        } else {
            let message = self
                .post_opening_message(board, channel, thread, attempted)
                .await?;
            let attached = self.attach_thread(channel, message, thread).await;
            attached.map_err(request_error)?
        };
        Ok(ids::room_id(opened))
    }

    async fn post_opening_message(
        &self,
        board: BoardId,
        channel: ChannelId,
        thread: &ThreadToOpen,
        attempted: Option<Timestamp>,
    ) -> Result<MessageId, OutboxError> {
        let card = Card::words(thread.opening.clone());
        let rendered = messages::render(&self.artist, card, shared_lang()).await;
        let message = rendered.post(&[], &messages::thread_key(board));
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
