//! The part of the world that this process serves at the moment.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app::effect::{EffectId, Outgoing};
use app::store::{Homes, Key, Page, StoreError};
use app::{Home, Timestamp};
use tokio::sync::watch;

use store::leases::{Lease, LeaseSet, Leases};

use crate::recent::Recent;

/// Effects that are remembered after they were performed: more than pass while a command returns its own.
const REMEMBERED: usize = 10_000;

/// A shorter time without a beat is no absence.
const SHORTEST_ABSENCE: Duration = Duration::from_secs(3);

/// The shards that this process holds, those that are open, and the effects that it performs.
///
/// A held shard's effects are performed. Once its connection stands and its clocks are made up for the absence, it is open:
/// its events are handled and its deadlines pass. All of it ends by itself when the lease is not renewed.
#[derive(Debug)]
pub struct Served {
    /// Whether this process is alone on its database, and serves everything.
    is_sole: bool,
    state: Mutex<State>,
    /// Counts the changes of `state`.
    changes: watch::Sender<u64>,
}

/// What becomes of an event of a shard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// This process handles it.
    Open,
    /// This process would, but cannot now: the database is away, or clocks are not made up for yet.
    Interrupted,
    /// Another process handles it.
    Elsewhere,
}

#[derive(Debug)]
struct State {
    total: u32,
    held: BTreeSet<Lease>,
    open: BTreeSet<Lease>,
    /// Those that were held when the lease was last not renewed in time. They may still be this process's.
    suspended: BTreeSet<Lease>,
    valid_until: Option<Instant>,
    /// Effects that were queued and are not performed yet.
    queued: HashMap<EffectId, Home>,
    /// Looks for effects that have begun.
    looks: u64,
    /// Effects that were performed or left for another attempt, with the number of looks that had begun by then.
    performed: Recent<EffectId, u64>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            total: 0,
            held: BTreeSet::new(),
            open: BTreeSet::new(),
            suspended: BTreeSet::new(),
            valid_until: None,
            queued: HashMap::new(),
            looks: 0,
            performed: Recent::new(REMEMBERED),
        }
    }
}

impl State {
    fn is_valid(&self) -> bool {
        self.valid_until.is_some_and(|until| Instant::now() < until)
    }

    fn set_of(&self, leases: &BTreeSet<Lease>) -> LeaseSet {
        let is_valid = self.is_valid();
        LeaseSet {
            total: self.total,
            leases: leases.iter().copied().filter(|_| is_valid).collect(),
        }
    }
}

impl Served {
    /// Everything, if this process is alone on its database, and otherwise nothing yet.
    pub fn new(is_sole: bool) -> Self {
        Self {
            is_sole,
            state: Mutex::default(),
            changes: watch::Sender::new(0),
        }
    }

