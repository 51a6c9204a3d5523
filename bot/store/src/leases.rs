//! Leases: which processes share a database, which of them serves which shards and platforms, and which does the engine's work.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Key, Page, Result};
use app::{Home, Timestamp};
use text::{Platform, Platforms};

use crate::Post;

/// How long a lease lasts without a beat. After an outage of the database, others must wait this long again before they may end
/// it, so that every process has time to come back.
pub const LEASE: Duration = Duration::from_secs(5);
/// The longest time between two beats of a process that counts as steady.
pub const STEADY: Duration = Duration::from_secs(3);
/// How long a claim on the engine's work lasts unless it is extended.
pub const WORK_LEASE: Duration = Duration::from_secs(15);
/// Between two IDENTIFYs of one bucket: Discord's five seconds, and some time for connecting.
pub const IDENTIFY_INTERVAL: Duration = Duration::from_millis(5_500);

/// A unit of the chat platforms that one process at a time serves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lease {
    /// A shard of Discord's gateway, counted from zero.
    Shard(u32),
    /// All of a platform, such as Matrix. Only a process with an account there takes it.
    Whole(Platform),
}

impl Lease {
    /// All of Matrix.
    pub const MATRIX: Self = Self::Whole(Platform::Matrix);

    /// The lease that covers a home where there are `total` shards. `None` before the shards are agreed on, and for the
    /// engine's work, which belongs to no one.
    pub fn of(home: Home, total: u32) -> Option<Self> {
        home.platform()
            .and_then(Self::of_all)
            .or_else(|| home.shard(total).map(Self::Shard))
    }

    /// The lease of a platform that one process serves as a whole.
    pub fn of_all(platform: Platform) -> Option<Self> {
        platform.is_whole().then_some(Self::Whole(platform))
    }

    /// The platform whose work it covers.
    pub fn platform(self) -> Platform {
        match self {
            Self::Shard(_) => Platform::Discord,
            Self::Whole(platform) => platform,
        }
    }

    /// The number of a shard; `None` for a platform.
    pub fn shard(self) -> Option<u32> {
        match self {
            Self::Shard(number) => Some(number),
            Self::Whole(_) => None,
        }
    }
}

/// As logs name it.
impl fmt::Display for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(number) => write!(f, "{number}"),
            Self::Whole(platform) => f.write_str(platform.title()),
        }
    }
}

/// A registered process, as the database numbers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProcessId(pub i64);

/// The job of a process.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Serves shards, and takes its share of them.
    Server,
    /// Serves no shards, but platforms as a whole, or stands by for them.
    Account,
    /// Only does the engine's work.
    Thinker,
}

/// How the leases are distributed at a beat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Overview {
    /// The time by the database's clock, which is the only one that counts.
    pub now: Timestamp,
    /// The number of shards in all; none until it is agreed on.
    pub total: Option<u32>,
    /// The leases of this process.
    pub held: BTreeSet<Lease>,
    /// How many shards each living server holds, this process among them.
    pub servers: Vec<(ProcessId, usize)>,
    /// The number of shards that this process may take: they have no owner, or one whose lease it may end.
    pub free: usize,
    /// The platforms that it may take as a whole, for the same reasons.
    pub free_platforms: Platforms,
    /// Whether people can reach Delos at another living server.
    pub others_reached: bool,
    /// Whether the database has refused a commit of this process since the last beat for want of disk space or memory.
    pub is_full: bool,
}

/// The answer to a request to IDENTIFY.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// It is this process's turn, now.
    Taken,
    /// No earlier than after this time, and then it may be another's.
    Wait(Duration),
}

/// A lease in the database.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LeaseState {
    /// The lease.
    pub lease: Lease,
    /// The process that holds it, alive or not.
    pub owner: Option<ProcessId>,
    /// Counts its owners.
    pub epoch: u64,
    /// When people could last reach Delos there, by the database's clock.
    pub heard: Option<Timestamp>,
}

/// When people could last reach Delos under a lease, by the database's clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contact {
    /// When the database was asked.
    pub now: Timestamp,
    /// When they could; `None` if never. In the future if the clock was set back since.
    pub heard: Option<Timestamp>,
}

impl Contact {
    /// How long they could not reach it; `None` if they never could.
    pub fn absence(&self) -> Option<Duration> {
        let absence = self.now.since(self.heard?).0;
        Some(Duration::from_millis(absence.try_into().unwrap_or(0)))
    }
}

/// Leases, with the number of shards in all: together they decide which homes are covered.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct LeaseSet {
    /// The shards of all processes.
    pub total: u32,
    /// The leases in the set.
    pub leases: BTreeSet<Lease>,
}

impl LeaseSet {
    /// Whether a home belongs to one of them.
    pub fn contains(&self, home: Home) -> bool {
        Lease::of(home, self.total).is_some_and(|lease| self.leases.contains(&lease))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.leases.is_empty()
    }
}

