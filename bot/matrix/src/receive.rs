//! The sync loop: each sync is handled as a whole, then acknowledged, so a crash loses nothing.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt as _, stream};
use runtime::cluster;
use runtime::retry::{Backoff, Retry};
use runtime::service::Availability;
use runtime::telemetry;
use store::leases::Lease;
use text::Platform;
use tokio::time::{sleep, timeout};

use crate::account::{Error, Event, EventKind, Sync};
use crate::bot::Bot;
use crate::error::HandleError;
use crate::parse::{self, Parsed};
use crate::{ids, request, respond, rooms};

/// After this long without a sync, people can't reach the bot, and clocks pause.
const SILENCE: Duration = Duration::from_secs(40);
const BACKOFF: Backoff = Backoff::doubling(Duration::from_millis(500), Duration::from_secs(20));
/// Interval between searches for replaced rooms that the account has not followed.
const FOLLOW_INTERVAL: Duration = Duration::from_mins(30);
/// Interval between checks of whether this process may serve Matrix yet.
const OPEN_INTERVAL: Duration = Duration::from_millis(200);
/// Rooms whose events are handled concurrently.
const CONCURRENT_ROOMS: usize = 16;
/// Attempts at an event while the store works.
const ATTEMPTS: u32 = 6;

/// Receives syncs until the program stops.
///
/// # Errors
/// When no retry can succeed.
pub(crate) async fn run(bot: &Arc<Bot>) -> Result<(), Error> {
    let mut synced_at = Instant::now();
    let mut followed_at: Option<Instant> = None;
    let mut retry = Retry::new(BACKOFF, &bot.stop);
    loop {
        let limit = SILENCE.saturating_sub(synced_at.elapsed());
        let sync = unreachable_after(bot, limit, bot.homeserver().sync());
        telemetry::matrix_restarts(bot.homeserver().restarts());
        match bot.stop.run_until_cancelled(sync).await {
            None => return Ok(()),
            Some(Ok(sync)) => {
                synced_at = Instant::now();
                retry = Retry::new(BACKOFF, &bot.stop);
                if !process(bot, sync, &mut followed_at).await? {
                    return Ok(());
                }
            }
            Some(Err(error)) if error.is_transient() => {
                tracing::warn!(%error, "sync failed");
                if synced_at.elapsed() >= SILENCE {
                    bot.service.mark_unreachable(Platform::Matrix).await;
                }
                if !retry.wait_at_least(error.retry_after()).await {
                    return Ok(());
                }
            }
            Some(Err(error)) => return Err(error),
        }
    }
}

/// Handles and acknowledges a sync. Returns false when the program stops first.
async fn process(
    bot: &Arc<Bot>,
    sync: Sync,
    followed_at: &mut Option<Instant>,
) -> Result<bool, Error> {
    bot.service.mark_reachable(Platform::Matrix).await;
    if !opened(bot).await {
        return Ok(false);
    }
    // New syncs wait until this one is handled.
    if !unreachable_after(bot, SILENCE, handle_all(bot, sync.events)).await {
        return Ok(false);
    }
    bot.messenger.set_caught_up();
    if followed_at.is_none_or(|at| at.elapsed() >= FOLLOW_INTERVAL) {
        *followed_at = Some(Instant::now());
        rooms::follow_replaced(bot);
    }
    let handled_at = bot.service.now();
    let is_acknowledged = acknowledge(bot, &sync.token).await?;
    if is_acknowledged {
        bot.service.app().note_acknowledged(handled_at);
    }
    Ok(is_acknowledged)
}

/// Runs `work`; marks Matrix unreachable if it takes longer than `limit`.
async fn unreachable_after<T>(bot: &Bot, limit: Duration, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    if let Ok(done) = timeout(limit, &mut work).await {
        return done;
    }
    bot.service.mark_unreachable(Platform::Matrix).await;
    work.await
}

/// Waits until this process may act on what it receives. Returns false when the program stops first.
async fn opened(bot: &Bot) -> bool {
    let served = bot.service.ownership();
    let opened = async {
        while served.opened(Lease::Matrix, OPEN_INTERVAL).await != Availability::Open {
            sleep(OPEN_INTERVAL).await;
        }
    };
    bot.stop.run_until_cancelled(opened).await.is_some()
}

/// Acknowledges a sync. Returns false when the program stops first.
async fn acknowledge(bot: &Bot, token: &str) -> Result<bool, Error> {
    let mut retry = Retry::new(BACKOFF, &bot.stop);
    loop {
        match try_acknowledge(bot, token).await {
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "sync not acknowledged");
                if !retry.wait().await {
                    return Ok(false);
                }
            }
            outcome => return outcome.map(|()| true),
        }
    }
}

