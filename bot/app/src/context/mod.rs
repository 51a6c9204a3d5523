//! The context of a use case: the store, the moment, and the change that it makes.

pub(crate) mod failure;
mod memo;
pub(crate) mod pass;
pub(crate) mod rate_limit;
mod reader;
pub(crate) mod transaction;

use std::cell::RefCell;
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use text::Platform;

use crate::context::rate_limit::{Budget, Spent};
use crate::context::transaction::Hooks;
use crate::model::{
    Home, Index, Key, Moment, Person, PlayerId, PresenceRecord, RecordType, Timestamp,
    TournamentId, limits,
};
use crate::protocol::{Answer, Card, Effect, EffectId, Refusal};
use crate::store::{Batch, Held, Homes, Page, Quota, Removal, StoreError, Write};

pub(crate) use failure::{Failure, Result, allowed, keep, refuse_if};
pub(crate) use pass::Pass;
pub(crate) use reader::{Loaded, Reader};
pub(crate) use transaction::{Ended, commit_for_effects};

/// One attempt at a change: reads, and the time and random bits that it is made with.
pub(crate) struct Ctx<'a> {
    pub(crate) reader: Reader<'a>,
    pub(crate) moment: Moment,
    /// Zero at first, one more after each write conflict; random codes depend on it.
    pub(crate) attempt: u32,
    /// What the commit depends on and removes, besides the change; `None` outside of a transaction.
    pub(crate) guards: Option<&'a RefCell<Batch>>,
    pub(crate) shared: &'a Shared,
    /// Homes in which this process lets time pass; `None` means all.
    pub(crate) homes: Option<&'a dyn Homes>,
    /// Whether the command is a press; see [`Context::pressed`](crate::Context::pressed).
    pub(crate) pressed: bool,
    /// The platform whose downtime has been compensated; `None` means every platform.
    pub(crate) adjusted: Option<Platform>,
    pub(crate) hooks: &'static Hooks,
}

impl<'a> Deref for Ctx<'a> {
    type Target = Reader<'a>;

    fn deref(&self) -> &Reader<'a> {
        &self.reader
    }
}

impl<'a> Ctx<'a> {
    /// Returns `None` if an index has fewer than `below` entries at or after `since`, else the order of the oldest that counts. If
    /// there is room, the commit fails unless there still is, so that a limit holds for any number of commands at once.
    pub(crate) fn full_since(
        &self,
        index: Index,
        since: Timestamp,
        below: usize,
    ) -> Result<Option<Timestamp>> {
        let rows = self.list(&index, Page::last(below))?;
        let quota = Quota {
            index,
            since: since.0,
            below,
        };
        if !quota.has_room(rows.iter().map(|row| row.0)) {
            return Ok(Some(Timestamp(rows.last().map_or(i64::MIN, |row| row.0))));
        }
        self.guard(|guards| guards.quotas.push(quota));
        Ok(None)
    }

    /// Fails with the refusal unless [`Self::full_since`] finds room among all entries.
    pub(crate) fn must_have_room(
        &self,
        index: Index,
        below: usize,
        refusal: Refusal,
    ) -> Result<()> {
        let full = self.full_since(index, Timestamp(i64::MIN), below)?;
        Ok(refuse_if(full.is_some(), refusal)?)
    }

    /// The entries of an index at or after `since`, latest first, `most` at most. The commit fails if others were added.
    pub(crate) fn counted(
        &self,
        index: Index,
        since: Timestamp,
        most: usize,
    ) -> Result<Vec<(i64, Key)>> {
        let mut rows = self.list(&index, Page::last(most))?;
        rows.retain(|row| row.0 >= since.0);
        // Entries that did not fit do not count.
        let cut = rows.last().filter(|_| rows.len() == most);
        let since = cut.map_or(since.0, |oldest| oldest.0.saturating_add(1));
        let below = rows.iter().filter(|row| row.0 >= since).count() + 1;
        let quota = Quota {
            index,
            since,
            below,
        };
        self.guard(|guards| guards.quotas.push(quota));
        Ok(rows)
    }

