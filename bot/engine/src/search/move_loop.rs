//! The moves of a node, searched in order.

use super::node::Node;
use super::{NodeType, Search, Window};
use crate::history::{PieceTo, QuietMove};
use crate::movepick::{MoveKind, MovePicker, OrderingHints};
use crate::rules::SearchRules;
use crate::score::{Score, is_mate_score, score_to_tt};
use crate::see::captured_slot;
use crate::tt::{Bound, PackedMove, TtEntry};
use rules_core::{Move, Position};

/// The state of a node's move loop, in the main search or in quiescence search.
pub(super) struct MoveLoop {
    pub(super) hints: OrderingHints,
    /// Its alpha rises with the best score.
    pub(super) window: Window,
    pub(super) best_score: i32,
    /// The best move that raised alpha.
    best_move: Option<PackedMove>,
    /// Moves searched.
    pub(super) searched: usize,
    pub(super) quiets_searched: usize,
}

impl MoveLoop {
    pub(super) const fn new(hints: OrderingHints, window: Window) -> Self {
        Self {
            hints,
            window,
            best_score: -Score::INFINITE,
            best_move: None,
            searched: 0,
            quiets_searched: 0,
        }
    }

    /// Records the score of a move and returns whether it raised alpha.
    pub(super) fn record(&mut self, mv: &Move, score: i32) -> bool {
        self.best_score = self.best_score.max(score);
        let raises_alpha = score > self.window.alpha;
        if raises_alpha {
            self.window.alpha = score;
            self.best_move = Some(PackedMove::of(mv));
        }
        raises_alpha
    }

    pub(super) const fn fails_high(&self) -> bool {
        self.best_score >= self.window.beta
    }

    pub(super) fn best_move(&self) -> PackedMove {
        self.best_move.unwrap_or(PackedMove::NONE)
    }

