//! What processes that share a database agree on in it: who is alive, who serves which shards, and who does which work.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Key, Page, StoreError};
use app::{Home, Timestamp};

use crate::Post;

/// How long a lease lasts without a beat. The same again, from the moment at which the database answers, before others may
/// end it: an outage of the database is no fault of the process.
pub const LEASE: Duration = Duration::from_secs(5);
/// The longest time between two beats of a process that counts as steady.
pub const STEADY: Duration = Duration::from_secs(3);
/// How long claimed work is another's only if the claim is extended.
pub const WORK_LEASE: Duration = Duration::from_secs(15);
/// Between two IDENTIFYs of one bucket: Discord's five seconds, and some time for connecting.
pub const IDENTIFY_INTERVAL: Duration = Duration::from_millis(5_500);

/// What one process at a time serves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Lease {
    /// A shard of Discord's gateway, counted from zero.
    Shard(u32),
    /// All of Matrix. Only a process with an account there takes it.
    Matrix,
}

impl Lease {
    /// The lease that covers a home where there are `total` shards. `None` before the shards are agreed on, and for the
    /// engine's work, which belongs to no one.
    pub fn of(home: Home, total: u32) -> Option<Self> {
        if home == Home::MATRIX {
            Some(Self::Matrix)
        } else {
            home.shard(total).map(Self::Shard)
        }
    }

    /// The number of a shard; `None` for Matrix.
    pub fn shard(self) -> Option<u32> {
        match self {
            Self::Shard(number) => Some(number),
            Self::Matrix => None,
        }
    }
}

/// As logs name it.
impl fmt::Display for Lease {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Shard(number) => write!(f, "{number}"),
            Self::Matrix => f.write_str("Matrix"),
        }
    }
}

/// A registered process, as the database numbers it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ProcessId(pub i64);

/// What a process does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Serves shards, and takes its share of them.
    Server,
    /// Serves Matrix only, or stands by for it.
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
    /// Whether it may take Matrix, for the same reasons.
    pub is_matrix_free: bool,
    /// Whether people can reach Delos at another living server.
    pub others_reached: bool,
}

/// What becomes of a wish to IDENTIFY.
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
/// when the database was away for everyone, each process that comes back still has what it had.
///
/// A commit that completes the effects of a shard whose lease was lost fails with [`StoreError::NotOurs`].
pub trait Leases: Send + Sync {
    /// Whether other processes may use the database, too. If not, this one owns everything.
    fn is_shared(&self) -> bool;

    /// Begins a life under a new number; what this process held before is free.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn register(&self, role: Role) -> Result<ProcessId, StoreError>;

    /// Extends the leases of this process, and notes that people can reach Delos under the leases `open`, unless the last beat
    /// was so long ago that they could not. None if another process has ended the leases: the shards may have other owners.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn beat(&self, open: &BTreeSet<Lease>) -> Result<Option<Overview>, StoreError>;

    /// Ends this life: what the process still holds is free at once.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn leave(&self) -> Result<(), StoreError>;

    /// The number of shards in all: `wanted`, unless another process has agreed on another number, and has neither left nor
    /// lost its lease. So it changes when all processes are stopped and started. People could not reach Delos on new shards
    /// since the records last note that it ran.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn agree_on_total(&self, wanted: u32) -> Result<u32, StoreError>;

    /// All shards.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn shards(&self) -> Result<Vec<LeaseState>, StoreError>;

    /// When the last beat of this process was accepted; none before the first one.
    fn beaten(&self) -> Option<Instant> {
        None
    }

    /// Takes at most this many shards that no living process holds. Each begins a new epoch.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn claim(&self, most: usize) -> Result<Vec<LeaseState>, StoreError>;

    /// Takes Matrix if no living process holds it, in a new epoch. People could not reach Delos there before since the
    /// records last note that they did.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn claim_matrix(&self) -> Result<Option<LeaseState>, StoreError>;

    /// The process on Matrix; `None` before the first one.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn matrix(&self) -> Result<Option<LeaseState>, StoreError>;

    /// What the last process on Matrix has noted by [`set_bookmark`](Self::set_bookmark).
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn bookmark(&self) -> Result<Option<String>, StoreError>;

    /// Notes how far everything that was said on Matrix is handled.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`] if another process serves Matrix; [`StoreError::Unavailable`].
    fn set_bookmark(&self, bookmark: &str) -> Result<(), StoreError>;

    /// How long people could not reach Delos under a lease, by the database's clock; none if they never could before.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn absence(&self, lease: Lease) -> Result<Option<Duration>, StoreError>;

    /// Notes that people can reach Delos under a lease of this process from now on.
    ///
    /// # Errors
    /// [`StoreError::NotOurs`] if it has another owner; [`StoreError::Unavailable`].
    fn hear(&self, lease: Lease) -> Result<(), StoreError>;

