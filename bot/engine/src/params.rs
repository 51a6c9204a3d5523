//! Every number of the search that could be tuned. Scores are in centipawns, depths in plies.
//!
//! `bin/tune.rs` tunes the rows of [`Params`] by SPSA, so far on Latrunculi, Legan and Leto (README, "Search changes"). Each constant
//! names its origin:
//!
//! - *Classic*: the usual textbook value.
//! - *As in most engines*: the usual value of current engines, not matched on its own.
//! - *Hand-picked*: chosen when the technique was written, and never tuned or matched on its own.
//! - *Factorial match*: kept or chosen by one of the factorial matches in the README, under "Search changes".
//! - *Orthodox group*: hand-picked, and accepted together by one match: 63.3 % of 120 games, +95 Elo (95 %: +42 to +153), Latrunculi
//!   at 5,000 nodes a move, against the engine without the group. It also has check extensions on the principal variation only, and a
//!   reduction of one more ply where the evaluation does not improve.

use std::time::Duration;

// Limits

/// Longest line in plies. Hand-picked.
pub(crate) const MAX_PLY: usize = 120;
/// Deepest iteration. Hand-picked.
pub(crate) const MAX_DEPTH: u32 = 100;
/// Half-moves without progress after which a draw may be claimed: the rule itself (ALL-3).
pub(crate) const FIFTY_MOVES: u32 = 100;
/// Half-move clock from which transposition-table scores no longer cut: they do not know the clock. Hand-picked.
pub(crate) const TT_CUTOFF_MAX_CLOCK: u32 = FIFTY_MOVES - 10;
/// Most pieces in a dead position (ALL-4): with more, the test is skipped. Hand-picked.
pub(crate) const DEAD_POSITION_MAX_PIECES: usize = 6;
/// Plies beyond a mate after which an iteration has ruled out shorter ones. Hand-picked: with fewer, mates of the puzzles are found a
/// move too long.
pub(crate) const MATE_PROOF_PLIES: i32 = 6;

// Aspiration windows

/// First iteration with a narrow window. Hand-picked.
pub(crate) const ASPIRATION_MIN_DEPTH: u32 = 5;
/// Half-width from which the window opens fully. Hand-picked.
pub(crate) const ASPIRATION_MAX_WIDTH: i32 = 1_000;

/// Returns the next half-width after a search outside of the window. Hand-picked.
pub(crate) const fn widen_aspiration(width: i32) -> i32 {
    width * 2 + 10
}

// Time management

/// Nodes between two looks at the clock; a power of two. Hand-picked: few, since a node with thousands of chains of captures takes
/// a millisecond.
pub(crate) const NODES_PER_CLOCK_CHECK: u64 = 64;
/// Moves that a clock must last for unless the time control says otherwise. Hand-picked.
pub(crate) const MOVES_TO_GO: u32 = 28;
/// Hard limit of a move, as a multiple of its share of the clock. Hand-picked.
pub(crate) const HARD_TIME_FACTOR: u32 = 4;
/// Share of the soft limit for the only legal move. Hand-picked.
pub(crate) const SINGLE_MOVE_TIME_SHARE: f64 = 0.1;

/// Returns the share of the soft time limit to use, given the iterations that the best move has been stable for. Hand-picked.
pub(crate) const fn soft_time_share(stable_iterations: u32) -> f64 {
    match stable_iterations {
        0 => 1.4,
        1..=3 => 1.0,
        4..=6 => 0.75,
        _ => 0.55,
    }
}

/// Most of the clock that a move may take, as a divisor. Hand-picked.
pub(crate) const MAX_CLOCK_DIVISOR: u32 = 2;

/// Returns the part of the increment that a move may use. Hand-picked.
pub(crate) fn increment_share(increment: Duration) -> Duration {
    increment * 3 / 4
}

// Transposition table

/// Plies of depth that an entry loses in replacement for each search since. Hand-picked.
pub(crate) const TT_AGE_PENALTY: i32 = 4;
/// A bound does not replace an entry of its position that is deeper by more than this. Hand-picked.
pub(crate) const TT_KEEP_DEPTH: i32 = 3;

// Move ordering

