//! Single shards of the gateway, started and stopped while the program runs.
//!
//! serenity starts shards in ranges and connects again by itself, without regard to other processes. So each shard has its own
//! runner here, and a new session begins only in its turn. What serenity cannot do is resume another process's session: its
//! [`Shard`] keeps the session's id to itself. A shard that changes hands therefore begins a new session.

use std::collections::HashMap;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

use serenity::all::{
    ActivityData, ConnectionStage, EventHandler, OnlineStatus, PresenceData, Shard, ShardId,
    ShardInfo, ShardManager, ShardManagerOptions, ShardMessenger, ShardRunner, ShardRunnerInfo,
    ShardRunnerMessage, ShardRunnerOptions,
};
use serenity::http::Http;
use text::{Lang, msg};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::connection::{ConnectionError, INTENTS, connection_error};
use runtime::cluster::{ShardCommand, ShardEvent};
use runtime::telemetry::{self, ShardState};
use store::Post;
use store::leases::{Lease, Leases, Turn};

/// Between two checks of a shard.
const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Consecutive checks without a connection after which a shard counts as unreachable.
const UNREACHABLE_CHECKS: u32 = 80;
/// After a turn is due, before it is asked for, and between two such questions.
const TURN_INTERVAL: Duration = Duration::from_millis(20);
/// Before another attempt to connect.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Time limit of closing a connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Between two looks for the end of a manager's task.
const QUEUE_END_INTERVAL: Duration = Duration::from_millis(1);
/// A key that no shard has.
const NO_SHARD: ShardId = ShardId(u32::MAX);

/// What all shards of this process share.
pub(super) struct Gateway {
    pub(super) http: Http,
    /// The address of the gateway.
    pub(super) url: String,
    pub(super) handler: Arc<dyn EventHandler>,
    pub(super) leases: Arc<dyn Leases>,
    pub(super) events: mpsc::UnboundedSender<ShardEvent>,
    pub(super) retirements: mpsc::UnboundedSender<Post>,
}

/// A shard that is connected, or tries to be.
struct Running {
    stop: CancellationToken,
    task: JoinHandle<()>,
}

impl Gateway {
    /// Obeys `commands` until they end; returns only if the connection ended permanently.
    pub(super) async fn run(
        self,
        mut commands: mpsc::UnboundedReceiver<ShardCommand>,
    ) -> Result<(), ConnectionError> {
        let shared = Arc::new(Shared {
            http: Arc::new(self.http),
            url: Arc::new(Mutex::new(self.url)),
            handler: self.handler,
            leases: self.leases,
            events: self.events,
            buckets: std::sync::Mutex::default(),
        });
        let (failed, mut failures) = mpsc::unbounded_channel();
        let mut running: HashMap<u32, Running> = HashMap::new();
        loop {
            let command = tokio::select! {
                Some(failure) = failures.recv() => return Err(failure),
                command = commands.recv() => command,
            };
            match command {
                None => return Ok(()),
                Some(ShardCommand::Retire(posts)) => {
                    for post in posts {
                        // At shutdown the receiver may be gone; the store remembers the message.
                        drop(self.retirements.send(post));
                    }
                }
                Some(ShardCommand::Probe(reached)) => {
                    let http = Arc::clone(&shared.http);
                    tokio::spawn(async move {
                        if http.get_bot_gateway().await.is_ok() {
                            // No one may wait for it.
                            let _ = reached.send(());
                        }
                    });
                }
                Some(ShardCommand::Start {
                    lease: Lease::Shard(shard),
                    total,
                }) => {
                    let stop = CancellationToken::new();
                    let former = running.remove(&shard).map(|running| {
                        running.stop.cancel();
                        running.task
                    });
                    let (shared, failed) = (Arc::clone(&shared), failed.clone());
                    let stopped = stop.clone();
                    let task = tokio::spawn(async move {
                        if let Some(former) = former {
                            drop(former.await);
                        }
                        if let Err(failure) = Box::pin(shared.serve(shard, total, &stopped)).await {
                            drop(failed.send(failure));
                        }
                        telemetry::shard(shard, ShardState::Disconnected);
                    });
                    running.insert(shard, Running { stop, task });
                }
                Some(ShardCommand::Stop {
                    lease: Lease::Shard(shard),
                    done,
                }) => {
                    if let Some(Running { stop, task }) = running.remove(&shard) {
                        stop.cancel();
                        tokio::spawn(async move {
                            drop(task.await);
                            // No one may wait for it.
                            let _ = done.send(());
                        });
                    }
                }
                // Another front end serves Matrix.
                Some(ShardCommand::Start { .. } | ShardCommand::Stop { .. }) => {}
            }
        }
    }
}

