//! Runs the front end's tasks.

use std::sync::Arc;

use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::service::{QueuedEffect, Service};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::account::{Error, Homeserver};
use crate::bot::Bot;
use crate::messenger::Messenger;
use crate::{outbox, receive};

/// Runs the bot until `stop`, then finishes what is in flight.
///
/// # Errors
/// When the homeserver refuses the account, or the account's files are lost.
pub async fn run(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    effects: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<(), Error> {
    let messenger = Messenger::new(homeserver, Artist::default(), stop.clone());
    run_with(messenger, service, effects, pool, stop).await
}

/// As [`run`], with the given messenger.
pub(crate) async fn run_with(
    messenger: Messenger,
    service: Arc<Service>,
    effects: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<(), Error> {
    let bot = Arc::new(Bot::new(service, messenger, pool, stop.clone()));
    let outbox = tokio::spawn(outbox::run(Arc::clone(&bot), effects, stop.clone()));
    let result = receive::run(&bot).await;
    stop.cancel();
    bot.tasks.close();
    bot.tasks.wait().await;
    if let Err(error) = outbox.await {
        tracing::error!(%error, "outbox failed");
    }
    result
}
