//! Fits the evaluation's weights to games of the engine against itself.
//!
//! The quiet positions of each game are kept with its result. Gradient descent then changes the weights until the expected score of
//! the evaluation is as near as possible to the results. A regularization term keeps weights near their prior where the games
//! say little about them.
// CITE: Texel's tuning method. https://www.chessprogramming.org/Texel%27s_Tuning_Method

use crate::bench::random_game;
use crate::eval::Evaluator;
use crate::eval::features::{self, FeatureSink};
use crate::eval::terms::TERMS;
use crate::eval::weights::{Weight, Weights};
use crate::limits::{SearchLimits, Stop};
use crate::rng::splitmix64;
use crate::rules::{RulesVisitor, SearchRules, with_rules};
use crate::score::{EXPECTATION_SCALE, expected_score};
use crate::search::Searcher;
use rules_core::{Color, Game, MoveList, Position, Variant};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Initial weights of a tuning run, which the games are played with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The built-in weights.
    BuiltIn,
    /// The hand-picked prior.
    Prior,
}

/// The parameters of a tuning run. Equal parameters give equal weights.
#[derive(Debug, Clone, Copy)]
pub struct TunerConfig {
    /// Variant to tune.
    pub variant: Variant,
    /// Self-play games.
    pub games: usize,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the openings.
    pub seed: u64,
    /// Passes of gradient descent over all positions.
    pub passes: usize,
    /// Strength of the regularization towards the prior; 1 weighs as much as one position.
    pub pull: f64,
    /// Initial weights.
    pub start: Start,
    /// Concurrent games; does not change the result.
    pub threads: usize,
}

/// The result of a tuning run.
#[derive(Debug, Clone)]
pub struct Tuned {
    /// The text of a weights file.
    pub weights: String,
    /// Positions in the training set: those of nine games in ten.
    pub positions: usize,
    /// Mean squared error of the expected score in the validation set, before.
    pub error_before: f64,
    /// Mean squared error of the expected score in the validation set, after.
    pub error_after: f64,
}

/// A position as the fit sees it.
struct Sample {
    /// Terms that apply, with their counts.
    terms: Vec<(u16, i16)>,
    /// Share of the middlegame weights, 0 to 1.
    phase: f64,
    /// White's expected score, 0 to 1.
    target: f64,
}

// Hand-picked.

/// Share of the game's result in the target; the search's expectation has the rest.
const RESULT_SHARE: f64 = 0.5;
/// Minimum random plies of an opening. Games cycle through as many lengths.
const OPENING_PLIES: usize = 5;
/// Games of this many plies are drawn.
const MAX_PLIES: usize = 240;
/// Score, in centipawns, above which a ply counts towards [`WIN_PLIES`].
const WIN_SCORE: i32 = 1_200;
/// Consecutive plies above [`WIN_SCORE`] that win a game.
const WIN_PLIES: usize = 6;
/// Positions from this score on, in centipawns, are decided and not sampled.
const MAX_SAMPLE_SCORE: i32 = 900;
/// Positions from this half-move clock on make no progress and are not sampled.
const MAX_SAMPLE_CLOCK: u32 = 40;
const TT_BYTES: usize = 2 << 20;

/// Called after each step of a tuning run.
pub type OnStep<'a> = &'a (dyn Fn() + Sync);

impl TunerConfig {
    /// The number of steps: games and passes.
    pub fn steps(&self) -> usize {
        self.games + self.passes
    }
}

/// Plays the games and fits the weights.
pub fn tune(config: &TunerConfig, on_step: OnStep<'_>) -> Tuned {
    let prior = Weights::prior(config.variant);
    let start = match config.start {
        Start::Prior => prior.clone(),
        Start::BuiltIn => Weights::of(config.variant),
    };
    let evaluator = Arc::new(Evaluator::new(config.variant, &start));
    let mut games = play_games(config, &evaluator, on_step);
    let validation: Vec<Sample> = games
        .split_off(games.len() - games.len() / 10)
        .into_iter()
        .flatten()
        .collect();
    let training: Vec<Sample> = games.into_iter().flatten().collect();
    let mut fit = Fit::new(&start, &prior);
    let error_before = fit.mean_squared_error(&validation);
    for pass in 0..config.passes {
        fit.step(&training, config.pull, learning_rate(pass, config.passes));
        on_step();
    }
    Tuned {
        weights: fit.weights().write(),
        positions: training.len(),
        error_before,
        error_after: fit.mean_squared_error(&validation),
    }
}

