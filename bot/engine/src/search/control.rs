//! Counts nodes and ends the search at its limits.

use crate::limits::{SearchLimits, Stop};
use crate::params::NODES_PER_CLOCK_CHECK;
use std::time::Instant;

#[derive(Debug)]
pub(super) struct SearchControl<'a> {
    pub(super) started: Instant,
    limits: SearchLimits,
    stop: &'a Stop,
    pub(super) nodes: u64,
    pub(super) stopped: bool,
}

impl<'a> SearchControl<'a> {
    pub(super) fn new(limits: &SearchLimits, stop: &'a Stop) -> Self {
        Self {
            started: Instant::now(),
            limits: *limits,
            stop,
            nodes: 0,
            stopped: stop.is_stopped(),
        }
    }

    /// Counts a node and returns whether the search must unwind.
    #[inline]
    pub(super) fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.stopped = true;
        }
        if self.nodes.is_multiple_of(NODES_PER_CLOCK_CHECK) {
            let limit = self.limits.time;
            let late = limit.is_some_and(|limit| self.started.elapsed() >= limit);
            self.stopped |= late || self.stop.is_stopped();
        }
        self.stopped
    }
}
