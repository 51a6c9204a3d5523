//! Shares the work among several processes on one database: each registers, sends heartbeats and claims its share of the shards.
//!
//! [`take_over`] claims leases, hands them over, and closes those that others took; [`balance`] decides how many. [`work`] distributes
//! the engine's work. [`Ownership`](crate::service::Ownership) has the leases that this process holds.
//!
//! A process that misses its beats suspends itself, a second before others may take its shards. It keeps its connections to the
//! gateway, since the database may be down for everyone. If a late beat is accepted, no one has taken the shards, and it resumes
//! without new sessions. Otherwise it closes them and registers again. Only the database's clock counts.

mod balance;
mod channels;
mod clock;
mod take_over;
mod upkeep;
mod work;

use std::sync::Arc;
use std::time::{Duration, Instant};

use app::store::{Result, StoreError};
use tokio::sync::{mpsc, watch};
use tokio_util::sync::CancellationToken;

use crate::backoff::ticks;
use crate::service::Service;
use crate::telemetry;
use channels::FrontEndChannels;
use store::leases::{Leases, Overview, ProcessId, Role};
use take_over::ShardActor;

pub use crate::service::ShardEvent;
pub use channels::{ClusterChannels, ShardCommand};
pub use clock::DatabaseClock;
pub use work::{run as run_work, think};

/// Interval between attempts to register.
const REGISTER_INTERVAL: Duration = Duration::from_secs(1);

/// Intervals and time limits.
#[derive(Clone, Copy, Debug)]
pub struct Timing {
    /// Interval between heartbeats.
    pub beat: Duration,
    /// The age of the last beat at which a process suspends itself: below [`store::leases::LEASE`].
    pub limit: Duration,
    /// Interval between scans for effects that other processes have committed.
    pub scan: Duration,
    /// Time limit of a shard's effects in flight when it is handed over.
    pub hand_over: Duration,
    /// Time limit of handing over all shards when the program stops.
    pub hand_over_all: Duration,
    /// Consecutive beats at which another process has fewer shards before one is handed over.
    pub beats_to_balance: u32,
    /// How long a process may be without any connection, while another one has some, before it leaves its shards to others. The same
    /// for a platform.
    pub isolation: Duration,
    /// Interval between attempts to rejoin after that.
    pub rejoin: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self {
            beat: Duration::from_secs(1),
            limit: Duration::from_secs(4),
            scan: Duration::from_millis(100),
            hand_over: Duration::from_secs(3),
            hand_over_all: Duration::from_secs(5),
            beats_to_balance: 5,
            isolation: Duration::from_secs(30),
            rejoin: Duration::from_secs(15),
        }
    }
}

/// A process among others.
pub struct Member {
    /// The application.
    pub service: Arc<Service>,
    /// The leases that it shares with the others.
    pub leases: Arc<dyn Leases>,
    /// The number of shards that Discord recommends; `None` in a process that does not serve Discord.
    pub wanted: Option<u32>,
    /// The intervals and time limits.
    pub timing: Timing,
}

impl std::fmt::Debug for Member {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Member").finish_non_exhaustive()
    }
}

/// Why the registration of a process ended.
enum End {
    /// Another process ended its leases.
    Lost,
    /// The platform could not be reached from here, so others have the shards.
    Isolated,
    /// The program stops; every lease was handed over.
    Stopped,
}

/// Serves a share of the leases until `stop`, then hands them over.
pub async fn run(member: Member, channels: ClusterChannels, stop: CancellationToken) {
    let ClusterChannels {
        events,
        mut reported,
        front_ends,
    } = channels;
    // Only front ends keep the channel open.
    drop(events);
    let leases = Arc::clone(&member.leases);
    let owned = member.service.ownership();
    while let Some(registration) = register(&member, &leases, &stop).await {
        let me = registration.process.0;
        tracing::info!(process = me, shards = ?registration.total, "process registered");
        // These are about connections of the last registration.
        while reported.try_recv().is_ok() {}
        let end = serve(&member, &front_ends, &mut reported, &registration, &stop).await;
        let held = owned.all();
        owned.clear();
        take_over::record_held(owned, &front_ends);
        if !matches!(end, End::Lost)
            && let Err(error) = blocking(&leases, |leases| leases.leave()).await
        {
            tracing::warn!(%error, "not signed off: others take the shards when the lease ends");
        }
        match end {
            End::Lost => {
                tracing::warn!(process = me, "lease ended by others: shards closed");
                // The database refuses what is still in flight.
                for &lease in held.keys() {
                    drop(front_ends.stop(lease));
                }
            }
            End::Isolated => {
                tracing::warn!(
                    process = me,
                    "gateway unreachable from here: shards left to others"
                );
                let reached = until_reached(&front_ends, member.timing.rejoin);
                if stop.run_until_cancelled(reached).await.is_none() {
                    return;
                }
            }
            End::Stopped => return,
        }
    }
}

