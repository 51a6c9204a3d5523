//! Turns to identify, shared by all processes on a database.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, sleep_until};

use crate::bot::Bot;
use runtime::cluster::blocking;
use store::leases::{Leases, Turn};

/// Time between two sessions of a bucket in one process: Discord's five seconds, and a margin for network delays.
const INTERVAL: Duration = Duration::from_millis(5250);
/// Added to the wait for a turn, and so the time between two requests for it.
const TURN_INTERVAL: Duration = Duration::from_millis(20);
/// Time before a failed request is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The queue of this process's shards that begin a session: when each bucket had its last turn. One of the shards asks for the next;
/// the bucket's others wait for the lock.
#[derive(Default)]
pub(super) struct IdentifyQueue(std::sync::Mutex<HashMap<u32, Arc<Mutex<Option<Instant>>>>>);

impl IdentifyQueue {
    /// Waits until this shard may begin a session: one of its bucket every five seconds, over all processes, and at most as many a
    /// day as Discord allows. A turn is taken when it is due, so a shard that is stopped before costs none.
    pub(super) async fn wait(&self, bot: &Bot, shard: u32) {
        let mut bucket = bucket_of(bot, shard).await;
        loop {
            let queue = {
                let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(buckets.entry(bucket).or_default())
            };
            let mut last = queue.lock().await;
            // Minutes may have passed.
            let now = bucket_of(bot, shard).await;
            if now == bucket {
                if let Some(leases) = bot.service.leases() {
                    return take_turn(leases, shard, bucket).await;
                }
                if let Some(last) = *last {
                    sleep_until(last + INTERVAL).await;
                }
                *last = Some(Instant::now());
                return;
            }
            bucket = now;
        }
    }
}

/// Returns the bucket of a shard, once there are sessions left today.
async fn bucket_of(bot: &Bot, shard: u32) -> u32 {
    loop {
        match bot.rest.gateway().await {
            Ok(answer) => {
                let limit = answer.session_start_limit;
                if limit.remaining > 0 {
                    let concurrency = limit.max_concurrency.max(1);
                    return shard % concurrency;
                }
                let pause = Duration::from_millis(limit.reset_after);
                tracing::error!(shard, ?pause, "no more sessions today: waiting");
                sleep(pause).await;
            }
            Err(error) => tracing::warn!(shard, %error, "gateway not known"),
        }
        sleep(RETRY_DELAY).await;
    }
}

/// Takes a bucket's turn as soon as no other process has it.
async fn take_turn(leases: &Arc<dyn Leases>, shard: u32, bucket: u32) {
    loop {
        let turn = blocking(leases, move |leases| leases.take_turn(bucket));
        let wait = match turn.await {
            Ok(Turn::Taken) => return,
            Ok(Turn::Wait(wait)) => wait + TURN_INTERVAL,
            Err(error) => {
                tracing::warn!(shard, %error, "no turn to identify");
                RETRY_DELAY
            }
        };
        sleep(wait).await;
    }
}
