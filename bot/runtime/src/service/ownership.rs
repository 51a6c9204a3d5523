//! The leases that this process holds, and the effects that it performs.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app::Home;
use app::effect::{EffectId, Outgoing};
use tokio::sync::watch;

use crate::recent::Recent;
use store::leases::{Lease, LeaseSet};

/// Performed effects to remember: more than there can be while a command returns its own.
const REMEMBERED: usize = 10_000;

/// The leases that this process holds, and the effects that it performs for them.
///
/// Leases that are not renewed in time end by themselves.
#[derive(Debug)]
pub struct Ownership {
    /// Whether this process is alone on its database, and owns everything.
    is_sole: bool,
    state: Mutex<State>,
    /// Counts the changes of `state`.
    changes: watch::Sender<u64>,
}

/// Whether this process handles the events of a shard, or of a platform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Availability {
    /// It does.
    Open,
    /// It will: the database is unreachable, or clocks are still being adjusted.
    Interrupted,
    /// Another process does.
    Elsewhere,
}

/// How far a held lease is on its way from being claimed to being released.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Its effects are performed. It waits for its connection, and for its clocks to be adjusted.
    Opening,
    /// Its events are handled, and its deadlines pass.
    Open,
    /// Effects in flight finish before it is released.
    Closing,
    /// The lease was not renewed in time, so nothing is performed until it is certain that no other process took it.
    Suspended,
}

/// A lease that this process holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Held {
    pub(crate) phase: Phase,
    /// When the phase began.
    pub(crate) since: Instant,
    /// When it was claimed.
    pub(crate) claimed: Instant,
    /// Whether people can reach Delos there.
    pub(crate) is_connected: bool,
    /// How long they could not before it was opened.
    absence: Duration,
}

impl Held {
    fn enter(&mut self, phase: Phase) {
        (self.phase, self.since) = (phase, Instant::now());
    }
}

#[derive(Debug)]
struct State {
    /// The shards of all processes.
    total: u32,
    held: BTreeMap<Lease, Held>,
    valid_until: Option<Instant>,
    /// Effects that were queued and are not performed yet.
    queued: HashMap<EffectId, Home>,
    /// Scans for effects that have begun.
    scans: u64,
    /// Effects that were performed or left for another attempt, with the number of scans that had begun by then.
    performed: Recent<EffectId, u64>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            total: 0,
            held: BTreeMap::new(),
            valid_until: None,
            queued: HashMap::new(),
            scans: 0,
            performed: Recent::new(REMEMBERED),
        }
    }
}

impl State {
    fn is_valid(&self) -> bool {
        self.valid_until.is_some_and(|until| Instant::now() < until)
    }

    /// Returns the leases in a phase. The set is empty if they were not renewed in time.
    fn leases(&self, is_meant: impl Fn(Phase) -> bool) -> LeaseSet {
        let is_valid = self.is_valid();
        let meant = self
            .held
            .iter()
            .filter(|(_, held)| is_valid && is_meant(held.phase));
        LeaseSet {
            total: self.total,
            leases: meant.map(|(&lease, _)| lease).collect(),
        }
    }

    /// The leases whose effects are performed.
    fn performing(&self) -> LeaseSet {
        self.leases(|phase| phase != Phase::Suspended)
    }
}

impl Ownership {
    /// Owns everything if this process is alone on its database, and otherwise nothing yet.
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

    fn change<R>(&self, change: impl FnOnce(&mut State) -> R) -> R {
        // Unlocks the state before it announces the change: those who wait look at the state while they hold the lock of `changes`.
        let result = change(&mut self.state());
        self.changes.send_modify(|count| *count += 1);
        result
    }

    /// Whether this process performs the effects of a home.
    pub fn performs(&self, home: Home) -> bool {
        self.is_sole || self.held().contains(home)
    }

    /// Whether this process may act at all. A thinker serves nothing and may always.
    pub fn is_valid(&self) -> bool {
        self.is_sole || self.state().is_valid()
    }

    /// The leases whose effects this process performs.
    pub fn held(&self) -> LeaseSet {
        self.state().performing()
    }

    /// The leases whose events and deadlines this process handles.
    pub fn open(&self) -> LeaseSet {
        self.state().leases(|phase| phase == Phase::Open)
    }

    /// Waits at most this long until a lease is open, or certain to be another process's.
    pub async fn opened(&self, lease: Lease, limit: Duration) -> Availability {
        if self.is_sole {
            return Availability::Open;
        }
        let mut changes = self.changes.subscribe();
        let mut known = Availability::Interrupted;
        let is_known = |_: &u64| {
            known = self.availability(lease);
            known != Availability::Interrupted
        };
        drop(tokio::time::timeout(limit, changes.wait_for(is_known)).await);
        known
    }

    fn availability(&self, lease: Lease) -> Availability {
        let state = self.state();
        match state.held.get(&lease) {
            Some(held) if held.phase == Phase::Open && state.is_valid() => Availability::Open,
            Some(_) => Availability::Interrupted,
            None => Availability::Elsewhere,
        }
    }