/// Returns the centipawns that a weight may move in one pass: from 1.6 down to 0.1.
fn learning_rate(pass: usize, passes: usize) -> f64 {
    1.5 * (1.0 - real(pass) / real(passes.max(1))) + 0.1
}

fn real(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

/// Returns the samples of each game.
fn play_games(
    config: &TunerConfig,
    evaluator: &Arc<Evaluator>,
    on_step: OnStep<'_>,
) -> Vec<Vec<Sample>> {
    let next = AtomicUsize::new(0);
    let mut games: Vec<(usize, Vec<Sample>)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..config.threads.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let mut searcher = Searcher::new(TT_BYTES);
                    searcher.evaluator = Some(Arc::clone(evaluator));
                    let mut games = Vec::new();
                    loop {
                        let n = next.fetch_add(1, Ordering::Relaxed);
                        if n >= config.games {
                            break games;
                        }
                        games.push((n, play_game(config, evaluator, &mut searcher, n)));
                        on_step();
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

/// Plays the nth game.
fn play_game(
    config: &TunerConfig,
    evaluator: &Evaluator,
    searcher: &mut Searcher,
    n: usize,
) -> Vec<Sample> {
    let seed = splitmix64(config.seed ^ (n as u64) << 20);
    let mut game = random_game(config.variant, OPENING_PLIES + n % OPENING_PLIES, seed);
    let limits = SearchLimits::nodes(config.nodes);
    searcher.clear();
    let mut samples: Vec<Sample> = Vec::new();
    let mut won_plies = 0;
    let result = loop {
        if let Some(result) = result_by_rules(&game) {
            break result;
        }
        let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
        let Some(best) = report.best else { break 0.5 };
        let position = *game.position();
        let score = match position.turn() {
            Color::White => report.score,
            Color::Black => -report.score,
        };
        if score.value().abs() > WIN_SCORE {
            won_plies += 1;
        } else {
            won_plies = 0;
        }
        if won_plies >= WIN_PLIES {
            break if score.value() > 0 { 1.0 } else { 0.0 };
        }
        if game.play(best).is_err() {
            break 0.5;
        }
        if is_quiet(&position, game.position())
            && score.value().abs() < MAX_SAMPLE_SCORE
            && let Some(sample) = with_rules(
                config.variant,
                SampleOf {
                    position: &position,
                    evaluator,
                },
            )
        {
            samples.push(Sample {
                target: score.expectation(),
                ..sample
            });
        }
    };
    for sample in &mut samples {
        sample.target = RESULT_SHARE * result + (1.0 - RESULT_SHARE) * sample.target;
    }
    samples
}

/// Returns White's result if the game is over or drawn by its length.
fn result_by_rules(game: &Game) -> Option<f64> {
    if let Some(outcome) = game.outcome().filter(|_| game.ply() < MAX_PLIES) {
        return Some(match outcome.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        });
    }
    (game.ply() >= MAX_PLIES || game.claim().is_some()).then_some(0.5)
}

fn is_quiet(position: &Position, next: &Position) -> bool {
    !position.is_check()
        && !next.is_check()
        && next.occupied().len() == position.occupied().len()
        && position.halfmove_clock() < MAX_SAMPLE_CLOCK
}

/// Counts how often each term applies.
struct TermCounts(Vec<i32>);

impl FeatureSink for TermCounts {
    fn add(&mut self, term: usize, count: i32) {
        self.0[term] += count;
    }
}

struct SampleOf<'a> {
    position: &'a Position,
    evaluator: &'a Evaluator,
}

impl RulesVisitor for SampleOf<'_> {
    /// `None` where a capture is mandatory: such positions are never evaluated.
    type Output = Option<Sample>;

    fn visit<R: SearchRules>(self) -> Self::Output {
        let Self {
            position,
            evaluator,
        } = self;
        if R::MANDATORY_CAPTURE {
            let mut captures = MoveList::new();
            R::captures(position, &mut captures);
            if !captures.is_empty() {
                return None;
            }
        }
        let mut counts = TermCounts(vec![0; TERMS]);
        features::extract::<R, _>(position, &evaluator.geometry, &mut counts);
        let terms = (0_u16..)
            .zip(counts.0)
            .filter(|(_, count)| *count != 0)
            .filter_map(|(term, count)| Some((term, i16::try_from(count).ok()?)))
            .collect();
        let phase = f64::from(evaluator.phase(position)) / f64::from(evaluator.max_phase);
        Some(Sample {
            terms,
            phase,
            target: 0.5,
        })
    }
}

