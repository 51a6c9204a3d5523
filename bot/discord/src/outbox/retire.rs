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
use crate::rest::error::code;
use crate::{ids, render};
use runtime::backoff::ticks;
use runtime::telemetry;
use store::{MessageId, Post};

/// Interval between rounds of recording successes and retrying failures.
const ROUND: Duration = Duration::from_secs(1);
/// Pause in a channel where Discord refuses further edits of old messages; it does not say for how long.
const CHANNEL_PAUSE: Duration = Duration::from_secs(10);

/// Time limit of requests in flight when the program stops; the store remembers the messages.
const FINISH_TIMEOUT: Duration = Duration::from_secs(3);

#[derive(Clone, Copy, Debug)]
enum Outcome {
    /// Retired, or never to be.
    Done,
    /// Discord failed.
    Retry,
    /// Discord refuses further edits in the channel for now.
    ChannelLimited,
}

/// Removes picture and buttons from a message. After a permanent error its buttons still work.
async fn retire(bot: &Bot, former: &Post) -> Outcome {
    let Some((channel, id)) = place(former) else {
        return Outcome::Done;
    };
    let remains = render::plain(&former.remains);
    match edit::edit(bot, channel, id, &remains).await {
        Ok(()) => Outcome::Done,
        Err(error) if error.has_code(code::TOO_MANY_OLD_EDITS) => Outcome::ChannelLimited,
        Err(error) if error.is_transient() => {
            telemetry::request_failed("retire");
            Outcome::Retry
        }
        Err(error) => {
            tracing::debug!(message = %id, %error, "message not retired");
            Outcome::Done
        }
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
    fn add(&mut self, attempted: Result<Vec<(Post, Outcome)>, JoinError>) {
        for (post, outcome) in attempted.unwrap_or_default() {
            match outcome {
                Outcome::Done => self.done.push(post.message),
                Outcome::Retry => self.pending.push(post),
                Outcome::ChannelLimited => {
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
            .ask_store(move |store| store.mark_retired(&done));
        if let Err(failure) = recorded.await {
            tracing::error!(
                ?failure,
                "retired messages not recorded: they are edited once more"
            );
        }
    }
}

/// Retires messages one after the other, until one fails. Those of other platforms are left to their front ends.
async fn retire_all(bot: Arc<Bot>, mut posts: Vec<Post>) -> Vec<(Post, Outcome)> {
    posts.retain(|post| ids::is_own(post.room.as_str()));
    let mut attempted = Vec::new();
    let (mut failed, mut limited) = (None, HashSet::new());
    for (n, post) in posts.into_iter().enumerate() {
        let outcome = if failed.is_some() {
            Outcome::Retry
        } else if limited.contains(&post.room) {
            Outcome::ChannelLimited
        } else {
            retire(&bot, &post).await
        };
        match outcome {
            Outcome::Done => {}
            Outcome::Retry => failed = failed.or(Some(n)),
            Outcome::ChannelLimited => {
                limited.insert(post.room.clone());
            }
        }
        attempted.push((post, outcome));
    }
    // One that fails each time must not hold up those behind it.
    if let Some(failed) = failed {
        attempted[failed..].rotate_left(1);
    }
    attempted
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
    let mut rounds = ticks(ROUND);
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
    if bot.service.leases().is_some() {
        return Vec::new();
    }
    let unretired = bot.service.ask_store(|store| store.unretired());
    unretired.await.unwrap_or_else(|failure| {
        tracing::error!(?failure, "messages to retire not read");
        Vec::new()
    })
}
