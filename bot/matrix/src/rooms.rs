//! Joins rooms, leaves them, follows replaced ones, and reports messages that can't be decrypted.

use std::sync::Arc;
use std::time::Duration;

use app::card::Card;
use app::{Report, Spent};
use runtime::retry::{Backoff, Retry};
use text::msg;

use crate::account::{Error, Event, Membership, Room, RoomKind};
use crate::bot::Bot;
use crate::error::HandleError;
use crate::ids;
use crate::pacer::Priority;
use crate::respond::send_to_room_soon;

/// Attempts at joining a room, [`JOIN_DELAY`] apart.
const JOIN_ATTEMPTS: u32 = 3;
const JOIN_DELAY: Duration = Duration::from_secs(5);
const JOIN_BACKOFF: Backoff = Backoff::doubling(JOIN_DELAY, JOIN_DELAY);
/// Attempts at following into a room, over about half an hour. [`follow_replaced`] tries again later.
const FOLLOW_ATTEMPTS: u32 = 10;
const FOLLOW_BACKOFF: Backoff = Backoff::doubling(JOIN_DELAY, Duration::from_mins(5));

/// Accepts an invitation that the account let through, and explains how to start.
///
/// In a task: a slow homeserver must not delay other events. After a crash, the open invitation is received again.
///
/// # Errors
/// When the account is in the room already, and that can't be stored.
pub(crate) async fn invited(
    bot: &Arc<Bot>,
    event: &Event,
    is_meant_directly: bool,
) -> Result<(), HandleError> {
    if let Ok(Some(room)) = bot.homeserver().room(&event.room).await {
        // An earlier run may have joined and died before the introduction.
        if follow(bot, &event.room).await? {
            return Ok(());
        }
        return introduce(bot, event, is_meant_directly, &room).await;
    }
    let (there, event) = (Arc::clone(bot), event.clone());
    bot.tasks.spawn(async move {
        let bot = there;
        let mut retry = Retry::new(JOIN_BACKOFF, &bot.stop);
        for attempt in 1..=JOIN_ATTEMPTS {
            let Err(error) = accept(&bot, &event, is_meant_directly).await else {
                return;
            };
            tracing::warn!(%error, attempt, "invitation not accepted");
            if !retry.wait().await {
                return;
            }
        }
    });
    Ok(())
}

async fn accept(bot: &Arc<Bot>, event: &Event, is_meant_directly: bool) -> Result<(), HandleError> {
    let guard = if is_meant_directly {
        Some(bot.joining.lock().await)
    } else {
        None
    };
    if !join(bot, &event.room).await? {
        return Ok(());
    }
    drop(guard);
    // The room may replace another one that only invites.
    if follow(bot, &event.room).await? {
        return Ok(());
    }
    let Some(room) = bot.homeserver().room(&event.room).await? else {
        return Ok(());
    };
    introduce(bot, event, is_meant_directly, &room).await
}

/// Explains, once, how to start in a room that the account joined.
async fn introduce(
    bot: &Bot,
    event: &Event,
    is_meant_directly: bool,
    room: &Room,
) -> Result<(), HandleError> {
    // Spaces have no messages. Managers of their rooms bind these to them.
    if room.kind == RoomKind::Space {
        return Ok(());
    }
    if is_meant_directly || room.is_direct() {
        let person = ids::player_id(&event.sender);
        let room = ids::room_id(&event.room, None);
        bot.report(move |service| {
            let met = Report::Met(&person, &room);
            service.app().report(met, service.moment())
        })
        .await?;
        return Ok(());
    }
    let server = ids::venue(&event.room, None, Some(&event.room)).server;
    let room = ids::room_id(&event.room, None);
    let Some(server) = server else { return Ok(()) };
    bot.report(move |service| {
        let moment = service.moment();
        service
            .app()
            .report(Report::Joined(&server, Some(&room), moment.now), moment)
    })
    .await?;
    Ok(())
}

/// Joins a room. Returns false after a permanent error.
async fn join(bot: &Bot, room: &str) -> Result<bool, Error> {
    let join = || bot.homeserver().join(room);
    match bot.messenger.paced(Priority::Notice, join).await {
        Ok(()) => Ok(true),
        Err(error) if error.is_transient() => Err(error),
        Err(error) => {
            tracing::info!(%error, "room not joined");
            Ok(false)
        }
    }
}

