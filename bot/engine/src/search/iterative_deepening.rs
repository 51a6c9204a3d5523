//! Iterative deepening with aspiration windows, for one or several principal variations.
// CITE: Iterative deepening. https://www.chessprogramming.org/Iterative_Deepening

use super::control::SearchControl;
use super::searcher::{PvLine, SearchReport, Searcher};
use super::{NodeType, Search, Window};
use crate::limits::{SearchLimits, Stop};
use crate::params::{
    ASPIRATION_MAX_WIDTH, ASPIRATION_MIN_DEPTH, MATE_PROOF_PLIES, MAX_DEPTH,
    SINGLE_MOVE_TIME_SHARE, soft_time_share, widen_aspiration,
};
use crate::rules::SearchRules;
use crate::score::{Score, is_mate_score};
use rules_core::variant_rules::{VariantRules, Visitor};
use rules_core::{Game, Move, Position};
use std::cmp::Reverse;

/// A search of the last position of a game.
pub(crate) struct RootSearch<'a> {
    pub(crate) searcher: &'a mut Searcher,
    pub(crate) game: &'a Game,
    pub(crate) limits: &'a SearchLimits,
    pub(crate) stop: &'a Stop,
    /// Called after each iteration.
    pub(crate) on_info: &'a mut dyn FnMut(&SearchReport),
}

impl Visitor for RootSearch<'_> {
    type Output = SearchReport;

    /// Searches ever deeper until a limit is reached.
    fn visit<R: VariantRules>(self) -> SearchReport {
        let Self {
            searcher,
            game,
            limits,
            stop,
            on_info,
        } = self;
        searcher.tt.new_search();
        let mut moves = game.legal_moves();
        moves.retain(|mv| !searcher.excluded.contains(mv));
        let root_moves = moves.len();
        let Some(&first) = moves.first() else {
            return SearchReport::default();
        };
        let Searcher {
            tt,
            histories,
            human,
            params,
            excluded,
            multi_pv,
        } = &mut *searcher;
        let (tt, multi_pv) = (&*tt, (*multi_pv).clamp(1, moves.len()));
        let deepening = |histories, limits, stop| IterativeDeepening {
            search: Search::<R>::new(
                tt,
                histories,
                SearchControl::new(limits, stop),
                *human,
                *params,
                game.positions(),
            ),
            root: game.position(),
            limits,
            root_moves,
            excluded: &*excluded,
            multi_pv,
            report: SearchReport {
                best: Some(first),
                ..SearchReport::default()
            },
        };
        let (first_histories, others) = histories.split_at_mut(1);
        // CITE: Lazy SMP. https://www.chessprogramming.org/Lazy_SMP
        let without_clock = SearchLimits {
            depth: limits.depth,
            ..SearchLimits::default()
        };
        let first_is_done = Stop::new();
        let mut report = std::thread::scope(|scope| {
            let helpers: Vec<_> = (others.iter_mut().enumerate())
                .map(|(n, histories)| {
                    let (deepening, limits, stop) = (&deepening, &without_clock, &first_is_done);
                    // Every second thread is a ply ahead.
                    let first_depth = if n.is_multiple_of(2) { 2 } else { 1 };
                    scope.spawn(move || {
                        let mut helper = deepening(histories, limits, stop);
                        helper.run(first_depth, &mut |_| ());
                        helper.report.nodes
                    })
                })
                .collect();
            let mut main = deepening(&mut first_histories[0], limits, stop);
            main.run(1, on_info);
            first_is_done.stop();
            // A helper's panic has been reported on standard error.
            let nodes = helpers.into_iter().filter_map(|helper| helper.join().ok());
            main.report.nodes += nodes.sum::<u64>();
            main.report
        });
        report.hashfull = tt.hashfull();
        report
    }
}

struct IterativeDeepening<'a, R> {
    search: Search<'a, R>,
    root: &'a Position,
    limits: &'a SearchLimits,
    /// How many root moves are searched.
    root_moves: usize,
    /// Root moves that no iteration searches.
    excluded: &'a [Move],
    multi_pv: usize,
    report: SearchReport,
}

