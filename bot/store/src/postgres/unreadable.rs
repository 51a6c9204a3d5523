//! Effects that this version cannot read. They are kept for a version that can.

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use app::effect::{Effect, EffectId};

use crate::envelope;

/// Most ids that are remembered. Beyond that, some effects are logged again.
const MOST: usize = 10_000;

/// The unreadable effects that were found.
#[derive(Default)]
pub(super) struct UnreadableEffects(Mutex<BTreeSet<EffectId>>);

impl UnreadableEffects {
    fn known(&self) -> MutexGuard<'_, BTreeSet<EffectId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads an effect, or logs once why it cannot be read.
    pub(super) fn read(&self, id: &EffectId, body: &[u8]) -> Option<Effect> {
        match envelope::read_effect(body) {
            Ok((_, effect)) => Some(effect),
            Err(why) => {
                if self.note(id) {
                    tracing::error!(effect = %id.0, %why, "effect not readable");
                }
                None
            }
        }
    }

    /// Returns whether it is new.
    fn note(&self, id: &EffectId) -> bool {
        let mut known = self.known();
        if known.len() >= MOST {
            known.clear();
        }
        known.insert(id.clone())
    }

    pub(super) fn effects(&self) -> Vec<EffectId> {
        self.known().iter().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unreadable_effect_is_new_once() {
        let effects = UnreadableEffects::default();
        let id = |n: usize| EffectId(n.to_string());
        assert_eq!(effects.read(&id(1), b"{\"s\":999}"), None);
        assert!(!effects.note(&id(1)));
        assert!(effects.note(&id(2)));
        assert_eq!(effects.effects(), [id(1), id(2)]);
        for n in 0..3 * MOST {
            effects.note(&id(n));
        }
        assert!(effects.effects().len() <= MOST);
    }
}
