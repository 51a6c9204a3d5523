//! Periodic tasks for open leases: noting presence, advancing tournaments.

use std::sync::Arc;
use std::time::Duration;

use app::store::StoreError;
use app::{Failure, Home};
use text::Platform;

use crate::backoff::ticks;
use crate::service::Service;

/// Interval between updates of the presence records.
const PRESENCE_INTERVAL: Duration = Duration::from_secs(5);
/// Interval between passes over the tournaments, which a killed process may have left unfinished.
const TOURNAMENT_INTERVAL: Duration = Duration::from_mins(5);

/// Never returns.
pub(super) async fn run(service: &Arc<Service>) {
    let mut presence = ticks(PRESENCE_INTERVAL);
    let mut tournaments = ticks(TOURNAMENT_INTERVAL);
    // Taking over a lease advances its tournaments.
    tournaments.reset();
    loop {
        tokio::select! {
            _ = presence.tick() => note_presence(service).await,
            _ = tournaments.tick() => advance_tournaments(service).await,
        }
    }
}

/// Records presence on Discord if this process serves shard 0, and on another platform if it serves that. Backups contain these
/// records, but no leases.
async fn note_presence(service: &Arc<Service>) {
    let open = service.ownership().open();
    for platform in Platform::ALL {
        if !open.contains(Home::direct(platform)) {
            continue;
        }
        let noted = service
            .run_blocking(move |service| service.app().note_presence(platform, service.now()));
        match noted.await {
            // The shard has another owner by now, who has noted it.
            Ok(()) | Err(Failure::Store(StoreError::Conflict(_))) => {}
            Err(failure) => tracing::warn!(?failure, "presence not noted"),
        }
    }
}

async fn advance_tournaments(service: &Arc<Service>) {
    let open = service.ownership().open().leases;
    for platform in Platform::ALL {
        if open.iter().all(|lease| lease.platform() != platform) {
            continue;
        }
        let advanced =
            service.apply(move |service| service.app().advance_all(platform, service.moment()));
        if let Err(failure) = advanced.await {
            tracing::warn!(?failure, "tournaments not advanced: will retry");
        }
    }
}
