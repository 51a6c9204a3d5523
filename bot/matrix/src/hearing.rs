//! Hears what happens in rooms: each sync is handled as a whole, then acknowledged, so that nothing is lost when the program dies
//! in between.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::account::{Error, Event, Heard};
use app::Failure;
use futures_util::StreamExt as _;
use futures_util::stream;
use tokio::time::{sleep, timeout};

use super::{Bot, commands, ids, rooms};
use runtime::telemetry;

/// Without a sync for this long, people cannot reach Delos: clocks pause.
const SILENCE: Duration = Duration::from_secs(40);
/// Between two attempts: doubles up to the longest.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const LONGEST_DELAY: Duration = Duration::from_secs(20);
/// Between two looks for replaced rooms that Delos has not followed into.
const FOLLOWING_INTERVAL: Duration = Duration::from_mins(30);
/// Rooms whose events are handled at once.
const ROOMS_AT_ONCE: usize = 16;
/// Attempts at an event while everything else seems to work.
const ATTEMPTS: u32 = 6;

/// Why an event could not be handled now.
#[derive(Debug, thiserror::Error)]
pub(super) enum Trouble {
    #[error("the store failed: {0:?}")]
    Store(Failure),
    #[error(transparent)]
    Homeserver(Error),
}

impl From<Failure> for Trouble {
    fn from(failure: Failure) -> Self {
        Self::Store(failure)
    }
}

impl From<Error> for Trouble {
    fn from(error: Error) -> Self {
        Self::Homeserver(error)
    }
}

/// Listens until the program stops.
///
/// # Errors
/// When listening can never succeed.
pub(super) async fn run(bot: &Arc<Bot>) -> Result<(), Error> {
    let mut heard_at = Instant::now();
    let mut delay = FIRST_DELAY;
    let mut followed_at: Option<Instant> = None;
    loop {
        let sync = paused_after(
            bot,
            SILENCE.saturating_sub(heard_at.elapsed()),
            bot.homeserver().sync(),
        );
        telemetry::matrix_restarts(bot.homeserver().restarts());
        let error = match bot.stop.run_until_cancelled(sync).await {
            None => return Ok(()),
            Some(Ok(sync)) => {
                heard_at = Instant::now();
                delay = FIRST_DELAY;
                bot.service.mark_reachable(text::Platform::Matrix).await;
                if !bot.opened().await {
                    return Ok(());
                }
                // While it is busy with this, no one else is heard.
                if !paused_after(bot, SILENCE, all_handled(bot, sync.heard)).await {
                    return Ok(());
                }
                bot.speaker.note_caught_up();
                if followed_at.is_none_or(|at| at.elapsed() >= FOLLOWING_INTERVAL) {
                    followed_at = Some(Instant::now());
                    rooms::upgraded_before(bot);
                }
                let handled_at = bot.service.now();
                match acknowledge(bot, &sync.token).await {
                    Some(acknowledged) => acknowledged?,
                    None => return Ok(()),
                }
                bot.service.app().note_acknowledged(handled_at);
                continue;
            }
            Some(Err(error)) => error,
        };
        if !error.is_transient() {
            return Err(error);
        }
        tracing::warn!(%error, "not heard");
        if heard_at.elapsed() >= SILENCE {
            bot.service.mark_unreachable(text::Platform::Matrix).await;
        }
        if let Error::TooMany(wait) = error {
            delay = delay.max(wait);
        }
        if bot.stop.run_until_cancelled(sleep(delay)).await.is_none() {
            return Ok(());
        }
        delay = (delay * 2).min(LONGEST_DELAY);
    }
}

/// Does something; when that takes too long, people cannot reach Delos meanwhile.
async fn paused_after<T>(bot: &Bot, patience: Duration, work: impl Future<Output = T>) -> T {
    let mut work = std::pin::pin!(work);
    if let Ok(done) = timeout(patience, &mut work).await {
        return done;
    }
    bot.service.mark_unreachable(text::Platform::Matrix).await;
    work.await
}

