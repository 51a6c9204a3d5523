//! Retiring replaced messages: each loses its picture and its buttons.
//!
//! The store records a replaced message in the commit that replaces it, and forgets it here, so a restart in between loses none.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::ChannelId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::discord::retry::{ErrorClass, classify_request, code, code_of};
use crate::discord::{Bot, messages};
use crate::store::Post;
use crate::telemetry;

/// Between two rounds of recording successes and retrying failures.
const ROUND: Duration = Duration::from_secs(1);
/// Pause in a channel where Discord refuses further edits of old messages; it does not say for how long.
const CHANNEL_PAUSE: Duration = Duration::from_secs(10);

/// The result of retiring a message.
#[derive(Debug)]
pub(crate) enum Retirement {
    /// Retired, or never to be: the number of the message.
    Done(u64),
    /// Discord failed.
    Retry(Post),
    /// Discord refuses further edits in the channel for now.
    ChannelLimited(Post),
}

/// Removes picture and buttons from a message. After a permanent error its buttons still work.
pub(super) async fn retire(bot: &Bot, former: Post) -> Retirement {
    let Some(id) = messages::id(former.message) else {
        return Retirement::Done(former.message);
    };
    let edited = ChannelId::new(former.channel)
        .edit_message(&bot.http, id, messages::plain_edit(&former.remains))
        .await;
    match edited {
        Err(error) if code_of(&error) == Some(code::TOO_MANY_OLD_EDITS) => {
            Retirement::ChannelLimited(former)
        }
        Err(error) if classify_request(&error) == ErrorClass::Transient => {
            telemetry::request_failed("retire");
            Retirement::Retry(former)
        }
        Err(error) => {
            tracing::debug!(message = former.message, %error, "message not retired");
            Retirement::Done(former.message)
        }
        Ok(_) => Retirement::Done(former.message),
    }
}

/// Messages to retire, and those whose retirement is not recorded yet.
#[derive(Default)]
struct Backlog {
    pending: Vec<Post>,
    done: Vec<u64>,
    /// Since when each limited channel is left alone.
    limited: HashMap<u64, Instant>,
}

impl Backlog {
    fn add(&mut self, retirement: Retirement) {
        match retirement {
            Retirement::Done(message) => self.done.push(message),
            Retirement::Retry(post) => self.pending.push(post),
            Retirement::ChannelLimited(post) => {
                self.limited.insert(post.channel, Instant::now());
                self.pending.push(post);
            }
        }
    }

    /// Tries all messages outside of limited channels, until a transient error.
    async fn retry(&mut self, bot: &Bot) {
        self.limited
            .retain(|_, since| since.elapsed() < CHANNEL_PAUSE);
        let mut failed = None;
        for post in std::mem::take(&mut self.pending) {
            if failed.is_some() || self.limited.contains_key(&post.channel) {
                self.pending.push(post);
                continue;
            }
            match retire(bot, post).await {
                Retirement::Retry(post) => failed = Some(post),
                retirement => self.add(retirement),
            }
        }
        // The others come first in the next round.
        self.pending.extend(failed);
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

/// Retires what an earlier run left and what failed, until `stop`.
pub(crate) async fn run(
    bot: Arc<Bot>,
    mut retirements: mpsc::UnboundedReceiver<Retirement>,
    stop: CancellationToken,
) {
    let recovered = bot
        .service
        .run_blocking(|service| Ok(service.store().unretired()?))
        .await;
    let mut backlog = Backlog {
        pending: recovered.unwrap_or_else(|failure| {
            tracing::error!(?failure, "messages to retire not read");
            Vec::new()
        }),
        ..Backlog::default()
    };
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let is_running = stop.run_until_cancelled(rounds.tick()).await.is_some();
        while let Ok(retirement) = retirements.try_recv() {
            backlog.add(retirement);
        }
        if is_running {
            backlog.retry(&bot).await;
        }
        backlog.record(&bot).await;
        if !is_running {
            return;
        }
    }
}
