//! Joins rooms and leaves them, follows them when they are replaced, and says where something could not be read.

use std::sync::Arc;
use std::time::Duration;

use crate::account::{Error, Heard, Membership, RoomKind};
use app::Spent;
use app::card::Card;
use text::msg;
use tokio::time::sleep;

use super::hearing::Trouble;
use super::{Bot, commands, ids};

/// Attempts at joining a room.
const ATTEMPTS: u32 = 3;
/// Attempts at following into a room; what fails then is tried again with all others: see [`upgraded_before`].
const FOLLOWING_ATTEMPTS: u32 = 10;
/// Between two attempts.
const DELAY: Duration = Duration::from_secs(5);
/// Between two attempts at following: doubles up to this.
const LONGEST_DELAY: Duration = Duration::from_mins(5);

/// Accepts an invitation, and says how to start. Which invitations are let through is the account's affair.
///
/// In a task of its own: a slow foreign homeserver must not keep Delos from hearing. If the program dies meanwhile, the invitation
/// stays open and is heard again.
///
/// # Errors
/// When Delos is in the room already, and what follows from it cannot be stored.
pub(super) async fn invited(
    bot: &Arc<Bot>,
    heard: &Heard,
    is_meant_directly: bool,
) -> Result<(), Trouble> {
    if let Ok(Some(room)) = bot.homeserver().room(&heard.room).await {
        // An earlier run may have died between joining and greeting.
        if follow(bot, &heard.room).await? {
            return Ok(());
        }
        return introduced(bot, heard, is_meant_directly, &room).await;
    }
    let (bot_there, heard) = (Arc::clone(bot), heard.clone());
    bot.answers.spawn(async move {
        for attempt in 1..=ATTEMPTS {
            let Err(trouble) = accept(&bot_there, &heard, is_meant_directly).await else {
                return;
            };
            tracing::warn!(%trouble, attempt, "invitation not accepted");
            let pause = bot_there.stop.run_until_cancelled(sleep(DELAY));
            if pause.await.is_none() {
                return;
            }
        }
    });
    Ok(())
}

async fn accept(bot: &Arc<Bot>, heard: &Heard, is_meant_directly: bool) -> Result<(), Trouble> {
    // The list of direct rooms is one record, which joining one changes.
    let turn = if is_meant_directly {
        Some(bot.joining.lock().await)
    } else {
        None
    };
    if !joined(bot, &heard.room).await? {
        return Ok(());
    }
    drop(turn);
    // It need not have been possible to join before the invitation.
    if follow(bot, &heard.room).await? {
        return Ok(());
    }
    let Some(room) = bot.homeserver().room(&heard.room).await? else {
        return Ok(());
    };
    introduced(bot, heard, is_meant_directly, &room).await
}

/// Says how to start in a room that Delos has joined, once.
async fn introduced(
    bot: &Bot,
    heard: &Heard,
    is_meant_directly: bool,
    room: &crate::account::Room,
) -> Result<(), Trouble> {
    // Nothing is said in a space: managers of its rooms bind these to it.
    if room.kind == RoomKind::Space {
        return Ok(());
    }
    if is_meant_directly || commands::is_direct(room) {
        let person = ids::player_id(&heard.sender);
        let room = ids::room_id(&heard.room, None);
        bot.note(move |service| {
            service
                .app()
                .report(app::Report::Met(&person, &room), service.moment())
        })
        .await?;
        return Ok(());
    }
    let server = ids::venue(&heard.room, None, Some(&heard.room)).server;
    let room = ids::room_id(&heard.room, None);
    let Some(server) = server else { return Ok(()) };
    bot.note(move |service| {
        let moment = service.moment();
        service.app().report(
            app::Report::Joined(&server, Some(&room), moment.now),
            moment,
        )
    })
    .await?;
    Ok(())
}

/// Joins a room; false if that fails for good.
async fn joined(bot: &Bot, room: &str) -> Result<bool, Error> {
    match bot.homeserver().join(room).await {
        Ok(()) => Ok(true),
        Err(error) if error.is_transient() => Err(error),
        Err(error) => {
            tracing::info!(%error, "room not joined");
            Ok(false)
        }
    }
}

