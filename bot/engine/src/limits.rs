//! How long a search may go on.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Where a search ends, whichever comes first. Without any limit it ends when it is stopped or when nothing is left to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct SearchLimits {
    /// Half-moves to look ahead before extensions.
    pub depth: Option<u32>,
    /// Positions to look at. A search limited by this and `depth` alone gives the same answer every time.
    pub nodes: Option<u64>,
    /// Time that must not be exceeded.
    pub time: Option<Duration>,
    /// Time after which no new depth is begun; it is stretched or cut a little with how settled the best move is.
    pub soft_time: Option<Duration>,
}

impl SearchLimits {
    /// So many half-moves.
    pub fn depth(depth: u32) -> Self {
        Self {
            depth: Some(depth),
            ..Self::default()
        }
    }

    /// So many positions.
    pub fn nodes(nodes: u64) -> Self {
        Self {
            nodes: Some(nodes),
            ..Self::default()
        }
    }

    /// So much time.
    pub fn time(time: Duration) -> Self {
        Self {
            time: Some(time),
            ..Self::default()
        }
    }
}

/// Ends searches from another thread; all clones are the same switch.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// A switch that is not thrown.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the search within about a thousand positions, for good: a stopped switch stays so.
    pub fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether it has been thrown.
    pub fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