impl<R: SearchRules> IterativeDeepening<'_, R> {
    fn run(&mut self, first_depth: u32, on_info: &mut dyn FnMut(&SearchReport)) {
        let last_depth = self.limits.depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH);
        let mut stable_iterations = 0;
        for depth in first_depth..=last_depth {
            let previous_best = self.report.best;
            let completed = self.iterate(depth);
            self.report.nodes = self.search.control.nodes;
            self.report.time = self.search.control.started.elapsed();
            self.report.seldepth = u32::try_from(self.search.seldepth).unwrap_or(0);
            if !completed {
                break;
            }
            self.report.depth = depth;
            on_info(&self.report);
            stable_iterations = if self.report.best == previous_best {
                stable_iterations + 1
            } else {
                0
            };
            if self.has_proven_mate() || self.is_out_of_soft_time(stable_iterations) {
                break;
            }
        }
    }

    /// Searches the best lines at one depth and returns whether all were completed. If not, the first may still have improved.
    // CITE: Multi-PV. https://www.chessprogramming.org/Multi-PV
    fn iterate(&mut self, depth: u32) -> bool {
        self.search.excluded.clear();
        self.search.excluded.extend_from_slice(self.excluded);
        let mut lines = Vec::with_capacity(self.multi_pv);
        for n in 0..self.multi_pv {
            let previous = self.report.lines.get(n).map(|line| line.score.value());
            self.aspiration_search(depth, previous);
            let stopped = self.search.control.stopped;
            let moves = self.search.pv.root().to_vec();
            let Some(&best) = moves.first() else { break };
            // The previous best move is searched first: one that has replaced it is better.
            if n == 0 || !stopped {
                self.search.excluded.push(best);
                lines.push(PvLine {
                    score: Score::from_raw(self.search.root_score),
                    moves,
                });
            }
            if stopped {
                break;
            }
        }
        lines.sort_by_key(|line| Reverse(line.score));
        self.report_lines(lines);
        !self.search.control.stopped
    }

    /// Reports new lines. Those that they do not replace keep their places after them.
    fn report_lines(&mut self, mut lines: Vec<PvLine>) {
        let mut earlier = std::mem::take(&mut self.report.lines);
        earlier.retain(|old| {
            let replaces = |new: &PvLine| new.moves.first() == old.moves.first();
            !lines.iter().any(replaces)
        });
        lines.append(&mut earlier);
        lines.truncate(self.multi_pv);
        if let Some(first) = lines.first() {
            self.report.best = first.moves.first().copied();
            self.report.score = first.score;
            self.report.pv.clone_from(&first.moves);
        }
        self.report.lines = lines;
    }

    /// Searches with a window around the previous score, and widens it until the score is inside.
    // CITE: Aspiration windows. https://www.chessprogramming.org/Aspiration_Windows
    fn aspiration_search(&mut self, depth: u32, previous: Option<i32>) {
        let plies = i32::try_from(depth).unwrap_or(1);
        let full = Window::new(-Score::INFINITE, Score::INFINITE);
        let mut width = self.search.params.aspiration_width;
        let mut window = match previous {
            Some(score) if depth >= ASPIRATION_MIN_DEPTH && !is_mate_score(score) => {
                Window::new(score - width, score + width)
            }
            _ => full,
        };
        self.search.root_depth = plies;
        loop {
            let score = self
                .search
                .search_node(self.root, window, plies, 0, NodeType::Pv);
            if self.search.control.stopped {
                return;
            }
            width = widen_aspiration(width);
            if score <= window.alpha {
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = (score - width).max(full.alpha);
            } else if score >= window.beta {
                window.beta = (score + width).min(full.beta);
            } else {
                return;
            }
            if width > ASPIRATION_MAX_WIDTH {
                window = full;
            }
        }
    }

    /// Whether the depth has ruled out every shorter mate than the one found.
    fn has_proven_mate(&self) -> bool {
        let is_limited = self.limits.nodes.is_some() || self.limits.time.is_some();
        let depth = i32::try_from(self.report.depth).unwrap_or(0);
        let mate = self.report.score.mate_in();
        is_limited
            && self.report.lines.len() == 1
            && mate.is_some_and(|moves| depth > 2 * moves.abs() + MATE_PROOF_PLIES)
    }

    /// Whether the soft time limit, scaled by how stable the best move is, has passed.
    // CITE: Time management. https://www.chessprogramming.org/Time_Management
    fn is_out_of_soft_time(&self, stable_iterations: u32) -> bool {
        let share = if self.root_moves == 1 {
            SINGLE_MOVE_TIME_SHARE
        } else {
            soft_time_share(stable_iterations)
        };
        let soft_time = self.limits.soft_time;
        soft_time.is_some_and(|soft| self.report.time >= soft.mul_f64(share))
    }
}
