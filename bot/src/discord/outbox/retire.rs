//! Messages that newer ones have replaced: each loses its picture and its controls, also when the program ends in between.
//!
//! The store notes them with the message that replaces them, and forgets them here.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serenity::all::ChannelId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::discord::trouble::{Trouble, is_too_many_changes, of_discord};
use crate::discord::{Front, messages};
use crate::store::Post;
use crate::telemetry;

/// Between two rounds of writing down what was done and trying again what failed.
const ROUND: Duration = Duration::from_secs(1);
/// For so long a channel is left alone in which Discord takes no more changes of old messages; how long it does not, it does not say.
const REST: Duration = Duration::from_secs(10);

/// What became of a former message.
#[derive(Debug)]
pub(crate) enum Former {
    /// It shows no board any more.
    Retired(u64),
    /// Discord was in trouble.
    Later(Post),
    /// Discord takes no more changes in its channel for now.
    Resting(Post),
}

/// Takes picture and controls off a message. If that fails, its buttons still work.
pub(crate) async fn retire(front: &Front, former: Post) -> Former {
    let Some(id) = messages::id(former.message) else {
        return Former::Retired(former.message);
    };
    let change = messages::remains(&former.remains);
    let changed = ChannelId::new(former.channel)
        .edit_message(&front.http, id, change)
        .await;
    match changed {
        Err(error) if is_too_many_changes(&error) => Former::Resting(former),
        Err(error) if of_discord(&error) == Trouble::Passing => {
            telemetry::trouble("retire");
            Former::Later(former)
        }
        Err(error) => {
            tracing::debug!(%error, "a former board keeps its controls");
            Former::Retired(former.message)
        }
        Ok(_) => Former::Retired(former.message),
    }
}

/// What there is to do and what was done.
#[derive(Default)]
struct Left {
    later: Vec<Post>,
    retired: Vec<u64>,
    /// By channel since when.
    resting: HashMap<u64, Instant>,
}

impl Left {
    fn note(&mut self, former: Former) {
        match former {
            Former::Retired(message) => self.retired.push(message),
            Former::Later(post) => self.later.push(post),
            Former::Resting(post) => {
                self.resting.insert(post.channel, Instant::now());
                self.later.push(post);
            }
        }
    }

    /// Tries all whose channels take changes, until Discord is in trouble.
    async fn try_all(&mut self, front: &Front) {
        self.resting.retain(|_, since| since.elapsed() < REST);
        let mut in_trouble = None;
        for former in std::mem::take(&mut self.later) {
            if in_trouble.is_some() || self.resting.contains_key(&former.channel) {
                self.later.push(former);
                continue;
            }
            match retire(front, former).await {
                Former::Later(former) => in_trouble = Some(former),
                former => self.note(former),
            }
        }
        // The others come first in the next round.
        self.later.extend(in_trouble);
    }
}

/// Sees to what an earlier run left and to what failed, until `stop`.
pub(crate) async fn work(
    front: Arc<Front>,
    mut told: mpsc::UnboundedReceiver<Former>,
    stop: CancellationToken,
) {
    let former = front
        .service
        .ask(|service| Ok(service.store().retiring()?))
        .await;
    let mut left = Left {
        later: former.unwrap_or_else(|failure| {
            tracing::error!(?failure, "which boards are of the past cannot be read");
            Vec::new()
        }),
        ..Left::default()
    };
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let going_on = stop.run_until_cancelled(rounds.tick()).await.is_some();
        while let Ok(former) = told.try_recv() {
            left.note(former);
        }
        if going_on {
            left.try_all(&front).await;
        }
        let retired = std::mem::take(&mut left.retired);
        if !retired.is_empty() {
            let noted = front
                .service
                .ask(move |service| Ok(service.store().retired(&retired)?))
                .await;
            if let Err(failure) = noted {
                tracing::error!(?failure, "boards of the past will be changed once more");
            }
        }
        if !going_on {
            return;
        }
    }
}
