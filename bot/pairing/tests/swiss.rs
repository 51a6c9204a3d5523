//! Generated Swiss tournaments, every round of which an independent checker looks at.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod checker;
mod common;

use common::{Failure, Rates, Simulation};
use pairing::swiss::{self, PairingError, Request};
use pairing::{Bye, Entrant, History, Pairing, PairingResult, Round, Seed, Slot};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rules_core::Color;

/// Plays a tournament; how many rounds were paired.
fn run(
    players: usize,
    rounds: usize,
    rates: Rates,
    seed: u64,
    few: usize,
) -> Result<usize, Failure> {
    let mut simulation = Simulation::new(players, rounds, rates, seed)?;
    for number in 0..rounds {
        let (request, byes) = simulation.prepare()?;
        if request.present.len() < 2 {
            return Ok(number);
        }
        let answer = simulation.pair(&request);
        let faults = checker::faults(&simulation.history, &request, &answer, few);
        assert!(
            faults.is_empty(),
            "seed {seed}, {players} players, round {}: {faults:?}",
            number + 1
        );
        let Ok(round) = answer else { return Ok(number) };
        simulation.play(&round, byes)?;
    }
    Ok(rounds)
}

#[test]
fn rounds_of_few_are_the_best_of_all_possible_ones() -> Result<(), Failure> {
    let mut paired = 0;
    for seed in 0..400 {
        let players = 4 + usize::try_from(seed % 6)?;
        let often = Rates {
            forfeit: 0.1,
            withdrawal: 0.03,
            half_point: 0.08,
            late: 0.1,
            draw: 0.3,
        };
        let rates = if seed % 3 == 0 { often } else { Rates::NONE };
        paired += run(players, 7, rates, seed, 9)?;
    }
    assert!(paired > 1500, "only {paired} rounds were paired");
    Ok(())
}

#[test]
fn rounds_of_many_keep_the_absolute_criteria_and_the_colors() -> Result<(), Failure> {
    for seed in 0..25 {
        let mut rng = SmallRng::seed_from_u64(seed);
        run(
            rng.random_range(13..=120),
            rng.random_range(4..=9),
            Rates::REALISTIC,
            seed,
            0,
        )?;
    }
    Ok(())
}

/// A thousand tournaments of 5 to 200, those of few checked against every possible round.
#[test]
#[ignore = "takes minutes; `.ci/run deep` runs it"]
fn a_thousand_tournaments_have_no_fault() -> Result<(), Failure> {
    for seed in 1000..2000 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let players = if seed % 2 == 0 {
            rng.random_range(5..=12)
        } else {
            rng.random_range(13..=200)
        };
        run(
            players,
            rng.random_range(3..=9),
            Rates::REALISTIC,
            seed,
            checker::FEW,
        )?;
    }
    Ok(())
}

fn history(players: usize) -> History {
    let entrant = |number| Entrant {
        name: format!("E{number}"),
        rating: None,
    };
    History::new((1..=players).map(entrant).collect()).unwrap()
}

fn request(history: &History) -> Request {
    Request {
        present: history.seeds().collect(),
        is_last: false,
        initial: Color::White,
    }
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower() {
    let history = history(7);
    let round = swiss::pair(&history, &request(&history)).unwrap();
    let games: Vec<_> = round
        .pairings
        .iter()
        .map(|(game, _)| (game.white.number(), game.black.number()))
        .collect();
    assert_eq!(games, [(1, 4), (5, 2), (3, 6)]);
    assert_eq!(round.bye.map(|bye| bye.seed.number()), Some(7));
}

#[test]
fn when_everybody_has_met_no_round_is_possible() {
    let mut history = history(2);
    let request = request(&history);
    let mut game = Pairing::new(Seed::at(0), Seed::at(1));
    game.result = Some(PairingResult::Draw);
    history
        .add_round(Round::new(vec![Slot::Pairing(game)]).unwrap())
        .unwrap();
    assert_eq!(
        swiss::pair(&history, &request),
        Err(PairingError::Impossible)
    );
}

#[test]
fn a_game_without_a_result_a_stranger_and_a_crowd_of_one_are_refused() {
    let mut history = history(4);
    let all = request(&history);
    let with = |present: Vec<Seed>| Request {
        present,
        ..all.clone()
    };
    let stranger = Seed::at(4);
    assert_eq!(
        swiss::pair(&history, &with(vec![Seed::at(0)])),
        Err(PairingError::TooFew)
    );
    let twice = with(vec![Seed::at(0), Seed::at(0)]);
    assert_eq!(
        swiss::pair(&history, &twice),
        Err(PairingError::Stranger(Seed::at(0)))
    );
    let unknown = with(vec![Seed::at(0), stranger]);
    assert_eq!(
        swiss::pair(&history, &unknown),
        Err(PairingError::Stranger(stranger))
    );
    let game = Pairing::new(Seed::at(0), Seed::at(1));
    history
        .add_round(Round::new(vec![Slot::Pairing(game)]).unwrap())
        .unwrap();
    assert_eq!(swiss::pair(&history, &all), Err(PairingError::Unfinished));
}

#[test]
fn the_bye_goes_to_nobody_who_had_a_point_without_a_game() {
    let mut history = history(3);
    let mut request = request(&history);
    let mut game = Pairing::new(Seed::at(0), Seed::at(1));
    game.result = Some(PairingResult::Win(Color::White));
    let bye = Slot::Bye {
        seed: Seed::at(2),
        bye: Bye::PairingAllocated,
    };
    history
        .add_round(Round::new(vec![Slot::Pairing(game), bye]).unwrap())
        .unwrap();
    request.is_last = true;
    let round = swiss::pair(&history, &request).unwrap();
    assert_eq!(round.bye.map(|bye| bye.seed), Some(Seed::at(1)));
    assert_eq!(round.bye.map(|bye| bye.barred), Some(1));
}

#[test]
fn a_checker_that_is_given_a_worse_round_says_so() {
    let history = history(6);
    let request = request(&history);
    let mut round = swiss::pair(&history, &request).unwrap();
    let (one, two) = (round.pairings[0].0.black, round.pairings[1].0.white);
    round.pairings[0].0.black = two;
    round.pairings[1].0.white = one;
    assert!(!checker::faults(&history, &request, &Ok(round), 12).is_empty());
}
