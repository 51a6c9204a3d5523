//! Knock-outs of every size, played to their end.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

use pairing::knockout::{Elimination, Knockout, MatchRules, Progress, Side, Stage};
use pairing::{Forfeit, Pairing, PairingResult, Seed};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rules_core::Color;

/// Plays until nothing is left to play; `decide` says how a game ends.
fn play(plan: &Knockout, mut decide: impl FnMut(Pairing) -> PairingResult) -> Vec<Vec<Pairing>> {
    let mut games = vec![Vec::new(); plan.len()];
    for _ in 0..10_000 {
        let next = plan
            .matches(&games)
            .into_iter()
            .enumerate()
            .find_map(|(number, m)| {
                let Progress::Next(game) = m.progress else {
                    return None;
                };
                Some((number, game))
            });
        let Some((number, mut game)) = next else {
            return games;
        };
        game.result = Some(decide(game));
        games[number].push(game);
    }
    panic!("the knock-out never ends");
}

fn favorite(game: Pairing) -> PairingResult {
    PairingResult::Win(if game.white < game.black {
        Color::White
    } else {
        Color::Black
    })
}

#[test]
fn the_better_seeds_win_and_the_first_two_meet_in_the_final() {
    for entrants in 2..=40 {
        let plan = Knockout::new(entrants, Elimination::Single, MatchRules::default());
        let games = play(&plan, favorite);
        let matches = plan.matches(&games);
        let last = matches.last().unwrap();
        assert_eq!(last.stage, Stage::Final);
        assert_eq!(
            last.sides,
            [Side::Entrant(Seed::at(0)), Side::Entrant(Seed::at(1))]
        );
        let played = games.iter().filter(|own| !own.is_empty()).count();
        assert_eq!(played, entrants - 1);
        let places = plan.places(&matches, entrants);
        assert_eq!(places[0], Some(1));
        assert_eq!(places[1], Some(2));
        assert!(places.iter().all(Option::is_some), "{places:?}");
        // The byes are those of the best.
        let first_round = matches.iter().filter(|m| m.stage == Stage::Upper(1));
        let byes: Vec<Seed> = first_round
            .filter_map(|m| match m.sides {
                [Side::Entrant(seed), Side::Nobody] => Some(seed),
                _ => None,
            })
            .collect();
        let free = entrants.next_power_of_two() - entrants;
        assert_eq!(byes.len(), if entrants == 2 { 0 } else { free });
        assert!(byes.iter().all(|seed| seed.index() < free));
    }
}

#[test]
fn whoever_wins_a_double_elimination_has_lost_once_at_most_and_all_others_twice() {
    for entrants in 2..=33 {
        for chance in 0..6 {
            let mut rng = SmallRng::seed_from_u64(chance);
            let rules = MatchRules { games: 1, extra: 0 };
            let plan = Knockout::new(entrants, Elimination::Double, rules);
            let games = play(&plan, |_| {
                PairingResult::Win(if rng.random_bool(0.5) {
                    Color::White
                } else {
                    Color::Black
                })
            });
            let matches = plan.matches(&games);
            let mut losses = vec![0; entrants];
            for m in &matches {
                match m.progress {
                    Progress::Decided {
                        loser: Some(loser), ..
                    } => losses[loser.index()] += 1,
                    Progress::Decided { .. } | Progress::Needless => {}
                    other => panic!("{other:?} is left"),
                }
            }
            let places = plan.places(&matches, entrants);
            for (seed, place) in places.iter().enumerate() {
                match place {
                    Some(1) => assert!(losses[seed] <= 1, "{entrants} {chance}: {losses:?}"),
                    Some(_) => assert_eq!(losses[seed], 2, "{entrants} {chance}: {places:?}"),
                    None => panic!("{seed} has no place"),
                }
            }
            assert_eq!(places.iter().filter(|place| **place == Some(1)).count(), 1);
        }
    }
}

#[test]
fn a_level_match_goes_to_black_of_the_last_game_and_colors_change() {
    let rules = MatchRules { games: 2, extra: 1 };
    let plan = Knockout::new(2, Elimination::Single, rules);
    let games = play(&plan, |_| PairingResult::Draw);
    let whites: Vec<u16> = games[0].iter().map(|game| game.white.number()).collect();
    assert_eq!(whites, [1, 2, 1]);
    let Progress::Decided { winner, .. } = plan.matches(&games)[0].progress else {
        panic!("undecided");
    };
    assert_eq!(winner, Some(Seed::at(1)));
}

#[test]
fn a_lead_that_cannot_be_caught_ends_a_match() {
    let rules = MatchRules { games: 4, extra: 0 };
    let plan = Knockout::new(2, Elimination::Single, rules);
    let games = play(&plan, favorite);
    assert_eq!(games[0].len(), 3);
}

#[test]
fn who_does_not_appear_loses_the_match_and_where_nobody_does_nobody_goes_on() {
    let rules = MatchRules { games: 2, extra: 0 };
    let plan = Knockout::new(4, Elimination::Single, rules);
    let games = play(&plan, |game| {
        if game.white.number().min(game.black.number()) == 1 {
            PairingResult::Forfeit(Forfeit::Both)
        } else {
            PairingResult::Forfeit(Forfeit::By(Color::White))
        }
    });
    let matches = plan.matches(&games);
    let Progress::Decided { winner, loser } = matches.last().unwrap().progress else {
        panic!("undecided");
    };
    assert_eq!(loser, None, "there was nobody to play the final against");
    let mut places = plan.places(&matches, 4);
    assert_eq!(places.remove(winner.unwrap().index()), Some(1));
    assert_eq!(places, [Some(2); 3], "who did not come is out as well");
    assert_eq!(games.iter().flatten().count(), 2);
}
