//! Limits of a search, and the switch that ends it early.

use crate::params::{HARD_TIME_FACTOR, MAX_CLOCK_DIVISOR, MOVES_TO_GO, increment_share};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits of a search, which ends at the first it reaches. Without limits it runs until stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SearchLimits {
    /// Plies, before extensions.
    pub depth: Option<u32>,
    /// Nodes. Limited by nodes and depth alone, a search is deterministic.
    pub nodes: Option<u64>,
    /// Hard time limit.
    pub time: Option<Duration>,
    /// No iteration starts after this time, scaled by how stable the best move is.
    pub soft_time: Option<Duration>,
}

impl SearchLimits {
    /// Limits only the depth, in plies.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// Limits only the nodes.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// Limits only the time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }

    /// Limits only the time: to a share of the clock, which lasts until the next time control in so many moves, if there is one.
    // CITE: Time management. https://www.chessprogramming.org/Time_Management
    pub(crate) fn of_clock(
        remaining: Duration,
        increment: Duration,
        moves_to_go: Option<u32>,
    ) -> Self {
        let moves = moves_to_go.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO) + 1;
        let share = remaining / moves + increment_share(increment);
        let most = remaining / MAX_CLOCK_DIVISOR;
        Self {
            soft_time: Some(share.min(most)),
            time: Some((share * HARD_TIME_FACTOR).min(most)),
            ..Self::default()
        }
    }

    /// Combines two sets of limits: the stricter of each applies.
    pub(crate) fn and(self, other: &Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            a.into_iter().chain(b).min()
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            soft_time: least(self.soft_time, other.soft_time),
        }
    }
}

/// Stops searches from another thread. Clones share the switch.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Returns a switch that is off.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops the search within about a thousand nodes. A stopped switch stays on.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`stop`](Self::stop) has been called.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
