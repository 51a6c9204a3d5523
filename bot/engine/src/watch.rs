//! Counts positions and ends the search in time.

use crate::limits::{SearchLimits, Stop};
use std::time::{Duration, Instant};

/// How many positions pass between two looks at the clock and the switch.
const PAUSE: u64 = 1024;

#[derive(Debug)]
pub(crate) struct Watch<'a> {
    started: Instant,
    limits: SearchLimits,
    stop: &'a Stop,
    nodes: u64,
    over: bool,
}

impl<'a> Watch<'a> {
    pub(crate) fn new(limits: &SearchLimits, stop: &'a Stop) -> Self {
        Self {
            started: Instant::now(),
            limits: *limits,
            stop,
            nodes: 0,
            over: stop.is_stopped(),
        }
    }

    /// Counts one position and answers whether the search is over.
    #[inline]
    pub(crate) fn tick(&mut self) -> bool {
        self.nodes += 1;
        if self.limits.nodes.is_some_and(|limit| self.nodes > limit) {
            self.over = true;
        }
        if self.nodes.is_multiple_of(PAUSE) {
            let late = self
                .limits
                .time
                .is_some_and(|limit| self.started.elapsed() >= limit);
            self.over |= late || self.stop.is_stopped();
        }
        self.over
    }

    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }
}