/// Killer moves per ply. Classic.
pub(crate) const KILLERS: usize = 2;
/// Bound of history scores. Classic.
pub(crate) const HISTORY_MAX: i32 = 16_384;
/// Weight of the victim against the attacker. Hand-picked.
pub(crate) const VICTIM_WEIGHT: i32 = 16;
/// Clamp of the victim's value. Hand-picked.
pub(crate) const MAX_VICTIM_VALUE: i32 = 20_000;
/// Clamp of the attacker's value. Hand-picked.
pub(crate) const MAX_ATTACKER_VALUE: i32 = 2_000;
/// Scale of capture history against material. Hand-picked.
pub(crate) const CAPTURE_HISTORY_DIVISOR: i32 = 32;

// Correction history

/// Bound of the entries. As in most engines.
pub(crate) const CORRECTION_MAX: i32 = 1_024;

/// Returns the points of an error in centipawns. As in most engines.
pub(crate) fn correction_bonus(depth: i32, error: i32) -> i32 {
    (error * depth / 8).clamp(-CORRECTION_MAX / 4, CORRECTION_MAX / 4)
}

// Extensions and internal iterative reductions

/// No extensions beyond this multiple of the iteration's depth. Hand-picked.
pub(crate) const EXTENSION_PLY_FACTOR: usize = 2;
/// Minimum depth of singular extensions. Factorial match.
pub(crate) const SINGULAR_MIN_DEPTH: i32 = 5;
/// Most plies that the stored score may be shallower. As in most engines.
pub(crate) const SINGULAR_MAX_DEPTH_GAP: i32 = 3;
/// Minimum depth of internal iterative reductions. Classic.
pub(crate) const IIR_MIN_DEPTH: i32 = 4;

// Reverse futility pruning

/// Factorial match.
pub(crate) const RFP_MAX_DEPTH: i32 = 10;

// Cutoffs by stored scores

/// Plies that the stored score may be shallower. As in most engines.
pub(crate) const STORED_CUTOFF_DEPTH_GAP: i32 = 4;
// Razoring

/// Hand-picked.
pub(crate) const RAZORING_MAX_DEPTH: i32 = 2;

// Null-move pruning

/// Classic.
pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;

// Pruning of single moves

/// Orthodox group.
pub(crate) const MOVE_PRUNING_MAX_DEPTH: i32 = 9;
/// Hand-picked.
pub(crate) const LATE_MOVE_MAX_DEPTH: i32 = 6;

/// Hand-picked.
pub(crate) const HISTORY_PRUNING_MAX_DEPTH: i32 = 3;

/// Maximum depth of pruning losing captures. Hand-picked.
pub(crate) const SEE_CAPTURE_MAX_DEPTH: i32 = 5;

// Late-move reductions

/// Classic.
pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// Moves searched before any is reduced. Classic.
pub(crate) const LMR_FULL_DEPTH_MOVES: usize = 1;
/// Moves searched before any is reduced, on the principal variation. Classic.
pub(crate) const LMR_FULL_DEPTH_PV_MOVES: usize = 2;
/// Depths and move numbers above this reduce like it.
pub(crate) const LMR_SIZE: usize = 64;

// Quiescence search

/// Plies from its start at which checks are answered by every legal move. Hand-picked.
pub(crate) const QUIESCENCE_EVASION_PLIES: usize = 2;

// Tuned numbers

/// A tuned number, for the tuner.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Row {
    pub(crate) name: &'static str,
    pub(crate) least: i32,
    pub(crate) most: i32,
}

impl Row {
    /// Returns the nearest number in range.
    pub(crate) fn nearest(&self, number: f64) -> i32 {
        #[expect(clippy::cast_possible_truncation, reason = "ranges are small")]
        let rounded = number.round() as i32;
        rounded.clamp(self.least, self.most)
    }
}

