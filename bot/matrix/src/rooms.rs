//! Joins rooms, leaves them, follows replaced ones, and reports messages that can't be decrypted.

use std::sync::Arc;
use std::time::Duration;

use app::card::Card;
use app::{Part, Report, Span, Spent};
use runtime::backoff::{Backoff, Poll, Retry};
use text::msg;
use tokio::time::sleep;

use crate::account::{Error, Event, Membership, Result, Room, RoomKind};
use crate::bot::{Bot, HandleError, Recipient};
use crate::ids;
use crate::respond::send_to_room_soon;

/// Attempts at joining a room, over about half an hour. Open invitations and [`follow_replaced`] bring later ones.
const ATTEMPTS: u32 = 10;
const BACKOFF: Backoff = Backoff::doubling(Duration::from_secs(5), Duration::from_mins(5));
/// Added to the wait that a homeserver asks for, which may be zero.
const MARGIN: Duration = Duration::from_secs(1);

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
    if let Ok(Some(_)) = bot.homeserver().room(&event.room).await {
        // An earlier run may have joined and died before the introduction.
        return enter(bot, event, is_meant_directly).await;
    }
    let (there, event) = (Arc::clone(bot), event.clone());
    bot.tasks.spawn(async move {
        let accept = async || {
            if join(&there, &event.room).await? {
                enter(&there, &event, is_meant_directly).await?;
            }
            Ok(())
        };
        with_retries(&there, "invitation not accepted", accept).await;
    });
    Ok(())
}

/// Makes a request about membership until it succeeds. Homeservers rate-limit these separately, so messages don't wait for them; a
/// rate-limited request doesn't count as an attempt.
async fn with_retries<F>(bot: &Bot, failure: &str, request: impl Fn() -> F)
where
    F: Future<Output = Result<(), HandleError>>,
{
    let mut retry = Retry::new(BACKOFF, &bot.stop);
    let mut attempts = 0;
    while attempts < ATTEMPTS {
        let Some(Err(error)) = bot.stop.run_until_cancelled(request()).await else {
            return;
        };
        let goes_on = if let Some(Error::TooMany(wait)) = error.homeserver() {
            let wait = wait.saturating_add(MARGIN);
            bot.stop.run_until_cancelled(sleep(wait)).await.is_some()
        } else {
            attempts += 1;
            tracing::warn!(%error, attempts, failure);
            retry.wait().await
        };
        if !goes_on {
            return;
        }
    }
}

/// Explains, once, how to start in a room that the account joined, unless the room replaces another.
async fn enter(bot: &Arc<Bot>, event: &Event, is_meant_directly: bool) -> Result<(), HandleError> {
    // The room may replace another one that only invites.
    if follow(bot, &event.room).await? {
        return Ok(());
    }
    // Spaces have no messages. Managers of their rooms bind these to them.
    let room = joined_room(bot, &event.room).await?;
    let Some(room) = room.filter(|room| room.kind != RoomKind::Space) else {
        return Ok(());
    };
    may_post(bot, &event.room).await?;
    let is_direct = is_meant_directly || room.is_direct();
    let person = ids::player_id(&event.sender);
    let server = ids::server_id(&event.room);
    let room = ids::room_id(&event.room, None);
    let introduced = bot.service.apply(move |service| {
        let moment = service.moment();
        let report = if is_direct {
            Report::Met(&person, &room)
        } else {
            Report::Joined(&server, Some(&room), moment.now)
        };
        service.app().report(report, moment)
    });
    Ok(introduced.await?)
}

/// Returns a room that the account has just joined, which may be known only after the next sync.
async fn joined_room(bot: &Bot, room: &str) -> Result<Option<Room>> {
    let known = || async { bot.homeserver().room(room).await.transpose() };
    Poll::JOINED_ROOM.until(known).await.transpose()
}

