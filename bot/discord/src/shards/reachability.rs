//! Whether people can reach the bot on a shard.

use std::time::Duration;

/// Time between two checks of a shard.
pub(super) const CHECK_INTERVAL: Duration = Duration::from_millis(100);
/// Consecutive checks without a connection after which a shard counts as unreachable.
const UNREACHABLE_CHECKS: u32 = 80;

/// The reported state of a shard's connection.
#[derive(Debug, Default)]
pub(super) struct Reachability {
    pub(super) is_reachable: bool,
    /// Consecutive checks without a connection.
    misses: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Change {
    Connected,
    Unreachable,
}

impl Reachability {
    /// Records a check; returns the change to report. A session that is resumed soon is no change.
    pub(super) fn check(&mut self, is_up: bool) -> Option<Change> {
        self.misses = if is_up { 0 } else { self.misses + 1 };
        if is_up && !self.is_reachable {
            self.is_reachable = true;
            return Some(Change::Connected);
        }
        // Also for a session that began and was lost between two checks: it stopped the clocks.
        if self.misses == UNREACHABLE_CHECKS {
            self.is_reachable = false;
            return Some(Change::Unreachable);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_interruption_is_not_reported_and_a_long_one_once() {
        let mut state = Reachability::default();
        assert_eq!(state.check(false), None);
        assert_eq!(state.check(true), Some(Change::Connected));
        let changes =
            |state: &mut Reachability| (0..200).filter_map(|_| state.check(false)).count();
        for _ in 1..UNREACHABLE_CHECKS {
            assert_eq!(state.check(false), None);
        }
        assert_eq!(state.check(true), None);
        assert_eq!(changes(&mut state), 1);
        assert_eq!(state.check(true), Some(Change::Connected));
        assert_eq!(changes(&mut Reachability::default()), 1);
    }
}
