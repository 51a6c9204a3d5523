//! Mistakes such as people make: moves not thought of, positions misjudged. The same ones every time for the same seed.

use crate::table::MoveTag;

/// How a weak player errs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Human {
    pub(crate) seed: u64,
    /// By how many hundredths of a pawn a position is misjudged, typically.
    pub(crate) misjudgment: i32,
    /// In how many of a thousand cases an answer is not thought of.
    pub(crate) blindness: u64,
}

/// Numbers without a pattern: equal input, equal output.
pub(crate) const fn scramble(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number from a bell around nought that is as wide as said, for random bits.
pub(crate) fn bell(bits: u64, width: i32) -> i32 {
    // Four dice of 256 sides: mean 510, deviation 148.
    let dice = bits.to_le_bytes();
    let sum: i32 = dice.iter().take(4).map(|&die| i32::from(die)).sum();
    (sum - 510) * width / 148
}

impl Human {
    /// The error in judging the position with this key: bell-shaped around nought.
    pub(crate) fn misjudges(&self, key: u64) -> i32 {
        if self.misjudgment == 0 {
            return 0;
        }
        bell(scramble(key ^ self.seed), self.misjudgment)
    }

    /// Whether this answer in the position with this key does not come to mind.
    pub(crate) fn overlooks(&self, key: u64, tag: MoveTag) -> bool {
        self.blindness > 0
            && scramble(scramble(key ^ self.seed) ^ tag.bits()) % 1000 < self.blindness
    }
}
