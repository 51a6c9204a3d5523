//! Knockout tournaments of every size, played to the end.

use pairing::knockout::{Elimination, Knockout, MatchRules, Progress, Side, Stage};
use pairing::{Forfeit, Pairing, PairingResult, Seed};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use rules_core::Color;

/// Plays all games, with results by `decide`. Returns the games of each match.
fn play(
    knockout: &Knockout,
    mut decide: impl FnMut(Pairing) -> PairingResult,
) -> Vec<Vec<Pairing>> {
    let mut games = vec![Vec::new(); knockout.match_count()];
    for _ in 0..10_000 {
        let mut matches = knockout.matches(&games).into_iter().enumerate();
        let next = matches.find_map(|(number, m)| match m.progress {
            Progress::Next(game) => Some((number, game)),
            _ => None,
        });
        let Some((number, mut game)) = next else {
            return games;
        };
        game.result = Some(decide(game));
        games[number].push(game);
    }
    panic!("the knockout never ends");
}

fn win(by_white: bool) -> PairingResult {
    PairingResult::Win(if by_white { Color::White } else { Color::Black })
}

fn favorite(game: Pairing) -> PairingResult {
    win(game.white < game.black)
}

fn single(entrants: usize, rules: MatchRules) -> Knockout {
    Knockout::new(entrants, Elimination::Single, rules)
}

#[test]
fn with_favorites_winning_the_top_two_seeds_meet_in_the_final() {
    for entrants in 2..=40 {
        let knockout = single(entrants, MatchRules::default());
        let games = play(&knockout, favorite);
        let matches = knockout.matches(&games);
        let last = matches.last().unwrap();
        assert_eq!(last.stage, Stage::Final);
        let best = [0, 1].map(|index| Side::Entrant(Seed::from_index(index)));
        assert_eq!(last.sides, best);
        let played = games.iter().filter(|own| !own.is_empty()).count();
        assert_eq!(played, entrants - 1);
        let places = knockout.places(&matches, entrants);
        assert_eq!(places[..2], [Some(1), Some(2)]);
        assert!(places.iter().all(Option::is_some), "{places:?}");
        // The top seeds have the byes.
        let first_round = matches.iter().filter(|m| m.stage == Stage::Upper(1));
        let byes: Vec<Seed> = first_round
            .filter_map(|m| match m.sides {
                [Side::Entrant(seed), Side::Empty] => Some(seed),
                _ => None,
            })
            .collect();
        let expected = entrants.next_power_of_two() - entrants;
        assert_eq!(byes.len(), if entrants == 2 { 0 } else { expected });
        assert!(byes.iter().all(|seed| seed.index() < expected));
    }
}

#[test]
fn in_a_double_elimination_everyone_but_the_winner_loses_twice() {
    for entrants in 2..=33 {
        for chance in 0..6 {
            let mut rng = SmallRng::seed_from_u64(chance);
            let rules = MatchRules { games: 1, extra: 0 };
            let knockout = Knockout::new(entrants, Elimination::Double, rules);
            let games = play(&knockout, |_| win(rng.random_bool(0.5)));
            let matches = knockout.matches(&games);
            let mut losses = vec![0; entrants];
            for m in &matches {
                match m.progress {
                    Progress::Decided {
                        loser: Some(loser), ..
                    } => losses[loser.index()] += 1,
                    Progress::Decided { .. } | Progress::NotNeeded => {}
                    other => panic!("{other:?} at the end"),
                }
            }
            let places = knockout.places(&matches, entrants);
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
fn black_of_the_last_game_wins_a_level_match_and_colors_alternate() {
    let knockout = single(2, MatchRules { games: 2, extra: 1 });
    let games = play(&knockout, |_| PairingResult::Draw);
    let whites: Vec<u16> = games[0].iter().map(|game| game.white.number()).collect();
    assert_eq!(whites, [1, 2, 1]);
    let Progress::Decided { winner, .. } = knockout.matches(&games)[0].progress else {
        panic!("undecided");
    };
    assert_eq!(winner, Some(Seed::from_index(1)));
}

#[test]
fn a_match_ends_when_the_lead_is_decisive() {
    let knockout = single(2, MatchRules { games: 4, extra: 0 });
    assert_eq!(play(&knockout, favorite)[0].len(), 3);
}

#[test]
fn a_forfeit_loses_the_match_and_after_a_double_forfeit_no_one_advances() {
    let knockout = single(4, MatchRules { games: 2, extra: 0 });
    let games = play(&knockout, |game| {
        let is_first = game.white.number().min(game.black.number()) == 1;
        let by_white = Forfeit::By(Color::White);
        PairingResult::Forfeit(if is_first { Forfeit::Both } else { by_white })
    });
    let matches = knockout.matches(&games);
    let Progress::Decided { winner, loser } = matches.last().unwrap().progress else {
        panic!("undecided");
    };
    assert_eq!(loser, None, "the final had one side only");
    let mut places = knockout.places(&matches, 4);
    assert_eq!(places.remove(winner.unwrap().index()), Some(1));
    assert_eq!(places, [Some(2); 3], "everyone who forfeited is eliminated");
    assert_eq!(games.iter().flatten().count(), 2);
}
