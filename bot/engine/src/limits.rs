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

    /// Replaces the time limits by a share of the clock.
    // CITE: Time management. https://www.chessprogramming.org/Time_Management
    pub(crate) fn with_clock(self, clock: &ClockState) -> Self {
        let moves = clock.moves_to_go.unwrap_or(MOVES_TO_GO);
        let moves = moves.clamp(1, MOVES_TO_GO) + 1;
        let share = clock.remaining / moves + increment_share(clock.increment);
        let most = clock.remaining / MAX_CLOCK_DIVISOR;
        Self {
            soft_time: Some(share.min(most)),
            time: Some((share * HARD_TIME_FACTOR).min(most)),
            ..self
        }
    }

    /// Combines two sets of limits: the stricter of each applies.
    pub(crate) fn and(self, other: &Self) -> Self {
        fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(a.min(b)),
                (a, b) => a.or(b),
            }
        }
        Self {
            depth: least(self.depth, other.depth),
            nodes: least(self.nodes, other.nodes),
            time: least(self.time, other.time),
            soft_time: least(self.soft_time, other.soft_time),
        }
    }
}

/// The clock of the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ClockState {
    pub(crate) remaining: Duration,
    pub(crate) increment: Duration,
    /// Moves to the next time control, if there is one.
    pub(crate) moves_to_go: Option<u32>,
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