    const fn bound(&self) -> Bound {
        if self.fails_high() {
            Bound::Lower
        } else if self.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

impl<R: SearchRules> Search<'_, R> {
    /// Searches the generated moves and stores the result.
    pub(super) fn search_moves(
        &mut self,
        picker: &mut MovePicker,
        window: Window,
        node: &Node<'_>,
    ) -> i32 {
        let Node { position, ply, .. } = *node;
        let hints = self.ordering_hints(node);
        let values = self.piece_values;
        picker.score::<R>(position, values, &self.params, self.history, &hints);
        let mut state = MoveLoop::new(hints, window);
        while let Some((mv, move_kind)) = picker.next_move::<R>(position, values) {
            let is_left_out = PackedMove::of(&mv) == node.left_out;
            if is_left_out || ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            if self.can_prune_move(node, &mv, move_kind, &state)
                || self.overlooks(position, &mv, ply)
            {
                picker.skip_latest();
                continue;
            }
            let Some(child) = self.make_move(position, &mv, ply) else {
                continue;
            };
            let score = self.search_child(&child, node, &mv, move_kind, &state);
            self.unmake_move();
            if self.control.stopped {
                return 0;
            }
            state.searched += 1;
            state.quiets_searched += usize::from(move_kind == MoveKind::Quiet);
            let raised_alpha = state.record(&mv, score);
            if raised_alpha && node.kind.is_pv() {
                self.pv.update(ply, mv);
                if ply == 0 {
                    self.root_score = score;
                }
            }
            if state.fails_high() {
                self.update_history(picker, node, &state.hints);
                break;
            }
        }
        if node.left_out != PackedMove::NONE {
            return state.best_score;
        }
        if state.best_score == -Score::INFINITE {
            return self.unsearched_score(node);
        }
        self.correct_evaluation(picker, node, &state);
        self.store(node, &state);
        state.best_score
    }

    fn ordering_hints(&self, node: &Node<'_>) -> OrderingHints {
        let previous = self.stack.previous_moves(node.ply);
        let color = node.position.turn().index();
        OrderingHints {
            tt_move: node.tt_move,
            killers: self.history.killers(node.ply),
            counter_move: self.history.counter_move(previous[0], color),
            previous,
            pawn_attacks: R::pawn_attacks(node.position, !node.position.turn()),
        }
    }

    /// Searches the position after a move: the first with the full window, the others with a null window, and again if they raise
    /// alpha.
    fn search_child(
        &mut self,
        child: &Position,
        node: &Node<'_>,
        mv: &Move,
        move_kind: MoveKind,
        state: &MoveLoop,
    ) -> i32 {
        let ply = node.ply + 1;
        let depth = node.depth - 1 + node.extension;
        let alpha = state.window.alpha;
        let full = state.window.flipped();
        if state.searched == 0 {
            let is_tt_move = PackedMove::of(mv) == node.tt_move;
            let depth = depth + if is_tt_move { node.tt_extension } else { 0 };
            return -self.search_node(child, full, depth, ply, node.kind.first_child());
        }
        let null = Window::null(alpha).flipped();
        let reduction = self.reduction(node, mv, move_kind, state);
        let mut score = -self.search_node(child, null, depth - reduction, ply, NodeType::Cut);
        if score > alpha && reduction > 0 {
            let child_type = node.kind.full_depth_child();
            score = -self.search_node(child, null, depth, ply, child_type);
        }
        if score > alpha && node.kind.is_pv() {
            score = -self.search_node(child, full, depth, ply, NodeType::Pv);
        }
        score
    }

    /// Returns the score of a node none of whose moves was searched.
    fn unsearched_score(&mut self, node: &Node<'_>) -> i32 {
        // Unless moves were overlooked or excluded, superko forbids them all.
        if self.human.is_some() || node.ply == 0 {
            self.evaluate(node.position, node.ply)
        } else {
            Self::no_moves_score(node.position, node.ply)
        }
    }

    fn store(&mut self, node: &Node<'_>, state: &MoveLoop) {
        // Without the excluded root moves, the result says nothing about the position.
        if node.ply == 0 && !self.excluded.is_empty() {
            return;
        }
        let entry = TtEntry {
            best_move: state.best_move(),
            score: score_to_tt(state.best_score, node.ply),
            eval: node.raw_eval,
            depth: node.depth,
            bound: state.bound(),
        };
        self.tt.store(node.position.hash(), &entry);
    }

    /// Learns from the error of the evaluation, unless a capture explains it.
    fn correct_evaluation(&mut self, picker: &MovePicker, node: &Node<'_>, state: &MoveLoop) {
        let error = state.best_score - node.eval;
        let best_is_capture = picker.yielded().any(|(mv, move_kind)| {
            move_kind != MoveKind::Quiet && state.best_move == Some(PackedMove::of(mv))
        });
        if node.is_quiet
            && state.bound().is_evidence(error)
            && !best_is_capture
            && !is_mate_score(state.best_score)
        {
            self.correction.update(node.position, node.depth, error);
        }
    }

    /// Rewards the move that failed high, the last that the picker yielded, and punishes those searched before it.
    fn update_history(&mut self, picker: &MovePicker, node: &Node<'_>, hints: &OrderingHints) {
        let bonus = self.params.bonus(node.depth);
        let malus = bonus * self.params.history_malus / 100;
        let position = node.position;
        let Some((cutoff_move, cutoff_kind)) = picker.yielded().last() else {
            return;
        };
        let last = picker.yielded().len() - 1;
        for (n, (mv, move_kind)) in picker.yielded().enumerate() {
            let bonus = if n == last { bonus } else { -malus };
            match move_kind {
                MoveKind::Quiet if cutoff_kind == MoveKind::Quiet => {
                    let quiet = QuietMove::of(position, mv);
                    self.history.update_quiet(quiet, hints.previous, bonus);
                }
                MoveKind::Quiet | MoveKind::Skipped => {}
                MoveKind::Tactical | MoveKind::LosingCapture => {
                    let captured = captured_slot(position, mv);
                    self.history
                        .update_capture(PieceTo::of(position, mv), captured, bonus);
                }
            }
        }
        if cutoff_kind == MoveKind::Quiet {
            let packed = PackedMove::of(cutoff_move);
            let color = position.turn().index();
            self.history.add_killer(node.ply, packed);
            self.history
                .set_counter_move(hints.previous[0], color, packed);
        }
    }
}
