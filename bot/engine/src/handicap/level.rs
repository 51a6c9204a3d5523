//! The ten levels that users choose from.

use crate::search::DEFAULT_TT_BYTES;

/// A playing strength, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(pub(super) u8);

/// Transposition table of the levels below the highest, whose searches are small.
const SMALL_TT_BYTES: usize = 4 << 20;

impl Level {
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// Returns the level with this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// Returns its number, 1 to 10.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns its place among the levels, 0 to 9.
    pub(super) fn index(self) -> usize {
        usize::from(self.0) - 1
    }

    /// Returns the bytes of transposition table that its searches use.
    pub fn tt_bytes(self) -> usize {
        if self == Self::HIGHEST {
            DEFAULT_TT_BYTES
        } else {
            SMALL_TT_BYTES
        }
    }
}