    /// Reads a record that must not change before the commit, though the commit does not write it.
    pub(crate) fn held<T: RecordType>(&self, key: Key) -> Result<Option<T>> {
        let loaded = self.load::<T>(key.clone())?;
        self.hold(key, loaded.as_ref().map_or(0, |loaded| loaded.version));
        Ok(loaded.map(|loaded| loaded.value))
    }

    /// Fails the commit unless the record still has this version before it.
    pub(crate) fn hold(&self, key: Key, version: u64) {
        self.guard(|guards| guards.held.push(Held { key, version }));
    }

    /// Removes a record with the commit, which must write something, too.
    pub(crate) fn remove(&self, removal: Removal) {
        self.guard(|guards| guards.removals.push(removal));
    }

    fn guard(&self, add: impl FnOnce(&mut Batch)) {
        debug_assert!(
            self.guards.is_some(),
            "only a commit can hold what was read"
        );
        if let Some(guards) = self.guards {
            add(&mut guards.borrow_mut());
        }
    }

    /// Takes one of a person's tokens, or returns when the next comes.
    pub(crate) fn spend(&self, budget: &Budget<PlayerId>, who: &Person) -> Result<(), Timestamp> {
        // A conflict repeats the same attempt.
        if self.attempt > 0 {
            return Ok(());
        }
        match budget.spend(who.id.clone(), self.moment.now) {
            Spent::Nothing(until) => Err(until),
            Spent::Some | Spent::Last => Ok(()),
        }
    }

    /// Whether time passes in a home by this process.
    pub(crate) fn serves(&self, home: Home) -> bool {
        self.homes.is_none_or(|homes| homes.include(home))
    }

    /// A platform's records that have a deadline, in the homes that this process serves, earliest first.
    pub(crate) fn due(
        &self,
        platform: Platform,
        page: Page,
    ) -> Result<Vec<(i64, Key)>, StoreError> {
        match self.homes {
            Some(homes) if !platform.is_whole() => homes.due(page),
            Some(homes) if !homes.include(Home::direct(platform)) => Ok(Vec::new()),
            _ => self.store.list(&Index::due_on(platform), page),
        }
    }

    /// Returns when time stopped in a home: no process serves it, or its platform is unreachable. `None` while time passes.
    pub(crate) fn paused_since(&self, home: Home) -> Result<Option<Timestamp>> {
        match self.homes {
            Some(homes) if !homes.include(home) => Ok(homes.paused_since(home, self.moment.now)?),
            Some(_) => Ok(None),
            None => self.absent_since(home),
        }
    }

    /// Returns since when people have been unable to reach a home's platform, unless that downtime has been compensated.
    /// A command on one platform must not cost a player on another the time in which they could do nothing.
    fn absent_since(&self, home: Home) -> Result<Option<Timestamp>> {
        let (Some(platform), Some(adjusted)) = (home.platform(), self.adjusted) else {
            return Ok(None);
        };
        if platform == adjusted {
            return Ok(None);
        }
        let noted = self.value::<PresenceRecord>(Key::Presence)?;
        let noted = noted.map(|noted| noted.on(platform));
        Ok(noted.filter(|&noted| self.moment.now.since(noted) > PresenceRecord::LASTS))
    }

    /// Returns this context with another seed, for another change.
    pub(crate) fn seeded(&self, seed: u64) -> Ctx<'a> {
        self.forget();
        let now = self.moment.now;
        Ctx {
            reader: self.reader.over(self.store),
            moment: Moment { now, seed },
            ..*self
        }
    }
}