/// Waits until Discord can be reached again.
async fn until_reached(front_ends: &FrontEndChannels, interval: Duration) {
    loop {
        tokio::time::sleep(interval).await;
        if front_ends.is_discord_reached().await {
            return;
        }
    }
}

/// A process's registration in the database.
struct Registration {
    process: ProcessId,
    /// The shards of all processes; `None` in a process that serves none.
    total: Option<u32>,
    /// When it was sent.
    sent: Instant,
}

/// Registers, and agrees on the number of shards if it serves some; `None` if the program stops first.
async fn register(
    member: &Member,
    leases: &Arc<dyn Leases>,
    stop: &CancellationToken,
) -> Option<Registration> {
    loop {
        let (wanted, sent) = (member.wanted, Instant::now());
        let registered = blocking(leases, move |leases| {
            let Some(wanted) = wanted else {
                return Ok((leases.register(Role::Account)?, None));
            };
            let process = leases.register(Role::Server)?;
            Ok((process, Some(leases.agree_on_total(wanted)?)))
        });
        match stop.run_until_cancelled(registered).await? {
            Ok((process, total)) => {
                return Some(Registration {
                    process,
                    total,
                    sent,
                });
            }
            Err(error) => tracing::warn!(%error, "process not registered"),
        }
        let pause = tokio::time::sleep(REGISTER_INTERVAL);
        stop.run_until_cancelled(pause).await?;
    }
}

/// Serves what this process holds until its registration ends.
async fn serve(
    member: &Member,
    front_ends: &FrontEndChannels,
    events: &mut mpsc::UnboundedReceiver<ShardEvent>,
    registration: &Registration,
    stop: &CancellationToken,
) -> End {
    let (accepted, beats) = watch::channel(None);
    let total = registration.total.unwrap_or(0);
    let mut actor = ShardActor::new(member, front_ends, registration.process, total);
    let heartbeat = heartbeat(member, registration, &accepted);
    let scanning = take_over::scan(&member.service, &member.leases, member.timing.scan);
    let keeping_up = upkeep::run(&member.service);
    let acting = async {
        tokio::select! {
            end = actor.run(beats, events) => end,
            () = stop.cancelled() => {
                actor.hand_over_all().await;
                End::Stopped
            }
        }
    };
    tokio::select! {
        () = heartbeat => End::Lost,
        () = scanning => End::Lost,
        () = keeping_up => End::Lost,
        end = acting => end,
    }
}

/// An accepted beat.
#[derive(Clone, Debug)]
struct Beat {
    overview: Overview,
    /// When it was sent: what was claimed later may be missing in it.
    sent: Instant,
}

/// Renews the leases until another process has certainly ended them, or the number of shards is no longer the registered one.
/// Suspends them while they are not renewed in time.
async fn heartbeat(
    member: &Member,
    registration: &Registration,
    accepted: &watch::Sender<Option<Beat>>,
) {
    let (service, leases, timing) = (&member.service, &member.leases, member.timing);
    let (total, mut last) = (registration.total, registration.sent);
    let owned = service.ownership();
    owned.renew(last + timing.limit);
    let mut ticks = ticks(timing.beat);
    loop {
        ticks.tick().await;
        let sent = Instant::now();
        telemetry::beat_age(last.elapsed());
        let open = owned.open().leases;
        let mut beaten = std::pin::pin!(blocking(leases, move |leases| leases.beat(&open)));
        let end = tokio::time::Instant::from_std(last + timing.limit);
        let in_time = tokio::time::timeout_at(end, &mut beaten).await;
        if last.elapsed() >= timing.limit && owned.suspend() {
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
                last = sent;
                owned.agree(overview.total.or(total).unwrap_or(0));
                owned.renew(sent + timing.limit);
                service.set_clock(overview.now, sent);
                if overview.is_full && owned.suspend() {
                    tracing::warn!("the database has no room for a commit: shards suspended");
                }
                accepted.send_replace(Some(Beat { overview, sent }));
            }
            Ok(_) => return,
            Err(error) if owned.is_valid() => tracing::warn!(%error, "beat missed"),
            Err(error) => tracing::debug!(%error, "beat missed"),
        }
    }
}

/// Runs a call of the database on a blocking thread.
pub async fn blocking<T: Send + 'static>(
    leases: &Arc<dyn Leases>,
    call: impl FnOnce(&dyn Leases) -> Result<T> + Send + 'static,
) -> Result<T> {
    let leases = Arc::clone(leases);
    tokio::task::spawn_blocking(move || call(&*leases))
        .await
        .unwrap_or_else(|error| Err(StoreError::Unavailable(error.to_string())))
}