    /// Whether this process is alone on its database.
    pub fn is_sole(&self) -> bool {
        self.is_sole
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change is complete, so a panic elsewhere does not matter.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.state());
        self.changes.send_modify(|count| *count += 1);
    }

    /// Whether this process performs the effects of a home.
    pub fn performs(&self, home: Home) -> bool {
        self.is_sole || self.held().contains(home)
    }

    /// Whether this process may act at all. A thinker serves nothing and may always.
    pub fn is_valid(&self) -> bool {
        self.is_sole || self.state().is_valid()
    }

    /// The shards whose effects this process performs.
    pub fn held(&self) -> LeaseSet {
        let state = self.state();
        state.set_of(&state.held)
    }

    /// The shards whose events and deadlines it handles.
    pub fn open(&self) -> LeaseSet {
        let state = self.state();
        state.set_of(&state.open)
    }

    /// Waits until a shard is open, or it is certain that it will not be.
    pub async fn opened(&self, lease: Lease, most: Duration) -> Standing {
        if self.is_sole {
            return Standing::Open;
        }
        let mut changes = self.changes.subscribe();
        let opened = async {
            loop {
                match self.standing(lease) {
                    Standing::Interrupted => {}
                    known => return known,
                }
                if changes.changed().await.is_err() {
                    return Standing::Elsewhere;
                }
            }
        };
        let waited = tokio::time::timeout(most, opened).await;
        waited.unwrap_or(Standing::Interrupted)
    }

    fn standing(&self, lease: Lease) -> Standing {
        let state = self.state();
        if state.open.contains(&lease) && state.is_valid() {
            Standing::Open
        } else if state.held.contains(&lease) || state.suspended.contains(&lease) {
            Standing::Interrupted
        } else {
            Standing::Elsewhere
        }
    }

    /// The shards that are or were held, even if the lease was not renewed since.
    pub(super) fn held_regardless(&self) -> BTreeSet<Lease> {
        let state = self.state();
        state.held.union(&state.suspended).copied().collect()
    }

    /// Those of them that were held when the lease was not renewed in time.
    pub(super) fn suspended(&self) -> BTreeSet<Lease> {
        self.state().suspended.clone()
    }

    /// Stops everything until it is certain that the shards are still this process's. Returns whether anything was held.
    pub(super) fn suspend(&self) -> bool {
        let mut any = false;
        self.change(|state| {
            any = !state.held.is_empty();
            let held = std::mem::take(&mut state.held);
            state.suspended.extend(held);
            state.open.clear();
            state.queued.retain(|_, home| home.is_engine());
        });
        any
    }

    pub(super) fn renew(&self, until: Instant) {
        self.state().valid_until = Some(until);
    }

    /// Ends everything at once.
    pub(super) fn clear(&self) {
        self.change(|state| {
            let work = std::mem::take(&mut state.queued).into_iter();
            *state = State {
                queued: work.filter(|(_, home)| home.is_engine()).collect(),
                ..State::default()
            };
        });
    }

    /// Notes the number of shards in all.
    pub(super) fn agree(&self, total: u32) {
        self.state().total = total;
    }

    pub(super) fn hold(&self, total: u32, leases: impl IntoIterator<Item = Lease>) {
        self.change(|state| {
            state.total = total;
            for lease in leases {
                state.suspended.remove(&lease);
                state.held.insert(lease);
            }
        });
    }

    pub(super) fn open_shard(&self, lease: Lease) {
        self.change(|state| {
            if state.held.contains(&lease) {
                state.open.insert(lease);
            }
        });
    }

    pub(super) fn close_shard(&self, lease: Lease) {
        self.change(|state| {
            state.open.remove(&lease);
        });
    }

    pub(super) fn give_up(&self, lease: Lease) {
        self.change(|state| {
            state.open.remove(&lease);
            state.held.remove(&lease);
            state.suspended.remove(&lease);
            let total = state.total;
            state.queued.retain(|_, home| !is_of(*home, lease, total));
        });
    }

    /// Notes that an effect that a command returns is queued; returns false if a look was faster, or if another process performs
    /// it.
    pub fn admit(&self, outgoing: &Outgoing) -> bool {
        // One that was left for another attempt is found by the next look.
        self.admit_unless(outgoing, |_| true)
    }

    /// The same for one that was found in the store, where one that was left for another attempt may be.
    pub(crate) fn admit_found(&self, outgoing: &Outgoing) -> bool {
        // A look that began before an effect was performed may still list it.
        self.admit_unless(outgoing, |state| {
            state.performed.get(&outgoing.id) == Some(state.looks)
        })
    }

    fn admit_unless(&self, outgoing: &Outgoing, is_done: impl FnOnce(&State) -> bool) -> bool {
        if self.is_sole {
            return true;
        }
        let mut state = self.state();
        if !outgoing.home.is_engine() && !state.set_of(&state.held).contains(outgoing.home) {
            return false;
        }
        let is_performed = state.performed.contains(&outgoing.id);
        if state.queued.contains_key(&outgoing.id) || is_performed && is_done(&state) {
            return false;
        }
        state.queued.insert(outgoing.id.clone(), outgoing.home);
        true
    }

    /// Whether these effects are still to be performed here: their shard may have a new owner.
    pub fn still_performs(&self, effects: &[EffectId]) -> bool {
        if self.is_sole {
            return true;
        }
        let state = self.state();
        let is_valid = state.is_valid();
        let is_ours = |home: &Home| is_valid || home.is_engine();
        effects
            .iter()
            .all(|id| state.queued.get(id).is_some_and(is_ours))
    }

    /// How much work of a kind is in hand.
    pub(super) fn work_of(&self, kind: Home) -> usize {
        let state = self.state();
        state.queued.values().filter(|home| **home == kind).count()
    }

    /// The engine's work in hand.
    pub(super) fn work(&self) -> Vec<EffectId> {
        let state = self.state();
        let work = state.queued.iter().filter(|(_, home)| home.is_engine());
        work.map(|(id, _)| id.clone()).collect()
    }

    /// Notes that effects are performed, or left to others.
    pub fn performed(&self, effects: &[EffectId]) {
        if self.is_sole {
            return;
        }
        self.change(|state| {
            for id in effects {
                if state
                    .queued
                    .remove(id)
                    .is_some_and(|home| !home.is_engine())
                {
                    state.performed.insert(id.clone(), state.looks);
                }
            }
        });
    }

    /// Before a look for effects, which no longer finds those that were performed before it.
    pub(super) fn begin_look(&self) {
        self.state().looks += 1;
    }

    /// Waits until no effect of a shard is queued.
    pub(super) async fn until_idle(&self, lease: Lease) {
        let mut changes = self.changes.subscribe();
        loop {
            let is_busy = {
                let state = self.state();
                let mut homes = state.queued.values();
                homes.any(|home| is_of(*home, lease, state.total))
            };
            if !is_busy || changes.changed().await.is_err() {
                return;
            }
        }
    }
}