/// State in memory that all commands share; a restart may lose it.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) reviews: Budget<PlayerId>,
    pub(crate) posts: Budget<PlayerId>,
    pub(crate) codes: Budget<PlayerId>,
    /// Tournaments whose next step failed after one of their games ended; the next [`pass_time`](crate::App::pass_time) and
    /// every start retry them.
    stalled: Mutex<BTreeSet<TournamentId>>,
    /// The first accounts of known linked accounts. A hint of what to read: the store still decides.
    first_accounts: Mutex<HashMap<PlayerId, PlayerId>>,
    /// See [`App::note_acknowledged`](crate::App::note_acknowledged).
    acknowledged: AtomicI64,
}

/// Maximum number of linked accounts in memory.
const REMEMBERED: usize = 10_000;

impl Shared {
    /// Events acted on before this time are acknowledged and won't be delivered again. Initially the minimum timestamp.
    pub(crate) fn acknowledged(&self) -> Timestamp {
        Timestamp(self.acknowledged.load(Ordering::Relaxed))
    }

    pub(crate) fn note_acknowledged(&self, until: Timestamp) {
        self.acknowledged.store(until.0, Ordering::Relaxed);
    }

    /// The account to which one was linked when it was last seen.
    pub(crate) fn first_account(&self, id: &PlayerId) -> Option<PlayerId> {
        locked(&self.first_accounts).get(id).cloned()
    }

    /// Remembers the account to which one is linked, if any.
    pub(crate) fn note_first_account(&self, id: &PlayerId, first: Option<&PlayerId>) {
        let mut known = locked(&self.first_accounts);
        match first {
            Some(first) => {
                if known.len() >= REMEMBERED {
                    known.clear();
                }
                known.insert(id.clone(), first.clone());
            }
            None => drop(known.remove(id)),
        }
    }

    pub(crate) fn stalled(&self) -> MutexGuard<'_, BTreeSet<TournamentId>> {
        locked(&self.stalled)
    }

    /// Notes that a tournament's next step failed, unless retrying cannot help.
    pub(crate) fn stall(&self, id: TournamentId, failure: &Failure) {
        if matches!(failure, Failure::Store(_) | Failure::Refused(Refusal::Busy)) {
            self.stalled().insert(id);
        }
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Default for Shared {
    fn default() -> Self {
        Self {
            reviews: Budget::new(limits::REVIEWS, limits::REVIEW_REFILL),
            posts: Budget::new(limits::POSTS, limits::POST_REFILL),
            codes: Budget::new(limits::CODES, limits::CODE_REFILL),
            stalled: Mutex::default(),
            first_accounts: Mutex::default(),
            acknowledged: AtomicI64::new(i64::MIN),
        }
    }
}

/// The changes of a command, before they are committed.
pub(crate) struct Change {
    pub(crate) writes: Vec<Write>,
    pub(crate) effects: Vec<Effect>,
    pub(crate) done: Vec<EffectId>,
    pub(crate) answer: Answer,
}

impl Change {
    pub(crate) fn is_something(&self) -> bool {
        !self.writes.is_empty() || !self.effects.is_empty() || !self.done.is_empty()
    }

    pub(crate) fn writing(write: Write, answer: Answer) -> Self {
        Self::nothing(answer).with_writes([write])
    }

    pub(crate) fn with_writes(self, writes: impl IntoIterator<Item = Write>) -> Self {
        let writes = writes.into_iter().collect();
        Self { writes, ..self }
    }

    pub(crate) fn with_effects(self, effects: Vec<Effect>) -> Self {
        Self { effects, ..self }
    }

    /// A card for the person who asks, without a change.
    pub(crate) fn aside(card: Card) -> Self {
        Self::nothing(Answer::Aside(Box::new(card)))
    }

    pub(crate) fn nothing(answer: Answer) -> Self {
        Self {
            writes: Vec::new(),
            effects: Vec::new(),
            done: Vec::new(),
            answer,
        }
    }
}

/// An answer to the person who asks, without a picture or buttons; [`crate::app`] makes a secret of it where it has to be one.
pub(crate) fn private(text: impl Into<text::Text>) -> Answer {
    Answer::Aside(Box::new(Card::words(text)))
}
