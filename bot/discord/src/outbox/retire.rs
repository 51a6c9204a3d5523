//! Retiring replaced messages: each loses its picture and its buttons.
//!
//! The store records a replaced message in the commit that replaces it, and forgets it here, so a restart in between loses none.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::RoomId;
use tokio::sync::mpsc;
use tokio::task::{JoinError, JoinSet};
use tokio_util::sync::CancellationToken;

use super::{edit, place};
use crate::bot::Bot;
use crate::rest::error::{ErrorClass, classify_request, code, code_of};
use crate::{ids, render};
use runtime::telemetry;
use store::{MessageId, Post};

/// Interval between rounds of recording successes and retrying failures.
const ROUND: Duration = Duration::from_secs(1);
/// Pause in a channel where Discord refuses further edits of old messages; it does not say for how long.
const CHANNEL_PAUSE: Duration = Duration::from_secs(10);

/// Time limit of requests in flight when the program stops; the store remembers the messages.
const FINISH_TIMEOUT: Duration = Duration::from_secs(3);

/// The result of retiring a message.
#[derive(Debug)]
enum Retirement {
    /// Retired, or never to be.
    Done(MessageId),
    /// Discord failed.
    Retry(Post),
    /// Discord refuses further edits in the channel for now.
    ChannelLimited(Post),
}

/// Removes picture and buttons from a message. After a permanent error its buttons still work.
async fn retire(bot: &Bot, former: Post) -> Retirement {
    let Some((channel, id)) = place(&former) else {
        return Retirement::Done(former.message);
    };
    let remains = render::plain(&former.remains);
    match edit::edit(bot, channel, id, &remains).await {
        Err(error) if code_of(&error) == Some(code::TOO_MANY_OLD_EDITS) => {
            Retirement::ChannelLimited(former)
        }
        Err(error) if classify_request(&error) == ErrorClass::Transient => {
            telemetry::request_failed("retire");
            Retirement::Retry(former)
        }
        Err(error) => {
            tracing::debug!(message = %id, %error, "message not retired");
            Retirement::Done(former.message)
        }
        Ok(()) => Retirement::Done(former.message),
    }
}

/// Messages to retire, and those whose retirement is not recorded yet.
#[derive(Default)]
struct Backlog {
    pending: Vec<Post>,
    done: Vec<MessageId>,
    /// Limited channels, and when Discord refused edits there.
    limited: HashMap<RoomId, Instant>,
}

impl Backlog {
    /// Adds the results of a task; one that panicked is left to the next run.
    fn add(&mut self, retirements: Result<Vec<Retirement>, JoinError>) {
        for retirement in retirements.unwrap_or_default() {
            match retirement {
                Retirement::Done(message) => self.done.push(message),
                Retirement::Retry(post) => self.pending.push(post),
                Retirement::ChannelLimited(post) => {
                    self.limited.insert(post.room.clone(), Instant::now());
                    self.pending.push(post);
                }
            }
        }
    }

    /// Takes the messages outside of limited channels.
    fn take(&mut self) -> Vec<Post> {
        self.limited
            .retain(|_, since| since.elapsed() < CHANNEL_PAUSE);
        let is_free = |post: &mut Post| !self.limited.contains_key(&post.room);
        self.pending.extract_if(.., is_free).collect()
    }

    /// Records in the store which messages are retired.
    async fn record(&mut self, bot: &Bot) {
        let done = std::mem::take(&mut self.done);
        if done.is_empty() {
            return;
        }
        let recorded = bot
            .service
            .run_blocking(move |service| Ok(service.store().mark_retired(&done)?));
        if let Err(failure) = recorded.await {
            tracing::error!(
                ?failure,
                "retired messages not recorded: they are edited once more"
            );
        }
    }
}

/// Retires messages one after the other, until one fails. Those of other platforms are left to their front ends.
async fn retire_all(bot: Arc<Bot>, mut posts: Vec<Post>) -> Vec<Retirement> {
    posts.retain(|post| ids::is_own(post.room.as_str()));
    let mut retirements = Vec::new();
    let (mut failed, mut limited) = (false, HashSet::new());
    for post in posts {
        let room = post.room.clone();
        let retirement = if failed {
            Retirement::Retry(post)
        } else if limited.contains(&room) {
            Retirement::ChannelLimited(post)
        } else {
            retire(&bot, post).await
        };
        match retirement {
            Retirement::Done(_) => {}
            Retirement::Retry(_) => failed = true,
            Retirement::ChannelLimited(_) => {
                limited.insert(room);
            }
        }
        retirements.push(retirement);
    }
    // One that fails each time must not hold up those behind it.
    let is_retry = |one: &Retirement| matches!(one, Retirement::Retry(_));
    if let Some(failed) = retirements.iter().position(is_retry) {
        retirements[failed..].rotate_left(1);
    }
    retirements
}

/// Retires replaced messages until `stop`: those of this run, and those that an earlier run left. Failed ones are retried.
pub(crate) async fn run(
    bot: Arc<Bot>,
    mut replaced: mpsc::UnboundedReceiver<Post>,
    stop: CancellationToken,
) {
    let mut backlog = Backlog {
        pending: recovered(&bot).await,
        ..Backlog::default()
    };
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    let mut requests = JoinSet::new();
    let mut retries = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(post) = replaced.recv() => {
                requests.spawn(retire_all(Arc::clone(&bot), vec![post]));
            }
            Some(done) = requests.join_next() => backlog.add(done),
            Some(done) = retries.join_next() => backlog.add(done),
            _ = rounds.tick() => {
                if retries.is_empty() && !backlog.pending.is_empty() {
                    let pending = backlog.take();
                    retries.spawn(retire_all(Arc::clone(&bot), pending));
                }
                backlog.record(&bot).await;
            }
        }
    }
    while let Ok(post) = replaced.try_recv() {
        requests.spawn(retire_all(Arc::clone(&bot), vec![post]));
    }
    let finish = async {
        while let Some(done) = requests.join_next().await {
            backlog.add(done);
        }
    };
    if tokio::time::timeout(FINISH_TIMEOUT, finish).await.is_err() {
        tracing::debug!("messages left to the next run to retire");
    }
    backlog.record(&bot).await;
}

/// Returns the messages that an earlier run left. On a shared database, they come with the shards.
async fn recovered(bot: &Bot) -> Vec<Post> {
    let unretired = bot.service.run_blocking(|service| {
        if service.leases().is_some() {
            return Ok(Vec::new());
        }
        Ok(service.store().unretired()?)
    });
    unretired.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "messages to retire not read");
        Vec::new()
    })
}
