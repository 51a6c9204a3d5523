//! Shards of the gateway: all of them in one process, or a share of them among several processes.

mod alone;
mod identify;
mod reachability;
mod shard;
mod shared;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::connection::{Connection, ConnectionError};
use crate::receive::Handler;
use runtime::cluster::ClusterChannels;

/// Time limit of handling the last events.
const FINISH_TIMEOUT: Duration = Duration::from_secs(5);

/// Receives the events of this process's shards until `stop`, then waits for those that are being handled.
pub(crate) async fn listen(
    connection: &Connection,
    handler: Handler,
    channels: ClusterChannels,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let tasks = handler.tasks();
    let handler = Arc::new(handler);
    let gateway = Box::pin(connection.gateway(&handler.bot().rest));
    let Some(gateway) = stop.run_until_cancelled(gateway).await else {
        return Ok(());
    };
    let gateway = gateway?;
    let result = match handler.bot().service.leases().cloned() {
        None => alone::listen(connection, gateway, handler, stop).await,
        Some(leases) => shared::listen(connection, gateway, handler, leases, channels, stop).await,
    };
    finish(&tasks).await;
    result
}

async fn finish(tasks: &TaskTracker) {
    tasks.close();
    let finished = tokio::time::timeout(FINISH_TIMEOUT, tasks.wait());
    if finished.await.is_err() {
        tracing::warn!(count = tasks.len(), "events not handled in time");
    }
}
