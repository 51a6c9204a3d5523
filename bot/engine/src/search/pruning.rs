//! Pruning of whole nodes and of single moves, and late-move reductions. Their numbers are in `params.rs`.

use std::sync::LazyLock;

use super::move_loop::MoveLoop;
use super::node::Node;
use super::{NodeType, Search, Window};
use crate::history::{PieceTo, PreviousMoves, QuietMove};
use crate::movepick::MoveKind;
use crate::params::{
    HISTORY_PRUNING_MAX_DEPTH, LATE_MOVE_MAX_DEPTH, LMR_FULL_DEPTH_MOVES, LMR_FULL_DEPTH_PV_MOVES,
    LMR_MIN_DEPTH, LMR_SIZE, MOVE_PRUNING_MAX_DEPTH, NULL_MOVE_MIN_DEPTH, PLY, Params,
    RAZORING_MAX_DEPTH, RFP_MAX_DEPTH, SEE_CAPTURE_MAX_DEPTH, STORED_CUTOFF_DEPTH_GAP,
};
use crate::rules::SearchRules;
use crate::score::{Score, is_mate_score};
use crate::see::see_ge;
use crate::tt::{Bound, PackedMove};
use rules_core::Move;

impl<R: SearchRules> Search<'_, R> {
    /// Returns a score without searching moves if the evaluation is far outside of the window.
    pub(super) fn prune_node(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        self.stored_cutoff(node, window)
            .or_else(|| self.reverse_futility(node, window))
            .or_else(|| self.razoring(node, window))
            .or_else(|| self.null_move(node, window))
    }

    // CITE: ProbCut. https://www.chessprogramming.org/ProbCut
    fn stored_cutoff(&self, node: &Node<'_>, window: Window) -> Option<i32> {
        let entry = node.entry?;
        let beta = window.beta + self.params.stored_cutoff_margin;
        let fails_high = entry.bound != Bound::Upper
            && entry.depth >= node.depth - STORED_CUTOFF_DEPTH_GAP
            && entry.score >= beta
            && !is_mate_score(entry.score)
            && !is_mate_score(window.beta);
        fails_high.then_some(beta)
    }

    // CITE: Reverse futility pruning. https://www.chessprogramming.org/Reverse_Futility_Pruning
    fn reverse_futility(&self, node: &Node<'_>, window: Window) -> Option<i32> {
        let fails_high = node.depth <= RFP_MAX_DEPTH
            && !is_mate_score(window.beta)
            && node.estimate - self.params.rfp_margin(node.depth, node.improving) >= window.beta;
        fails_high.then(|| i32::midpoint(node.estimate, window.beta))
    }

    // CITE: Razoring. https://www.chessprogramming.org/Razoring
    fn razoring(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if node.depth > RAZORING_MAX_DEPTH
            || node.estimate + self.params.razoring_margin * node.depth >= window.alpha
            || is_mate_score(window.alpha)
        {
            return None;
        }
        let score = self.quiescence(node.position, window, node.ply, 0, node.kind);
        (score <= window.alpha).then_some(score)
    }

    // CITE: Null-move pruning. https://www.chessprogramming.org/Null_Move_Pruning
    fn null_move(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        let Node { position, ply, .. } = *node;
        let beta = window.beta;
        let after_null_move = self.stack.previous_moves(ply)[0] == PieceTo::NONE;
        if !R::NULL_MOVE_PRUNING
            || after_null_move
            || node.depth < NULL_MOVE_MIN_DEPTH
            || node.estimate < beta
            || is_mate_score(beta)
            || !R::has_pieces(position, position.turn())
        {
            return None;
        }
        let above_beta = node.estimate - beta;
        let depth = node.depth - self.params.null_move_reduction(node.depth, above_beta);
        let passed = position.passed();
        self.stack.set_played(ply, PieceTo::NONE);
        self.keys.push_barrier::<R>(&passed);
        let window = Window::null(beta - 1).flipped();
        let score = -self.search_node(&passed, window, depth, ply + 1, NodeType::Cut);
        self.keys.pop();
        if score < beta || self.control.stopped {
            return None;
        }
        // A mate after a null move is not proven.
        Some(if is_mate_score(score) { beta } else { score })
    }

    /// Whether a move that comes late is too unlikely to raise alpha to be searched.
    pub(super) fn can_prune_move(
        &self,
        node: &Node<'_>,
        mv: &Move,
        move_kind: MoveKind,
        state: &MoveLoop,
    ) -> bool {
        let Node {
            position, depth, ..
        } = *node;
        if state.best_score == -Score::INFINITE
            || is_mate_score(state.best_score)
            || node.ply == 0
            || !node.is_quiet
            || depth > MOVE_PRUNING_MAX_DEPTH
        {
            return false;
        }
        let values = self.piece_values;
        match move_kind {
            MoveKind::Tactical | MoveKind::Skipped => false,
            // CITE: Static exchange evaluation. https://www.chessprogramming.org/Static_Exchange_Evaluation#Pruning
            MoveKind::LosingCapture => {
                depth <= SEE_CAPTURE_MAX_DEPTH
                    && !see_ge::<R>(position, values, mv, -self.params.see_capture * depth)
            }
            MoveKind::Quiet => {
                // A move that would be reduced must promise more.
                let reduced_depth =
                    (depth - self.params.lmr_reduction(depth, state.searched) / PLY).max(0);
                let may_lose = -self.params.see_quiet * reduced_depth * reduced_depth;
                self.late_move(node, state)
                    || self.futile(node, state, reduced_depth)
                    || self.has_bad_history(node, mv, state.hints.previous)
                    || R::SEE && !see_ge::<R>(position, values, mv, may_lose)
            }
        }
    }

    // CITE: Late-move pruning. https://www.chessprogramming.org/Futility_Pruning#MoveCountBasedPruning
    fn late_move(&self, node: &Node<'_>, state: &MoveLoop) -> bool {
        node.depth <= LATE_MOVE_MAX_DEPTH
            && state.quiets_searched > self.params.late_move_count(node.depth, node.improving)
    }

    // CITE: Futility pruning. https://www.chessprogramming.org/Futility_Pruning
    fn futile(&self, node: &Node<'_>, state: &MoveLoop, reduced_depth: i32) -> bool {
        node.eval + self.params.futility_margin(reduced_depth) <= state.window.alpha
    }

    // CITE: History leaf pruning. https://www.chessprogramming.org/History_Leaf_Pruning
    fn has_bad_history(&self, node: &Node<'_>, mv: &Move, previous: PreviousMoves) -> bool {
        node.depth <= HISTORY_PRUNING_MAX_DEPTH
            && self
                .history
                .quiet(QuietMove::of(node.position, mv), previous)
                < -self.params.history_pruning * node.depth
    }

    /// Returns the plies to reduce a late move's depth by.
    // CITE: Late-move reductions. https://www.chessprogramming.org/Late_Move_Reductions
    pub(super) fn reduction(
        &self,
        node: &Node<'_>,
        mv: &Move,
        move_kind: MoveKind,
        state: &MoveLoop,
    ) -> i32 {
        let full_depth_moves = if node.kind.is_pv() {
            LMR_FULL_DEPTH_PV_MOVES
        } else {
            LMR_FULL_DEPTH_MOVES
        };
        if node.depth < LMR_MIN_DEPTH
            || state.searched < full_depth_moves
            || move_kind == MoveKind::Tactical
        {
            return 0;
        }
        let params = &self.params;
        let mut reduction = params.lmr_reduction(node.depth, state.searched);
        if move_kind == MoveKind::Quiet {
            let quiet = QuietMove::of(node.position, mv);
            let history = self.history.quiet(quiet, state.hints.previous);
            reduction -= history * PLY / params.lmr_history;
            if state.hints.is_refutation(PackedMove::of(mv)) {
                reduction -= params.lmr_refutation;
            }
        }
        let adjustments = [
            (node.kind == NodeType::Cut, params.lmr_cut),
            (!node.improving && node.is_quiet, params.lmr_not_improving),
            (node.kind.is_pv(), -params.lmr_pv),
            (node.in_check, -params.lmr_check),
        ];
        for (applies, plies) in adjustments {
            reduction += plies * i32::from(applies);
        }
        (reduction / PLY).clamp(0, node.depth - 2)
    }
}

