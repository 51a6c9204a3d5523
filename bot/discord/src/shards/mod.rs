//! Shards of the gateway: all of them in one process, or a share of them among several processes.

mod alone;
mod identify;
mod reachability;
mod shard;
mod shared;
mod socket;

use std::sync::Arc;
use std::time::Duration;

use text::Platform;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::bot::Bot;
use crate::connection::{Connection, ConnectionError, connection_error};
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
    let gateway = connection.gateway(&handler.bot().rest).await?;
    check_account(handler.bot()).await?;
    let result = match handler.bot().service.leases().cloned() {
        None => alone::listen(connection, gateway, handler, stop).await,
        Some(leases) => shared::listen(connection, gateway, handler, leases, channels, stop).await,
    };
    finish(&tasks).await;
    result
}

/// Refuses the data of another bot.
async fn check_account(bot: &Bot) -> Result<(), ConnectionError> {
    let own = bot.own_user().await;
    let own = own.map_err(|error| connection_error(&error))?.to_string();
    let agreed = bot.service.agree_on_account(Platform::Discord, &own);
    match bot.stop.run_until_cancelled(agreed).await {
        Some(Ok(kept)) if kept != own => Err(ConnectionError::OtherAccount(kept)),
        Some(Err(error)) => Err(ConnectionError::Store(error.to_string())),
        _ => Ok(()),
    }
}

async fn finish(tasks: &TaskTracker) {
    tasks.close();
    let finished = tokio::time::timeout(FINISH_TIMEOUT, tasks.wait());
    if finished.await.is_err() {
        tracing::warn!(count = tasks.len(), "events not handled in time");
    }
}
