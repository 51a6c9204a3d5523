//! Human errors in the search of a weak player: misjudged positions and overlooked replies. Equal seeds, equal errors.

use crate::rng::{chance, normal, splitmix64};
use crate::tt::PackedMove;

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct HumanError {
    pub(crate) seed: u64,
    /// Standard deviation of the error in an evaluation, in centipawns.
    pub(crate) eval_noise: i32,
    /// Chance of overlooking a move below the root, in permille.
    pub(crate) blindness: u32,
}

impl HumanError {
    /// Returns the error in the evaluation of the position with this key.
    pub(crate) fn eval_error(&self, key: u64) -> i32 {
        if self.eval_noise == 0 {
            return 0;
        }
        normal(splitmix64(key ^ self.seed), self.eval_noise)
    }

    /// Whether a move is overlooked in the position with this key.
    pub(crate) fn overlooks(&self, key: u64, mv: PackedMove) -> bool {
        self.blindness > 0
            && chance(
                splitmix64(splitmix64(key ^ self.seed) ^ mv.bits()),
                self.blindness,
            )
    }
}