/// Acknowledges a sync; of several processes, for all of them.
async fn try_acknowledge(bot: &Bot, token: &str) -> Result<(), Error> {
    if let Some(leases) = bot.service.leases() {
        let Some(bookmark) = bot.homeserver().bookmark(token).await? else {
            // It will be received again.
            return Ok(());
        };
        cluster::blocking(leases, move |leases| leases.set_bookmark(&bookmark))
            .await
            // A process without the lease is about to be stopped.
            .map_err(|error| Error::Unreachable(error.to_string()))?;
    }
    bot.homeserver().acknowledge(token).await
}

/// Handles events, in order within each room. Returns false when the program stops first.
async fn handle_all(bot: &Arc<Bot>, events: Vec<Event>) -> bool {
    let mut by_room: HashMap<String, Vec<Event>> = HashMap::new();
    for event in events {
        let Some(event) = validated(event) else {
            tracing::debug!("event with an invalid id ignored");
            continue;
        };
        let room = by_room.entry(event.room.clone()).or_default();
        room.push(event);
    }
    let handled = stream::iter(by_room).map(|(_, events)| async move {
        for event in events {
            if !handle_with_retries(bot, &event).await {
                return false;
            }
        }
        true
    });
    let all: Vec<bool> = handled.buffer_unordered(CONCURRENT_ROOMS).collect().await;
    all.into_iter().all(|one| one)
}

/// Drops references to ids that can't exist, which a sender can make up; `None` if the event itself has one.
fn validated(mut event: Event) -> Option<Event> {
    let is_invalid = |id: &mut String| !ids::is_event(id);
    let is_valid = match &mut event.kind {
        EventKind::Message(message) => {
            message.reply_to.take_if(is_invalid);
            message.thread.take_if(is_invalid);
            ids::is_event(&event.id)
        }
        EventKind::Reaction(reaction) => ids::is_event(&event.id) && ids::is_event(&reaction.to),
        EventKind::Upgraded { to } => ids::is_room(to),
        _ => true,
    };
    (is_valid && ids::is_plain(&event.room) && ids::is_plain(&event.sender)).then_some(event)
}

/// Handles an event, with retries. Returns false when the program stops first.
async fn handle_with_retries(bot: &Arc<Bot>, event: &Event) -> bool {
    let mut retry = Retry::new(BACKOFF, &bot.stop);
    for attempt in 1.. {
        let Err(error) = handle(bot, event).await else {
            return true;
        };
        tracing::error!(event = %event.id, %error, "event not handled");
        if attempt >= ATTEMPTS && store_works(bot).await {
            tracing::error!(event = %event.id, "event given up");
            return true;
        }
        if !retry.wait().await {
            return false;
        }
    }
    true
}

/// Whether the store works, so that the failure lies in the event or at the homeserver.
async fn store_works(bot: &Bot) -> bool {
    let read = bot
        .service
        .run_blocking(|service| Ok(service.app().next_due()?));
    read.await.is_ok()
}

async fn handle(bot: &Arc<Bot>, event: &Event) -> Result<(), HandleError> {
    let is_own = event.sender == bot.homeserver().me();
    match &event.kind {
        EventKind::Echo { transaction } => {
            let room = &event.room;
            bot.messenger.echoed(room, transaction, &event.id).await;
            Ok(())
        }
        EventKind::Message(message) if !is_own => {
            let parsed = parse::message(bot, event, message).await?;
            carry_out(bot, parsed).await
        }
        EventKind::Reaction(reaction) if !is_own => {
            let parsed = parse::reaction(bot, event, reaction).await?;
            carry_out(bot, parsed).await
        }
        EventKind::Message(_) | EventKind::Reaction(_) => Ok(()),
        EventKind::Invited { is_direct } => rooms::invited(bot, event, *is_direct).await,
        EventKind::Membership(membership) => rooms::membership(bot, event, membership).await,
        EventKind::Upgraded { to } => {
            rooms::upgraded(bot, to);
            Ok(())
        }
        EventKind::Unreadable => rooms::unreadable(bot, event).await,
    }
}

async fn carry_out(bot: &Arc<Bot>, parsed: Option<Parsed>) -> Result<(), HandleError> {
    let Some(Parsed { origin, intent }) = parsed else {
        return Ok(());
    };
    let outcome = request::carry_out(bot, &origin, intent).await?;
    respond::respond(bot, origin, outcome).await;
    Ok(())
}
