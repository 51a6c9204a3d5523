//! This process's share of the shards, which the cluster assigns.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::reachability::{CHECK_INTERVAL, Change, Reachability};
use super::shard::ShardRunners;
use crate::connection::ConnectionError;
use runtime::cluster::{self, ClusterChannels, Member, ShardCommand, ShardEvent, Timing};
use runtime::outbox::FrontEnd as _;
use runtime::service::Service;
use runtime::telemetry;
use store::leases::{Lease, Leases};
use text::Platform;

/// Receives the events of this process's share of the shards until `stop`, then gives the shards up to others.
pub(super) async fn listen(
    runners: Arc<ShardRunners>,
    wanted: u32,
    leases: &Arc<dyn Leases>,
    mut channels: ClusterChannels,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let (failed, failures) = mpsc::unbounded_channel();
    let commands = channels.open(Platform::Discord);
    let member = Member {
        service: Arc::clone(&runners.bot.service),
        leases: Arc::clone(leases),
        wanted: Some(wanted),
        timing: Timing::default(),
    };
    let shards = Shards {
        runners,
        events: channels.events.clone(),
        running: HashMap::new(),
        failed,
    };
    tokio::select! {
        ended = shards.run(commands, failures) => ended,
        () = cluster::run(member, channels, stop) => Ok(()),
    }
}

/// A shard that is connected, or tries to be.
struct Running {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

struct Shards {
    runners: Arc<ShardRunners>,
    events: mpsc::UnboundedSender<ShardEvent>,
    running: HashMap<u32, Running>,
    failed: mpsc::UnboundedSender<ConnectionError>,
}

impl Shards {
    /// Obeys `commands` until they end; returns an error only if the connection ended permanently.
    async fn run(
        mut self,
        mut commands: mpsc::UnboundedReceiver<ShardCommand>,
        mut failures: mpsc::UnboundedReceiver<ConnectionError>,
    ) -> Result<(), ConnectionError> {
        loop {
            let command = tokio::select! {
                Some(failure) = failures.recv() => return Err(failure),
                command = commands.recv() => command,
            };
            match command {
                None => return Ok(()),
                Some(ShardCommand::Retire(posts)) => {
                    for post in posts {
                        self.runners.bot.retire(post).await;
                    }
                }
                Some(ShardCommand::Probe(reached)) => self.probe(reached),
                Some(ShardCommand::Start(Lease::Shard(shard), total)) => self.start(shard, total),
                Some(ShardCommand::Stop(Lease::Shard(shard), done)) => self.stop(shard, done),
                // Another front end serves Matrix.
                Some(ShardCommand::Start(..) | ShardCommand::Stop(..)) => {}
            }
        }
    }

    /// Tells whether Discord answers, in a task of its own.
    fn probe(&self, reached: oneshot::Sender<()>) {
        let bot = Arc::clone(&self.runners.bot);
        tokio::spawn(async move {
            if bot.rest.gateway().await.is_ok() {
                // The cluster may have stopped waiting.
                let _ = reached.send(());
            }
        });
    }

    /// Starts a shard, after its former connection has closed.
    fn start(&mut self, shard: u32, total: u32) {
        let stop = CancellationToken::new();
        let former = self.running.remove(&shard).map(|running| {
            running.stop.cancel();
            running.task
        });
        let (runners, failed) = (Arc::clone(&self.runners), self.failed.clone());
        let (events, stopped) = (self.events.clone(), stop.clone());
        let task = tokio::spawn(async move {
            if let Some(former) = former {
                drop(former.await);
            }
            let is_connected = AtomicBool::default();
            let ended = tokio::select! {
                never = report(shard, &runners.bot.service, &is_connected, &events) => match never {},
                ended = Box::pin(runners.serve(shard, total, &is_connected, &stopped)) => ended,
            };
            if let Err(failure) = ended {
                drop(failed.send(failure));
            }
            telemetry::shard(shard, false);
        });
        self.running.insert(shard, Running { stop, task });
    }

    fn stop(&mut self, shard: u32, done: oneshot::Sender<()>) {
        if let Some(Running { stop, task }) = self.running.remove(&shard) {
            stop.cancel();
            tokio::spawn(async move {
                drop(task.await);
                // The cluster may have stopped waiting.
                let _ = done.send(());
            });
        }
    }
}

/// Reports whether a shard is connected, until dropped.
async fn report(
    shard: u32,
    service: &Service,
    is_connected: &AtomicBool,
    events: &mpsc::UnboundedSender<ShardEvent>,
) -> Infallible {
    let mut state = Reachability::default();
    let mut ticks = tokio::time::interval(CHECK_INTERVAL);
    loop {
        ticks.tick().await;
        let is_connected = is_connected.load(Ordering::Relaxed);
        telemetry::shard(shard, is_connected);
        let event = match state.check(is_connected) {
            Some(Change::Connected) => ShardEvent::Connected(Lease::Shard(shard)),
            Some(Change::Unreachable) => {
                service.give_up(Lease::Shard(shard));
                ShardEvent::Disconnected(Lease::Shard(shard))
            }
            None => continue,
        };
        // At shutdown no one listens.
        let _ = events.send(event);
    }
}
