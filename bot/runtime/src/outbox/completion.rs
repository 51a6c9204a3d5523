//! Outcomes of effects, for the store and the application.

use std::sync::Arc;

use app::Failure;
use app::effect::{EffectId, Outgoing};
use tokio::time::sleep;

use super::error::OutboxError;
use crate::retry::Backoff;
use crate::service::Service;

/// Attempts to report an outcome after the first.
const RETRIES: usize = 6;

/// Removes an effect without a lasting message from the store.
pub async fn complete(service: &Arc<Service>, id: &EffectId) -> Result<(), OutboxError> {
    let done = [id.clone()];
    let commit = service.run_blocking(move |service| Ok(service.store().settle(&done)?));
    Ok(commit.await?)
}

/// Reports the outcome of a request to the application, and queues the effects that follow. While the store fails, it is reported
/// again a few times.
pub async fn note(
    service: &Arc<Service>,
    note: impl Fn(&Service) -> Result<Vec<Outgoing>, Failure> + Clone + Send + 'static,
) {
    let mut delays = Backoff::ANSWER.delays().take(RETRIES);
    while let Err(failure) = service.apply(note.clone()).await {
        let delay = delays.next().filter(|_| failure.is_transient());
        let Some(delay) = delay else {
            tracing::error!(?failure, "outcome of a request not recorded");
            return;
        };
        tracing::warn!(?failure, "outcome of a request not recorded yet");
        sleep(delay).await;
    }
}
