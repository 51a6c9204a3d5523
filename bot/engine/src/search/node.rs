//! A node of the main search, up to its moves.

use super::{NodeType, Search, Window};
use crate::movepick::MovePicker;
use crate::params::{EXTENSION_PLY_FACTOR, IIR_MIN_DEPTH, MAX_PLY, TT_CUTOFF_MAX_CLOCK};
use crate::rules::SearchRules;
use crate::score::{Score, is_mate_score, score_from_tt};
use crate::tt::{Bound, PackedMove, TtEntry};
use rules_core::Position;

/// Facts about the node being searched.
pub(super) struct Node<'p> {
    pub(super) position: &'p Position,
    pub(super) depth: i32,
    pub(super) ply: usize,
    pub(super) kind: NodeType,
    pub(super) in_check: bool,
    /// Neither in check nor bound to capture.
    pub(super) is_quiet: bool,
    /// Static evaluation before its correction; 0 in check.
    pub(super) raw_eval: i32,
    /// Corrected static evaluation; minus infinity in check.
    pub(super) eval: i32,
    /// The best guess of the score: a stored score that bounds it, or else the evaluation.
    pub(super) estimate: i32,
    pub(super) improving: bool,
    pub(super) entry: Option<TtEntry>,
    pub(super) tt_move: PackedMove,
    /// Plies added to the depth of every child.
    pub(super) extension: i32,
    /// Plies added to the depth of the transposition-table move's child.
    pub(super) tt_extension: i32,
    /// Move that this search leaves out.
    pub(super) left_out: PackedMove,
}

/// Returns the stored score if the true one is on the same side of the evaluation, or else the evaluation.
fn estimate(entry: Option<&TtEntry>, eval: i32, ply: usize) -> i32 {
    let Some(entry) = entry else { return eval };
    let score = score_from_tt(entry.score, ply);
    if entry.bound.is_evidence(score - eval) && !is_mate_score(score) {
        score
    } else {
        eval
    }
}

/// Returns the stored score if it settles a search with this window.
pub(super) fn tt_cutoff(entry: &TtEntry, window: Window, ply: usize) -> Option<i32> {
    let score = score_from_tt(entry.score, ply);
    let settled = match entry.bound {
        Bound::Exact => true,
        Bound::Lower => score >= window.beta,
        Bound::Upper => score <= window.alpha,
    };
    settled.then_some(score)
}

impl<R: SearchRules> Search<'_, R> {
    /// Searches a position to a depth and returns its score, fail-soft.
    // CITE: Fail-soft. https://www.chessprogramming.org/Fail-Soft
    pub(super) fn search_node(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        kind: NodeType,
    ) -> i32 {
        self.pv.clear(ply);
        if ply > 0 {
            if let Some(score) = self.terminal_score(position, ply) {
                return score;
            }
            window = window.within_mate_distance(ply);
            if window.is_empty() {
                return window.alpha;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        let in_check = R::is_check(position);
        let left_out = self.stack.left_out(ply);
        if in_check && left_out == PackedMove::NONE && self.may_extend(ply) {
            depth = Self::extend_check(depth, kind);
        }
        if depth <= 0 {
            return self.quiescence(position, window, ply, 0, kind);
        }
        if self.control.count_node() {
            return 0;
        }
        let entry = self.tt.probe(position.hash());
        if let Some(entry) = &entry
            && !kind.is_pv()
            && left_out == PackedMove::NONE
            && entry.depth >= depth
            && position.halfmove_clock() < TT_CUTOFF_MAX_CLOCK
            && let Some(score) = tt_cutoff(entry, window, ply)
        {
            return score;
        }
        let raw_eval = match &entry {
            _ if in_check => 0,
            // Quiescence search has not evaluated a position whose side must capture.
            Some(entry) if !R::MANDATORY_CAPTURE || entry.depth > 0 => entry.eval,
            _ => self.evaluate(position, ply),
        };
        let (eval, estimate) = if in_check {
            (-Score::INFINITE, -Score::INFINITE)
        } else {
            let eval = self.corrected(position, raw_eval);
            (eval, estimate(entry.as_ref(), eval, ply))
        };
        self.stack.set_eval(ply, eval);
        self.history.clear_killers(ply + 2);
        let node = Node {
            position,
            depth,
            ply,
            kind,
            in_check,
            is_quiet: !in_check,
            raw_eval,
            eval,
            estimate,
            improving: self.stack.is_improving(ply),
            entry,
            tt_move: entry.map_or(PackedMove::NONE, |entry| entry.best_move),
            extension: 0,
            tt_extension: 0,
            left_out,
        };
        self.expand(window, node)
    }

    /// Returns the depth of a node in check: at least 1, so that quiescence search does not start there.
    // CITE: Check extensions. https://www.chessprogramming.org/Check_Extensions
    fn extend_check(depth: i32, kind: NodeType) -> i32 {
        // Checks are frequent: extending them off the principal variation costs more than it finds.
        if kind.is_pv() {
            depth.max(0) + 1
        } else {
            depth.max(1)
        }
    }

    pub(super) fn may_extend(&self, ply: usize) -> bool {
        ply < EXTENSION_PLY_FACTOR * usize::try_from(self.root_depth).unwrap_or(0)
    }

    /// Prunes the node or searches its moves.
    fn expand(&mut self, window: Window, node: Node<'_>) -> i32 {
        // Most nodes are pruned: where captures are optional, before any move is generated. This overlooks a stalemate.
        if !R::MANDATORY_CAPTURE
            && let Some(score) = self.prune_quiet_node(&node, window)
        {
            return score;
        }
        let ply = node.ply;
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        R::legal_moves(node.position, picker.moves_mut());
        let score = self.search_generated(&mut picker, window, node);
        self.pickers[ply] = picker;
        score
    }

    fn prune_quiet_node(&mut self, node: &Node<'_>, window: Window) -> Option<i32> {
        if node.kind.is_pv() || !node.is_quiet || node.left_out != PackedMove::NONE {
            return None;
        }
        self.prune_node(node, window)
    }

    fn search_generated(
        &mut self,
        picker: &mut MovePicker,
        window: Window,
        mut node: Node<'_>,
    ) -> i32 {
        let moves = picker.moves();
        let Some(first) = moves.first() else {
            return Self::no_moves_score(node.position, node.ply);
        };
        let must_capture = R::MANDATORY_CAPTURE && R::is_capture(node.position, first);
        node.is_quiet &= !must_capture;
        // CITE: One reply extensions. https://www.chessprogramming.org/One_Reply_Extensions
        node.extension = i32::from(moves.len() == 1 && self.may_extend(node.ply));
        if R::MANDATORY_CAPTURE
            && let Some(score) = self.prune_quiet_node(&node, window)
        {
            return score;
        }
        // CITE: Internal iterative reductions. https://www.chessprogramming.org/Internal_Iterative_Reductions
        if node.depth >= IIR_MIN_DEPTH && node.tt_move == PackedMove::NONE {
            node.depth -= 1;
        }
        if node.extension == 0
            && let Some(score) = self.extend_singular(&mut node, window)
        {
            return score;
        }
        self.search_moves(picker, window, &node)
    }
}
