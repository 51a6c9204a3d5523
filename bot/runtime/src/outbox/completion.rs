//! Outcomes of effects, for the store and the application.

use std::sync::Arc;

use app::Failure;
use app::effect::{EffectId, Outgoing};

use super::error::OutboxError;
use crate::service::Service;

/// Removes an effect without a lasting message from the store.
pub async fn complete(service: &Arc<Service>, id: &EffectId) -> Result<(), OutboxError> {
    let done = [id.clone()];
    let commit = service.run_blocking(move |service| Ok(service.store().settle(&done)?));
    Ok(commit.await?)
}

/// Reports the outcome of a request to the application, and queues the effects that follow.
pub async fn note(
    service: &Arc<Service>,
    note: impl FnOnce(&Service) -> Result<Vec<Outgoing>, Failure> + Send + 'static,
) {
    if let Err(failure) = service.apply(note).await {
        tracing::error!(?failure, "outcome of a request not recorded");
    }
}
