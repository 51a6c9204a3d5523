//! A single shard, which is started and stopped while the program runs.
//!
//! serenity starts shards in ranges and reconnects on its own, without regard to other processes. So each shard has its own runner
//! here, and a new session begins only in its turn. serenity can't resume another process's session: its [`Shard`] keeps the
//! session's id to itself. A shard that changes hands therefore begins a new session.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use serenity::all::{
    ActivityData, ConnectionStage, EventHandler, OnlineStatus, PresenceData, Shard, ShardId,
    ShardInfo, ShardManager, ShardManagerOptions, ShardMessenger, ShardRunner, ShardRunnerInfo,
    ShardRunnerMessage, ShardRunnerOptions,
};
use serenity::http::Http;
use text::{Lang, msg};
use tokio::sync::{Mutex, mpsc};
use tokio_util::sync::CancellationToken;

use super::identify::IdentifyQueue;
use super::reachability::{Change, Reachability};
use crate::connection::{ConnectionError, INTENTS, connection_error};
use runtime::cluster::ShardEvent;
use runtime::telemetry::{self, ShardState};
use store::leases::Lease;

/// Time between two checks of a shard.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Time before another attempt to connect.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Time limit of closing a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Time between two checks whether a manager's task has ended.
const QUEUE_END_INTERVAL: Duration = Duration::from_millis(1);
/// A key that no shard has.
const NO_SHARD: ShardId = ShardId(u32::MAX);

/// Runs shards, all with the same address and handler.
pub(super) struct ShardRunners {
    pub(super) http: Arc<Http>,
    /// The address of the gateway.
    pub(super) url: Arc<Mutex<String>>,
    pub(super) handler: Arc<dyn EventHandler>,
    pub(super) identify: IdentifyQueue,
    pub(super) events: mpsc::UnboundedSender<ShardEvent>,
}

impl ShardRunners {
    /// Keeps one shard connected until `stop`.
    pub(super) async fn serve(
        &self,
        shard: u32,
        total: u32,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let mut state = Reachability::default();
        loop {
            let connecting = async {
                self.identify.wait(shard).await;
                let info = ShardInfo {
                    id: ShardId(shard),
                    total,
                };
                let (url, token) = (Arc::clone(&self.url), self.http.token());
                Shard::new(url, token, info, INTENTS, Some(presence())).await
            };
            let connected = tokio::select! {
                () = stop.cancelled() => return Ok(()),
                never = self.report_waiting(shard, &mut state) => match never {},
                connected = connecting => connected,
            };
            match connected {
                Ok(connected) => Box::pin(self.follow(shard, connected, &mut state, stop)).await?,
                Err(error) => tracing::warn!(shard, %error, "shard not connected"),
            }
            if stop.is_cancelled() {
                return Ok(());
            }
            let pause = tokio::time::sleep(RETRY_DELAY);
            if stop.run_until_cancelled(pause).await.is_none() {
                return Ok(());
            }
        }
    }

    /// Runs a connected shard until its session is lost, or until `stop`.
    async fn follow(
        &self,
        number: u32,
        shard: Shard,
        state: &mut Reachability,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let (manager, _ended) = self.manager();
        let mut runner = ShardRunner::new(ShardRunnerOptions {
            data: Arc::default(),
            event_handlers: vec![Arc::clone(&self.handler)],
            raw_event_handlers: Vec::new(),
            manager: Arc::clone(&manager),
            shard,
            http: Arc::clone(&self.http),
        });
        let info = || ShardRunnerInfo {
            latency: None,
            runner_tx: ShardMessenger::new(&runner),
            stage: ConnectionStage::Disconnected,
        };
        end_queue(&manager, info()).await;
        let id = ShardId(number);
        let messenger = ShardMessenger::new(&runner);
        manager.runners.lock().await.insert(id, info());
        // A runner that loses its session asks for a new one and waits for this response.
        manager.shutdown_finished(id);
        let mut running = std::pin::pin!(runner.run());
        tokio::select! {
            ended = &mut running => ended.map_err(|error| connection_error(&error)),
            never = self.report(number, &manager, state) => match never {},
            () = stop.cancelled() => {
                messenger.send_to_shard(ShardRunnerMessage::Shutdown(id, 1000));
                if tokio::time::timeout(CLOSE_TIMEOUT, running).await.is_err() {
                    tracing::warn!(shard = number, "shard not closed in time");
                }
                Ok(())
            }
        }
    }

    /// Creates a manager, which a runner reports to and asks for a new session.
    fn manager(&self) -> (Arc<ShardManager>, impl Sized + use<>) {
        ShardManager::new(ShardManagerOptions {
            data: Arc::default(),
            event_handlers: Vec::new(),
            raw_event_handlers: Vec::new(),
            shard_index: 0,
            shard_init: 0,
            shard_total: 0,
            ws_url: Arc::clone(&self.url),
            http: Arc::clone(&self.http),
            intents: INTENTS,
            presence: None,
        })
    }

    /// Reports changes of a connection, until dropped.
    async fn report(
        &self,
        shard: u32,
        manager: &ShardManager,
        state: &mut Reachability,
    ) -> Infallible {
        let mut ticks = tokio::time::interval(CHECK_INTERVAL);
        loop {
            ticks.tick().await;
            // serenity may hold this lock for seconds while it closes a broken connection.
            let Ok(runners) = manager.runners.try_lock() else {
                continue;
            };
            let runner = runners.get(&ShardId(shard));
            let is_up = runner.is_some_and(|runner| runner.stage == ConnectionStage::Connected);
            drop(runners);
            self.tell(shard, state.check(is_up), is_up);
        }
    }

    /// Reports that there is no connection, until dropped.
    async fn report_waiting(&self, shard: u32, state: &mut Reachability) -> Infallible {
        let mut ticks = tokio::time::interval(CHECK_INTERVAL);
        loop {
            ticks.tick().await;
            self.tell(shard, state.check(false), false);
        }
    }

    fn tell(&self, shard: u32, change: Option<Change>, is_up: bool) {
        let state = if is_up {
            ShardState::Connected
        } else {
            ShardState::Disconnected
        };
        telemetry::shard(shard, state);
        let event = match change {
            Some(Change::Connected) => ShardEvent::Connected(Lease::Shard(shard)),
            Some(Change::Unreachable) => ShardEvent::Disconnected(Lease::Shard(shard)),
            None => return,
        };
        // At shutdown no one listens.
        let _ = self.events.send(event);
    }
}

/// Ends the task with which a manager would start shards on its own, out of turn. That closes every shard that the manager knows,
/// so it happens before the first.
async fn end_queue(manager: &Arc<ShardManager>, info: ShardRunnerInfo) {
    let owners = Arc::strong_count(manager);
    // A manager that knows no shard ends nothing.
    manager.runners.lock().await.insert(NO_SHARD, info);
    manager.shutdown_finished(NO_SHARD);
    manager.shutdown_all().await;
    while Arc::strong_count(manager) >= owners {
        tokio::time::sleep(QUEUE_END_INTERVAL).await;
    }
}

fn presence() -> PresenceData {
    PresenceData {
        activity: Some(ActivityData::custom(
            Lang::ENGLISH.words(&msg!("status-line")),
        )),
        status: OnlineStatus::Online,
    }
}