macro_rules! params {
    ($($(#[$doc:meta])* $name:ident: $value:literal, $least:literal..=$most:literal;)+) => {
        /// The tuned numbers of a search. Parts of plies are in 1024ths.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) struct Params {
            $($(#[$doc])* pub(crate) $name: i32,)+
        }

        impl Params {
            pub(crate) const ROWS: &[Row] = &[$(Row { name: stringify!($name), least: $least, most: $most },)+];

            pub(crate) const TUNED: Self = Self { $($name: $value,)+ };

            /// Returns the numbers in the order of [`ROWS`](Self::ROWS).
            pub(crate) fn numbers(&self) -> Vec<i32> {
                vec![$(self.$name,)+]
            }

            /// Returns params of numbers in the order of [`ROWS`](Self::ROWS).
            pub(crate) fn from_numbers(numbers: &[i32]) -> Self {
                let mut numbers = numbers.iter().copied();
                Self { $($name: numbers.next().unwrap_or($value),)+ }
            }
        }
    };
}

params! {
    /// First half-width of an aspiration window.
    aspiration_width: 14, 6..=60;
    /// History points of a cutoff by depth.
    history_bonus: 268, 80..=500;
    history_bonus_max: 2070, 800..=5000;
    /// Percentage of the bonus that the moves before a cutoff lose.
    history_malus: 123, 30..=250;
    /// History points of the counter move.
    counter_move_bonus: 2462, 0..=16000;
    /// History points of a piece that leaves an attack by a pawn, and malus of one that enters it.
    pawn_threat_bonus: 8658, 0..=20000;
    /// Divides the sum over all tables to give centipawns: one table corrects by at most 1024 divided by this.
    correction_divisor: 24, 12..=90;
    /// How far all other moves must score below a singular one, in sixteenths of a centipawn a ply.
    singular_margin: 32, 8..=96;
    /// Distance beyond the singular margin from which a move is extended by two plies.
    double_extension_margin: 24, 0..=60;
    /// Reverse futility margin a ply.
    rfp_margin: 84, 30..=150;
    /// Subtracted from the margin where the evaluation improves.
    rfp_improving: 52, 0..=150;
    /// Distance of a stored score above beta that cuts off.
    stored_cutoff_margin: 365, 100..=600;
    /// Razoring margin a ply.
    razoring_margin: 278, 100..=500;
    null_move_base: 3227, 2048..=5120;
    null_move_depth: 309, 96..=512;
    /// Centipawns above beta for a reduction by one more ply.
    null_move_divisor: 234, 80..=400;
    /// Quiet moves before late-move pruning, in sixteenths: at depth 0, and for each square of the depth.
    late_move_base: 51, 16..=192;
    late_move_factor: 20, 6..=40;
    futility_base: 187, 50..=400;
    futility_depth: 149, 50..=300;
    /// History points a ply, below zero, of quiet moves that are pruned.
    history_pruning: 2548, 1000..=8000;
    /// Material that a capture may lose a ply.
    see_capture: 94, 40..=250;
    /// Material that a quiet move may lose for each square of the reduced depth.
    see_quiet: 23, 6..=60;
    /// Late-move reduction before adjustments: this and ...
    lmr_base: 1194, -1024..=1500;
    /// ... for each ln(depth) · ln(move number).
    lmr_scale: 528, 250..=900;
    /// History points that change a reduction by one ply.
    lmr_history: 7221, 4000..=20000;
    /// Less for killers and the counter move, on the principal variation, in check; more in cut nodes, and unless the evaluation improves.
    lmr_refutation: 1024, 0..=2048;
    lmr_pv: 682, 0..=2048;
    lmr_check: 1024, 0..=2048;
    lmr_cut: 813, 0..=3072;
    lmr_not_improving: 536, 0..=2048;
    /// Margin of delta pruning.
    delta_margin: 226, 80..=400;
}

/// A ply, as reductions are summed.
pub(crate) const PLY: i32 = 1024;

impl Params {
    /// Returns the history bonus of a cutoff move.
    pub(crate) fn bonus(&self, depth: i32) -> i32 {
        (self.history_bonus * depth - 100).clamp(20, self.history_bonus_max)
    }

    /// Returns how far all other moves must score below a singular one.
    pub(crate) const fn singular_margin(&self, depth: i32) -> i32 {
        self.singular_margin * depth / 16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_range_and_survives_the_tuner() {
        let numbers = Params::TUNED.numbers();
        for (row, &number) in Params::ROWS.iter().zip(&numbers) {
            assert_eq!(row.nearest(f64::from(number)), number, "{row:?}");
        }
        assert_eq!(Params::from_numbers(&numbers), Params::TUNED);
    }
}