    /// All leases that are or were held, even if they were not renewed since.
    pub(crate) fn all(&self) -> BTreeMap<Lease, Held> {
        self.state().held.clone()
    }

    /// Suspends all leases until it is certain that they are still this process's. Returns whether any was not suspended before.
    pub(crate) fn suspend(&self) -> bool {
        self.change(|state| {
            let mut any = false;
            for held in state.held.values_mut() {
                any |= held.phase != Phase::Suspended;
                held.enter(Phase::Suspended);
            }
            state.queued.retain(|_, home| home.is_engine());
            any
        })
    }

    pub(crate) fn renew(&self, until: Instant) {
        self.state().valid_until = Some(until);
    }

    /// Ends everything at once.
    pub(crate) fn clear(&self) {
        self.change(|state| {
            let work = std::mem::take(&mut state.queued).into_iter();
            *state = State {
                queued: work.filter(|(_, home)| home.is_engine()).collect(),
                ..State::default()
            };
        });
    }

    /// Notes the number of shards in all.
    pub(crate) fn agree(&self, total: u32) {
        self.state().total = total;
    }

    /// Begins to perform the effects of a lease that was claimed, or is certain to be held again.
    pub(crate) fn hold(&self, lease: Lease) {
        self.change(|state| {
            let now = Instant::now();
            let held = state.held.entry(lease).or_insert(Held {
                phase: Phase::Opening,
                since: now,
                claimed: now,
                is_connected: false,
                absence: Duration::ZERO,
            });
            held.enter(Phase::Opening);
        });
    }

    /// Notes whether people can reach Delos at a held lease. One that was open is opening again once they cannot; returns whether
    /// it was.
    pub(crate) fn connect(&self, lease: Lease, is_connected: bool) -> bool {
        self.change(|state| {
            let Some(held) = state.held.get_mut(&lease) else {
                return false;
            };
            held.is_connected = is_connected;
            let was_open = !is_connected && held.phase == Phase::Open;
            if was_open {
                held.enter(Phase::Opening);
            }
            was_open
        })
    }

    /// Lets events and deadlines of a lease pass after an absence, unless it was suspended or lost while its clocks were adjusted.
    pub(crate) fn open_lease(&self, lease: Lease, absence: Option<Duration>) {
        self.change(|state| {
            let held = state.held.get_mut(&lease);
            if let Some(held) = held.filter(|held| held.phase == Phase::Opening) {
                held.enter(Phase::Open);
                held.absence = absence.unwrap_or_default();
            }
        });
    }

    /// How long people could not reach Delos at a held lease before it was opened.
    pub(super) fn absence(&self, lease: Lease) -> Option<Duration> {
        self.state().held.get(&lease).map(|held| held.absence)
    }

    /// Handles no more events of a lease; its effects are still performed.
    pub(crate) fn close(&self, lease: Lease) {
        self.change(|state| {
            let held = state.held.get_mut(&lease);
            if let Some(held) = held.filter(|held| held.phase != Phase::Suspended) {
                held.enter(Phase::Closing);
            }
        });
    }

    /// Forgets a lease and its effects.
    pub(crate) fn forget(&self, lease: Lease) {
        self.change(|state| {
            state.held.remove(&lease);
            let total = state.total;
            state
                .queued
                .retain(|_, home| Lease::of(*home, total) != Some(lease));
        });
    }

    /// Adds an effect that a command returned to the queued ones. Returns false if a scan was faster, or if another process performs
    /// it.
    pub fn admit(&self, outgoing: &Outgoing) -> bool {
        // The next scan finds one that was left for another attempt.
        self.admit_unless(outgoing, |_| true)
    }

    /// Adds an effect that was found in the store, perhaps after an attempt that failed.
    pub(crate) fn admit_found(&self, outgoing: &Outgoing) -> bool {
        // A scan that began before an effect was performed may still list it.
        self.admit_unless(outgoing, |state| {
            state.performed.get(&outgoing.id) == Some(state.scans)
        })
    }

    fn admit_unless(&self, outgoing: &Outgoing, is_done: impl FnOnce(&State) -> bool) -> bool {
        if self.is_sole {
            return true;
        }
        let mut state = self.state();
        if !outgoing.home.is_engine() && !state.performing().contains(outgoing.home) {
            return false;
        }
        let is_performed = state.performed.contains(&outgoing.id);
        if state.queued.contains_key(&outgoing.id) || is_performed && is_done(&state) {
            return false;
        }
        state.queued.insert(outgoing.id.clone(), outgoing.home);
        true
    }

    /// Whether to go on performing these effects: their lease may have another owner by now.
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

    /// The number of pieces of work of a kind that this process has claimed.
    pub(crate) fn work_of(&self, kind: Home) -> usize {
        let state = self.state();
        state.queued.values().filter(|home| **home == kind).count()
    }

    /// The engine's work that this process has claimed.
    pub(crate) fn work(&self) -> Vec<EffectId> {
        let state = self.state();
        let work = state.queued.iter().filter(|(_, home)| home.is_engine());
        work.map(|(id, _)| id.clone()).collect()
    }

