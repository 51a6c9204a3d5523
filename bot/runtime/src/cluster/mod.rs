//! Several processes on one database: each registers, beats, and takes its share of the shards by itself.
//!
//! [`leases`] is what they agree on in the database, [`served`] what this process may do at the moment, [`balance`] who takes
//! and gives up shards, [`takeover`] how a shard changes hands, [`work`] how the engine's work is distributed.
//!
//! A process that misses its beats stops performing and answering by itself, a second before others may take its shards. It
//! keeps its connections to the gateway, since the database may be away for everyone: when a late beat is accepted, no one has
//! taken the shards, and it goes on as after a take-over, but without a new session. Otherwise it closes them, and begins a new
//! life under a new number. Only the database's clock counts.

mod balance;
mod clock;
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
use crate::telemetry;
use store::Post;
use store::leases::{Lease, Leases, Overview, ProcessId, Role};
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
    /// The age of the last beat at which a process stops by itself: below [`store::leases::LEASE`].
    pub limit: Duration,
    /// Between two looks for effects that other processes have committed.
    pub look: Duration,
    /// How long a shard's effects in flight may take when it is handed over.
    pub hand_over: Duration,
    /// The same for all shards together at the end.
    pub farewell: Duration,
    /// Beats that in a row find another process with fewer shards before one is handed over.
    pub patience: u32,
    /// How long all shards are without a connection, while another process has some, before they are left to it; and Matrix,
    /// before it is left to any other.
    pub isolation: Duration,
    /// Between two attempts to come back after that.
    pub rejoin: Duration,
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
            isolation: Duration::from_secs(30),
            rejoin: Duration::from_secs(15),
        }
    }
}

/// An instruction to the front end.
#[derive(Debug)]
pub enum ShardCommand {
    /// Connect.
    Start {
        /// A shard to the front end of Discord, Matrix to that of Matrix.
        lease: Lease,
        /// The shards of all processes.
        total: u32,
    },
    /// Close a shard's connection; `done` is answered once it is closed.
    Stop {
        /// As for `Start`.
        lease: Lease,
        /// Dropped if it was not connected.
        done: oneshot::Sender<()>,
    },
    /// Remove picture and buttons from these messages, which a former owner left.
    Retire(Vec<Post>),
    /// Say whether Discord can be reached; dropped if not.
    Probe(oneshot::Sender<()>),
}

/// What the front end reports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ShardEvent {
    /// A connection stands.
    Connected(Lease),
    /// There has been no connection for some time.
    Disconnected(Lease),
    /// The account on Matrix hears its homeserver, so Matrix could be served here.
    AccountReady,
}

/// What connects a process's place among others with its front ends.
#[derive(Debug)]
pub struct Desk {
    /// What front ends report.
    pub events: mpsc::UnboundedSender<ShardEvent>,
    /// For [`run`].
    pub reported: mpsc::UnboundedReceiver<ShardEvent>,
    /// To the front end of Matrix, if there is one.
    pub matrix: Option<mpsc::UnboundedSender<ShardCommand>>,
}

impl Default for Desk {
    fn default() -> Self {
        let (events, reported) = mpsc::unbounded_channel();
        Self {
            events,
            reported,
            matrix: None,
        }
    }
}

impl Desk {
    /// One for a process with an account on Matrix, and what its front end there obeys.
    pub fn with_matrix() -> (Self, mpsc::UnboundedReceiver<ShardCommand>) {
        let (matrix, commands) = mpsc::unbounded_channel();
        let desk = Self {
            matrix: Some(matrix),
            ..Self::default()
        };
        (desk, commands)
    }
}

/// A process among others, with its front end.
pub struct Member {
    /// The application.
    pub service: Arc<Service>,
    /// What it shares with the others.
    pub leases: Arc<dyn Leases>,
    /// The number of shards that Discord recommends; none in a process that does not serve it.
    pub wanted: Option<u32>,
    /// How often and how long.
    pub timing: Timing,
    /// To the front end of Discord.
    pub commands: mpsc::UnboundedSender<ShardCommand>,
    /// To the front end of Matrix, if there is one.
    pub matrix: Option<mpsc::UnboundedSender<ShardCommand>>,
}

impl Member {
    /// One that serves Matrix only.
    pub fn on_matrix(
        service: Arc<Service>,
        leases: Arc<dyn Leases>,
        timing: Timing,
        matrix: Option<mpsc::UnboundedSender<ShardCommand>>,
    ) -> Self {
        // No one connects shards.
        let (commands, _) = mpsc::unbounded_channel();
        Self {
            service,
            leases,
            wanted: None,
            timing,
            commands,
            matrix,
        }
    }
}

/// To the front end of a lease.
fn front_end<'a>(
    lease: Lease,
    discord: &'a mpsc::UnboundedSender<ShardCommand>,
    matrix: Option<&'a mpsc::UnboundedSender<ShardCommand>>,
) -> &'a mpsc::UnboundedSender<ShardCommand> {
    matrix.filter(|_| lease == Lease::Matrix).unwrap_or(discord)
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").finish_non_exhaustive()
    }
}

/// How a life ended.
enum End {
    /// Another process has ended the lease.
    Lost,
    /// The platform could not be reached from here, so others have the shards.
    Isolated,
    /// The program stops; everything was handed over.
    Stopped,
}

