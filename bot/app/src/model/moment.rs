//! Time and random bits, which come in from outside so that commands can be replayed.

pub use text::{Span, Timestamp};

/// The time and the random bits of one command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Moment {
    pub now: Timestamp,
    /// Source of all random choices of this command: public codes, a color.
    pub seed: u64,
}