/// Posts the boards that could not be posted in a room, if the account may do so now.
pub(crate) async fn may_post(bot: &Bot, room: &str) -> Result<(), HandleError> {
    let known = bot.room(room).await?;
    if known.is_none_or(|room| !room.may_send || room.kind == RoomKind::Space) {
        return Ok(());
    }
    bot.pauses.accepted(&Recipient::Room {
        id: room.to_owned(),
        thread: None,
    });
    let venue = ids::venue(room, None, Some(room));
    bot.service
        .apply(move |service| service.report_to_app(Report::MayPost(&venue)))
        .await?;
    Ok(())
}

/// Joins a room. Returns false after a permanent error.
async fn join(bot: &Bot, room: &str) -> Result<bool> {
    match bot.homeserver().join(room).await {
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
        let leave = async || Ok(bot.homeserver().leave(&room).await?);
        with_retries(&bot, "room not left", leave).await;
    });
    Ok(())
}

/// Follows into a replacement room, in a task.
pub(crate) fn upgraded(bot: &Arc<Bot>, to: &str) {
    let (there, to) = (Arc::clone(bot), to.to_owned());
    bot.tasks.spawn(async move {
        let follow = || join_and_follow(&there, &to);
        with_retries(&there, "room not followed", follow).await;
    });
}

/// Follows into rooms that replaced others while the program did not run, or failed before. Tries each once, in a task.
pub(crate) fn follow_replaced(bot: &Arc<Bot>) {
    let there = Arc::clone(bot);
    bot.tasks.spawn(async move {
        let rooms = match there.homeserver().replaced_rooms().await {
            Ok(rooms) => rooms,
            Err(error) => return tracing::warn!(%error, "replaced rooms not listed"),
        };
        for (old, new) in rooms {
            if !ids::is_plain(&new) {
                continue;
            }
            let attempt = follow_once(&there, &old, &new);
            if let Some(Err(error)) = there.stop.run_until_cancelled(attempt).await {
                tracing::warn!(%error, "room not followed");
            }
        }
    });
}

/// Follows into a room, unless that is stored already.
async fn follow_once(bot: &Arc<Bot>, old: &str, new: &str) -> Result<(), HandleError> {
    let old = ids::venue(old, None, Some(old));
    let is_followed = bot
        .service
        .run_blocking(move |service| Ok(service.app().place_of(&old)?.venue.room != old.room));
    if is_followed.await? {
        return Ok(());
    }
    join_and_follow(bot, new).await
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
    let room = joined_room(bot, new).await?;
    if noted.await? && room.is_some_and(|room| room.kind != RoomKind::Space) {
        say(bot, new, format!("u:{new}"), msg!("room-upgraded"));
    }
    Ok(true)
}

/// Tells a person when their invitation will be accepted.
pub(crate) fn postponed(bot: &Arc<Bot>, event: &Event, wait: Duration) {
    let (there, event) = (Arc::clone(bot), event.clone());
    let wait = Span(i64::try_from(wait.as_millis()).unwrap_or(i64::MAX));
    let when = bot.service.now().plus(wait);
    bot.tasks.spawn(async move {
        match there.homeserver().direct_room(&event.sender, false).await {
            Ok(room) => {
                let transaction = format!("i:{}", event.id);
                let words = msg!("room-invitation-postponed", when = Part::Relative(when));
                say(&there, &room, transaction, words);
            }
            Err(error) => tracing::info!(%error, "notice of a postponed invitation not sent"),
        }
    });
}

/// Tells a room that a message could not be decrypted, at most once an hour.
pub(crate) async fn unreadable(bot: &Arc<Bot>, event: &Event) -> Result<(), HandleError> {
    let now = bot.service.now();
    let room = bot.room(&event.room).await?;
    if room.is_some_and(|room| room.may_send)
        && let Spent::Some | Spent::Last = bot.unreadable.spend(event.room.clone(), now)
    {
        let transaction = format!("x:{}", event.id);
        say(bot, &event.room, transaction, msg!("room-unreadable"));
    }
    Ok(())
}

fn say(bot: &Arc<Bot>, room: &str, transaction: String, words: text::Message) {
    send_to_room_soon(bot, room.to_owned(), transaction, Card::words(words));
}
