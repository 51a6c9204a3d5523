//! One position of the search: what is known of it, and whether its moves need to be looked at.

use super::moves::At;
use super::{CLAIMABLE, MAX_PLY, Window, Worker};
use crate::history::Place;
use crate::play::Game;
use crate::score::{Score, from_table, is_decided, lost_at};
use crate::table::{Bound, MoveTag};
use rules_core::Position;

impl<G: Game> Worker<'_, G> {
    pub(super) fn node<const PV: bool>(
        &mut self,
        position: &Position,
        mut window: Window,
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> i32 {
        self.lines[ply].clear();
        if ply > 0 {
            if let Some(score) = self.ended(position, ply) {
                return score;
            }
            window.alpha = window.alpha.max(lost_at(ply));
            window.beta = window.beta.min(-lost_at(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }
        if ply >= MAX_PLY {
            return self.evaluate(position);
        }
        let check = G::is_check(position);
        let may_extend = ply < 2 * usize::try_from(self.root_depth).unwrap_or(0);
        if check && may_extend {
            // Where checks come cheaply, to look deeper after each of them on every line costs more than it finds.
            let deeper = i32::from(PV || !G::MATES);
            depth = depth.max(1 - deeper) + deeper;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(position, window, ply, 0);
        }
        if self.watch.tick() {
            return 0;
        }
        let key = position.hash();
        let found = self.table.get(key);
        if let Some(found) = &found
            && !PV
            && found.depth >= depth
            && position.halfmove_clock() < CLAIMABLE - 10
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
        let tag = found.map_or(MoveTag::NONE, |found| found.tag);
        let eval = match &found {
            _ if check => -Score::INFINITE,
            Some(found) => found.eval,
            None => self.evaluate(position),
        };
        self.steps[ply + 2].eval = eval;
        let improving = !check && eval > self.steps[ply].eval;
        self.history.forget_killers(ply + 2);

        let mut list = std::mem::take(&mut self.lists[ply]);
        G::legal_moves(position, &mut list.moves);
        let score = if list.moves.is_empty() {
            Self::without_moves(position, ply)
        } else {
            let forced = G::MUST_CAPTURE
                && list
                    .moves
                    .first()
                    .is_some_and(|mv| G::is_capture(position, mv));
            let early = if PV || check || forced {
                None
            } else {
                self.shortcut(position, window, depth, ply, eval, improving)
            };
            if let Some(score) = early {
                score
            } else {
                {
                    let at = At {
                        position,
                        depth: depth - i32::from(depth >= 4 && tag == MoveTag::NONE),
                        ply,
                        cut,
                        check,
                        calm: !check && !forced,
                        eval,
                        improving,
                        tag,
                        extends: list.moves.len() == 1 && may_extend,
                    };
                    self.moves::<PV>(&mut list, window, &at)
                }
            }
        };
        self.lists[ply] = list;
        score
    }

    /// Scores so far from the bounds that no move needs to be looked at.
    pub(super) fn shortcut(
        &mut self,
        position: &Position,
        window: Window,
        depth: i32,
        ply: usize,
        eval: i32,
        improving: bool,
    ) -> Option<i32> {
        let beta = window.beta;
        if depth <= 7 && !is_decided(beta) && eval - 85 * (depth - i32::from(improving)) >= beta {
            return Some(i32::midpoint(eval, beta));
        }
        if depth <= 2 && eval + 250 * depth < window.alpha && !is_decided(window.alpha) {
            let score = self.quiesce::<false>(position, window, ply, 0);
            if score <= window.alpha {
                return Some(score);
            }
        }
        let just_passed = self.steps[ply + 1].place == Place::NONE;
        let useful = G::NULL_MOVE && !just_passed && G::has_pieces(position, position.turn());
        if useful && depth >= 3 && eval >= beta && !is_decided(beta) {
            let reduction = 3 + depth / 4 + ((eval - beta) / 200).min(3);
            let passed = position.passed();
            self.steps[ply + 2].place = Place::NONE;
            self.enter(&passed, true);
            let below = Window::above(beta - 1).reversed();
            let score = -self.node::<false>(&passed, below, depth - reduction, ply + 1, true);
            self.leave();
            if score >= beta && !self.watch.is_over() {
                return Some(if is_decided(score) { beta } else { score });
            }
        }
        None
    }
}
