//! What a process does from time to time for the shards that are open.

use std::sync::Arc;
use std::time::Duration;

use app::store::StoreError;
use app::{Failure, Home};
use text::Platform;
use tokio::time::{Instant, MissedTickBehavior, interval, interval_at};

use crate::service::Service;

/// Between two looks at when Delos was last noted to be running.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(5);
/// Between two passes over the tournaments, one of which a process may have left halfway when it died.
const TOURNAMENT_INTERVAL: Duration = Duration::from_mins(5);

/// Never returns.
pub(super) async fn run(service: &Arc<Service>) {
    let mut presence = interval(PRESENCE_INTERVAL);
    presence.set_missed_tick_behavior(MissedTickBehavior::Delay);
    // What was left halfway before is advanced when the absence is made up for.
    let mut tournaments = interval_at(Instant::now() + TOURNAMENT_INTERVAL, TOURNAMENT_INTERVAL);
    tournaments.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        tokio::select! {
            _ = presence.tick() => note_presence(service).await,
            _ = tournaments.tick() => advance_tournaments(service).await,
        }
    }
}

/// The process that serves shard 0 notes that Delos is running. Backups have that from the records, not from the leases.
async fn note_presence(service: &Arc<Service>) {
    if !service.served().open().contains(Home::DIRECT) {
        return;
    }
    let noted = service.run_blocking(|service| {
        service
            .app()
            .note_presence(Platform::Discord, service.now())
    });
    match noted.await {
        // The shard has another owner by now, who has noted it.
        Ok(()) | Err(Failure::Store(StoreError::Conflict(_))) => {}
        Err(failure) => tracing::warn!(?failure, "presence not noted"),
    }
}

async fn advance_tournaments(service: &Arc<Service>) {
    if service.served().open().is_empty() {
        return;
    }
    let advanced = service.apply(|service| service.app().advance_all(service.moment()));
    if let Err(failure) = advanced.await {
        tracing::warn!(?failure, "tournaments not advanced: tried again");
    }
}
