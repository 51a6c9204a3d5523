//! Messages that newer ones have replaced: each loses its picture and its controls, also when the program ends in between.
//!
//! The store notes them with the message that replaces them, and forgets them here.

use std::sync::Arc;
use std::time::Duration;

use serenity::all::ChannelId;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use super::trouble::{Trouble, of_discord};
use super::{Front, messages};
use crate::store::Post;
use crate::telemetry;

/// Between two rounds of writing down what was done and trying again what failed.
const ROUND: Duration = Duration::from_secs(1);

/// What became of a former message.
#[derive(Debug)]
pub(crate) enum Former {
    /// It shows no board any more.
    Retired(u64),
    /// Discord was in trouble.
    Later(Post),
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

/// Sees to what an earlier run left and to what failed, until `stop`.
pub(crate) async fn work(
    front: Arc<Front>,
    mut told: mpsc::UnboundedReceiver<Former>,
    stop: CancellationToken,
) {
    let left = front
        .service
        .ask(|service| Ok(service.store().retiring()?))
        .await;
    let mut later = left.unwrap_or_else(|failure| {
        tracing::error!(?failure, "which boards are of the past cannot be read");
        Vec::new()
    });
    let mut rounds = tokio::time::interval(ROUND);
    rounds.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        let going_on = stop.run_until_cancelled(rounds.tick()).await.is_some();
        let mut retired = Vec::new();
        while let Ok(former) = told.try_recv() {
            sort(former, &mut retired, &mut later);
        }
        let mut tried = std::mem::take(&mut later).into_iter();
        while going_on && let Some(former) = tried.next() {
            let former = retire(&front, former).await;
            let in_trouble = matches!(former, Former::Later(_));
            sort(former, &mut retired, &mut later);
            if in_trouble {
                break;
            }
        }
        later.extend(tried);
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

fn sort(former: Former, retired: &mut Vec<u64>, later: &mut Vec<Post>) {
    match former {
        Former::Retired(message) => retired.push(message),
        Former::Later(post) => later.push(post),
    }
}
