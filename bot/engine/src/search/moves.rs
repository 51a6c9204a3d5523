//! The moves of a position, one after the other: which are looked at, how deep, and what is learned from them.

use super::{Window, Worker};
use crate::history::Place;
use crate::order::{Hints, Kind, Ordered, gains, quiet_of, victim};
use crate::play::Game;
use crate::score::{Score, is_decided, to_table};
use crate::table::{Bound, Found, MoveTag};
use rules_core::{Move, Position};
use std::sync::LazyLock;

/// By depth and by the number of the move: how much less deep a late quiet move is looked at.
static REDUCTIONS: LazyLock<Vec<[i32; 64]>> = LazyLock::new(|| {
    (0..64_u8)
        .map(|depth| {
            std::array::from_fn(|number| {
                let product = f64::from(depth.max(1)).ln()
                    * f64::from(u8::try_from(number.max(1)).unwrap_or(63)).ln();
                #[expect(clippy::cast_possible_truncation, reason = "between 0 and 10")]
                let reduction = (0.6 + product / 2.1) as i32;
                reduction
            })
        })
        .collect()
});

/// What is known of the position whose moves are looked at.
#[expect(
    clippy::struct_excessive_bools,
    reason = "four independent facts of one position"
)]
pub(super) struct At<'p> {
    pub(super) position: &'p Position,
    pub(super) depth: i32,
    pub(super) ply: usize,
    /// It is expected that a move refutes it.
    pub(super) cut: bool,
    pub(super) check: bool,
    /// Neither in check nor with a duty to capture: late moves may be left out.
    pub(super) calm: bool,
    pub(super) eval: i32,
    pub(super) improving: bool,
    pub(super) tag: MoveTag,
    /// Its only move is looked at one half-move deeper.
    pub(super) extends: bool,
}

fn depth_index(depth: i32) -> usize {
    usize::try_from(depth).unwrap_or(0).min(63)
}

