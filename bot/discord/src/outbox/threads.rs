//! Game threads: each is attached to a message and has that message's id.
//!
//! A message has at most one thread. If the program stops after opening one and before that is stored, Discord tells the next
//! run that the thread exists, and its id is known.

use app::card::Card;
use app::{BoardId, RoomId, ThreadToOpen, Timestamp};
use serenity::all::{AutoArchiveDuration, ChannelId, CreateThread, MessageId};

use super::dedup;
use crate::bot::Bot;
use crate::ids;
use crate::render::dedup_key;
use crate::rest;
use crate::rest::ThreadChanges;
use crate::rest::error::{ErrorClass, OutboxError, classify_request, code, code_of, request_error};
use runtime::outbox::challenge_post;

/// Opens or finds a game's thread: below its challenge, or below a message of its own. `attempted` as in [`dedup::post`].
pub(super) async fn open(
    bot: &Bot,
    board: BoardId,
    room: &RoomId,
    thread: &ThreadToOpen,
    attempted: Option<Timestamp>,
) -> Result<RoomId, OutboxError> {
    let channel = ids::room(room).ok_or(OutboxError::OtherPlatform)?;
    let challenge = challenge_post(&bot.service, thread.beneath).await?;
    let challenge = challenge
        .filter(|post| post.room == *room)
        .and_then(|post| ids::message(&post.message));
    if let Some(message) = challenge {
        match attach(bot, channel, message, thread).await {
            // The challenge's message was deleted.
            Err(error) if classify_request(&error) == ErrorClass::Gone => {}
            opened => return Ok(ids::room_id(opened.map_err(request_error)?)),
        }
    }
    let card = Card::words(thread.opening.clone());
    let message = bot.rendered(card).await;
    let message = message.post(&[], &dedup_key::of_thread(board));
    let opening = dedup::post(bot, channel, &message, attempted).await?;
    let opened = attach(bot, channel, opening.id, thread).await;
    Ok(ids::room_id(opened.map_err(request_error)?))
}

/// Archives a thread; where Delos may manage threads, locks it first.
pub(super) async fn close(bot: &Bot, thread: &RoomId, locked: bool) -> Result<(), OutboxError> {
    let channel = ids::room(thread).ok_or(OutboxError::OtherPlatform)?;
    if locked {
        // An archived thread can't be locked.
        let lock = ThreadChanges {
            archived: false,
            locked: Some(true),
        };
        match bot.rest.change_thread(channel, lock).await {
            Err(error) if classify_request(&error) == ErrorClass::Forbidden => {
                tracing::debug!(thread = %channel, %error, "thread not locked");
            }
            outcome => outcome.map_err(request_error)?,
        }
    }
    let archived = bot
        .rest
        .change_thread(channel, ThreadChanges::ARCHIVED)
        .await;
    archived.map_err(request_error)
}

async fn attach(
    bot: &Bot,
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
    match bot.rest.open_thread(channel, message, &wanted).await {
        Err(error) if code_of(&error) == Some(code::THREAD_EXISTS) => {
            Ok(ChannelId::new(message.get()))
        }
        opened => opened,
    }
}
