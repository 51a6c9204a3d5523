//! Runs the front end's tasks.

use std::sync::Arc;

use runtime::drawing::Artist;
use runtime::engine_pool::EnginePool;
use runtime::service::{QueuedEffect, Service};
use text::Platform;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::account::{Error, Homeserver};
use crate::bot::Bot;
use crate::messenger::Messenger;
use crate::{outbox, receive};

/// Runs the bot until `stop`, then finishes what is in flight.
pub async fn run(
    homeserver: Arc<dyn Homeserver>,
    service: Arc<Service>,
    effects: mpsc::UnboundedReceiver<QueuedEffect>,
    pool: Arc<EnginePool>,
    stop: CancellationToken,
) -> Result<(), Error> {
    let checked = stop.run_until_cancelled(check_account(&*homeserver, &service));
    checked.await.unwrap_or(Ok(()))?;
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
    if let Err(error) = outbox.await {
        tracing::error!(%error, "outbox failed");
    }
    bot.tasks.close();
    bot.tasks.wait().await;
    result
}

/// Refuses the data of another account.
pub(crate) async fn check_account(
    homeserver: &dyn Homeserver,
    service: &Arc<Service>,
) -> Result<(), Error> {
    let own = homeserver.me();
    let kept = service.agree_on_account(Platform::Matrix, own).await;
    let unknown =
        |error| Error::Account(format!("the store can't tell whose games it has: {error}"));
    let kept = kept.map_err(unknown)?;
    if kept == own {
        return Ok(());
    }
    Err(Error::Account(format!(
        "the games belong to another account, {kept}: use that one, or another database (DELOS_STORE) or data folder (DELOS_DATA)"
    )))
}
