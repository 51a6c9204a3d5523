//! Finds the weights of the evaluation from games of the engine against itself.
//!
//! From each game the calm positions are kept with its result. The weights are then changed, step by step along the gradient, so that the
//! logistic curve of the evaluation comes as near as possible to the results, with a pull towards the starting guess for what the
//! games say little about.

use crate::bench::random_game;
use crate::eval::Evaluator;
use crate::eval::features::{self, Sink};
use crate::eval::layout::LEN;
use crate::eval::weights::Weights;
use crate::human::scramble;
use crate::limits::{SearchLimits, Stop};
use crate::play::Game as Rules;
use crate::play::{Visitor, visit};
use crate::score::EXPECTATION_SCALE;
use crate::think::Searcher;
use rules_core::variant_rules::VariantRules;
use rules_core::{Color, Position, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// How the games are made and the weights fitted. The same plan gives the same weights.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    /// The rule set.
    pub variant: Variant,
    /// Games of the engine against itself.
    pub games: usize,
    /// Positions looked at for each move of them.
    pub nodes: u64,
    /// Chooses their openings.
    pub seed: u64,
    /// Passes over all positions.
    pub passes: usize,
    /// How strongly weights are held at the starting guess, against one position each.
    pub pull: f64,
    /// Begin from the guess instead of the weights in use.
    pub from_prior: bool,
    /// Games at the same time; does not change the result.
    pub threads: usize,
}

/// What a tuning has come to.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The weights in the form of a file in `data`.
    pub weights: String,
    /// Positions fitted to: those of nine games in ten.
    pub positions: usize,
    /// Mean squared difference between expected and real result in the other games, before.
    pub error_before: f64,
    /// The same after.
    pub error_after: f64,
}

/// A position as the fit sees it.
struct Sample {
    terms: Vec<(u16, i16)>,
    /// The share of the full board's weights, 0 to 1.
    full: f64,
    /// What White should be thought to get from here, 0 to 1.
    target: f64,
}

/// How much of the target is the result of the game; the rest is what the search thought.
const RESULT_SHARE: f64 = 0.5;
/// Random half-moves at the beginning of a game: this many and up to as many more.
const OPENING: usize = 5;
/// Half-moves after which a game without an end counts as drawn.
const LONGEST: usize = 240;
/// Games are given up as won beyond this advantage, in hundredths of a pawn, for both sides' searches.
const HOPELESS: i32 = 1_200;
/// For so many half-moves.
const HOPELESS_FOR: usize = 6;
/// Positions that are decided or lead nowhere teach nothing about the others: beyond this advantage they are left out,
const DECIDED: i32 = 900;
/// and after so many half-moves without progress.
const IDLE: u32 = 40;

/// Plays the games and fits the weights.
pub fn tune(plan: &Plan) -> Tuned {
    let mut start = Weights::prior(plan.variant);
    let prior = start.clone();
    if !plan.from_prior {
        start = Weights::of(plan.variant);
    }
    let evaluator = Arc::new(Evaluator::new(plan.variant, &start));
    let mut games = collect(plan, &evaluator);
    let unseen: Vec<Sample> = games
        .split_off(games.len() - games.len() / 10)
        .into_iter()
        .flatten()
        .collect();
    let samples: Vec<Sample> = games.into_iter().flatten().collect();
    let mut fit = Fit::new(&start, &prior);
    let error_before = fit.error(&unseen);
    for pass in 0..plan.passes {
        fit.step(&samples, plan.pull, rate(pass, plan.passes));
    }
    let error_after = fit.error(&unseen);
    Tuned {
        weights: fit.weights().write(),
        positions: samples.len(),
        error_before,
        error_after,
    }
}

/// Hundredths of a pawn that a weight may move in one step: from one and a half down to a tenth.
fn rate(pass: usize, passes: usize) -> f64 {
    1.5 * (1.0 - real(pass) / real(passes.max(1))) + 0.1
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// The samples of each game.
fn collect(plan: &Plan, evaluator: &Arc<Evaluator>) -> Vec<Vec<Sample>> {
    let next = AtomicUsize::new(0);
    let mut games: Vec<(usize, Vec<Sample>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..plan.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(2 << 20);
                    searcher.evaluator = Some(Arc::clone(evaluator));
                    let mut found = Vec::new();
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= plan.games {
                            break found;
                        }
                        found.push((n, self_play(plan, evaluator, &mut searcher, n)));
                    }
                })
            })
            .collect();
        workers
            .into_iter()
            .flat_map(|worker| worker.join().unwrap_or_default())
            .collect()
    });
    games.sort_by_key(|(n, _)| *n);
    games.into_iter().map(|(_, samples)| samples).collect()
}