/// Gradient descent by Adam (Kingma and Ba, 2015). The vectors are parallel: of each weight the middlegame value, then the endgame
/// value.
struct Fit {
    values: Vec<f64>,
    prior: Vec<f64>,
    /// Running mean of the gradient.
    first_moment: Vec<f64>,
    /// Running mean of the squared gradient.
    second_moment: Vec<f64>,
    steps: i32,
}

/// Decay rates of the moments: the defaults of the paper.
const BETA_1: f64 = 0.9;
const BETA_2: f64 = 0.999;
/// Keeps a step finite where the gradient has always been zero.
const EPSILON: f64 = 1e-9;

impl Fit {
    fn new(start: &Weights, prior: &Weights) -> Self {
        let values = |weights: &Weights| -> Vec<f64> {
            let weights = weights.0.iter();
            weights
                .flat_map(|weight| [f64::from(weight.mg), f64::from(weight.eg)])
                .collect()
        };
        Self {
            values: values(start),
            prior: values(prior),
            first_moment: vec![0.0; 2 * TERMS],
            second_moment: vec![0.0; 2 * TERMS],
            steps: 0,
        }
    }

    fn expected(&self, sample: &Sample) -> f64 {
        let (mut mg, mut eg) = (0.0, 0.0);
        for &(term, count) in &sample.terms {
            let term = 2 * usize::from(term);
            mg += self.values[term] * f64::from(count);
            eg += self.values[term + 1] * f64::from(count);
        }
        expected_score(mg * sample.phase + eg * (1.0 - sample.phase))
    }

    fn mean_squared_error(&self, samples: &[Sample]) -> f64 {
        let sum: f64 = samples
            .iter()
            .map(|sample| (self.expected(sample) - sample.target).powi(2))
            .sum();
        sum / real(samples.len()).max(1.0)
    }

    fn gradient(&self, samples: &[Sample]) -> Vec<f64> {
        let mut gradient = vec![0.0; 2 * TERMS];
        for sample in samples {
            let expected = self.expected(sample);
            let slope = (expected - sample.target) * expected * (1.0 - expected);
            for &(term, count) in &sample.terms {
                let slope = slope * f64::from(count);
                let term = 2 * usize::from(term);
                gradient[term] += slope * sample.phase;
                gradient[term + 1] += slope * (1.0 - sample.phase);
            }
        }
        gradient
    }

    fn step(&mut self, samples: &[Sample], pull: f64, rate: f64) {
        let gradient = self.gradient(samples);
        self.steps += 1;
        let bias_1 = 1.0 - BETA_1.powi(self.steps);
        let bias_2 = 1.0 - BETA_2.powi(self.steps);
        for (n, slope) in gradient.into_iter().enumerate() {
            let deviation = pull * (self.values[n] - self.prior[n])
                / (EXPECTATION_SCALE * EXPECTATION_SCALE / 16.0);
            let slope = slope + deviation * EXPECTATION_SCALE / 16.0;
            let first = &mut self.first_moment[n];
            *first = BETA_1 * *first + (1.0 - BETA_1) * slope;
            let second = &mut self.second_moment[n];
            *second = BETA_2 * *second + (1.0 - BETA_2) * slope * slope;
            let change = (*first / bias_1) / ((*second / bias_2).sqrt() + EPSILON);
            self.values[n] -= rate * change;
        }
    }

    fn weights(&self) -> Weights {
        let mut weights = Weights::zero();
        for (weight, values) in weights.0.iter_mut().zip(self.values.chunks_exact(2)) {
            *weight = Weight::new(rounded(values[0]), rounded(values[1]));
        }
        weights
    }
}

#[expect(clippy::cast_possible_truncation, reason = "float casts saturate")]
fn rounded(value: f64) -> i32 {
    value.round() as i32
}