/// Acknowledges a sync; none when the program stops first.
async fn acknowledge(bot: &Bot, token: &str) -> Option<Result<(), Error>> {
    let mut delay = FIRST_DELAY;
    loop {
        match bot.acknowledge(token).await {
            Err(error) if error.is_transient() => {
                tracing::warn!(%error, "sync not acknowledged");
                bot.stop.run_until_cancelled(sleep(delay)).await?;
                delay = (delay * 2).min(LONGEST_DELAY);
            }
            outcome => return Some(outcome),
        }
    }
}

/// Handles what was heard, in order in each room. False when the program stops first.
async fn all_handled(bot: &Arc<Bot>, heard: Vec<Heard>) -> bool {
    let mut by_room: HashMap<String, Vec<Heard>> = HashMap::new();
    for event in heard {
        let Some(event) = plain(event) else {
            tracing::debug!("an event with an odd id is left alone");
            continue;
        };
        let room = by_room.entry(event.room.clone()).or_default();
        room.push(event);
    }
    let handled = stream::iter(by_room).map(|(_, events)| async move {
        for event in events {
            if !handled(bot, &event).await {
                return false;
            }
        }
        true
    });
    let all: Vec<bool> = handled.buffer_unordered(ROOMS_AT_ONCE).collect().await;
    all.into_iter().all(|one| one)
}

/// The event without ids of others that can be none, which its sender may have made up; none if nothing is left of it.
fn plain(mut heard: Heard) -> Option<Heard> {
    let is_odd = |id: &mut String| !ids::is_event(id);
    let is_whole = match &mut heard.event {
        Event::Message(message) => {
            message.reply_to.take_if(is_odd);
            message.thread.take_if(is_odd);
            ids::is_event(&heard.id)
        }
        Event::Reaction(reaction) => ids::is_event(&heard.id) && ids::is_event(&reaction.to),
        Event::Upgraded { to } => ids::is_room(to),
        _ => true,
    };
    (is_whole && ids::is_plain(&heard.room) && ids::is_plain(&heard.sender)).then_some(heard)
}

/// Handles an event, again and again while the store or the homeserver is in trouble. False when the program stops first.
async fn handled(bot: &Arc<Bot>, heard: &Heard) -> bool {
    let mut delay = FIRST_DELAY;
    let mut attempts = 0;
    loop {
        let trouble = match handle(bot, heard).await {
            Ok(()) => return true,
            Err(trouble) => trouble,
        };
        tracing::error!(event = %heard.id, %trouble, "event not handled");
        attempts += 1;
        if attempts >= ATTEMPTS && bot.is_working().await {
            tracing::error!(event = %heard.id, "event given up");
            return true;
        }
        if bot.stop.run_until_cancelled(sleep(delay)).await.is_none() {
            return false;
        }
        delay = (delay * 2).min(LONGEST_DELAY);
    }
}

impl Bot {
    /// Whether the store works, so that the event itself is at fault, or what it needs of the homeserver.
    async fn is_working(&self) -> bool {
        let look = self
            .service
            .run_blocking(|service| Ok(service.app().next_due()?));
        look.await.is_ok()
    }
}

/// Handles an event once.
async fn handle(bot: &Arc<Bot>, heard: &Heard) -> Result<(), Trouble> {
    // Echoes come with the own account as their sender.
    let is_own = heard.sender == bot.homeserver().me();
    match &heard.event {
        Event::Echo { transaction } => {
            let room = &heard.room;
            bot.speaker.echoed(room, transaction, &heard.id).await;
            Ok(())
        }
        Event::Message(message) if !is_own => commands::message(bot, heard, message).await,
        Event::Reaction(reaction) if !is_own => commands::reaction(bot, heard, reaction).await,
        Event::Message(_) | Event::Reaction(_) => Ok(()),
        Event::Invited { is_direct } => rooms::invited(bot, heard, *is_direct).await,
        Event::Membership(membership) => rooms::membership(bot, heard, membership).await,
        Event::Upgraded { to } => {
            rooms::upgraded(bot, to);
            Ok(())
        }
        Event::Unreadable => rooms::unreadable(bot, heard).await,
    }
}