/// One game of the engine against itself.
fn self_play(plan: &Plan, evaluator: &Evaluator, searcher: &mut Searcher, n: usize) -> Vec<Sample> {
    let seed = scramble(plan.seed ^ (n as u64) << 20);
    let mut game = random_game(plan.variant, OPENING + n % OPENING.max(1), seed);
    let limits = SearchLimits::nodes(plan.nodes);
    searcher.clear();
    let mut kept: Vec<(Sample, f64)> = Vec::new();
    let (mut result, mut clear_for) = (0.5, 0);
    while game.ply() < LONGEST {
        if let Some(outcome) = game.outcome() {
            result = match outcome.winner {
                Some(Color::White) => 1.0,
                Some(Color::Black) => 0.0,
                None => 0.5,
            };
            break;
        }
        if game.claim().is_some() {
            break;
        }
        let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
        let Some(best) = report.best else { break };
        let position = *game.position();
        let white = match position.turn() {
            Color::White => report.score,
            Color::Black => report.score.reversed(),
        };
        clear_for = if white.value().abs() > HOPELESS {
            clear_for + 1
        } else {
            0
        };
        if clear_for >= HOPELESS_FOR {
            result = if white.value() > 0 { 1.0 } else { 0.0 };
            break;
        }
        if game.play(best).is_err() {
            break;
        }
        let next = game.position();
        let calm = !position.is_check()
            && !next.is_check()
            && next.occupied().len() == position.occupied().len()
            && white.value().abs() < DECIDED
            && position.halfmove_clock() < IDLE;
        if calm && let Some(sample) = visit(plan.variant, Read(&position, evaluator)) {
            kept.push((sample, white.expectation()));
        }
    }
    kept.into_iter()
        .map(|(sample, thought)| Sample {
            target: RESULT_SHARE * result + (1.0 - RESULT_SHARE) * thought,
            ..sample
        })
        .collect()
}

struct Read<'a>(&'a Position, &'a Evaluator);

struct Trace(Vec<i32>);

impl Sink for Trace {
    fn add(&mut self, index: usize, count: i32) {
        self.0[index] += count;
    }
}

impl Visitor for Read<'_> {
    /// The position without its target; none where a capture is a duty, which the evaluation never sees.
    type Output = Option<Sample>;

    fn visit<P: VariantRules>(self) -> Self::Output {
        let Self(position, evaluator) = self;
        if P::MUST_CAPTURE {
            let mut captures = rules_core::MoveList::new();
            P::captures(position, &mut captures);
            if !captures.is_empty() {
                return None;
            }
        }
        let mut trace = Trace(vec![0; LEN]);
        features::read::<P, _>(position, &evaluator.geometry, &mut trace);
        let terms = (0_u16..)
            .zip(trace.0)
            .filter(|(_, count)| *count != 0)
            .filter_map(|(index, count)| Some((index, i16::try_from(count).ok()?)))
            .collect();
        let phase = features::phase(position).min(evaluator.full);
        Some(Sample {
            terms,
            full: f64::from(phase) / f64::from(evaluator.full),
            target: 0.5,
        })
    }
}

/// Weights on their way, and the running means of their gradients ("Adam").
struct Fit {
    weights: Vec<[f64; 2]>,
    prior: Vec<[f64; 2]>,
    mean: Vec<[f64; 2]>,
    square: Vec<[f64; 2]>,
    steps: i32,
}

const MEMORY: f64 = 0.9;
const LONG_MEMORY: f64 = 0.999;

fn sigmoid(value: f64) -> f64 {
    1.0 / (1.0 + (-value / EXPECTATION_SCALE).exp())
}

impl Fit {
    fn new(start: &Weights, prior: &Weights) -> Self {
        let floats = |weights: &Weights| -> Vec<[f64; 2]> {
            weights
                .0
                .iter()
                .map(|&(full, end)| [f64::from(full), f64::from(end)])
                .collect()
        };
        Self {
            weights: floats(start),
            prior: floats(prior),
            mean: vec![[0.0; 2]; LEN],
            square: vec![[0.0; 2]; LEN],
            steps: 0,
        }
    }

    fn expected(&self, sample: &Sample) -> f64 {
        let (mut full, mut end) = (0.0, 0.0);
        for &(index, count) in &sample.terms {
            let [a, b] = self.weights[usize::from(index)];
            full += a * f64::from(count);
            end += b * f64::from(count);
        }
        sigmoid(full * sample.full + end * (1.0 - sample.full))
    }

    fn error(&self, samples: &[Sample]) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|sample| (self.expected(sample) - sample.target).powi(2))
            .sum();
        sum / real(samples.len()).max(1.0)
    }

    fn step(&mut self, samples: &[Sample], pull: f64, rate: f64) {
        let mut gradient = vec![[0.0; 2]; LEN];
        for sample in samples {
            let expected = self.expected(sample);
            let slope = (expected - sample.target) * expected * (1.0 - expected);
            for &(index, count) in &sample.terms {
                let slope = slope * f64::from(count);
                let entry = &mut gradient[usize::from(index)];
                entry[0] += slope * sample.full;
                entry[1] += slope * (1.0 - sample.full);
            }
        }
        self.steps += 1;
        let (unbias, unbias_square) = (
            1.0 - MEMORY.powi(self.steps),
            1.0 - LONG_MEMORY.powi(self.steps),
        );
        for (n, gradient) in gradient.iter().enumerate() {
            for (side, slope) in gradient.iter().enumerate() {
                let held = pull * (self.weights[n][side] - self.prior[n][side])
                    / (EXPECTATION_SCALE * EXPECTATION_SCALE / 16.0);
                let slope = slope + held * EXPECTATION_SCALE / 16.0;
                let mean = &mut self.mean[n][side];
                *mean = MEMORY * *mean + (1.0 - MEMORY) * slope;
                let square = &mut self.square[n][side];
                *square = LONG_MEMORY * *square + (1.0 - LONG_MEMORY) * slope * slope;
                let change = (*mean / unbias) / ((*square / unbias_square).sqrt() + 1e-9);
                self.weights[n][side] -= rate * change;
            }
        }
    }

    fn weights(&self) -> Weights {
        let mut weights = Weights::zero();
        for (to, from) in weights.0.iter_mut().zip(&self.weights) {
            *to = (rounded(from[0]), rounded(from[1]));
        }
        weights
    }
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "the cast of a real number holds it within bounds"
)]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}
