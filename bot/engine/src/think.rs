//! Searching a game: deeper and deeper until a limit is reached.

use crate::eval::Evaluator;
use crate::history::History;
use crate::human::Human;
use crate::limits::{SearchLimits, Stop};
use crate::play::Game as Rules;
use crate::play::{Visitor, visit};
use crate::score::{Score, is_decided};
use crate::search::{MAX_PLY, Worker};
use crate::table::Table;
use crate::watch::Watch;
use rules_core::variant_rules::VariantRules;
use rules_core::{Game, Move, MoveList};
use std::time::Duration;

/// A line of play and what it comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// For the side to move.
    pub score: Score,
    /// The moves in order, the first from the position searched; at least one.
    pub moves: Vec<Move>,
}

/// What a search has found.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SearchReport {
    /// The best move; none only when the game is over.
    pub best: Option<Move>,
    /// For the side to move.
    pub score: Score,
    /// How it would go on, the best move first.
    pub pv: Vec<Move>,
    /// Positions looked at.
    pub nodes: u64,
    /// Half-moves looked ahead in full.
    pub depth: u32,
    /// The longest line looked at, in half-moves.
    pub selective_depth: u32,
    /// The best lines, best first, as many as were asked for and as there are moves.
    pub lines: Vec<Line>,
    /// Thousandths of the table in use.
    pub table_use: usize,
    /// Time used; the one part that is not the same in every run.
    pub time: Duration,
}

/// Table and history of one player, used again from search to search.
#[derive(Debug)]
pub struct Searcher {
    table: Table,
    history: History,
    /// How many best lines to look for.
    pub multi_pv: usize,
    pub(crate) human: Option<Human>,
    /// Moves of the position searched that are not looked at; not all of them.
    pub(crate) skipped: Vec<Move>,
    /// In place of the weights that are played with: what the tuner tries.
    pub(crate) evaluator: Option<std::sync::Arc<Evaluator>>,
}

/// Memory for the table when nothing else is said: 16 MiB.
pub const DEFAULT_MEMORY: usize = 16 << 20;

impl Searcher {
    /// With a table of at most so many bytes; other memory is a few MiB.
    pub fn new(table_bytes: usize) -> Self {
        Self {
            table: Table::new(table_bytes),
            history: History::new(MAX_PLY + 4),
            multi_pv: 1,
            human: None,
            skipped: Vec::new(),
            evaluator: None,
        }
    }

    /// Forgets everything: the next search is as the first.
    pub fn clear(&mut self) {
        self.table.clear();
        self.history.clear();
    }

    /// The same, and uses no more than so many bytes of the table from now on.
    pub(crate) fn clear_within(&mut self, table_bytes: usize) {
        self.table.clear_within(table_bytes);
        self.history.clear();
    }

    /// Bytes of the table, as made.
    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    /// Searches the position at the end of a game; `on_info` is told of each depth that is finished.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        stop: &Stop,
        on_info: &mut dyn FnMut(&SearchReport),
    ) -> SearchReport {
        let mut moves = game.legal_moves();
        moves.retain(|mv| !self.skipped.contains(mv));
        self.table.grow_older();
        let think = Think {
            searcher: self,
            game,
            limits,
            stop,
            on_info,
            moves,
        };
        visit(game.variant(), think)
    }
}

/// Searches with a table of its own: the same game, limits of depth and nodes give the same report (but for the time).
pub fn search(
    game: &Game,
    limits: &SearchLimits,
    stop: &Stop,
    on_info: &mut dyn FnMut(&SearchReport),
) -> SearchReport {
    Searcher::new(DEFAULT_MEMORY).search(game, limits, stop, on_info)
}

struct Think<'a> {
    searcher: &'a mut Searcher,
    game: &'a Game,
    limits: &'a SearchLimits,
    stop: &'a Stop,
    on_info: &'a mut dyn FnMut(&SearchReport),
    moves: MoveList,
}

impl Visitor for Think<'_> {
    type Output = SearchReport;

    fn visit<P: VariantRules>(self) -> SearchReport {
        deepen::<P>(self)
    }
}

/// The first half-width of the bounds around the last depth's score.
const ASPIRATION: i32 = 18;