/// Whether a home belongs to a shard.
fn is_of(home: Home, lease: Lease, total: u32) -> bool {
    let one = LeaseSet {
        total,
        leases: BTreeSet::from([lease]),
    };
    one.contains(home)
}

/// The homes of the open shards, in which this process lets time pass.
pub(crate) struct OpenHomes {
    pub(crate) leases: Arc<dyn Leases>,
    pub(crate) served: Arc<Served>,
}

impl Homes for OpenHomes {
    fn include(&self, home: Home) -> bool {
        self.served.open().contains(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        let open = self.served.open();
        if open.is_empty() {
            return Ok(Vec::new());
        }
        self.leases.due_of(&open, &page)
    }

    fn paused_since(&self, home: Home, now: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        let Some(lease) = Lease::of(home, self.served.held().total) else {
            return Ok(None);
        };
        let absence = self.leases.absence(lease)?;
        let absence = absence.filter(|absence| *absence > SHORTEST_ABSENCE);
        Ok(absence.map(|absence| before(now, absence)))
    }
}

/// The time before `now` by a duration.
pub(crate) fn before(now: Timestamp, duration: Duration) -> Timestamp {
    let duration = i64::try_from(duration.as_millis()).unwrap_or(i64::MAX);
    Timestamp(now.0.saturating_sub(duration))
}

/// The homes of shards whose absence is made up for.
pub(crate) struct HomesOf<'a> {
    pub(crate) leases: &'a dyn Leases,
    pub(crate) set: LeaseSet,
}