/// Leaves a room in which no one else is left.
pub(super) async fn membership(
    bot: &Arc<Bot>,
    heard: &Heard,
    membership: &Membership,
) -> Result<(), Trouble> {
    if membership.is_joined || membership.person == bot.homeserver().me() {
        return Ok(());
    }
    let room = bot.room(&heard.room).await?;
    if room.is_none_or(|room| room.members > 1) {
        return Ok(());
    }
    match bot.homeserver().leave(&heard.room).await {
        Err(error) if error.is_transient() => Err(error.into()),
        Err(error) => {
            tracing::info!(%error, "room not left");
            Ok(())
        }
        Ok(()) => Ok(()),
    }
}

/// Follows into the room that replaces one.
pub(super) fn upgraded(bot: &Arc<Bot>, to: &str) {
    let (bot_there, to) = (Arc::clone(bot), to.to_owned());
    bot.answers
        .spawn(async move { follow_in_time(&bot_there, &to).await });
}

/// Follows into the rooms that replaced others while the program did not run, or in which that failed so far; each is tried once.
pub(super) fn upgraded_before(bot: &Arc<Bot>) {
    let bot_there = Arc::clone(bot);
    bot.answers.spawn(async move {
        match bot_there.homeserver().replaced_rooms().await {
            Ok(rooms) => {
                for (old, new) in rooms {
                    if !ids::is_plain(&new) || bot_there.stop.is_cancelled() {
                        continue;
                    }
                    match is_replaced(&bot_there, &old).await {
                        Ok(true) => {}
                        Ok(false) => {
                            let attempt = join_and_follow(&bot_there, &new);
                            if let Some(Err(trouble)) =
                                bot_there.stop.run_until_cancelled(attempt).await
                            {
                                tracing::warn!(%trouble, "room not followed");
                            }
                        }
                        Err(trouble) => tracing::error!(%trouble, "replaced room not looked up"),
                    }
                }
            }
            Err(error) => tracing::warn!(%error, "replaced rooms not listed"),
        }
    });
}

/// Whether it is known which room replaces one.
async fn is_replaced(bot: &Bot, room: &str) -> Result<bool, Trouble> {
    let room = ids::venue(room, None, Some(room));
    let present = bot
        .service
        .run_blocking(move |service| Ok(service.app().place_of(&room)?.venue.room != room.room));
    Ok(present.await?)
}

/// Follows into a room, again and again for about half an hour while something is in trouble.
async fn follow_in_time(bot: &Arc<Bot>, to: &str) {
    let mut delay = DELAY;
    for attempt in 1..=FOLLOWING_ATTEMPTS {
        let followed = bot.stop.run_until_cancelled(join_and_follow(bot, to));
        let Some(Err(trouble)) = followed.await else {
            return;
        };
        tracing::warn!(%trouble, attempt, "room not followed");
        let pause = bot.stop.run_until_cancelled(sleep(delay));
        if pause.await.is_none() {
            return;
        }
        delay = (delay * 2).min(LONGEST_DELAY);
    }
}

async fn join_and_follow(bot: &Arc<Bot>, to: &str) -> Result<(), Trouble> {
    if joined(bot, to).await? {
        follow(bot, to).await?;
    }
    Ok(())
}

/// Goes on in a room, which Delos has joined, with what was in the room that it replaces; false if it replaces none.
async fn follow(bot: &Arc<Bot>, new: &str) -> Result<bool, Trouble> {
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
        soon(bot, new, format!("u:{new}"), msg!("room-upgraded"));
    }
    Ok(true)
}

/// Tells a room that a message could not be read, if it was not told so recently.
pub(super) async fn unreadable(bot: &Arc<Bot>, heard: &Heard) -> Result<(), Trouble> {
    let room = bot.room(&heard.room).await?;
    if room.is_none_or(|room| !room.may_send) {
        return Ok(());
    }
    let now = bot.service.now();
    if !matches!(
        bot.unreadable.spend(heard.room.clone(), now),
        Spent::Nothing(_)
    ) {
        let transaction = format!("x:{}", heard.id);
        soon(bot, &heard.room, transaction, msg!("room-unreadable"));
    }
    Ok(())
}

/// Says something to a room, without keeping others waiting.
fn soon(bot: &Arc<Bot>, room: &str, transaction: String, words: text::Message) {
    let (bot_there, room) = (Arc::clone(bot), room.to_owned());
    bot.answers.spawn(async move {
        if let Err(error) = bot_there.say(&room, &transaction, Card::words(words)).await {
            tracing::info!(%error, "room not told");
        }
    });
}