/// Leaves a room when everyone else has left.
pub(crate) async fn membership(
    bot: &Arc<Bot>,
    event: &Event,
    membership: &Membership,
) -> Result<(), HandleError> {
    if membership.is_joined || membership.person == bot.homeserver().me() {
        return Ok(());
    }
    let room = bot.room(&event.room).await?;
    if room.is_none_or(|room| room.members > 1) {
        return Ok(());
    }
    let (bot, room) = (Arc::clone(bot), event.room.clone());
    // Apart, since syncs must not wait for a rate limit.
    bot.tasks.clone().spawn(async move {
        let leave = || bot.homeserver().leave(&room);
        if let Err(error) = bot.messenger.paced(Priority::Notice, leave).await {
            tracing::info!(%error, "room not left");
        }
    });
    Ok(())
}

/// Follows into a replacement room, in a task.
pub(crate) fn upgraded(bot: &Arc<Bot>, to: &str) {
    let (there, to) = (Arc::clone(bot), to.to_owned());
    bot.tasks
        .spawn(async move { follow_with_retries(&there, &to).await });
}

/// Follows into rooms that replaced others while the program did not run, or failed before. Tries each once, in a task.
pub(crate) fn follow_replaced(bot: &Arc<Bot>) {
    let there = Arc::clone(bot);
    bot.tasks.spawn(async move {
        match there.homeserver().replaced_rooms().await {
            Ok(rooms) => {
                for (old, new) in rooms {
                    if !ids::is_plain(&new) || there.stop.is_cancelled() {
                        continue;
                    }
                    let attempt = follow_once(&there, &old, &new);
                    if let Some(Err(error)) = there.stop.run_until_cancelled(attempt).await {
                        tracing::warn!(%error, "room not followed");
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "replaced rooms not listed"),
        }
    });
}

/// Follows into a room, unless that is stored already.
async fn follow_once(bot: &Arc<Bot>, old: &str, new: &str) -> Result<(), HandleError> {
    if is_replaced(bot, old).await? {
        return Ok(());
    }
    join_and_follow(bot, new).await
}

/// Whether a room's replacement is stored.
async fn is_replaced(bot: &Bot, room: &str) -> Result<bool, HandleError> {
    let room = ids::venue(room, None, Some(room));
    let present = bot
        .service
        .run_blocking(move |service| Ok(service.app().place_of(&room)?.venue.room != room.room));
    Ok(present.await?)
}

async fn follow_with_retries(bot: &Arc<Bot>, to: &str) {
    let mut retry = Retry::new(FOLLOW_BACKOFF, &bot.stop);
    for attempt in 1..=FOLLOW_ATTEMPTS {
        let followed = bot.stop.run_until_cancelled(join_and_follow(bot, to));
        let Some(Err(error)) = followed.await else {
            return;
        };
        tracing::warn!(%error, attempt, "room not followed");
        if !retry.wait().await {
            return;
        }
    }
}

async fn join_and_follow(bot: &Arc<Bot>, to: &str) -> Result<(), HandleError> {
    if join(bot, to).await? {
        follow(bot, to).await?;
    }
    Ok(())
}

/// Moves what was in a room to the joined room that replaces it. Returns false if that replaces none.
async fn follow(bot: &Arc<Bot>, new: &str) -> Result<bool, HandleError> {
    let Some(old) = bot.homeserver().predecessor(new).await? else {
        return Ok(false);
    };
    let (from, to) = (ids::room_id(&old, None), ids::room_id(new, None));
    let noted = bot.service.run_blocking(move |service| {
        let moment = service.moment();
        service.app().note_replaced(&from, &to, moment)
    });
    let room = bot.homeserver().room(new).await?;
    if noted.await? && room.is_some_and(|room| room.kind != RoomKind::Space) {
        say(bot, new, format!("u:{new}"), msg!("room-upgraded"));
    }
    Ok(true)
}

/// Tells a room that a message could not be decrypted, at most once an hour.
pub(crate) async fn unreadable(bot: &Arc<Bot>, event: &Event) -> Result<(), HandleError> {
    let room = bot.room(&event.room).await?;
    if room.is_none_or(|room| !room.may_send) {
        return Ok(());
    }
    let now = bot.service.now();
    let spent = bot.unreadable.spend(event.room.clone(), now);
    if !matches!(spent, Spent::Nothing(_)) {
        let transaction = format!("x:{}", event.id);
        say(bot, &event.room, transaction, msg!("room-unreadable"));
    }
    Ok(())
}

fn say(bot: &Arc<Bot>, room: &str, transaction: String, words: text::Message) {
    send_to_room_soon(bot, room.to_owned(), transaction, Card::words(words));
}
