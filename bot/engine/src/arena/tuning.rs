//! Tunes the numbers of the search by games between two sets of them (simultaneous perturbation stochastic approximation): each number
//! moves toward the set that wins.
// CITE: SPSA. https://www.chessprogramming.org/SPSA

use super::adjudication::Adjudication;
use super::play_pair;
use super::player::Player;
use super::stats::number;
use crate::limits::SearchLimits;
use crate::parallel;
use crate::params::{Params, Row};
use crate::rng::splitmix64;
use clap::Parser;
use rules_core::Variant;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

/// Decay of the perturbations, and of the steps, by Spall; as in Fishtest.
const PERTURBATION_DECAY: f64 = 0.101;
const STEP_DECAY: f64 = 0.602;
/// Share of the pairs for which steps hardly shrink. As in Fishtest.
const STABLE_SHARE: f64 = 0.1;
/// The last perturbation, as a share of a number's range. Hand-picked.
const LAST_PERTURBATION: f64 = 0.08;
/// The last step for each half point won, as a share of the perturbation. Hand-picked, for some thousand pairs: Fishtest's is smaller.
const LAST_STEP: f64 = 0.01;
/// Random plies of an opening.
const OPENING_PLIES: usize = 8;

/// The tuned numbers, and how many pairs of games they have seen.
#[derive(Debug)]
pub struct Tuning {
    numbers: Vec<f64>,
    /// Pairs played.
    pub played: usize,
}

impl fmt::Display for Tuning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} pairs:", self.played)?;
        for (row, number) in Params::ROWS.iter().zip(&self.numbers) {
            write!(f, " {} {number:.0}", row.name)?;
        }
        Ok(())
    }
}

// The comments are what `tune --help` prints.
/// Tunes the numbers in `src/params.rs` and prints them.
#[derive(Debug, Parser)]
#[command(version)]
pub struct TuningConfig {
    /// Variant ids, such as `latrunculi legan leto`.
    #[arg(required = true)]
    pub variants: Vec<Variant>,
    /// Pairs of games to play.
    #[arg(long, default_value_t = 5_000)]
    pub pairs: usize,
    /// Nodes per move.
    #[arg(long, default_value_t = 4_000)]
    pub nodes: u64,
    /// Seed of the openings and perturbations.
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Concurrent games.
    #[arg(long, default_value_t = 1)]
    pub threads: usize,
}

/// Tunes the numbers on variants that take turns; `on_pair` is called after each pair of games.
///
/// # Errors
/// There is no variant, or a game failed.
pub fn tune(config: &TuningConfig, on_pair: &(dyn Fn(&Tuning) + Sync)) -> Result<(), String> {
    let first = *config.variants.first().ok_or("no variant to tune on")?;
    let limits = SearchLimits::nodes(config.nodes);
    let own = || Player::new("own", first, &limits);
    let start = Params::TUNED.numbers();
    let tuning = Mutex::new(Tuning {
        numbers: start.into_iter().map(f64::from).collect(),
        played: 0,
    });
    let lock = || tuning.lock().unwrap_or_else(PoisonError::into_inner);
    parallel::run(
        config.threads,
        config.pairs,
        || Ok([own()?, own()?]),
        |players, n| {
            let numbers = lock().numbers.clone();
            play(config, &numbers, players, n + 1)
        },
        |(perturbations, step)| {
            let mut tuning = lock();
            advance(&mut tuning.numbers, &perturbations, step);
            tuning.played += 1;
            on_pair(&tuning);
            Ok(ControlFlow::Continue(()))
        },
    )
}

/// Plays a pair of games, counted from 1. Returns the perturbations of the first player's numbers, and the step in their direction.
fn play(
    config: &TuningConfig,
    numbers: &[f64],
    players: &mut [Player; 2],
    pair: usize,
) -> Result<(Vec<f64>, f64), String> {
    let variant = config.variants[pair % config.variants.len()];
    let seed = splitmix64(config.seed ^ (pair as u64) << 20);
    let perturbations: Vec<f64> = Params::ROWS
        .iter()
        .enumerate()
        .map(|(n, row)| perturbation(row, config.pairs, pair) * sign(seed, n))
        .collect();
    for (player, side) in players.iter_mut().zip([1.0, -1.0]) {
        let numbers = numbers.iter().zip(&perturbations).zip(Params::ROWS);
        let numbers: Vec<_> = numbers
            .map(|((number, change), row)| row.nearest(number + side * change))
            .collect();
        player.set_params(Params::from_numbers(&numbers));
    }
    let rule = Some(Adjudication::DEFAULT);
    let games = play_pair(variant, OPENING_PLIES, players, rule, seed)?;
    let half_points = games.map(|(points, _)| points.half_points()).iter().sum();
    let won_by = number(half_points) - 2.0;
    Ok((perturbations, step(config.pairs, pair) * won_by))
}

/// Moves the numbers by a share of their perturbations, within their ranges.
fn advance(numbers: &mut [f64], perturbations: &[f64], step: f64) {
    let rows = numbers.iter_mut().zip(Params::ROWS).zip(perturbations);
    for ((number, row), change) in rows {
        *number = (*number + step * change).clamp(row.least.into(), row.most.into());
    }
}

/// Returns 1 or -1, at random.
fn sign(seed: u64, n: usize) -> f64 {
    if splitmix64(seed ^ n as u64).is_multiple_of(2) {
        1.0
    } else {
        -1.0
    }
}

/// Returns by how much a number is changed in a pair of games.
fn perturbation(row: &Row, pairs: usize, pair: usize) -> f64 {
    let last = f64::from(row.most - row.least) * LAST_PERTURBATION;
    last * (number(pairs) / number(pair)).powf(PERTURBATION_DECAY)
}

/// Returns the step for each half point won, as a share of the perturbation.
fn step(pairs: usize, pair: usize) -> f64 {
    let [pairs, pair] = [pairs, pair].map(number);
    let stable = STABLE_SHARE * pairs;
    let growth = ((stable + pairs) / (stable + pair)).powf(STEP_DECAY);
    LAST_STEP * growth / (pairs / pair).powf(2.0 * PERTURBATION_DECAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_toward_the_winner_within_their_ranges() {
        let least = Params::ROWS.iter().map(|row| f64::from(row.least));
        let start: Vec<f64> = least.collect();
        let perturbations: Vec<f64> = [4.0, -4.0].into_iter().cycle().take(start.len()).collect();
        let mut numbers = start.clone();
        advance(&mut numbers, &perturbations, 0.5);
        for (n, (number, start)) in numbers.iter().zip(&start).enumerate() {
            let expected = if n % 2 == 0 { 2.0 } else { 0.0 };
            assert!((number - start - expected).abs() < 1e-9, "{n}");
        }
    }

    #[test]
    fn every_pair_is_played_and_none_leaves_the_ranges() {
        let config = TuningConfig {
            variants: vec![Variant::Latrunculi, Variant::Legan],
            pairs: 4,
            nodes: 30,
            seed: 1,
            threads: 2,
        };
        let most = Mutex::new(0);
        tune(&config, &|tuning| {
            for (row, &number) in Params::ROWS.iter().zip(&tuning.numbers) {
                let range = f64::from(row.least)..=f64::from(row.most);
                assert!(range.contains(&number), "{row:?}: {number}");
            }
            *most.lock().unwrap() = tuning.played;
        })
        .unwrap();
        assert_eq!(most.into_inner().unwrap(), 4);
    }
}
