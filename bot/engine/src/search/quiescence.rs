//! Quiescence search: captures, and answers to checks, until the position can be evaluated.
// CITE: Quiescence search. https://www.chessprogramming.org/Quiescence_Search

use super::move_loop::MoveLoop;
use super::node::tt_cutoff;
use super::{NodeType, Search, Window};
use crate::movepick::{MoveKind, MovePicker, OrderingHints};
use crate::params::{KILLERS, MAX_PLY, QUIESCENCE_EVASION_PLIES};
use crate::rules::SearchRules;
use crate::score::{Score, score_to_tt};
use crate::see::captured_slot;
use crate::tt::{Bound, PackedMove, TtEntry};
use rules_core::{Bitboard, Move, Position};

/// Facts about the quiescence node being searched.
struct QuietNode<'p> {
    position: &'p Position,
    ply: usize,
    /// Plies since the quiescence search began.
    quiescence_ply: usize,
    kind: NodeType,
    /// The evaluation, where the side to move may decline every generated move.
    stand_pat: Option<i32>,
    /// The same evaluation before its correction, or 0.
    raw_eval: i32,
    tt_move: PackedMove,
}

impl<R: SearchRules> Search<'_, R> {
    /// Searches captures only; all legal moves in check, near the start of the quiescence search.
    pub(super) fn quiescence(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        quiescence_ply: usize,
        kind: NodeType,
    ) -> i32 {
        self.pv.clear(ply);
        // The main search has looked for a win at the first ply.
        if quiescence_ply > 0
            && let Some(score) = Self::win_score(position, ply)
        {
            return score;
        }
        if self.control.count_node() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate(position, ply);
        }
        let entry = self.tt.probe(position.hash());
        if let Some(entry) = &entry
            && !kind.is_pv()
            && let Some(score) = tt_cutoff(entry, window, ply)
        {
            return score;
        }
        let evade = quiescence_ply < QUIESCENCE_EVASION_PLIES && R::is_check(position);
        // Most nodes end here: where captures are optional, before any is generated.
        let mut raw_eval = 0;
        let mut stand_pat = None;
        if !evade && !R::MANDATORY_CAPTURE {
            raw_eval = self.stand_pat(position, ply, entry.as_ref());
            let eval = self.corrected(position, raw_eval);
            if eval >= window.beta {
                return eval;
            }
            stand_pat = Some(eval);
        }
        let mut picker = std::mem::take(&mut self.pickers[ply]);
        if evade {
            R::legal_moves(position, picker.moves_mut());
        } else {
            R::captures(position, picker.moves_mut());
        }
        let has_moves = !picker.moves().is_empty();
        if R::MANDATORY_CAPTURE && !evade && !has_moves {
            raw_eval = self.stand_pat(position, ply, entry.as_ref());
            stand_pat = Some(self.corrected(position, raw_eval));
        }
        let score = match stand_pat {
            None if !has_moves => Self::no_moves_score(position, ply),
            Some(eval) if eval >= window.beta => eval,
            _ => {
                let node = QuietNode {
                    position,
                    ply,
                    quiescence_ply,
                    kind,
                    stand_pat,
                    raw_eval,
                    tt_move: entry.map_or(PackedMove::NONE, |entry| entry.best_move),
                };
                self.search_captures(&mut picker, window, &node)
            }
        };
        self.pickers[ply] = picker;
        score
    }

    /// Evaluates a position whose side to move may decline every capture.
    // CITE: Standing pat. https://www.chessprogramming.org/Quiescence_Search#Standing_Pat
    fn stand_pat(&mut self, position: &Position, ply: usize, entry: Option<&TtEntry>) -> i32 {
        match entry {
            Some(entry) if !R::is_check(position) => entry.eval,
            _ => self.evaluate(position, ply),
        }
    }

    fn search_captures(
        &mut self,
        picker: &mut MovePicker,
        window: Window,
        node: &QuietNode<'_>,
    ) -> i32 {
        let QuietNode { position, ply, .. } = *node;
        let hints = OrderingHints {
            tt_move: node.tt_move,
            killers: [PackedMove::NONE; KILLERS],
            counter_move: PackedMove::NONE,
            previous: self.stack.previous_moves(ply),
            pawn_attacks: Bitboard::EMPTY,
        };
        let mut state = MoveLoop::new(hints, window);
        if let Some(eval) = node.stand_pat {
            state.best_score = eval;
            state.window.alpha = window.alpha.max(eval);
        }
        let values = self.piece_values;
        picker.score::<R>(position, values, &self.params, self.history, &hints);
        while let Some((mv, move_kind)) = picker.next_move::<R>(position, values) {
            if self.can_skip_capture(node, &mv, move_kind, state.window.alpha)
                || self.overlooks(position, &mv, ply)
            {
                continue;
            }
            let Some(child) = self.make_move(position, &mv, ply) else {
                continue;
            };
            let window = state.window.flipped();
            let score =
                -self.quiescence(&child, window, ply + 1, node.quiescence_ply + 1, node.kind);
            self.unmake_move();
            if self.control.stopped {
                return 0;
            }
            let raised_alpha = state.record(&mv, score);
            if raised_alpha && node.kind.is_pv() {
                self.pv.update(ply, mv);
            }
            if state.fails_high() {
                break;
            }
        }
        if state.best_score == -Score::INFINITE {
            return self.evaluate(position, ply);
        }
        self.store_quiescence(node, &state);
        state.best_score
    }

    /// Whether a capture that may be declined loses material or cannot bring the evaluation near alpha.
    // CITE: Delta pruning. https://www.chessprogramming.org/Delta_Pruning
    fn can_skip_capture(
        &self,
        node: &QuietNode<'_>,
        mv: &Move,
        move_kind: MoveKind,
        alpha: i32,
    ) -> bool {
        let Some(eval) = node.stand_pat else {
            return false;
        };
        let gain = self.piece_values[captured_slot(node.position, mv)];
        let is_futile = mv.promotion().is_none() && eval + gain + self.params.delta_margin <= alpha;
        move_kind == MoveKind::LosingCapture || R::SEE && is_futile
    }

    fn store_quiescence(&mut self, node: &QuietNode<'_>, state: &MoveLoop) {
        let entry = TtEntry {
            best_move: state.best_move(),
            score: score_to_tt(state.best_score, node.ply),
            eval: node.raw_eval,
            depth: 0,
            bound: if state.fails_high() {
                Bound::Lower
            } else {
                Bound::Upper
            },
        };
        self.tt.store(node.position.hash(), &entry);
    }
}
