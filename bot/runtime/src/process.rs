//! Several front ends in one process, and what they share: the engine, the clock, and work for other processes.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use futures_util::StreamExt as _;
use futures_util::future::BoxFuture;
use futures_util::stream::FuturesUnordered;
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::cluster;
use crate::engine_pool::{self, EnginePool};
use crate::service::{EngineEvent, Service};

/// The resources that the front ends of a process share.
#[derive(Clone, Debug)]
pub struct Process {
    /// The application.
    pub service: Arc<Service>,
    /// The engine's threads, for its moves as for hints.
    pub pool: Arc<EnginePool>,
    /// Cancelled when the program stops. Front ends accept no more events.
    pub stop: CancellationToken,
    /// Cancelled once no front end accepts events. Tasks then finish the effects in flight. On a shared database this is later
    /// than `stop`, so that shards are handed over while everything else still works.
    pub working: CancellationToken,
    hearing: Arc<AtomicUsize>,
}

/// A front end that runs until [`Process::stop`], or until it fails for good.
pub type Running<'a, E> = BoxFuture<'a, Result<(), E>>;

impl Process {
    /// A process with this number of front ends.
    pub fn new(
        service: Arc<Service>,
        pool: Arc<EnginePool>,
        front_ends: usize,
        stop: CancellationToken,
    ) -> Self {
        let working = if service.ownership().is_sole() {
            stop.clone()
        } else {
            CancellationToken::new()
        };
        Self {
            service,
            pool,
            stop,
            working,
            hearing: Arc::new(AtomicUsize::new(front_ends)),
        }
    }

    /// Records that a front end accepts no more events, and stops the others.
    pub fn stopped_hearing(&self) {
        self.stop.cancel();
        if self.hearing.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.working.cancel();
        }
    }
}

/// Runs front ends until `stop` or until one ends, and then stops all of them; each must call [`Process::stopped_hearing`] once.
pub async fn run<E>(
    process: Process,
    engine: mpsc::UnboundedReceiver<EngineEvent>,
    front_ends: Vec<Running<'_, E>>,
) -> Result<(), E> {
    let Process {
        service,
        pool,
        stop,
        working,
        ..
    } = process;
    let engine = engine_pool::run(Arc::clone(&service), engine, pool, working.clone());
    let clock = Arc::clone(&service).run_clock(working.clone());
    let mut tasks = vec![
        ("engine", tokio::spawn(engine)),
        ("clock", tokio::spawn(clock)),
    ];
    if let Some(leases) = service.leases().filter(|_| service.roles().think()) {
        let leases = Arc::clone(leases);
        let work = cluster::run_work(service, leases, working.clone());
        tasks.push(("work", tokio::spawn(work)));
    }
    let mut running: FuturesUnordered<_> = front_ends.into_iter().collect();
    let mut outcome = Ok(());
    while let Some(ended) = running.next().await {
        stop.cancel();
        outcome = outcome.and(ended);
    }
    working.cancel();
    for (name, task) in tasks {
        if let Err(error) = task.await {
            tracing::error!(name, %error, "task failed");
        }
    }
    outcome
}

#[cfg(test)]
mod tests {
    use app::store::Store as _;

    use super::*;
    use crate::service::{EffectQueues, ServiceConfig, SystemSource};
    use store::SledStore;
    use text::Platforms;

    fn process(folder: &tempfile::TempDir) -> (Process, EffectQueues) {
        let store = Arc::new(SledStore::open(folder.path()).expect("opens"));
        let config = ServiceConfig {
            platforms: Platforms::ALL,
            ..ServiceConfig::default()
        };
        let (service, queues) = Service::new(store, config, SystemSource);
        let pool = Arc::new(EnginePool::start(1).expect("started"));
        let process = Process::new(service, pool, 2, CancellationToken::new());
        (process, queues)
    }

    /// A front end that runs until the program stops, or fails at once.
    fn front_end(
        process: &Process,
        outcome: Result<(), &'static str>,
    ) -> Running<'static, &'static str> {
        let process = process.clone();
        Box::pin(async move {
            if outcome.is_ok() {
                process.stop.cancelled().await;
            }
            process.stopped_hearing();
            outcome
        })
    }

    #[tokio::test]
    async fn a_front_end_that_fails_stops_the_others_and_is_the_outcome() {
        let folder = tempfile::tempdir().expect("made");
        let (process, queues) = process(&folder);
        let outcomes = [Ok(()), Err("bad token")];
        let front_ends = Vec::from(outcomes.map(|outcome| front_end(&process, outcome)));
        let outcome = run(process.clone(), queues.engine, front_ends).await;
        assert_eq!(outcome, Err("bad token"));
        assert!(process.stop.is_cancelled() && process.working.is_cancelled());
        assert_eq!(Arc::strong_count(&process.service), 1, "no task goes on");
        process.service.store().outgoing(1).expect("still open");
    }

    #[tokio::test]
    async fn all_front_ends_end_when_the_program_stops() {
        let folder = tempfile::tempdir().expect("made");
        let (process, queues) = process(&folder);
        let front_ends = vec![front_end(&process, Ok(())), front_end(&process, Ok(()))];
        let stop = process.stop.clone();
        let running = run(process, queues.engine, front_ends);
        let stopping = async {
            tokio::task::yield_now().await;
            stop.cancel();
        };
        let (outcome, ()) = tokio::join!(running, stopping);
        assert_eq!(outcome, Ok(()));
    }
}
