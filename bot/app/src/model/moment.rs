//! When: time and chance come in from outside, so that the same commands at the same moments end the same.

pub use text::{Span, Timestamp};

/// The time and the chance that one command is handled with.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    /// The present time.
    pub now: Timestamp,
    /// Random bits for everything this command draws: public codes, a random color.
    pub seed: u64,
}
