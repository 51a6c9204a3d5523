//! Rate limits for actions that leave no record to count; `model/limits.rs` has the numbers, and the quotas that count records.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};

use crate::model::{Span, Timestamp};

/// Maximum number of keys, more than are active within a few minutes.
const MAX_KEYS: usize = 10_000;

/// A token bucket for each key, in memory.
#[derive(Debug)]
pub struct Budget<K> {
    burst: i64,
    refill: Span,
    /// When each bucket is full again; a key without an entry has a full one.
    full_at: Mutex<HashMap<K, Timestamp>>,
}

/// The outcome of [`Budget::spend`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Spent {
    /// There is more.
    Some,
    /// This was the last token for now.
    Last,
    /// There was none; the next comes then.
    Nothing(Timestamp),
}

impl<K: Hash + Eq + Clone> Budget<K> {
    /// Buckets of `burst` tokens, which get one back every `refill`.
    pub fn new(burst: u16, refill: Span) -> Self {
        Self {
            burst: burst.into(),
            refill,
            full_at: Mutex::default(),
        }
    }

    /// Takes a token of `key`, if there is one.
    pub fn spend(&self, key: K, now: Timestamp) -> Spent {
        let mut all = self.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let capacity = Span(self.burst * self.refill.0);
        // Later than any bucket can be if the clock was set back.
        let latest = now.plus(capacity);
        let full_at = all
            .get(&key)
            .map_or(now, |known| (*known).clamp(now, latest));
        let after = full_at.plus(self.refill);
        let room = capacity.0 - after.since(now).0;
        if room < 0 {
            return Spent::Nothing(now.plus(Span(-room)));
        }
        if all.len() >= MAX_KEYS && !all.contains_key(&key) {
            all.retain(|_, full_at| *full_at > now);
        }
        if all.len() >= MAX_KEYS && !all.contains_key(&key) {
            let fullest = all.iter().min_by_key(|(_, full_at)| **full_at);
            let fullest = fullest.map(|(key, _)| key.clone());
            fullest.and_then(|key| all.remove(&key));
        }
        all.insert(key, after);
        if room < self.refill.0 {
            Spent::Last
        } else {
            Spent::Some
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bucket_empties_at_once_and_fills_with_time() {
        let budget = Budget::new(3, Span(100));
        let spend = |now| budget.spend("ann", Timestamp(now));
        assert_eq!(spend(1000), Spent::Some);
        assert_eq!(spend(1000), Spent::Some);
        assert_eq!(spend(1000), Spent::Last);
        assert_eq!(spend(1000), Spent::Nothing(Timestamp(1100)));
        assert_eq!(spend(1099), Spent::Nothing(Timestamp(1100)));
        assert_eq!(spend(1100), Spent::Last);
        assert_eq!(spend(1350), Spent::Some);
        assert_eq!(spend(1350), Spent::Last);
        assert_eq!(spend(1350), Spent::Nothing(Timestamp(1400)));
        assert_eq!(budget.spend("bob", Timestamp(1350)), Spent::Some);
    }

    #[test]
    fn a_clock_set_back_delays_by_no_more_than_an_empty_bucket() {
        let budget = Budget::new(2, Span(100));
        budget.spend("ann", Timestamp(1_000_000));
        assert_eq!(
            budget.spend("ann", Timestamp(0)),
            Spent::Nothing(Timestamp(100))
        );
        assert_eq!(budget.spend("bob", Timestamp(0)), Spent::Some);
    }

    #[test]
    fn keys_are_forgotten_once_full_and_the_fullest_makes_room() {
        let budget = Budget::new(1, Span(100));
        let size = || budget.full_at.lock().unwrap().len();
        for key in 0..MAX_KEYS + 10 {
            assert_eq!(budget.spend(key, Timestamp(0)), Spent::Last);
        }
        assert_eq!(size(), MAX_KEYS);
        assert_eq!(budget.spend(0, Timestamp(100)), Spent::Last);
        assert!(size() <= MAX_KEYS);
        budget.spend(usize::MAX, Timestamp(200));
        assert!(size() <= 2);
    }
}
