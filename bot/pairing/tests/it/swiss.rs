//! Random Swiss tournaments, each round verified by an independent checker.

use crate::checker::{MAX_EXHAUSTIVE, violations};
use crate::common::{Failure, Rates, Simulation};
use pairing::swiss::{self, PairingError, Request};
use pairing::{Bye, Entrant, History, Pairing, PairingResult, Round, Seed, Slot};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rules_core::Color;

/// Plays and checks a tournament, exhaustively if at most `max_exhaustive` are present. Returns the number of rounds.
fn play(mut simulation: Simulation, seed: u64, max_exhaustive: usize) -> Result<usize, Failure> {
    let (players, rounds) = (simulation.history.seeds().count(), simulation.rounds);
    for number in 0..rounds {
        let (request, byes) = simulation.prepare()?;
        if request.present.len() < 2 {
            return Ok(number);
        }
        let answer = simulation.pair(&request);
        let violations = violations(&simulation.history, &request, &answer, max_exhaustive);
        assert!(
            violations.is_empty(),
            "seed {seed}, {players} players, round {}: {violations:?}",
            number + 1
        );
        let Ok(round) = answer else { return Ok(number) };
        simulation.play(&round, byes)?;
    }
    Ok(rounds)
}

#[test]
fn rounds_of_few_are_the_best_of_all_possible_rounds() -> Result<(), Failure> {
    let mut paired = 0;
    for seed in 0..400 {
        let players = 4 + usize::try_from(seed % 6)?;
        let frequent = Rates {
            forfeit: 0.1,
            withdrawal: 0.03,
            half_point: 0.08,
            late: 0.1,
            draw: 0.3,
        };
        let rates = if seed % 3 == 0 {
            frequent
        } else {
            Rates::FULL_ATTENDANCE
        };
        paired += play(Simulation::new(players, 7, rates, seed)?, seed, 9)?;
    }
    assert!(paired > 1500, "only {paired} rounds were paired");
    Ok(())
}

#[test]
fn rounds_of_many_satisfy_the_absolute_criteria_and_the_color_rules() -> Result<(), Failure> {
    for seed in 0..25 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let (players, rounds) = (rng.random_range(13..=120), rng.random_range(4..=9));
        let simulation = Simulation::new(players, rounds, Rates::REALISTIC, seed)?;
        play(simulation, seed, 0)?;
    }
    Ok(())
}

#[test]
#[ignore = "takes long; `.ci/run deep` runs it"]
fn a_thousand_tournaments_have_no_violations() -> Result<(), Failure> {
    for seed in 1000..2000 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let players = if seed % 2 == 0 {
            rng.random_range(5..=12)
        } else {
            rng.random_range(13..=200)
        };
        let rounds = rng.random_range(3..=9);
        let simulation = Simulation::new(players, rounds, Rates::REALISTIC, seed)?;
        play(simulation, seed, MAX_EXHAUSTIVE)?;
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
        apart: Vec::new(),
    }
}

/// The first game of a tournament: seed 1 against seed 2.
fn game(result: Option<PairingResult>) -> Slot {
    let mut game = Pairing::new(Seed::from_index(0), Seed::from_index(1));
    game.result = result;
    Slot::Pairing(game)
}

#[test]
fn the_first_round_pairs_the_upper_half_with_the_lower_half() {
    let history = history(7);
    let round = swiss::pair(&history, &request(&history)).unwrap();
    let games = round
        .pairings
        .iter()
        .map(|(game, _)| (game.white, game.black));
    let games: Vec<_> = games
        .map(|(one, two)| (one.number(), two.number()))
        .collect();
    assert_eq!(games, [(1, 4), (5, 2), (3, 6)]);
    assert_eq!(round.bye.map(Seed::number), Some(7));
}

#[test]
fn pairs_that_are_kept_apart_never_meet_and_rounds_stay_the_best_possible() -> Result<(), Failure> {
    let mut paired = 0;
    for seed in 0..200 {
        let mut rng = SmallRng::seed_from_u64(seed);
        let players = 4 + usize::try_from(seed % 6)?;
        let mut simulation = Simulation::new(players, 7, Rates::FULL_ATTENDANCE, seed)?;
        for _ in 0..rng.random_range(1..=3) {
            let one = rng.random_range(0..players);
            let other = (one + rng.random_range(1..players)) % players;
            let pair = (Seed::from_index(one), Seed::from_index(other));
            simulation.apart.push(pair);
        }
        paired += play(simulation, seed, 9)?;
    }
    assert!(paired > 500, "only {paired} rounds were paired");
    Ok(())
}

#[test]
fn no_round_is_possible_for_two_who_are_kept_apart_or_have_met() {
    let mut history = history(2);
    let mut request = request(&history);
    request.apart = vec![(Seed::from_index(1), Seed::from_index(0))];
    let impossible = Err(PairingError::Impossible);
    assert_eq!(swiss::pair(&history, &request), impossible);
    request.apart.clear();
    let drawn = Round::new(vec![game(Some(PairingResult::Draw))]);
    history.add_round(drawn.unwrap()).unwrap();
    assert_eq!(swiss::pair(&history, &request), impossible);
}

#[test]
fn pending_games_invalid_seeds_and_a_lone_entrant_are_refused() {
    let mut history = history(4);
    let all = request(&history);
    let [first, unknown] = [0, 4].map(Seed::from_index);
    for (present, error) in [
        (vec![first], PairingError::TooFew),
        (vec![first, first], PairingError::InvalidSeed(first)),
        (vec![first, unknown], PairingError::InvalidSeed(unknown)),
    ] {
        let request = Request {
            present,
            ..all.clone()
        };
        assert_eq!(swiss::pair(&history, &request), Err(error));
    }
    let pending = Round::new(vec![game(None)]);
    history.add_round(pending.unwrap()).unwrap();
    assert_eq!(swiss::pair(&history, &all), Err(PairingError::Unfinished));
}

#[test]
fn no_one_gets_a_second_pairing_allocated_bye() {
    let mut history = history(3);
    let mut request = request(&history);
    let bye = Slot::Bye {
        seed: Seed::from_index(2),
        bye: Bye::PairingAllocated,
    };
    let won = game(Some(PairingResult::Win(Color::White)));
    history
        .add_round(Round::new(vec![won, bye]).unwrap())
        .unwrap();
    request.is_last = true;
    let round = swiss::pair(&history, &request).unwrap();
    assert_eq!(round.bye, Some(Seed::from_index(1)));
}

#[test]
fn the_checker_reports_a_round_that_is_not_the_best() {
    let history = history(6);
    let request = request(&history);
    let mut round = swiss::pair(&history, &request).unwrap();
    let (one, two) = (round.pairings[0].0.black, round.pairings[1].0.white);
    round.pairings[0].0.black = two;
    round.pairings[1].0.white = one;
    assert!(!violations(&history, &request, &Ok(round), 12).is_empty());
}
