//! All shards in one process.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use text::Platform;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::identify::IdentifyQueue;
use super::reachability::{CHECK_INTERVAL, Change, Reachability};
use super::shard::ShardRunners;
use crate::connection::{Connection, ConnectionError};
use crate::receive::Handler;
use crate::rest::Gateway;
use runtime::service::Service;
use runtime::telemetry;
use store::leases::Lease;

pub(super) async fn listen(
    connection: &Connection,
    gateway: Gateway,
    handler: Arc<Handler>,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let bot = Arc::clone(handler.bot());
    let runners = Arc::new(ShardRunners {
        connection: connection.clone(),
        url: gateway.url,
        handler,
        identify: IdentifyQueue::new(Arc::clone(&bot), None),
    });
    let mut connected = Vec::new();
    let mut shards = JoinSet::new();
    for shard in 0..gateway.shards {
        let is_connected = Arc::<AtomicBool>::default();
        connected.push(Arc::clone(&is_connected));
        let (runners, stop) = (Arc::clone(&runners), stop.clone());
        shards.spawn(async move {
            Box::pin(runners.serve(shard, gateway.shards, &is_connected, &stop)).await
        });
    }
    let ended = async {
        while let Some(ended) = shards.join_next().await {
            ended.map_err(|error| ConnectionError::Ended(error.to_string()))??;
        }
        Ok(())
    };
    tokio::select! {
        never = watch(&connected, &bot.service) => match never {},
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