struct Shared {
    http: Arc<Http>,
    url: Arc<Mutex<String>>,
    handler: Arc<dyn EventHandler>,
    leases: Arc<dyn Leases>,
    events: mpsc::UnboundedSender<ShardEvent>,
    /// In each, one of this process's shards asks for a turn, and the others wait for it.
    buckets: std::sync::Mutex<HashMap<u32, Arc<Mutex<()>>>>,
}

impl Shared {
    /// Keeps one shard connected until `stop`.
    async fn serve(
        &self,
        shard: u32,
        total: u32,
        stop: &CancellationToken,
    ) -> Result<(), ConnectionError> {
        let mut state = ConnectionState::default();
        loop {
            let connecting = async {
                self.turn(shard).await;
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

    /// Waits for this shard's turn to begin a session: one of its bucket each five seconds, over all processes, and not more in a
    /// day than Discord allows. A turn is taken when it is due, so a shard that is stopped before costs none.
    async fn turn(&self, shard: u32) {
        let mut bucket = self.bucket(shard).await;
        loop {
            let queue = {
                let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
                Arc::clone(buckets.entry(bucket).or_default())
            };
            let _first = queue.lock().await;
            // Minutes may have passed.
            let now = self.bucket(shard).await;
            if now == bucket {
                return self.due_turn(shard, bucket).await;
            }
            bucket = now;
        }
    }

    /// The bucket of a shard, once there are sessions left today.
    async fn bucket(&self, shard: u32) -> u32 {
        loop {
            match self.http.get_bot_gateway().await {
                Ok(answer) => {
                    let limit = answer.session_start_limit;
                    if limit.remaining > 0 {
                        let concurrency = u32::try_from(limit.max_concurrency).unwrap_or(1).max(1);
                        return shard % concurrency;
                    }
                    let pause = Duration::from_millis(limit.reset_after);
                    tracing::error!(shard, ?pause, "no more sessions today: waiting");
                    tokio::time::sleep(pause).await;
                }
                Err(error) => tracing::warn!(shard, %error, "gateway not known"),
            }
            tokio::time::sleep(RETRY_DELAY).await;
        }
    }

    /// Takes a bucket's turn as soon as no other process has it.
    async fn due_turn(&self, shard: u32, bucket: u32) {
        loop {
            let leases = Arc::clone(&self.leases);
            let turn = tokio::task::spawn_blocking(move || leases.take_turn(bucket));
            let wait = match turn.await {
                Ok(Ok(Turn::Taken)) => return,
                Ok(Ok(Turn::Wait(wait))) => wait + TURN_INTERVAL,
                Ok(Err(error)) => {
                    tracing::warn!(shard, %error, "no turn to connect");
                    RETRY_DELAY
                }
                Err(error) => {
                    tracing::error!(shard, %error, "no turn to connect");
                    RETRY_DELAY
                }
            };
            tokio::time::sleep(wait).await;
        }
    }

    /// Runs a connected shard until its session is lost, or until `stop`.
    async fn follow(
        &self,
        number: u32,
        shard: Shard,
        state: &mut ConnectionState,
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
        // A runner that loses its session asks for another and waits for the answer: here it is.
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

    /// What a runner reports to, and asks for a new session.
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
        state: &mut ConnectionState,
    ) -> std::convert::Infallible {
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
    async fn report_waiting(
        &self,
        shard: u32,
        state: &mut ConnectionState,
    ) -> std::convert::Infallible {
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

/// Ends the task with which a manager would start shards by itself, out of turn. Its end would close every shard that the manager
/// knows, so it comes before the first.
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

/// Whether people can reach the bot on a shard, as far as was reported.
#[derive(Debug, Default)]
struct ConnectionState {
    is_reachable: bool,
    /// Consecutive checks without a connection.
    misses: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Change {
    Connected,
    Unreachable,
}

impl ConnectionState {
    /// Notes a check. A session that is soon resumed is no change.
    fn check(&mut self, is_up: bool) -> Option<Change> {
        self.misses = if is_up { 0 } else { self.misses + 1 };
        if is_up && !self.is_reachable {
            self.is_reachable = true;
            return Some(Change::Connected);
        }
        if self.is_reachable && self.misses >= UNREACHABLE_CHECKS {
            self.is_reachable = false;
            return Some(Change::Unreachable);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_interruption_is_not_reported_and_a_long_one_once() {
        let mut state = ConnectionState::default();
        assert_eq!(state.check(false), None);
        assert_eq!(state.check(true), Some(Change::Connected));
        let changes =
            |state: &mut ConnectionState| (0..200).filter_map(|_| state.check(false)).count();
        for _ in 1..UNREACHABLE_CHECKS {
            assert_eq!(state.check(false), None);
        }
        assert_eq!(state.check(true), None);
        assert_eq!(changes(&mut state), 1);
        assert_eq!(state.check(true), Some(Change::Connected));
    }
}