    /// Removes effects that were performed, or left to others.
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
                    state.performed.insert(id.clone(), state.scans);
                }
            }
        });
    }

    /// Begins a scan for effects, which does not find those performed before.
    pub(crate) fn begin_scan(&self) {
        self.state().scans += 1;
    }

    /// Waits until no effect of a lease is queued.
    pub(crate) async fn until_idle(&self, lease: Lease) {
        let is_idle = |_: &u64| {
            let state = self.state();
            let mut homes = state.queued.values();
            !homes.any(|home| Lease::of(*home, state.total) == Some(lease))
        };
        drop(self.changes.subscribe().wait_for(is_idle).await);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

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

    const LONG: Duration = Duration::from_mins(1);

    /// Holds the second of four shards.
    fn holding() -> Ownership {
        let owned = Ownership::new(false);
        owned.renew(Instant::now() + LONG);
        owned.agree(4);
        owned.hold(Lease::Shard(1));
        owned
    }

    #[test]
    fn an_effect_is_queued_once_and_only_for_a_held_shard() {
        let ours = outgoing("1", server(5));
        let nothing = Ownership::new(false);
        assert!(!nothing.admit(&ours), "nothing is held yet");
        let owned = holding();
        assert!(owned.admit(&ours));
        assert!(!owned.admit(&ours), "it is queued already");
        assert!(!owned.admit(&outgoing("2", server(6))));
        let done = || owned.performed(std::slice::from_ref(&ours.id));
        done();
        assert!(!owned.admit_found(&ours), "an earlier scan may list it");
        owned.begin_scan();
        assert!(owned.admit_found(&ours), "it was left for another attempt");
        done();
        owned.begin_scan();
        assert!(owned.admit_found(&ours), "again and again");
    }

    #[test]
    fn an_effect_found_by_a_scan_is_not_performed_again_by_its_command() {
        let owned = holding();
        let ours = outgoing("1", server(5));
        owned.begin_scan();
        assert!(owned.admit_found(&ours), "the scan is faster");
        owned.performed(std::slice::from_ref(&ours.id));
        for _ in 0..3 {
            owned.begin_scan();
            assert!(!owned.admit(&ours), "it is done");
        }
    }

    #[test]
    fn everything_ends_when_the_lease_does() {
        let owned = Ownership::new(false);
        owned.renew(Instant::now());
        owned.agree(1);
        owned.hold(Lease::Shard(0));
        owned.open_lease(Lease::Shard(0), None);
        assert!(!owned.performs(Home::DIRECT));
        assert!(owned.open().is_empty());
        owned.renew(Instant::now() + LONG);
        assert!(owned.performs(Home::DIRECT));
        assert!(!owned.performs(Home::MATRIX), "is leased by itself");
        owned.hold(Lease::MATRIX);
        assert!(owned.performs(Home::MATRIX));
        assert!(!owned.performs(Home::ENGINE), "is claimed");
    }

    #[tokio::test]
    async fn events_wait_for_their_shard_to_open() {
        let owned = Arc::new(Ownership::new(false));
        owned.renew(Instant::now() + LONG);
        let opened = owned.opened(Lease::Shard(0), LONG).await;
        assert_eq!(opened, Availability::Elsewhere);
        owned.agree(1);
        owned.hold(Lease::Shard(0));
        let waiting = tokio::spawn({
            let owned = Arc::clone(&owned);
            async move { owned.opened(Lease::Shard(0), LONG).await }
        });
        tokio::task::yield_now().await;
        owned.open_lease(Lease::Shard(0), None);
        assert_eq!(waiting.await.expect("answered"), Availability::Open);
    }

    #[tokio::test]
    async fn a_suspended_shard_performs_nothing_until_it_is_held_again() {
        let owned = holding();
        let short = Duration::from_millis(20);
        owned.open_lease(Lease::Shard(1), None);
        let ours = outgoing("1", server(5));
        assert!(owned.admit(&ours));
        assert!(owned.suspend());
        assert!(!owned.suspend(), "there is nothing left to suspend");
        // The lease is valid again, but it is not known yet whose the shard is.
        owned.renew(Instant::now() + LONG);
        assert!(!owned.still_performs(std::slice::from_ref(&ours.id)));
        assert!(!owned.admit(&ours));
        assert!(owned.open().is_empty() && owned.held().is_empty());
        let opened = async |shard, wait| owned.opened(Lease::Shard(shard), wait).await;
        assert_eq!(opened(1, short).await, Availability::Interrupted);
        assert_eq!(opened(2, LONG).await, Availability::Elsewhere);
        assert_eq!(owned.all()[&Lease::Shard(1)].phase, Phase::Suspended);
        owned.hold(Lease::Shard(1));
        assert!(owned.admit(&ours));
        assert_eq!(opened(1, short).await, Availability::Interrupted);
        owned.open_lease(Lease::Shard(1), None);
        assert_eq!(opened(1, LONG).await, Availability::Open);
    }
}
