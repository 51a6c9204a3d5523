//! Singular extensions: a move that beats all others by far is searched deeper.
// CITE: Singular extensions. https://www.chessprogramming.org/Singular_Extensions

use super::node::Node;
use super::{NodeType, Search, Window};
use crate::params::{SINGULAR_MAX_DEPTH_GAP, SINGULAR_MIN_DEPTH};
use crate::rules::SearchRules;
use crate::score::{is_mate_score, score_from_tt};
use crate::tt::{Bound, PackedMove};

impl<R: SearchRules> Search<'_, R> {
    /// Extends the transposition-table move of a node if the others score far below it, or reduces it if they do not and it is
    /// likely to fail high anyway. Returns a score if another move fails high, too.
    pub(super) fn extend_singular(&mut self, node: &mut Node<'_>, window: Window) -> Option<i32> {
        let entry = node.entry?;
        let score = score_from_tt(entry.score, node.ply);
        if node.ply == 0
            || node.left_out != PackedMove::NONE
            || node.tt_move == PackedMove::NONE
            || node.depth < SINGULAR_MIN_DEPTH
            || entry.depth < node.depth - SINGULAR_MAX_DEPTH_GAP
            || entry.bound == Bound::Upper
            || is_mate_score(score)
            || !self.may_extend(node.ply)
        {
            return None;
        }
        let beta = score - self.params.singular_margin(node.depth);
        let others = self.search_without(node, node.tt_move, beta);
        if others < beta {
            let by_far = !node.kind.is_pv() && others < beta - self.params.double_extension_margin;
            node.tt_extension = 1 + i32::from(by_far);
        } else if beta >= window.beta {
            // CITE: Multi-cut. https://www.chessprogramming.org/Multi-Cut
            return Some(beta);
        } else if score >= window.beta {
            node.tt_extension = if node.kind.is_pv() { -1 } else { -2 };
        } else if node.kind == NodeType::Cut {
            node.tt_extension = -1;
        }
        None
    }

    /// Searches the other moves of a node to half its depth, and tests whether one reaches `beta`.
    fn search_without(&mut self, node: &Node<'_>, mv: PackedMove, beta: i32) -> i32 {
        let kind = match node.kind {
            NodeType::Pv => NodeType::Cut,
            kind => kind,
        };
        let (window, depth) = (Window::null(beta - 1), (node.depth - 1) / 2);
        self.stack.set_left_out(node.ply, mv);
        let score = self.search_node(node.position, window, depth, node.ply, kind);
        self.stack.set_left_out(node.ply, PackedMove::NONE);
        score
    }
}
