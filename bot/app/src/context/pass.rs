//! A pass over many records, some of which may fail.

use crate::context::failure::{Failure, Result};
use crate::protocol::Outgoing;

/// The effects that a pass committed, and the failure for which it has to be repeated.
#[derive(Default)]
pub(crate) struct Pass {
    pub(crate) outgoing: Vec<Outgoing>,
    /// A transient failure if there was one: a repetition helps against no other.
    pub(crate) failed: Option<Failure>,
}

impl Pass {
    pub(crate) fn add(&mut self, done: Result<Vec<Outgoing>>) {
        match done {
            Ok(outgoing) => self.outgoing.extend(outgoing),
            Err(failure) => self.fail(failure),
        }
    }

    pub(crate) fn join(&mut self, other: Self) {
        self.outgoing.extend(other.outgoing);
        if let Some(failure) = other.failed {
            self.fail(failure);
        }
    }

    /// Notes a failure. A transient one stays noted.
    pub(crate) fn fail(&mut self, failure: Failure) {
        if !self.failed.as_ref().is_some_and(Failure::is_transient) {
            self.failed = Some(failure);
        }
    }

    /// The effects; the failure only if there are none, since what was committed must be performed.
    pub(crate) fn effects(self) -> Result<Vec<Outgoing>> {
        match self.failed {
            Some(failure) if self.outgoing.is_empty() => Err(failure),
            _ => Ok(self.outgoing),
        }
    }
}