fn deepen<G: Rules>(think: Think<'_>) -> SearchReport {
    let Think {
        searcher,
        game,
        limits,
        stop,
        on_info,
        moves,
    } = think;
    let mut report = SearchReport::default();
    let Some(&first) = moves.first() else {
        return report;
    };
    report.best = Some(first);
    let shared = searcher.evaluator.clone();
    let evaluator = shared
        .as_deref()
        .unwrap_or_else(|| Evaluator::of(game.variant()));
    let mut worker = Worker::<G>::new(
        evaluator,
        &mut searcher.table,
        &mut searcher.history,
        Watch::new(limits, stop),
        searcher.human,
        game.positions(),
    );
    let skipped = searcher.skipped.len();
    worker.excluded.clone_from(&searcher.skipped);
    let wanted = searcher.multi_pv.clamp(1, moves.len());
    let last = limits.depth.unwrap_or(u32::MAX).clamp(1, 100);
    let mut settled = 0;
    for depth in 1..=last {
        let before = report.best;
        let finished = one_depth::<G>(&mut worker, game, depth, (wanted, skipped), &mut report);
        report.nodes = worker.watch.nodes();
        report.time = worker.watch.elapsed();
        report.selective_depth = u32::try_from(worker.deepest).unwrap_or(0);
        if !finished {
            break;
        }
        report.depth = depth;
        on_info(&report);
        settled = if report.best == before {
            settled + 1
        } else {
            0
        };
        if is_enough(&report, limits, moves.len(), settled) {
            break;
        }
    }
    report.table_use = searcher.table.permille_used();
    report
}

/// Looks for all wanted lines at one depth. Answers false when the search was ended before that; the first line may have become
/// better all the same.
fn one_depth<G: Rules>(
    worker: &mut Worker<'_, G>,
    game: &Game,
    depth: u32,
    (wanted, skipped): (usize, usize),
    report: &mut SearchReport,
) -> bool {
    worker.excluded.truncate(skipped);
    let mut lines: Vec<Line> = Vec::with_capacity(wanted);
    for n in 0..wanted {
        let guess = report.lines.get(n).map(|line| line.score.value());
        let score = aspire(worker, game, depth, guess);
        let line = worker.line().to_vec();
        let over = worker.watch.is_over();
        let Some(&best) = line.first() else {
            return !over;
        };
        if over {
            // The first move tried was the best so far: one that has replaced it is better.
            if n == 0 {
                report.best = Some(best);
                report.pv.clone_from(&line);
            }
            return false;
        }
        worker.excluded.push(best);
        lines.push(Line {
            score: Score::raw(score),
            moves: line,
        });
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    if let Some(first) = lines.first() {
        report.best = first.moves.first().copied();
        report.score = first.score;
        report.pv.clone_from(&first.moves);
    }
    report.lines = lines;
    true
}

/// Searches within narrow bounds around the last score and opens them as long as the score lies outside.
fn aspire<G: Rules>(
    worker: &mut Worker<'_, G>,
    game: &Game,
    depth: u32,
    guess: Option<i32>,
) -> i32 {
    let plies = i32::try_from(depth).unwrap_or(1);
    let mut width = ASPIRATION;
    let (mut alpha, mut beta) = match guess {
        Some(guess) if depth >= 5 && !is_decided(guess) => (guess - width, guess + width),
        _ => (-Score::INFINITE, Score::INFINITE),
    };
    loop {
        let score = worker.run(game.position(), plies, alpha, beta);
        if worker.watch.is_over() {
            return score;
        }
        width = width * 2 + 10;
        if score <= alpha {
            beta = i32::midpoint(alpha, beta);
            alpha = (score - width).max(-Score::INFINITE);
        } else if score >= beta {
            beta = (score + width).min(Score::INFINITE);
        } else {
            return score;
        }
        if width > 1_000 {
            (alpha, beta) = (-Score::INFINITE, Score::INFINITE);
        }
    }
}

/// Whether a deeper search would be of no use, or out of proportion.
fn is_enough(report: &SearchReport, limits: &SearchLimits, moves: usize, settled: u32) -> bool {
    let bounded = limits.nodes.is_some() || limits.time.is_some();
    let depth = i32::try_from(report.depth).unwrap_or(0);
    // A forced win cannot get shorter once all shorter lines have been looked at.
    let seen = report
        .score
        .mate_in()
        .is_some_and(|moves| depth > 2 * moves.abs() + 2);
    if bounded && seen && report.lines.len() == 1 {
        return true;
    }
    let Some(soft) = limits.soft_time else {
        return false;
    };
    let share = match settled {
        _ if moves == 1 => 0.1,
        0 => 1.4,
        1..=3 => 1.0,
        4..=6 => 0.75,
        _ => 0.55,
    };
    report.time >= soft.mul_f64(share)
}
