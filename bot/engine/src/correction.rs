//! Correction history: how far scores have been from the evaluation in positions with the same pawns, or the same pieces of a side.
// CITE: Static evaluation correction history. https://www.chessprogramming.org/Static_Evaluation_Correction_History

use crate::history::apply_bonus;
use crate::params::{CORRECTION_MAX, correction_bonus};
use crate::rules::{PAWN, SLOTS};
use crate::score::Score;
use rules_core::{Color, Position};

/// Bits of an index into the entries of a table for one side to move.
const INDEX_BITS: u32 = 14;
/// Tables: by the pawns, and by the pieces of each side.
const TABLES: usize = 3;

#[derive(Debug)]
pub(crate) struct CorrectionHistory(Vec<i16>);

impl CorrectionHistory {
    pub(crate) fn new() -> Self {
        Self(vec![0; (2 * TABLES) << INDEX_BITS])
    }

    /// Returns an evaluation plus the mean error in similar positions.
    pub(crate) fn correct(&self, position: &Position, eval: i32, divisor: i32) -> i32 {
        let sum: i32 = indices(position)
            .into_iter()
            .map(|index| i32::from(self.0[index]))
            .sum();
        Score::centipawns(eval + sum / divisor).value()
    }

    /// Learns how far the score of a search was above the corrected evaluation.
    pub(crate) fn update(&mut self, position: &Position, depth: i32, error: i32) {
        for index in indices(position) {
            let bonus = correction_bonus(depth, error);
            apply_bonus(&mut self.0[index], bonus, CORRECTION_MAX);
        }
    }
}

fn indices(position: &Position) -> [usize; TABLES] {
    let pawns = Color::ALL.into_iter().fold(0, |key, color| {
        mix(key, position.slot_set(color, PAWN).bits())
    });
    let pieces = |color| {
        (0..SLOTS)
            .filter(|&slot| slot != PAWN)
            .fold(0, |key, slot| {
                mix(key, position.slot_set(color, slot).bits())
            })
    };
    let keys = [pawns, pieces(Color::White), pieces(Color::Black)];
    let turn = position.turn().index();
    std::array::from_fn(|table| (table * 2 + turn) << INDEX_BITS | index(keys[table]))
}

const fn mix(key: u64, set: u64) -> u64 {
    (key.rotate_left(29) ^ set).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// Returns the high bits of a key, which depend on all of it.
const fn index(key: u64) -> usize {
    (key >> (u64::BITS - INDEX_BITS)) as usize
}
