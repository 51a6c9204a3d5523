//! Shards of the gateway: all of them in one process, or a share of them among several processes.

mod identify;
mod reachability;
mod shard;
mod shared;
mod socket;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use text::Platform;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::bot::Bot;
use crate::connection::{Connection, ConnectionError};
use identify::IdentifyQueue;
use reachability::{CHECK_INTERVAL, Change, Reachability};
use runtime::cluster::ClusterChannels;
use runtime::service::Service;
use runtime::telemetry;
use shard::ShardRunners;
use store::leases::Lease;

/// Time limit of handling the last events.
const FINISH_TIMEOUT: Duration = Duration::from_secs(5);

/// Receives the events of this process's shards until no more are accepted, then waits for those that are being handled.
pub(crate) async fn listen(
    connection: &Connection,
    bot: Arc<Bot>,
    channels: ClusterChannels,
) -> Result<(), ConnectionError> {
    let stop = bot.stop_hearing.clone();
    let gateway = Box::pin(connection.gateway(&bot.rest));
    let Some(gateway) = stop.run_until_cancelled(gateway).await else {
        return Ok(());
    };
    let gateway = gateway?;
    let runners = Arc::new(ShardRunners {
        connection: connection.clone(),
        url: gateway.url,
        bot: Arc::clone(&bot),
        identify: IdentifyQueue::default(),
    });
    let total = gateway.shards;
    let result = match bot.service.leases() {
        None => listen_alone(runners, total, stop).await,
        Some(leases) => shared::listen(runners, total, leases, channels, stop).await,
    };
    bot.tasks.close();
    let finished = tokio::time::timeout(FINISH_TIMEOUT, bot.tasks.wait());
    if finished.await.is_err() {
        tracing::warn!(count = bot.tasks.len(), "events not handled in time");
    }
    result
}

/// Serves all shards in this process.
async fn listen_alone(
    runners: Arc<ShardRunners>,
    total: u32,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let mut connected = Vec::new();
    let mut shards = JoinSet::new();
    for shard in 0..total {
        let is_connected = Arc::<AtomicBool>::default();
        connected.push(Arc::clone(&is_connected));
        let (runners, stop) = (Arc::clone(&runners), stop.clone());
        shards.spawn(
            async move { Box::pin(runners.serve(shard, total, &is_connected, &stop)).await },
        );
    }
    let ended = async {
        while let Some(ended) = shards.join_next().await {
            ended.map_err(|error| ConnectionError::Ended(error.to_string()))??;
        }
        Ok(())
    };
    tokio::select! {
        never = watch(&connected, &runners.bot.service) => match never {},
        ended = ended => ended,
    }
}

/// Reports which shards are connected, and to the service whether any is, until dropped.
async fn watch(shards: &[Arc<AtomicBool>], service: &Service) -> Infallible {
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    let mut states: Vec<_> = shards.iter().map(|_| Reachability::default()).collect();
    // Neither a session that is soon resumed nor one shard of several is an outage.
    let mut together = Reachability::default();
    loop {
        ticks.tick().await;
        let mut any = false;
        for (shard, (is_connected, state)) in (0..).zip(shards.iter().zip(&mut states)) {
            let is_connected = is_connected.load(Ordering::Relaxed);
            telemetry::shard(shard, is_connected);
            any |= is_connected;
            if state.check(is_connected) == Some(Change::Unreachable) {
                service.give_up(Lease::Shard(shard));
            }
        }
        together.check(any);
        if any {
            service.mark_reachable(Platform::Discord).await;
        } else if !together.is_reachable {
            service.mark_unreachable(Platform::Discord).await;
        }
    }
}
