//! Move ordering: transposition-table move, good captures, killers, quiet moves by history, losing captures.
// CITE: Move ordering. https://www.chessprogramming.org/Move_Ordering

use crate::history::{History, PieceTo, PreviousMoves, QuietMove};
use crate::params::{
    CAPTURE_HISTORY_DIVISOR, KILLERS, MAX_ATTACKER_VALUE, MAX_VICTIM_VALUE, Params, VICTIM_WEIGHT,
};
use crate::rules::{PAWN, SearchRules};
use crate::see::{PieceValues, captured_slot, chain_value, see_ge};
use crate::tt::PackedMove;
use rules_core::{Bitboard, Move, MoveList, Position};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum MoveKind {
    /// A capture or promotion, unless it is known to lose material.
    Tactical,
    /// A capture that loses material by static exchange evaluation.
    LosingCapture,
    Quiet,
    /// Yielded, but pruned or overlooked.
    Skipped,
}

#[derive(Debug, Clone, Copy)]
struct ScoredMove {
    score: i32,
    kind: MoveKind,
}

const TT_MOVE_SCORE: i32 = 1 << 30;
const TACTICAL_SCORE: i32 = 1 << 26;
const KILLER_SCORE: i32 = 1 << 24;

/// Moves that a node tries early, and the context of its quiet moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OrderingHints {
    pub(crate) tt_move: PackedMove,
    pub(crate) killers: [PackedMove; KILLERS],
    pub(crate) counter_move: PackedMove,
    pub(crate) previous: PreviousMoves,
    /// Squares where enemy pawns attack pieces.
    pub(crate) pawn_attacks: Bitboard,
}

impl OrderingHints {
    /// Returns the history points for leaving or entering an attack by a pawn.
    fn pawn_threat(&self, position: &Position, mv: &Move, bonus: i32) -> i32 {
        if position.slot_at(mv.from()) == PAWN {
            return 0;
        }
        let is_attacked = |square| i32::from(self.pawn_attacks.contains(square));
        bonus * (is_attacked(mv.from()) - is_attacked(mv.to()))
    }

    /// Whether a quiet move has refuted a similar position.
    pub(crate) fn is_refutation(&self, mv: PackedMove) -> bool {
        self.killers.contains(&mv) || self.counter_move == mv
    }
}

/// Yields a node's moves, best first, by selection sort.
#[derive(Debug, Default)]
pub(crate) struct MovePicker {
    moves: MoveList,
    /// Parallel to `moves`.
    scored: Vec<ScoredMove>,
    picked: usize,
}

impl MovePicker {
    /// Returns the list to generate moves into.
    pub(crate) fn moves_mut(&mut self) -> &mut MoveList {
        &mut self.moves
    }

    pub(crate) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Scores the generated moves and starts over.
    pub(crate) fn score<R: SearchRules>(
        &mut self,
        position: &Position,
        values: &PieceValues,
        params: &Params,
        history: &History,
        hints: &OrderingHints,
    ) {
        self.picked = 0;
        self.scored.clear();
        for mv in &self.moves {
            let packed = PackedMove::of(mv);
            let is_capture = R::is_capture(position, mv);
            let (score, kind) = if is_capture || mv.promotion().is_some() {
                let gain = material_gain(position, values, mv, is_capture);
                let attacker = values[position.slot_at(mv.from())];
                let learned =
                    history.capture(PieceTo::of(position, mv), captured_slot(position, mv));
                // CITE: Most valuable victim, least valuable attacker.
                // https://www.chessprogramming.org/MVV-LVA
                let score = TACTICAL_SCORE + gain.min(MAX_VICTIM_VALUE) * VICTIM_WEIGHT
                    - attacker.min(MAX_ATTACKER_VALUE)
                    + learned / CAPTURE_HISTORY_DIVISOR;
                (score, MoveKind::Tactical)
            } else if hints.killers[0] == packed {
                (KILLER_SCORE + 2, MoveKind::Quiet)
            } else if hints.killers[1] == packed {
                (KILLER_SCORE + 1, MoveKind::Quiet)
            } else {
                let mut score = history.quiet(QuietMove::of(position, mv), hints.previous)
                    + hints.pawn_threat(position, mv, params.pawn_threat_bonus);
                if hints.counter_move == packed {
                    score += params.counter_move_bonus;
                }
                (score, MoveKind::Quiet)
            };
            let score = if packed == hints.tt_move {
                TT_MOVE_SCORE
            } else {
                score
            };
            self.scored.push(ScoredMove { score, kind });
        }
    }

    /// Returns the best move left. A capture is only tested for losing material when its turn comes.
    pub(crate) fn next_move<R: SearchRules>(
        &mut self,
        position: &Position,
        values: &PieceValues,
    ) -> Option<(Move, MoveKind)> {
        let n = self.picked;
        if n >= self.moves.len() {
            return None;
        }
        self.picked += 1;
        loop {
            let mut best = n;
            let mut best_score = i32::MIN;
            for (at, scored) in self.scored.iter().enumerate().skip(n) {
                if scored.score > best_score {
                    (best, best_score) = (at, scored.score);
                }
            }
            self.scored.swap(n, best);
            self.moves.swap(n, best);
            let (mv, scored) = (self.moves[n], self.scored[n]);
            let untested = scored.kind == MoveKind::Tactical && scored.score != TT_MOVE_SCORE;
            if R::SEE && untested && !see_ge::<R>(position, values, &mv, 0) {
                self.scored[n] = ScoredMove {
                    score: scored.score - 2 * TACTICAL_SCORE,
                    kind: MoveKind::LosingCapture,
                };
                continue;
            }
            return Some((mv, scored.kind));
        }
    }

    /// Notes that the latest move is not searched.
    pub(crate) fn skip_latest(&mut self) {
        if let Some(latest) = self.scored[..self.picked].last_mut() {
            latest.kind = MoveKind::Skipped;
        }
    }

    /// Returns the moves yielded so far, the latest last.
    pub(crate) fn yielded(&self) -> impl ExactSizeIterator<Item = (&Move, MoveKind)> {
        let scored = self.scored.iter().take(self.picked);
        self.moves.iter().zip(scored.map(|scored| scored.kind))
    }
}

fn material_gain(position: &Position, values: &PieceValues, mv: &Move, is_capture: bool) -> i32 {
    let captured = if mv.is_chain() {
        chain_value(position, values, mv)
    } else if is_capture {
        values[captured_slot(position, mv)]
    } else {
        0
    };
    let promotion = mv
        .promotion()
        .map_or(0, |role| values[role.slot()] - values[PAWN]);
    captured + promotion
}