// Margins, reductions and numbers of moves, in the units of `params.rs`.
impl Params {
    fn rfp_margin(&self, depth: i32, improving: bool) -> i32 {
        self.rfp_margin * depth - self.rfp_improving * i32::from(improving)
    }

    // The form is classic.
    fn null_move_reduction(&self, depth: i32, eval_above_beta: i32) -> i32 {
        (self.null_move_base + self.null_move_depth * depth) / PLY
            + (eval_above_beta / self.null_move_divisor).min(3)
    }

    /// Returns the quiet moves to search before late-move pruning: half as many unless the evaluation improves. The form is classic.
    fn late_move_count(&self, depth: i32, improving: bool) -> usize {
        let count = (self.late_move_base + self.late_move_factor * depth * depth) / 16;
        usize::try_from(count / (2 - i32::from(improving))).unwrap_or(usize::MAX)
    }

    const fn futility_margin(&self, depth: i32) -> i32 {
        self.futility_base + self.futility_depth * depth
    }

    /// Returns the reduction before adjustments, in 1024ths of a ply. The form is classic.
    fn lmr_reduction(&self, depth: i32, move_number: usize) -> i32 {
        static LOGARITHMS: LazyLock<[i32; LMR_SIZE]> = LazyLock::new(|| {
            std::array::from_fn(|n| {
                let n = f64::from(u8::try_from(n.max(1)).unwrap_or(u8::MAX));
                #[expect(clippy::cast_possible_truncation, reason = "at most 5,000")]
                let rounded = (n.ln() * f64::from(PLY)).round() as i32;
                rounded
            })
        });
        let depth = usize::try_from(depth).unwrap_or(0);
        let [depth, number] = [depth, move_number].map(|n| LOGARITHMS[n.min(LMR_SIZE - 1)]);
        self.lmr_base + depth * number / PLY * self.lmr_scale / PLY
    }
}
