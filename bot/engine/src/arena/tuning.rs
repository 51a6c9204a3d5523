//! Tunes the numbers of the search by games between two sets of them (simultaneous perturbation stochastic approximation): each number
//! moves toward the set that wins.
// CITE: SPSA. https://www.chessprogramming.org/SPSA

use super::adjudication::Adjudication;
use super::player::Player;
use super::{openings, play_game};
use crate::limits::SearchLimits;
use crate::params::{Params, Row};
use crate::rng::splitmix64;
use rules_core::{Color, Variant};
use std::fmt;
use std::sync::{Mutex, MutexGuard, PoisonError};

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
    next_pair: u32,
    played: u32,
}

impl Tuning {
    /// Returns the number of pairs played.
    pub const fn played(&self) -> u32 {
        self.played
    }
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

/// The games to tune with.
#[derive(Debug)]
pub struct TuningConfig {
    /// Variants that take turns.
    pub variants: Vec<Variant>,
    /// Pairs of games.
    pub pairs: u32,
    /// Nodes per move.
    pub nodes: u64,
    /// Seed of the openings and perturbations.
    pub seed: u64,
    /// Concurrent games.
    pub threads: usize,
}

/// Tunes the numbers; `on_pair` is called after each pair of games.
///
/// # Errors
/// There is no variant, or a game failed.
pub fn tune(config: &TuningConfig, on_pair: &(dyn Fn(&Tuning) + Sync)) -> Result<(), String> {
    if config.variants.is_empty() {
        return Err("no variant to tune on".to_owned());
    }
    let start = Params::TUNED.numbers();
    let tuning = Mutex::new(Tuning {
        numbers: start.into_iter().map(f64::from).collect(),
        next_pair: 0,
        played: 0,
    });
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..config.threads.max(1))
            .map(|_| scope.spawn(|| play_pairs(config, &tuning, on_pair)))
            .collect();
        threads.into_iter().try_for_each(|thread| {
            thread
                .join()
                .unwrap_or_else(|_| Err("a game panicked".into()))
        })
    })
}

fn lock(tuning: &Mutex<Tuning>) -> MutexGuard<'_, Tuning> {
    tuning.lock().unwrap_or_else(PoisonError::into_inner)
}

fn play_pairs(
    config: &TuningConfig,
    tuning: &Mutex<Tuning>,
    on_pair: &(dyn Fn(&Tuning) + Sync),
) -> Result<(), String> {
    let limits = SearchLimits::nodes(config.nodes);
    let own = || Player::new("own", config.variants[0], &limits);
    let mut players = [own()?, own()?];
    loop {
        let (pair, numbers) = {
            let mut tuning = lock(tuning);
            tuning.next_pair += 1;
            (tuning.next_pair, tuning.numbers.clone())
        };
        if pair > config.pairs {
            return Ok(());
        }
        let variant = config.variants[pair as usize % config.variants.len()];
        let seed = splitmix64(config.seed ^ u64::from(pair) << 20);
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
        let opening = openings::balanced(variant, OPENING_PLIES, seed);
        let [plus, minus] = &mut players;
        let rule = Some(Adjudication::DEFAULT);
        let as_white = play_game(&opening, plus, minus, rule, seed)?.result;
        let as_black = play_game(&opening, minus, plus, rule, seed ^ 1 << 40)?.result;
        let half_points = as_white.points_for(Color::White).half_points()
            + as_black.points_for(Color::Black).half_points();
        let won_by = f64::from(u8::try_from(half_points).unwrap_or(2)) - 2.0;
        let mut tuning = lock(tuning);
        let step = step(config.pairs, pair) * won_by;
        advance(&mut tuning.numbers, &perturbations, step);
        tuning.played += 1;
        on_pair(&tuning);
    }
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
fn perturbation(row: &Row, pairs: u32, pair: u32) -> f64 {
    let last = f64::from(row.most - row.least) * LAST_PERTURBATION;
    last * (f64::from(pairs) / f64::from(pair)).powf(PERTURBATION_DECAY)
}

/// Returns the step for each half point won, as a share of the perturbation.
fn step(pairs: u32, pair: u32) -> f64 {
    let [pairs, pair] = [pairs, pair].map(f64::from);
    let stable = STABLE_SHARE * pairs;
    let growth = ((stable + pairs) / (stable + pair)).powf(STEP_DECAY);
    LAST_STEP * growth / (pairs / pair).powf(2.0 * PERTURBATION_DECAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_move_toward_the_winner_within_their_ranges() {
        let start: Vec<f64> = (Params::ROWS.iter())
            .map(|row| f64::from(row.least))
            .collect();
        let perturbations: Vec<f64> = (0..start.len())
            .map(|n| if n % 2 == 0 { 4.0 } else { -4.0 })
            .collect();
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
            *most.lock().unwrap() = tuning.played();
        })
        .unwrap();
        assert_eq!(most.into_inner().unwrap(), 4);
    }
}
