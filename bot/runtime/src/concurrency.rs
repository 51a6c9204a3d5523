//! Limits on concurrent costly commands, per person and in total. Commands over a limit are refused, not queued.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use app::{PlayerId, Refusal};

/// Costly commands of one person at once.
const PER_PERSON: usize = 4;
/// Costly commands of all people at once: the engine answers as many within a few seconds.
const TOTAL: usize = 64;

/// The costly commands under way; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct Admission(Arc<Mutex<HashMap<PlayerId, usize>>>);

/// A costly command under way, until it is dropped.
#[derive(Debug)]
pub struct Slot {
    who: PlayerId,
    admission: Admission,
}

impl Admission {
    /// Admits a costly command, or says why not now.
    pub fn admit(&self, who: &PlayerId) -> Result<Slot, Refusal> {
        let mut under_way = self.under_way();
        if under_way.get(who).is_some_and(|&mine| mine >= PER_PERSON) {
            return Err(Refusal::TooManyAtOnce(PER_PERSON));
        }
        if under_way.values().sum::<usize>() >= TOTAL {
            return Err(Refusal::Overloaded);
        }
        *under_way.entry(who.clone()).or_default() += 1;
        Ok(Slot {
            who: who.clone(),
            admission: self.clone(),
        })
    }

    fn under_way(&self) -> MutexGuard<'_, HashMap<PlayerId, usize>> {
        // The counts are consistent between any two changes.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut under_way = self.admission.under_way();
        if let Some(mine) = under_way.get_mut(&self.who) {
            *mine -= 1;
            if *mine == 0 {
                under_way.remove(&self.who);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn person(name: impl std::fmt::Display) -> PlayerId {
        PlayerId::new(format!("t:{name}"))
    }

    #[test]
    fn one_person_cannot_take_all_slots_nor_everyone_more_than_there_are() {
        let admission = Admission::default();
        let mut slots = Vec::new();
        for n in 0..TOTAL {
            slots.push(admission.admit(&person(n / PER_PERSON)).unwrap());
        }
        let refused = |who| admission.admit(&person(who)).unwrap_err();
        assert_eq!(refused(0), Refusal::TooManyAtOnce(PER_PERSON));
        assert_eq!(refused(TOTAL), Refusal::Overloaded);
        slots.truncate(1);
        slots.push(admission.admit(&person(TOTAL)).unwrap());
        slots.clear();
        assert!(admission.under_way().is_empty());
    }

    #[test]
    fn slots_are_counted_right_when_many_threads_take_them() {
        let admission = Admission::default();
        std::thread::scope(|scope| {
            for n in 0..16 {
                let admission = &admission;
                scope.spawn(move || {
                    for _ in 0..1000 {
                        let slots: Vec<_> = (0..=PER_PERSON)
                            .map(|_| admission.admit(&person(n % 3)))
                            .collect();
                        assert!(slots.iter().any(Result::is_err));
                    }
                });
            }
        });
        assert!(admission.under_way().is_empty());
    }
}
