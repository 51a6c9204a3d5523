//! Distribution of the engine's work to all processes with threads for it: an idle process claims the oldest request.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, Instant};

use app::Home;
use tokio_util::sync::CancellationToken;

use super::blocking;
use crate::backoff::ticks;
use crate::service::Service;
use store::leases::{Leases, Role, WORK_LEASE};

/// Maximum number of claimed moves. It exceeds the number of threads, because thinking times shrink as the queue grows.
const MOVES: usize = 64;
/// Maximum number of claimed reviews.
const REVIEWS: usize = 1;
/// Interval between polls for work that other processes have committed.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// Interval between a thinker's heartbeats, whose response has the database's time.
const BEAT_INTERVAL: Duration = Duration::from_secs(1);

/// Registers as a thinker, and claims work until `stop`.
pub async fn think(service: Arc<Service>, leases: Arc<dyn Leases>, stop: CancellationToken) {
    let registering = async {
        let mut ticks = ticks(BEAT_INTERVAL);
        let mut is_registered = false;
        loop {
            ticks.tick().await;
            let asked = Instant::now();
            let beaten = blocking(&leases, move |leases| {
                if !is_registered {
                    leases.register(Role::Thinker)?;
                }
                leases.beat(&BTreeSet::new())
            });
            match beaten.await {
                Ok(Some(overview)) => {
                    is_registered = true;
                    service.set_clock(overview.now, asked);
                }
                Ok(None) => is_registered = false,
                Err(error) => tracing::warn!(%error, "beat missed"),
            }
        }
    };
    let working = run(Arc::clone(&service), Arc::clone(&leases), stop);
    tokio::select! {
        () = registering => {}
        () = working => {}
    }
    if let Err(error) = blocking(&leases, |leases| leases.leave()).await {
        tracing::debug!(%error, "not signed off");
    }
}

/// Claims work until `stop`, then leaves what is in hand to others.
pub async fn run(service: Arc<Service>, leases: Arc<dyn Leases>, stop: CancellationToken) {
    let mut looks = ticks(LOOK_INTERVAL);
    let mut extensions = ticks(WORK_LEASE / 3);
    loop {
        tokio::select! {
            () = stop.cancelled() => break,
            _ = extensions.tick() => extend(&service, &leases).await,
            _ = looks.tick() => claim(&service, &leases).await,
            () = service.work_wanted() => claim(&service, &leases).await,
        }
    }
    let left = service.ownership().work();
    let given = blocking(&leases, move |leases| leases.give_back_work(&left));
    if let Err(error) = given.await {
        tracing::debug!(%error, "work not given back: its lease ends");
    }
}

async fn extend(service: &Arc<Service>, leases: &Arc<dyn Leases>) {
    let work = service.ownership().work();
    if work.is_empty() {
        return;
    }
    let extended = blocking(leases, move |leases| leases.extend_work(&work));
    if let Err(error) = extended.await {
        tracing::warn!(%error, "work not extended: another process may do it, too");
    }
}

async fn claim(service: &Arc<Service>, leases: &Arc<dyn Leases>) {
    for (kind, most) in [(Home::ENGINE, MOVES), (Home::REVIEW, REVIEWS)] {
        let free = most.saturating_sub(service.ownership().work_of(kind));
        if free == 0 {
            continue;
        }
        let claimed = blocking(leases, move |leases| leases.claim_work(kind, free));
        match claimed.await {
            Ok(claimed) => service.queue_found(claimed),
            Err(error) => tracing::debug!(%error, "no work claimed"),
        }
    }
}