    /// Takes part in the distribution of shards no longer: those that it gives up go to others.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn step_down(&self) -> Result<(), StoreError> {
        Ok(())
    }

    /// Gives a lease up, for others to take.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn release(&self, lease: Lease) -> Result<(), StoreError>;

    /// Takes the turn to IDENTIFY in a bucket if it is due. Nothing is reserved, so a shard that is lost while it waits costs
    /// no turn.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn take_turn(&self, bucket: u32) -> Result<Turn, StoreError>;

    /// Whether this process does what one of several should do, such as the automatic backup: it has the first shard, or Matrix
    /// where no one serves Discord.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn is_first(&self) -> Result<bool, StoreError>;

    /// Pending effects under these leases with a greater id, in the order of ids; fewer than `limit` if there are no more. One that
    /// cannot be read is left out.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn effects_of(
        &self,
        leases: &LeaseSet,
        after: Option<&EffectId>,
        limit: usize,
    ) -> Result<Vec<Outgoing>, StoreError>;

    /// A page of the deadlines under these leases, earliest first.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn due_of(&self, leases: &LeaseSet, page: &Page) -> Result<Vec<(i64, Key)>, StoreError>;

    /// Replaced messages under these leases that still have their picture and buttons.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn unretired_of(&self, leases: &LeaseSet) -> Result<Vec<Post>, StoreError>;

    /// Takes work for the engine of one kind that no one else does, oldest first, for [`WORK_LEASE`]. A process that is not
    /// registered gets none.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn claim_work(&self, kind: Home, limit: usize) -> Result<Vec<Outgoing>, StoreError>;

    /// Extends the claims of this process to this work by another [`WORK_LEASE`].
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn extend_work(&self, work: &[EffectId]) -> Result<(), StoreError>;

    /// Leaves this work to others.
    ///
    /// # Errors
    /// [`StoreError::Unavailable`].
    fn give_back_work(&self, work: &[EffectId]) -> Result<(), StoreError>;
}

/// The only process on its database: it holds everything, always.
#[derive(Debug, Default)]
pub struct SoleOwner {
    total: Mutex<u32>,
    /// When the next turn of each bucket begins.
    turns: Mutex<HashMap<u32, Instant>>,
}

impl SoleOwner {
    fn total(&self) -> u32 {
        *self.total.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Leases for SoleOwner {
    fn is_shared(&self) -> bool {
        false
    }

    fn register(&self, _: Role) -> Result<ProcessId, StoreError> {
        Ok(ProcessId(0))
    }

    fn beat(&self, _: &BTreeSet<Lease>) -> Result<Option<Overview>, StoreError> {
        let total = self.total();
        Ok(Some(Overview {
            now: Timestamp(0),
            total: Some(total),
            held: (0..total).map(Lease::Shard).collect(),
            servers: vec![(ProcessId(0), total as usize)],
            free: 0,
            is_matrix_free: false,
            others_reached: false,
        }))
    }

    fn leave(&self) -> Result<(), StoreError> {
        Ok(())
    }

    fn agree_on_total(&self, wanted: u32) -> Result<u32, StoreError> {
        *self.total.lock().unwrap_or_else(PoisonError::into_inner) = wanted;
        Ok(wanted)
    }

    fn shards(&self) -> Result<Vec<LeaseState>, StoreError> {
        let shard = |number| LeaseState {
            lease: Lease::Shard(number),
            owner: Some(ProcessId(0)),
            epoch: 1,
            heard: None,
        };
        Ok((0..self.total()).map(shard).collect())
    }

    fn claim(&self, _: usize) -> Result<Vec<LeaseState>, StoreError> {
        Ok(Vec::new())
    }

    fn claim_matrix(&self) -> Result<Option<LeaseState>, StoreError> {
        Ok(None)
    }

    fn matrix(&self) -> Result<Option<LeaseState>, StoreError> {
        Ok(None)
    }

    fn bookmark(&self) -> Result<Option<String>, StoreError> {
        Ok(None)
    }

    fn set_bookmark(&self, _: &str) -> Result<(), StoreError> {
        Ok(())
    }

    fn absence(&self, _: Lease) -> Result<Option<Duration>, StoreError> {
        Ok(None)
    }

    fn hear(&self, _: Lease) -> Result<(), StoreError> {
        Ok(())
    }

    fn release(&self, _: Lease) -> Result<(), StoreError> {
        Ok(())
    }

    fn take_turn(&self, bucket: u32) -> Result<Turn, StoreError> {
        let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if let Some(free) = turns.get(&bucket).filter(|free| **free > now) {
            return Ok(Turn::Wait(*free - now));
        }
        turns.insert(bucket, now + IDENTIFY_INTERVAL);
        Ok(Turn::Taken)
    }

    fn is_first(&self) -> Result<bool, StoreError> {
        Ok(true)
    }

    fn effects_of(
        &self,
        _: &LeaseSet,
        _: Option<&EffectId>,
        _: usize,
    ) -> Result<Vec<Outgoing>, StoreError> {
        Ok(Vec::new())
    }

    fn due_of(&self, _: &LeaseSet, _: &Page) -> Result<Vec<(i64, Key)>, StoreError> {
        Ok(Vec::new())
    }

    fn unretired_of(&self, _: &LeaseSet) -> Result<Vec<Post>, StoreError> {
        Ok(Vec::new())
    }

    fn claim_work(&self, _: Home, _: usize) -> Result<Vec<Outgoing>, StoreError> {
        Ok(Vec::new())
    }

    fn extend_work(&self, _: &[EffectId]) -> Result<(), StoreError> {
        Ok(())
    }

    fn give_back_work(&self, _: &[EffectId]) -> Result<(), StoreError> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a panic fails the test")]

    use super::*;

    #[test]
    fn each_bucket_has_turns_of_its_own() {
        let sole = SoleOwner::default();
        assert_eq!(sole.take_turn(0).unwrap(), Turn::Taken);
        assert_eq!(sole.take_turn(1).unwrap(), Turn::Taken);
        assert!(matches!(sole.take_turn(0).unwrap(), Turn::Wait(_)));
    }
}
