//! This process's share of the shards, which the cluster assigns.

use std::collections::HashMap;
use std::sync::Arc;

use serenity::http::Http;
use tokio::sync::{Mutex, mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::identify::IdentifyQueue;
use super::single::ShardRunners;
use crate::bot::Bot;
use crate::connection::{Connection, ConnectionError, connection_error};
use crate::receive::Handler;
use runtime::cluster::{self, ClusterChannels, Member, ShardCommand, Timing};
use runtime::telemetry::{self, ShardState};
use store::leases::{Lease, Leases};
use text::Platform;

/// Receives the events of this process's share of the shards until `stop`, then gives the shards up to others.
pub(super) async fn listen(
    connection: &Connection,
    handler: Handler,
    leases: Arc<dyn Leases>,
    mut channels: ClusterChannels,
    stop: CancellationToken,
) -> Result<(), ConnectionError> {
    let http = connection.gateway_http()?;
    let answer = http
        .get_bot_gateway()
        .await
        .map_err(|error| connection_error(&error))?;
    let url = connection.check_gateway(answer.url)?;
    let bot = Arc::clone(handler.bot());
    let http = Arc::new(http);
    let (failed, failures) = mpsc::unbounded_channel();
    let shards = Shards {
        runners: Arc::new(ShardRunners {
            http: Arc::clone(&http),
            url: Arc::new(Mutex::new(url)),
            handler: Arc::new(handler),
            identify: IdentifyQueue::new(Arc::clone(&http), Arc::clone(&leases)),
            events: channels.events.clone(),
        }),
        http,
        bot: Arc::clone(&bot),
        running: HashMap::new(),
        failed,
    };
    let commands = channels.open(Platform::Discord);
    let member = Member {
        service: Arc::clone(&bot.service),
        leases,
        wanted: Some(answer.shards),
        timing: Timing::default(),
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

/// The shards that this process runs.
struct Shards {
    runners: Arc<ShardRunners>,
    http: Arc<Http>,
    bot: Arc<Bot>,
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
                        self.bot.queue_retirement(post);
                    }
                }
                Some(ShardCommand::Probe(reached)) => self.probe(reached),
                Some(ShardCommand::Start {
                    lease: Lease::Shard(shard),
                    total,
                }) => self.start(shard, total),
                Some(ShardCommand::Stop {
                    lease: Lease::Shard(shard),
                    done,
                }) => self.stop(shard, done),
                // Another front end serves Matrix.
                Some(ShardCommand::Start { .. } | ShardCommand::Stop { .. }) => {}
            }
        }
    }

    /// Tells whether Discord answers, in a task of its own.
    fn probe(&self, reached: oneshot::Sender<()>) {
        let http = Arc::clone(&self.http);
        tokio::spawn(async move {
            if http.get_bot_gateway().await.is_ok() {
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
        let stopped = stop.clone();
        let task = tokio::spawn(async move {
            if let Some(former) = former {
                drop(former.await);
            }
            if let Err(failure) = Box::pin(runners.serve(shard, total, &stopped)).await {
                drop(failed.send(failure));
            }
            telemetry::shard(shard, ShardState::Disconnected);
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