/// The agreements of all processes that use one database. Calls block.
///
/// A lease is valid as long as its process has beaten within [`LEASE`], by the database's clock. After that it lasts until
/// another process ends it by a claim, which only a steady one may: one that has itself beaten for [`LEASE`] without a gap. So
/// when the database was down for everyone, each process that comes back still has what it had.
///
/// A commit that completes the effects of a lease that was lost fails with [`NotOurs`](app::store::StoreError::NotOurs).
pub trait Leases: Members + LeaseTable + SharedWork {}

impl<T: Members + LeaseTable + SharedWork> Leases for T {}

/// Registration and heartbeat of processes.
pub trait Members: Send + Sync {
    /// Begins a life under a new number; what this process held before is free.
    fn register(&self, role: Role) -> Result<ProcessId>;

    /// Extends the leases of this process, and notes that people can reach Delos under the leases `open`, unless the last beat
    /// was so long ago that they could not. `None` if another process has ended the leases: they may have other owners.
    fn beat(&self, open: &BTreeSet<Lease>) -> Result<Option<Overview>>;

    /// When the last beat of this process was accepted; `None` before the first one.
    fn beaten(&self) -> Option<Instant>;

    /// Stops taking part in the distribution of leases: those that it gives up go to others.
    fn step_down(&self) -> Result<()>;

    /// Ends this life: what the process still holds is free at once.
    fn leave(&self) -> Result<()>;

    /// Whether another process has beaten within [`LEASE`].
    fn has_others(&self) -> Result<bool>;

    /// Whether this process does what one of several should do, such as the automatic backup: it has the first shard, or, where no
    /// one serves Discord, the first platform.
    fn is_first(&self) -> Result<bool>;
}

/// The leases themselves: claimed, released, and when people could last reach Delos under each.
pub trait LeaseTable: Send + Sync {
    /// Returns the number of shards in all: `wanted`, unless another process has agreed on another number, and has neither left
    /// nor lost its lease. So it changes when all processes are stopped and started. New shards count as unreachable since the
    /// records last note that Delos ran.
    fn agree_on_total(&self, wanted: u32) -> Result<u32>;

    /// All shards.
    fn shards(&self) -> Result<Vec<LeaseState>>;

    /// Takes at most this many shards that no living process holds. Each begins a new epoch.
    fn claim(&self, most: usize) -> Result<Vec<LeaseState>>;

    /// Gives a lease up, for others to take.
    fn release(&self, lease: Lease) -> Result<()>;

    /// Takes the turn to IDENTIFY in a bucket if it is due. Nothing is reserved, so a shard that is lost while it waits costs
    /// no turn.
    fn take_turn(&self, bucket: u32) -> Result<Turn>;

    /// Returns when people could last reach Delos under a lease.
    fn contact(&self, lease: Lease) -> Result<Contact>;

    /// Notes that people can reach Delos under a lease of this process from now on.
    ///
    /// # Errors
    /// [`NotOurs`](app::store::StoreError::NotOurs) if it has another owner.
    fn hear(&self, lease: Lease) -> Result<()>;

    /// Takes a platform as a whole if no living process holds it, in a new epoch. Before the first one, it counts as unreachable
    /// since the records last note that Delos ran there.
    fn claim_whole(&self, platform: Platform) -> Result<Option<LeaseState>>;

    /// The lease of a platform as a whole; `None` before the first claim.
    fn whole(&self, platform: Platform) -> Result<Option<LeaseState>>;

    /// The last position that [`set_bookmark`](Self::set_bookmark) has noted.
    fn bookmark(&self) -> Result<Option<String>>;

    /// Notes up to which position everything that was said on Matrix is handled.
    ///
    /// # Errors
    /// [`NotOurs`](app::store::StoreError::NotOurs) if another process serves Matrix.
    fn set_bookmark(&self, bookmark: &str) -> Result<()>;
}

/// Work that is found by lease, or claimed by whichever process is free.
pub trait SharedWork: Send + Sync {
    /// Pending effects under these leases with a greater id, in the order of ids; fewer than `limit` if there are no more. One
    /// that cannot be read is left out.
    fn effects_of(
        &self,
        leases: &LeaseSet,
        after: Option<&EffectId>,
        limit: usize,
    ) -> Result<Vec<Outgoing>>;

    /// A page of the deadlines under these leases, earliest first.
    fn due_of(&self, leases: &LeaseSet, page: &Page) -> Result<Vec<(i64, Key)>>;

    /// Replaced messages under these leases that still have their picture and buttons.
    fn unretired_of(&self, leases: &LeaseSet) -> Result<Vec<Post>>;

    /// Takes work for the engine of one kind that no one else does, oldest first, for [`WORK_LEASE`]. A process that is not
    /// registered gets none.
    fn claim_work(&self, kind: Home, limit: usize) -> Result<Vec<Outgoing>>;

    /// Extends the claims of this process to this work by another [`WORK_LEASE`].
    fn extend_work(&self, work: &[EffectId]) -> Result<()>;

    /// Leaves this work to others.
    fn give_back_work(&self, work: &[EffectId]) -> Result<()>;
}