impl<G: Game> Worker<'_, G> {
    #[expect(
        clippy::too_many_lines,
        reason = "the loop at the heart of the search, whose parts share all of their state"
    )]
    pub(super) fn moves<const PV: bool>(
        &mut self,
        list: &mut Ordered,
        window: Window,
        at: &At<'_>,
    ) -> i32 {
        let At { position, ply, .. } = *at;
        let color = position.turn().index();
        let before = [self.steps[ply + 1].place, self.steps[ply].place];
        let hints = Hints {
            tag: at.tag,
            killers: self.history.killers(ply),
            counter: self.history.counter(before[0], color),
            before,
        };
        list.score::<G>(position, self.evaluator, self.history, &hints);
        let mut alpha = window.alpha;
        let mut best = -Score::INFINITE;
        let mut best_move = None;
        let (mut tried, mut legal, mut quiets) = (0, 0, 0);
        for n in 0..list.moves.len() {
            let (mv, scored) = list.pick::<G>(n, position, self.evaluator);
            if ply == 0 && self.excluded.contains(&mv) {
                continue;
            }
            let quiet = scored.kind == Kind::Quiet;
            if best > -Score::INFINITE
                && !is_decided(best)
                && ply > 0
                && self.hopeless(at, &mv, (tried, quiets), alpha, hints.before, scored.kind)
            {
                legal += 1;
                continue;
            }
            if self.overlooks(position, &mv, ply) {
                continue;
            }
            let next = G::play(position, &mv);
            let captured = next.occupied().len() != position.occupied().len();
            let place = Place::new(position.slot_at(mv.from()), mv.to().index());
            self.enter(&next, captured || !G::TOTO && next.halfmove_clock() == 0);
            if G::TOTO && self.recurs() {
                self.leave();
                continue;
            }
            legal += 1;
            self.steps[ply + 2].place = place;
            let deeper = at.depth - 1 + i32::from(at.extends);
            let full = Window::new(alpha, window.beta).reversed();
            let score = if tried == 0 {
                -self.node::<PV>(&next, full, deeper, ply + 1, !PV && !at.cut)
            } else {
                let less = self.reduction::<PV>(at, &mv, tried, scored.kind, hints.before);
                let probe = Window::above(alpha).reversed();
                let mut score = -self.node::<false>(&next, probe, deeper - less, ply + 1, true);
                if score > alpha && less > 0 {
                    score = -self.node::<false>(&next, probe, deeper, ply + 1, !at.cut);
                }
                if PV && score > alpha {
                    score = -self.node::<PV>(&next, full, deeper, ply + 1, false);
                }
                score
            };
            self.leave();
            tried += 1;
            quiets += usize::from(quiet);
            if self.watch.is_over() {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    if score >= window.beta {
                        self.reward(list, n, at, &hints);
                        break;
                    }
                }
            }
        }
        if legal == 0 || best == -Score::INFINITE {
            // Toto40's superko may forbid all moves; a person may overlook them.
            let overlooked = legal > 0 || self.human.is_some() || ply == 0;
            return if overlooked {
                self.evaluate(position)
            } else {
                Self::without_moves(position, ply)
            };
        }
        let bound = if best >= window.beta {
            Bound::Lower
        } else if best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        };
        if ply > 0 || self.excluded.is_empty() {
            let found = Found {
                tag: best_move.map_or(MoveTag::NONE, |mv| MoveTag::of(&mv)),
                score: to_table(best, ply),
                eval: if at.check { 0 } else { at.eval },
                depth: at.depth,
                bound,
            };
            self.table.put(position.hash(), &found);
        }
        best
    }

    /// Whether a late move is not worth looking at near the leaves.
    fn hopeless(
        &self,
        at: &At<'_>,
        mv: &Move,
        (tried, quiets): (usize, usize),
        alpha: i32,
        before: [Place; 2],
        kind: Kind,
    ) -> bool {
        let farthest = if G::MATES { 9 } else { 6 };
        if !at.calm || at.depth > farthest {
            return false;
        }
        let depth = at.depth;
        match kind {
            Kind::Taking => false,
            Kind::Losing => {
                depth <= 5 && !gains::<G>(at.position, self.evaluator, mv, -100 * depth)
            }
            Kind::Quiet => {
                let enough = (4 + depth * depth) / (2 - i32::from(at.improving));
                let many = usize::try_from(enough).is_ok_and(|enough| quiets > enough);
                let patience = if G::MUST_CAPTURE || G::TOTO { 2 } else { 1 };
                // A move that would be looked at less deep must promise more.
                let left = if G::MATES {
                    (depth - REDUCTIONS[depth_index(depth)][tried.min(63)]).max(0)
                } else {
                    depth
                };
                let poor = at.eval + 110 + 90 * left * patience <= alpha;
                if many && depth <= 4 / patience + 2 || poor {
                    return true;
                }
                let bad = depth <= 3
                    && self.history.quiet(quiet_of(at.position, mv), before) < -3_500 * depth;
                bad || G::MATES && !gains::<G>(at.position, self.evaluator, mv, -30 * left * left)
            }
        }
    }

    fn reduction<const PV: bool>(
        &self,
        at: &At<'_>,
        mv: &Move,
        tried: usize,
        kind: Kind,
        before: [Place; 2],
    ) -> i32 {
        if at.depth < 3 || tried < 1 + usize::from(PV) || kind == Kind::Taking {
            return 0;
        }
        let mut less = REDUCTIONS[depth_index(at.depth)][tried.min(63)];
        if kind == Kind::Quiet {
            less -= self.history.quiet(quiet_of(at.position, mv), before) / 9_000;
        }
        less += i32::from(at.cut) - i32::from(PV) - i32::from(at.check);
        less -= i32::from(G::MUST_CAPTURE || G::TOTO);
        less += i32::from(G::MATES && !at.improving && at.calm);
        less.clamp(0, at.depth - 2)
    }

    /// The move at place `n` of the list refutes: moves like it are to be tried earlier, those tried before it later.
    fn reward(&mut self, list: &Ordered, n: usize, at: &At<'_>, hints: &Hints) {
        let bonus = (150 * at.depth - 80).clamp(16, 1_600);
        let position = at.position;
        for (place, (mv, scored)) in list.moves.iter().zip(&list.scores).enumerate().take(n + 1) {
            let good = if place == n { bonus } else { -bonus };
            if scored.kind == Kind::Quiet {
                if list.scores[n].kind == Kind::Quiet {
                    let quiet = quiet_of(position, mv);
                    self.history.reward_quiet(quiet, hints.before, good);
                }
            } else {
                let piece = Place::new(position.slot_at(mv.from()), mv.to().index());
                let taken = victim(position, mv);
                self.history.reward_capture(piece, taken, good);
            }
        }
        if list.scores[n].kind == Kind::Quiet {
            let tag = MoveTag::of(&list.moves[n]);
            let color = position.turn().index();
            self.history.refutes(at.ply, hints.before[0], color, tag);
        }
    }
}
