//! Turns to begin a session, which all processes share.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serenity::http::Http;
use tokio::sync::Mutex;

use store::leases::{Leases, Turn};

/// Added to the wait for a turn, and so the time between two requests for it.
const TURN_INTERVAL: Duration = Duration::from_millis(20);
/// Time before a failed request is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// The queue of this process's shards that begin a session.
pub(super) struct IdentifyQueue {
    http: Arc<Http>,
    leases: Arc<dyn Leases>,
    /// In each, one of this process's shards asks for a turn, and the others wait for it.
    buckets: std::sync::Mutex<HashMap<u32, Arc<Mutex<()>>>>,
}

impl IdentifyQueue {
    pub(super) fn new(http: Arc<Http>, leases: Arc<dyn Leases>) -> Self {
        Self {
            http,
            leases,
            buckets: std::sync::Mutex::default(),
        }
    }

    /// Waits until this shard may begin a session: one of its bucket every five seconds, over all processes, and at most as many a
    /// day as Discord allows. A turn is taken when it is due, so a shard that is stopped before costs none.
    pub(super) async fn wait(&self, shard: u32) {
        let mut bucket = self.bucket(shard).await;
        loop {
            let queue = {
                let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(buckets.entry(bucket).or_default())
            };
            let _first = queue.lock().await;
            // Minutes may have passed.
            let now = self.bucket(shard).await;
            if now == bucket {
                return self.take_turn(shard, bucket).await;
            }
            bucket = now;
        }
    }

    /// Returns the bucket of a shard, once there are sessions left today.
    async fn bucket(&self, shard: u32) -> u32 {
        loop {
            match self.http.get_bot_gateway().await {
                Ok(answer) => {
                    let limit = answer.session_start_limit;
                    if limit.remaining > 0 {
                        let concurrency = u32::try_from(limit.max_concurrency).unwrap_or(1).max(1);
                        return shard % concurrency;
                    }
                    let pause = Duration::from_millis(limit.reset_after);
                    tracing::error!(shard, ?pause, "no more sessions today: waiting");
                    tokio::time::sleep(pause).await;
                }
                Err(error) => tracing::warn!(shard, %error, "gateway not known"),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Takes a bucket's turn as soon as no other process has it.
    async fn take_turn(&self, shard: u32, bucket: u32) {
        loop {
            let leases = Arc::clone(&self.leases);
            let turn = tokio::task::spawn_blocking(move || leases.take_turn(bucket));
            let wait = match turn.await {
                Ok(Ok(Turn::Taken)) => return,
                Ok(Ok(Turn::Wait(wait))) => wait + TURN_INTERVAL,
                Ok(Err(error)) => {
                    tracing::warn!(shard, %error, "no turn to connect");
                    RETRY_DELAY
                }
                Err(error) => {
                    tracing::error!(shard, %error, "no turn to connect");
                    RETRY_DELAY
                }
            };
            tokio::time::sleep(wait).await;
        }
    }
}
