//! Shards of the gateway: all of them by serenity's own manager in a process of its own, or single ones among several processes.

mod alone;
mod identify;
mod reachability;
mod shared;
mod single;

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
    let result = match handler.bot().service.leases().cloned() {
        None => alone::listen(connection, handler, stop).await,
        Some(leases) => shared::listen(connection, handler, leases, channels, stop).await,
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