impl Homes for HomesOf<'_> {
    fn include(&self, home: Home) -> bool {
        self.set.contains(home)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        self.leases.due_of(&self.set, &page)
    }

    /// Everything in them is made up for at once.
    fn paused_since(&self, _: Home, _: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use app::effect::{Analyze, Effect};
    use app::{GameId, ServerId};

    use super::*;

    fn outgoing(id: &str, home: Home) -> Outgoing {
        let game = GameId::draw(1, 0);
        Outgoing {
            id: EffectId(id.to_owned()),
            home,
            effect: Effect::Analyze(Analyze { game }),
        }
    }

    fn server(shard: u64) -> Home {
        Home::of_server(&ServerId::new(format!("discord:{}", shard << 22)))
    }

    #[test]
    fn an_effect_is_queued_once_and_only_for_a_held_shard() {
        let served = Served::new(false);
        let ours = outgoing("1", server(5));
        assert!(!served.admit(&ours), "nothing is held yet");
        served.renew(Instant::now() + Duration::from_mins(1));
        served.hold(4, [Lease::Shard(1)]);
        assert!(served.admit(&ours));
        assert!(!served.admit(&ours), "it is queued already");
        assert!(!served.admit(&outgoing("2", server(6))));
        served.performed(std::slice::from_ref(&ours.id));
        assert!(
            !served.admit_found(&ours),
            "a look that began before may still list it"
        );
        served.begin_look();
        assert!(served.admit_found(&ours), "it was left for another attempt");
        served.performed(std::slice::from_ref(&ours.id));
        served.begin_look();
        assert!(served.admit_found(&ours), "again and again");
    }

    #[test]
    fn what_a_look_has_found_is_not_performed_again_when_its_command_returns_late() {
        let served = Served::new(false);
        served.renew(Instant::now() + Duration::from_mins(1));
        served.hold(4, [Lease::Shard(1)]);
        let ours = outgoing("1", server(5));
        served.begin_look();
        assert!(served.admit_found(&ours), "the look is faster");
        served.performed(std::slice::from_ref(&ours.id));
        for _ in 0..3 {
            served.begin_look();
            assert!(!served.admit(&ours), "it is done");
        }
    }

    #[test]
    fn everything_ends_when_the_lease_does() {
        let served = Served::new(false);
        served.renew(Instant::now());
        served.hold(1, [Lease::Shard(0)]);
        served.open_shard(Lease::Shard(0));
        assert!(!served.performs(Home::DIRECT));
        assert!(served.open().is_empty());
        served.renew(Instant::now() + Duration::from_mins(1));
        assert!(served.performs(Home::DIRECT));
        assert!(!served.performs(Home::MATRIX), "is leased by itself");
        served.hold(1, [Lease::Matrix]);
        assert!(served.performs(Home::MATRIX));
        assert!(!served.performs(Home::ENGINE), "is claimed");
    }

    #[tokio::test]
    async fn events_wait_for_their_shard_to_open() {
        let served = Arc::new(Served::new(false));
        let long = Duration::from_mins(1);
        served.renew(Instant::now() + long);
        assert_eq!(
            served.opened(Lease::Shard(0), long).await,
            Standing::Elsewhere
        );
        served.hold(1, [Lease::Shard(0)]);
        let waiting = tokio::spawn({
            let served = Arc::clone(&served);
            async move { served.opened(Lease::Shard(0), long).await }
        });
        tokio::task::yield_now().await;
        served.open_shard(Lease::Shard(0));
        assert_eq!(waiting.await.expect("answered"), Standing::Open);
    }

    #[tokio::test]
    async fn a_suspended_shard_performs_nothing_until_it_is_held_again() {
        let served = Served::new(false);
        let (long, short) = (Duration::from_mins(1), Duration::from_millis(20));
        served.renew(Instant::now() + long);
        served.hold(4, [Lease::Shard(1)]);
        served.open_shard(Lease::Shard(1));
        let ours = outgoing("1", server(5));
        assert!(served.admit(&ours));
        assert!(served.suspend());
        assert!(!served.suspend(), "there is nothing left to suspend");
        // The lease is valid again, but it is not known yet whose the shard is.
        served.renew(Instant::now() + long);
        assert!(!served.still_performs(std::slice::from_ref(&ours.id)));
        assert!(!served.admit(&ours));
        assert!(served.open().is_empty() && served.held().is_empty());
        assert_eq!(
            served.opened(Lease::Shard(1), short).await,
            Standing::Interrupted
        );
        assert_eq!(
            served.opened(Lease::Shard(2), long).await,
            Standing::Elsewhere
        );
        assert_eq!(served.held_regardless(), BTreeSet::from([Lease::Shard(1)]));
        served.hold(4, [Lease::Shard(1)]);
        assert!(served.suspended().is_empty());
        assert!(served.admit(&ours));
        assert_eq!(
            served.opened(Lease::Shard(1), short).await,
            Standing::Interrupted
        );
        served.open_shard(Lease::Shard(1));
        assert_eq!(served.opened(Lease::Shard(1), long).await, Standing::Open);
    }
}
