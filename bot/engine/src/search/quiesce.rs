//! The end of a line: captures and answers to checks until the position can be judged.

use super::{MAX_PLY, Window, Worker};
use crate::history::Place;
use crate::order::{Hints, Kind, Ordered, victim};
use crate::play::Game;
use crate::score::{Score, from_table, lost_at, to_table};
use crate::table::{Bound, Found, MoveTag};
use rules_core::Position;

/// How many half-moves of a capture search answer an attack on the king with every move.
const EVASIONS: usize = 2;

impl<G: Game> Worker<'_, G> {
    /// Goes on until nothing is to be captured; where captures are a duty, all of them, and where the king is attacked, all moves.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &Position,
        window: Window,
        ply: usize,
        steps: usize,
    ) -> i32 {
        self.lines[ply].clear();
        if steps > 0
            && let Some(won) = G::won(position)
        {
            let ours = won.winner == Some(position.turn());
            return if ours { -lost_at(ply) } else { lost_at(ply) };
        }
        if self.watch.tick() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let key = position.hash();
        let found = self.table.get(key);
        if let Some(found) = &found
            && !PV
        {
            let score = from_table(found.score, ply);
            let enough = match found.bound {
                Bound::Exact => true,
                Bound::Lower => score >= window.beta,
                Bound::Upper => score <= window.alpha,
            };
            if enough {
                return score;
            }
        }
        let check = steps < EVASIONS && G::is_check(position);
        let mut list = std::mem::take(&mut self.lists[ply]);
        if check {
            G::legal_moves(position, &mut list.moves);
        } else {
            G::captures(position, &mut list.moves);
        }
        let score = if check && list.moves.is_empty() {
            Self::without_moves(position, ply)
        } else {
            let duty = check || G::MUST_CAPTURE && !list.moves.is_empty();
            self.captures::<PV>(&mut list, position, window, (ply, steps), duty)
        };
        self.lists[ply] = list;
        score
    }

    fn captures<const PV: bool>(
        &mut self,
        list: &mut Ordered,
        position: &Position,
        window: Window,
        (ply, steps): (usize, usize),
        duty: bool,
    ) -> i32 {
        let key = position.hash();
        let found = self.table.get(key);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut eval = 0;
        if !duty {
            eval = match &found {
                Some(found) if !G::is_check(position) => found.eval,
                _ => self.evaluate(position),
            };
            best = eval;
            alpha = alpha.max(best);
            if best >= window.beta {
                return best;
            }
        }
        let hints = Hints {
            tag: found.map_or(MoveTag::NONE, |found| found.tag),
            killers: [MoveTag::NONE; 2],
            counter: MoveTag::NONE,
            before: [self.steps[ply + 1].place, self.steps[ply].place],
        };
        list.score::<G>(position, self.evaluator, self.history, &hints);
        let mut best_move = MoveTag::NONE;
        for n in 0..list.moves.len() {
            let (mv, scored) = list.pick::<G>(n, position, self.evaluator);
            if !duty {
                let gain = self.evaluator.exchange[victim(position, &mv)];
                let little = mv.promotion().is_none() && eval + gain + 200 <= alpha;
                if scored.kind == Kind::Losing || little && G::EXCHANGES {
                    continue;
                }
            }
            if self.overlooks(position, &mv, ply) {
                continue;
            }
            let next = G::play(position, &mv);
            let captured = next.occupied().len() != position.occupied().len();
            self.enter(&next, captured);
            if G::TOTO && self.recurs() {
                self.leave();
                continue;
            }
            self.steps[ply + 2].place = Place::new(position.slot_at(mv.from()), mv.to().index());
            let inner = Window::new(alpha, window.beta).reversed();
            let score = -self.quiesce::<PV>(&next, inner, ply + 1, steps + 1);
            self.leave();
            if self.watch.is_over() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = MoveTag::of(&mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        if best == -Score::INFINITE {
            return self.evaluate(position);
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        let found = Found {
            tag: best_move,
            score: to_table(best, ply),
            eval,
            depth: 0,
            bound,
        };
        self.table.put(key, &found);
        best
    }
}