/// Takes part until `stop`, then hands over one shard after another. The front end reports by `events`.
pub async fn run(
    member: Member,
    mut events: mpsc::UnboundedReceiver<ShardEvent>,
    stop: CancellationToken,
) {
    let leases = Arc::clone(&member.leases);
    loop {
        let Some((me, total, last_beat)) = begin(&member, &leases, &stop).await else {
            return;
        };
        tracing::info!(process = me.0, shards = ?total, "process registered");
        // What concerned the connections of a former life.
        while events.try_recv().is_ok() {}
        let end = live(&member, &mut events, me, total, last_beat, &stop).await;
        let held = member.service.served().held_regardless();
        member.service.served().clear();
        telemetry::leases_held(0);
        telemetry::matrix_served(false);
        if !matches!(end, End::Lost)
            && let Err(error) = blocking(&leases, |leases| leases.leave()).await
        {
            tracing::warn!(%error, "not signed off: others take the shards when the lease ends");
        }
        match end {
            End::Lost => {
                tracing::warn!(process = me.0, "lease ended by others: shards closed");
                // Their sessions end here; what is in flight is refused by the database.
                for lease in held {
                    let (done, _) = oneshot::channel();
                    let to = front_end(lease, &member.commands, member.matrix.as_ref());
                    drop(to.send(ShardCommand::Stop { lease, done }));
                }
            }
            End::Isolated => {
                tracing::warn!(
                    process = me.0,
                    "gateway not reached from here: shards left to others"
                );
                if stop
                    .run_until_cancelled(until_reached(&member))
                    .await
                    .is_none()
                {
                    return;
                }
            }
            End::Stopped => return,
        }
    }
}

/// Waits until the platform can be reached again.
async fn until_reached(member: &Member) {
    loop {
        tokio::time::sleep(member.timing.rejoin).await;
        if takeover::is_reached(&member.commands).await {
            return;
        }
    }
}

/// Registers, and agrees on the number of shards if it serves some; none if the program stops first.
async fn begin(
    member: &Member,
    leases: &Arc<dyn Leases>,
    stop: &CancellationToken,
) -> Option<(ProcessId, Option<u32>, Instant)> {
    loop {
        let wanted = member.wanted;
        let asked = Instant::now();
        let begun = blocking(leases, move |leases| {
            let Some(wanted) = wanted else {
                return Ok((leases.register(Role::Account)?, None));
            };
            let me = leases.register(Role::Server)?;
            Ok((me, Some(leases.agree_on_total(wanted)?)))
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
    total: Option<u32>,
    last_beat: Instant,
    stop: &CancellationToken,
) -> End {
    let (told, overviews) = watch::channel(None);
    let mut holder = Holder::new(member, me, total.unwrap_or(0));
    let beating = beat(member, total, last_beat, &told);
    let looking = takeover::look(&member.service, &member.leases, member.timing.look);
    let keeping_up = upkeep::run(&member.service);
    let holding = async {
        tokio::select! {
            end = holder.hold(overviews, events) => end,
            () = stop.cancelled() => {
                holder.say_farewell().await;
                End::Stopped
            }
        }
    };
    tokio::select! {
        () = beating => End::Lost,
        () = looking => End::Lost,
        () = keeping_up => End::Lost,
        end = holding => end,
    }
}

/// An accepted beat.
#[derive(Clone, Debug)]
struct Beaten {
    overview: Overview,
    /// When it was sent: what was claimed later may be missing in it.
    asked: Instant,
}

/// Renews the lease until it is certain that another process has ended it, or that there is another number of shards than the
/// `total` that this process serves a part of. While it is not renewed in time, nothing is served.
async fn beat(
    member: &Member,
    total: Option<u32>,
    mut last: Instant,
    told: &watch::Sender<Option<Beaten>>,
) {
    let Member {
        service,
        leases,
        timing,
        ..
    } = member;
    let served = service.served();
    served.renew(last + timing.limit);
    let mut ticks = tokio::time::interval(timing.beat);
    ticks.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        let asked = Instant::now();
        telemetry::beat_age(last.elapsed());
        let open = served.open().leases;
        let mut beaten = std::pin::pin!(blocking(leases, move |leases| leases.beat(&open)));
        let end = tokio::time::Instant::from_std(last + timing.limit);
        let in_time = tokio::time::timeout_at(end, &mut beaten).await;
        if last.elapsed() >= timing.limit && served.suspend() {
            let age = last.elapsed();
            tracing::warn!(?age, "lease not renewed in time: shards suspended");
        }
        let answer = match in_time {
            Ok(answer) => answer,
            Err(_) => beaten.await,
        };
        match answer {
            Ok(Some(overview))
                if total.is_none() || overview.total.is_none_or(|found| Some(found) == total) =>
            {
                last = asked;
                served.agree(overview.total.or(total).unwrap_or(0));
                served.renew(asked + timing.limit);
                service.told(overview.now);
                told.send_replace(Some(Beaten { overview, asked }));
            }
            Ok(_) => return,
            Err(error) if served.is_valid() => tracing::warn!(%error, "beat missed"),
            Err(error) => tracing::debug!(%error, "beat missed"),
        }
    }
}

/// Runs a call of the database on a blocking thread.
pub async fn blocking<T: Send + 'static>(
    leases: &Arc<dyn Leases>,
    call: impl FnOnce(&dyn Leases) -> Result<T, StoreError> + Send + 'static,
) -> Result<T, StoreError> {
    let leases = Arc::clone(leases);
    tokio::task::spawn_blocking(move || call(&*leases))
        .await
        .unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
}
