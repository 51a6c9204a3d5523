//! The sync loop: a sync is acknowledged once its events are handled, so a crash loses nothing.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::{Duration, Instant};

use runtime::cluster;
use runtime::service::Availability;
use runtime::telemetry;
use store::leases::Lease;
use text::Platform;
use tokio::time::{sleep, timeout};

use crate::account::{Error, Event, EventKind, Result, Sync};
use crate::bot::Bot;
use crate::inbox::{Acknowledgment, BACKOFF, Inbox};
use crate::{ids, rooms};

/// After this long without a sync, or with an event that is not handled, people can't reach the bot, and clocks pause.
const SILENCE: Duration = Duration::from_secs(40);
/// Interval between searches for replaced rooms that the account has not followed.
const FOLLOW_INTERVAL: Duration = Duration::from_mins(30);
/// Interval between checks of whether this process may serve Matrix yet.
const OPEN_INTERVAL: Duration = Duration::from_millis(200);

/// Receives syncs until the program stops, or fails when no retry can succeed.
pub(crate) async fn run(bot: &Arc<Bot>) -> Result<()> {
    let mut inbox = Inbox::new(bot);
    let received = async {
        tokio::select! {
            ended = receive(bot, &mut inbox) => ended,
            never = answer_for_life(bot) => match never {},
        }
    };
    if let Some(ended) = bot.stop.run_until_cancelled(received).await {
        return ended;
    }
    if let Some(Acknowledgment { token, .. }) = inbox.stop().await
        && let Err(error) = try_acknowledge(bot, &token).await
    {
        tracing::warn!(%error, "sync not acknowledged before the stop");
    }
    Ok(())
}

/// Receives syncs while their events are handled and acknowledged. It waits for nothing else, since an event in progress may hold
/// the lock that this needs.
async fn receive(bot: &Arc<Bot>, inbox: &mut Inbox<'_>) -> Result<()> {
    let mut synced_at = Instant::now();
    let mut followed_at: Option<Instant> = None;
    let mut delays = BACKOFF.delays();
    loop {
        let limit = SILENCE.saturating_sub(synced_at.elapsed().max(inbox.delay()));
        let sync = unreachable_after(bot, limit, bot.homeserver().sync());
        let received = acknowledge_during(bot, inbox, sync).await?;
        telemetry::matrix_restarts(bot.homeserver().restarts());
        match received {
            Ok(sync) => {
                synced_at = Instant::now();
                delays = BACKOFF.delays();
                let is_prompt = inbox.is_prompt();
                inbox.handle_during(opened(bot, is_prompt)).await?;
                take(bot, inbox, sync);
                if followed_at.is_none_or(|at| at.elapsed() >= FOLLOW_INTERVAL) {
                    followed_at = Some(Instant::now());
                    rooms::follow_replaced(bot);
                }
            }
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "sync failed");
                let wait = async {
                    if synced_at.elapsed() >= SILENCE {
                        bot.service.mark_unreachable(Platform::Matrix).await;
                    }
                    let delay = delays.next().unwrap_or_default();
                    sleep(delay.max(error.retry_after())).await;
                };
                inbox.handle_during(wait).await?;
            }
            Err(error) => return Err(error),
        }
    }
}

/// Asks the homeserver whether it is there when a clock is about to run out: without events, a sync says so twice a minute.
async fn answer_for_life(bot: &Bot) -> Infallible {
    loop {
        bot.service.asked_for_life(Platform::Matrix).await;
        if bot.homeserver().ping().await.is_ok() {
            bot.service.hear(Lease::MATRIX);
        }
    }
}

/// Takes the events of a sync. The echoes of the first one show what was posted.
fn take(bot: &Arc<Bot>, inbox: &mut Inbox<'_>, sync: Sync) {
    let mut events = Vec::new();
    for event in sync.events {
        let Some(event) = validated(event) else {
            tracing::debug!("event with an invalid id ignored");
            continue;
        };
        let EventKind::Echo { transaction } = &event.kind else {
            events.push(event);
            continue;
        };
        // A process that was frozen while sending finishes when it resumes.
        let echoes = &bot.messenger.echoes;
        if let Some(duplicate) = echoes.received(&event.room, transaction, &event.id) {
            let there = Arc::clone(bot);
            bot.tasks
                .spawn(async move { there.messenger.redact(&event.room, &duplicate).await });
        }
    }
    bot.messenger.caught_up.cancel();
    inbox.add(sync.token, events);
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

/// Notes that people can reach the bot, and waits until this process may act on what it receives.
async fn opened(bot: &Bot, is_reachable: bool) {
    if is_reachable {
        bot.service.hear(Lease::MATRIX);
        bot.service.mark_reachable(Platform::Matrix).await;
    }
    let served = bot.service.ownership();
    while served.opened(Lease::MATRIX, OPEN_INTERVAL).await != Availability::Open {
        sleep(OPEN_INTERVAL).await;
    }
}

/// Handles events, and acknowledges what is handled, until `work` is done.
async fn acknowledge_during<T>(
    bot: &Bot,
    inbox: &mut Inbox<'_>,
    work: impl Future<Output = T>,
) -> Result<T> {
    let mut work = std::pin::pin!(work);
    loop {
        let Acknowledgment { token, until } = tokio::select! {
            done = &mut work => return Ok(done),
            next = inbox.until_acknowledgeable() => next?,
        };
        inbox.handle_during(acknowledge(bot, &token)).await??;
        bot.service.app().note_acknowledged(until);
    }
}

async fn acknowledge(bot: &Bot, token: &str) -> Result<()> {
    let mut delays = BACKOFF.delays();
    loop {
        match try_acknowledge(bot, token).await {
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "sync not acknowledged");
                sleep(delays.next().unwrap_or_default()).await;
            }
            outcome => return outcome,
        }
    }
}

/// Acknowledges a sync; of several processes, for all of them.
async fn try_acknowledge(bot: &Bot, token: &str) -> Result<()> {
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
        EventKind::Edited { of } => ids::is_event(&event.id) && ids::is_event(of),
        EventKind::Upgraded { to } => ids::is_room(to),
        _ => true,
    };
    (is_valid && ids::is_plain(&event.room) && ids::is_plain(&event.sender)).then_some(event)
}
