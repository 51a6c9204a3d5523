//! Every number of the search that could be tuned. Scores are in centipawns, depths in plies.
//!
//! No optimizer (SPSA, CLOP) has ever run on these. Each constant names its origin:
//!
//! - *Classic*: the usual textbook value.
//! - *As in most engines*: the usual value of current engines, not matched on its own.
//! - *Hand-picked*: chosen when the technique was written, and never tuned or matched on its own.
//! - *Factorial match*: kept or chosen by one of the factorial matches in the README, under "Search changes".
//! - *Orthodox group*: hand-picked, and accepted together by one match: 63.3 % of 120 games, +95 Elo (95 %: +42 to +153), Latrunculi
//!   at 5,000 nodes a move, against the engine without the group. It also has check extensions on the principal variation only, and a
//!   reduction of one more ply where the evaluation does not improve.

use std::sync::LazyLock;
use std::time::Duration;

use crate::rules::SearchRules;

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
/// First half-width. Hand-picked.
pub(crate) const ASPIRATION_WIDTH: i32 = 18;
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
/// History points of the counter move. Hand-picked.
pub(crate) const COUNTER_MOVE_BONUS: i32 = 6_000;

/// History points of a piece that leaves an attack by a pawn, and malus of one that enters it. Factorial match.
pub(crate) const PAWN_THREAT_BONUS: i32 = 8_000;

/// Returns the history bonus of a cutoff move, and the malus of the moves searched before it. Factorial match.
pub(crate) fn history_bonus(depth: i32) -> i32 {
    (220 * depth - 100).clamp(20, 2_400)
}

// Correction history

/// Bound of the entries. As in most engines.
pub(crate) const CORRECTION_MAX: i32 = 1_024;
/// Points of all tables together per centipawn: one table corrects by up to 32. Factorial match.
pub(crate) const CORRECTION_DIVISOR: i32 = 32;

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
/// Distance beyond the singular margin from which a move is extended by two plies. Factorial match.
pub(crate) const DOUBLE_EXTENSION_MARGIN: i32 = 20;

/// Returns how far all other moves must score below a singular one. Factorial match.
pub(crate) const fn singular_margin(depth: i32) -> i32 {
    2 * depth
}

/// Minimum depth of internal iterative reductions. Classic.
pub(crate) const IIR_MIN_DEPTH: i32 = 4;

// Reverse futility pruning

/// Factorial match.
pub(crate) const RFP_MAX_DEPTH: i32 = 10;

/// Factorial match.
pub(crate) fn rfp_margin(depth: i32, improving: bool) -> i32 {
    70 * (depth - i32::from(improving))
}

// Cutoffs by stored scores

/// Plies that the stored score may be shallower. As in most engines.
pub(crate) const STORED_CUTOFF_DEPTH_GAP: i32 = 4;
/// Distance above beta. Factorial match.
pub(crate) const STORED_CUTOFF_MARGIN: i32 = 300;

// Razoring

/// Hand-picked.
pub(crate) const RAZORING_MAX_DEPTH: i32 = 2;

/// Hand-picked.
pub(crate) const fn razoring_margin(depth: i32) -> i32 {
    250 * depth
}

// Null-move pruning

/// Classic.
pub(crate) const NULL_MOVE_MIN_DEPTH: i32 = 3;

/// The form is classic, the numbers are hand-picked.
pub(crate) fn null_move_reduction(depth: i32, eval_above_beta: i32) -> i32 {
    3 + depth / 4 + (eval_above_beta / 200).min(3)
}

// Pruning of single moves

/// Maximum depth. Hand-picked; 9 is of the orthodox group.
pub(crate) const fn move_pruning_max_depth<R: SearchRules>() -> i32 {
    if R::ORTHODOX { 9 } else { 6 }
}

/// Maximum depth of late-move pruning. Chosen by hand.
pub(crate) const fn late_move_max_depth<R: SearchRules>() -> i32 {
    if R::CAUTIOUS_PRUNING { 4 } else { 6 }
}

/// Returns the quiet moves to search before late-move pruning. Classic form: 4 + depth², halved unless the eval improves.
pub(crate) fn late_move_count(depth: i32, improving: bool) -> usize {
    let count = (4 + depth * depth) / (2 - i32::from(improving));
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Hand-picked, and for orthodox play a factorial match. The use of the reduced depth is of the orthodox group.
pub(crate) const fn futility_margin<R: SearchRules>(depth: i32) -> i32 {
    if R::ORTHODOX {
        200 + 150 * depth
    } else if R::CAUTIOUS_PRUNING {
        110 + 180 * depth
    } else {
        110 + 90 * depth
    }
}

/// Hand-picked.
pub(crate) const HISTORY_PRUNING_MAX_DEPTH: i32 = 3;

/// Hand-picked.
pub(crate) const fn history_pruning_threshold(depth: i32) -> i32 {
    -3_500 * depth
}

/// Maximum depth of pruning losing captures. Hand-picked.
pub(crate) const SEE_CAPTURE_MAX_DEPTH: i32 = 5;

/// Returns the material that a capture may lose. Hand-picked.
pub(crate) const fn see_capture_threshold(depth: i32) -> i32 {
    -100 * depth
}

/// Returns the material that a quiet move may lose. Factorial match.
pub(crate) const fn see_quiet_threshold(reduced_depth: i32) -> i32 {
    -18 * reduced_depth * reduced_depth
}

// Late-move reductions

/// Classic.
pub(crate) const LMR_MIN_DEPTH: i32 = 3;
/// Moves searched before any is reduced. Classic.
pub(crate) const LMR_FULL_DEPTH_MOVES: usize = 1;
/// Moves searched before any is reduced, on the principal variation. Classic.
pub(crate) const LMR_FULL_DEPTH_PV_MOVES: usize = 2;
/// History points that change a reduction by one ply. Hand-picked.
pub(crate) const LMR_HISTORY_DIVISOR: i32 = 9_000;
/// Depths and move numbers of the table; larger ones share the last entry.
const LMR_SIZE: usize = 64;

/// Returns the reduction before adjustments: 0.6 + ln(depth) · ln(move number) / 2.1. The form is classic, the numbers are
/// hand-picked.
pub(crate) fn lmr_reduction(depth: i32, move_number: usize) -> i32 {
    static TABLE: LazyLock<[[i32; LMR_SIZE]; LMR_SIZE]> = LazyLock::new(|| {
        let ln = |n: usize| f64::from(u8::try_from(n.max(1)).unwrap_or(u8::MAX)).ln();
        std::array::from_fn(|depth| {
            std::array::from_fn(|number| {
                #[expect(clippy::cast_possible_truncation, reason = "between 0 and 10")]
                let reduction = (0.6 + ln(depth) * ln(number) / 2.1) as i32;
                reduction
            })
        })
    });
    let depth = usize::try_from(depth).unwrap_or(0);
    TABLE[depth.min(LMR_SIZE - 1)][move_number.min(LMR_SIZE - 1)]
}

// Quiescence search

/// Plies from its start at which checks are answered by every legal move. Hand-picked.
pub(crate) const QUIESCENCE_EVASION_PLIES: usize = 2;
/// Margin of delta pruning. Classic.
pub(crate) const DELTA_MARGIN: i32 = 200;
