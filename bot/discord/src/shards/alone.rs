//! All shards in one process, started by serenity.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{ActivityData, ClientBuilder, ConnectionStage, ShardManager};
use text::{Lang, Platform, msg};
use tokio_util::sync::CancellationToken;

use crate::connection::{Connection, ConnectionError, INTENTS, connection_error};
use crate::receive::Handler;
use runtime::service::Service;
use runtime::telemetry::{self, ShardState};

/// Time between two checks of the shards.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// Consecutive checks without a connected shard after which the bot counts as unreachable.
const UNREACHABLE_CHECKS: u32 = 8;
/// Time limit of closing the connections: serenity never does while the gateway is down.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) async fn listen(
    connection: &Connection,
    handler: Handler,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    // serenity falls back to the real Discord when this request fails; a failure here ends the attempt first.
    let http = connection.gateway_http()?;
    http.get_gateway()
        .await
        .map_err(|error| connection_error(&error))?;
    let service = Arc::clone(&handler.bot().service);
    let mut client = ClientBuilder::new_with_http(http, INTENTS)
        .event_handler(handler)
        .activity(ActivityData::custom(
            Lang::ENGLISH.words(&msg!("status-line")),
        ))
        .await
        .map_err(|error| connection_error(&error))?;
    let url = client.ws_url.lock().await.clone();
    connection.check_gateway(url)?;
    let manager = Arc::clone(&client.shard_manager);
    let listening = client.start_autosharded();
    tokio::select! {
        never = watch(&manager, &service) => match never {},
        ended = listening => ended.map_err(|error| connection_error(&error)),
        () = stop.cancelled() => {
            if tokio::time::timeout(CLOSE_TIMEOUT, manager.shutdown_all()).await.is_err() {
                tracing::warn!("gateway connection not closed in time");
            }
            Ok(())
        },
    }
}

/// Reports which shards are connected, and to the service whether any is, until dropped.
async fn watch(shards: &ShardManager, service: &Service) -> Infallible {
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    let mut disconnected_checks = 0;
    loop {
        ticks.tick().await;
        let mut any = false;
        // serenity may hold this lock for seconds while it closes a broken connection.
        let Ok(runners) = shards.runners.try_lock() else {
            continue;
        };
        for (id, runner) in &*runners {
            let state = match runner.stage {
                ConnectionStage::Connected => ShardState::Connected,
                _ => ShardState::Disconnected,
            };
            telemetry::shard(id.0, state);
            any |= state == ShardState::Connected;
        }
        drop(runners);
        // Neither a session that is soon resumed nor one shard of several is an outage.
        disconnected_checks = if any { 0 } else { disconnected_checks + 1 };
        if disconnected_checks < UNREACHABLE_CHECKS {
            service.mark_reachable(Platform::Discord).await;
        } else {
            service.mark_unreachable(Platform::Discord).await;
        }
    }
}
