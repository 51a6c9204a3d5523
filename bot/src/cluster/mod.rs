//! Several processes on one database: each registers, beats, and takes its share of the shards by itself.
//!
//! [`leases`] is what they agree on in the database, [`served`] what this process may do at the moment, [`balance`] who takes
//! and gives up shards, [`takeover`] how a shard changes hands, [`work`] how the engine's work is distributed.
//!
//! A process that misses its beats stops by itself a second before others may take its shards, and then begins a new life
//! under a new number. Only the database's clock counts.

mod balance;
mod clock;
pub mod leases;
pub mod served;
mod takeover;
mod upkeep;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::store::StoreError;
use tokio::sync::{mpsc, oneshot, watch};
use tokio_util::sync::CancellationToken;

use crate::service::Service;
use crate::store::Post;
use crate::telemetry;
use leases::{Leases, Overview, ProcessId, Role};
use takeover::Holder;

pub use clock::DatabaseClock;
pub use work::{run as run_work, think};

/// Between two attempts to register.
const REGISTER_INTERVAL: Duration = Duration::from_secs(1);

/// How often and how long.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Between two beats.
    pub beat: Duration,
    /// The age of the last beat at which a process stops by itself: below [`leases::LEASE`].
    pub limit: Duration,
    /// Between two looks for effects that other processes have committed.
    pub look: Duration,
    /// How long a shard's effects in flight may take when it is handed over.
    pub hand_over: Duration,
    /// The same for all shards together at the end.
    pub farewell: Duration,
    /// Beats that in a row find another process with fewer shards before one is handed over.
    pub patience: u32,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            beat: Duration::from_secs(1),
            limit: Duration::from_secs(4),
            look: Duration::from_millis(100),
            hand_over: Duration::from_secs(3),
            farewell: Duration::from_secs(5),
            patience: 5,
        }
    }
}

/// An instruction to the front end.
#[derive(Debug)]
pub enum ShardCommand {
    /// Connect a shard.
    Start {
        /// Counted from zero.
        shard: u32,
        /// The shards of all processes.
        total: u32,
    },
    /// Close a shard's connection; `done` is answered once it is closed.
    Stop {
        /// Counted from zero.
        shard: u32,
        /// Dropped if it was not connected.
        done: oneshot::Sender<()>,
    },
    /// Remove picture and buttons from these messages, which a former owner left.
    Retire(Vec<Post>),
}

/// What the front end reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardEvent {
    /// A shard's connection stands.
    Connected(u32),
    /// A shard has been without a connection for some time.
    Disconnected(u32),
}

/// A process among others, with its front end.
pub struct Member {
    /// The application.
    pub service: Arc<Service>,
    /// The number of shards that Discord recommends.
    pub wanted: u32,
    /// How often and how long.
    pub timing: Timing,
    /// To the front end.
    pub commands: mpsc::UnboundedSender<ShardCommand>,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").finish_non_exhaustive()
    }
}

/// How a life ended.
enum End {
    /// The lease was not renewed in time.
    Lost,
    /// The program stops; everything was handed over.
    Stopped,
}

/// Takes part until `stop`, then hands over one shard after another. The front end reports by `events`.
pub async fn run(
    member: Member,
    mut events: mpsc::UnboundedReceiver<ShardEvent>,
    stop: CancellationToken,
) {
    let leases = Arc::clone(member.service.leases());
    loop {
        let Some((me, total, last_beat)) = begin(&member, &leases, &stop).await else {
            return;
        };
        tracing::info!(process = me.0, shards = total, "process registered");
        // What concerned the connections of a former life.
        while events.try_recv().is_ok() {}
        let end = live(&member, &mut events, me, total, last_beat, &stop).await;
        let held = member.service.served().held_regardless();
        member.service.served().clear();
        telemetry::leases_held(0);
        match end {
            End::Lost => {
                tracing::warn!(process = me.0, "lease not renewed in time: shards stopped");
                // Their sessions end here; what is in flight is refused by the database.
                for shard in held {
                    let (done, _) = oneshot::channel();
                    drop(member.commands.send(ShardCommand::Stop { shard, done }));
                }
            }
            End::Stopped => {
                if let Err(error) = blocking(&leases, |leases| leases.leave()).await {
                    tracing::warn!(%error, "not signed off: others take the shards when the lease ends");
                }
                return;
            }
        }
    }
}

/// Registers and agrees on the number of shards; none if the program stops first.
async fn begin(
    member: &Member,
    leases: &Arc<dyn Leases>,
    stop: &CancellationToken,
) -> Option<(ProcessId, u32, Instant)> {
    loop {
        let wanted = member.wanted;
        let asked = Instant::now();
        let begun = blocking(leases, move |leases| {
            let me = leases.register(Role::Server)?;
            Ok((me, leases.agree_on_total(wanted)?))
        });
        match stop.run_until_cancelled(begun).await? {
            Ok((me, total)) => return Some((me, total, asked)),
            Err(error) => tracing::warn!(%error, "process not registered"),
        }
        let pause = tokio::time::sleep(REGISTER_INTERVAL);
        stop.run_until_cancelled(pause).await?;
    }
}

async fn live(
    member: &Member,
    events: &mut mpsc::UnboundedReceiver<ShardEvent>,
    me: ProcessId,
    total: u32,
    last_beat: Instant,
    stop: &CancellationToken,
) -> End {
    let (told, overviews) = watch::channel(None);
    let mut holder = Holder::new(member, me, total);
    let beating = beat(member, last_beat, &told);
    let looking = takeover::look(&member.service, member.timing.look);
    let keeping_up = upkeep::run(&member.service);
    let holding = async {
        tokio::select! {
            () = holder.hold(overviews, events) => {}
            () = stop.cancelled() => holder.say_farewell().await,
        }
    };
    tokio::select! {
        () = beating => End::Lost,
        () = looking => End::Lost,
        () = keeping_up => End::Lost,
        () = holding => End::Stopped,
    }
}

/// Renews the lease until it cannot be renewed in time.
async fn beat(member: &Member, mut last: Instant, told: &watch::Sender<Option<Overview>>) {
    let Member {
        service, timing, ..
    } = member;
    let served = service.served();
    served.renew(last + timing.limit);
    let mut ticks = tokio::time::interval(timing.beat);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let asked = Instant::now();
        telemetry::beat_age(last.elapsed());
        let open = served.open().shards;
        let beaten = blocking(service.leases(), move |leases| leases.beat(&open));
        let left = timing.limit.saturating_sub(last.elapsed());
        match tokio::time::timeout(left, beaten).await {
            Ok(Ok(Some(overview))) => {
                last = asked;
                served.renew(asked + timing.limit);
                service.told(overview.now);
                told.send_replace(Some(overview));
            }
            Ok(Ok(None)) => return,
            Ok(Err(error)) => tracing::warn!(%error, "beat missed"),
            Err(_) => {}
        }
        if last.elapsed() >= timing.limit {
            return;
        }
    }
}

/// Runs a call of the database on a blocking thread.
async fn blocking<T: Send + 'static>(
    leases: &Arc<dyn Leases>,
    call: impl FnOnce(&dyn Leases) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let leases = Arc::clone(leases);
    tokio::task::spawn_blocking(move || call(&*leases))
        .await
        .unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
}
