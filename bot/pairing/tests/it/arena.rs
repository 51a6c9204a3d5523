//! Arena scoring and pairing.

use pairing::arena::{ArenaCard, MAX_BATCH, pair, standings};
use pairing::{Forfeit, Pairing, PairingResult, Seed};
use rand::rngs::SmallRng;
use rand::{Rng as _, SeedableRng as _};
use rules_core::Color;

fn all(number: usize) -> (Vec<ArenaCard>, Vec<Seed>) {
    let seeds = (0..number).map(Seed::from_index);
    (vec![ArenaCard::default(); number], seeds.collect())
}

#[test]
fn points_double_after_two_wins_until_a_game_is_not_won() {
    let mut card = ArenaCard::default();
    let win = PairingResult::Win(Color::White);
    let mut points = Vec::new();
    for result in [win, win, win, PairingResult::Draw, PairingResult::Draw, win] {
        card.score(Color::White, Seed::from_index(1), result);
        points.push(card.points);
    }
    assert_eq!(points, [2, 4, 8, 10, 11, 13]);
    card.score(Color::Black, Seed::from_index(1), win);
    assert_eq!((card.points, card.streak, card.games), (13, 0, 7));
}

#[test]
fn a_forfeit_win_scores_without_extending_the_streak() {
    let mut card = ArenaCard {
        streak: 5,
        ..ArenaCard::default()
    };
    let forfeit = PairingResult::Forfeit(Forfeit::By(Color::Black));
    card.score(Color::White, Seed::from_index(1), forfeit);
    assert_eq!((card.points, card.streak, card.games), (2, 5, 0));
    card.score(Color::Black, Seed::from_index(1), forfeit);
    assert_eq!((card.points, card.streak), (2, 0));
}

#[test]
fn neighbors_meet_but_not_twice_in_a_row() {
    let (mut cards, all) = all(4);
    for (card, points) in cards.iter_mut().zip([8, 6, 4, 2]) {
        card.points = points;
    }
    let games = |cards: &[ArenaCard], waiting: &[Seed]| {
        let mut pairs: Vec<_> = pair(cards, waiting, cards.len(), &[])
            .iter()
            .map(|game| [game.white, game.black].map(Seed::number))
            .map(|[white, black]| (white.min(black), white.max(black)))
            .collect();
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(games(&cards, &all), [(1, 2), (3, 4)]);
    cards[0].last_opponent = Some(Seed::from_index(1));
    cards[1].last_opponent = Some(Seed::from_index(0));
    assert_eq!(games(&cards, &all), [(1, 3), (2, 4)]);
    assert_eq!(games(&cards, &all[..2]), []);
    assert_eq!(games(&cards[..2], &all[..2]), [(1, 2)]);
    let [known, unknown] = [0, 9].map(Seed::from_index);
    assert_eq!(games(&cards, &[known, unknown, known]), []);
}

#[test]
fn the_entrant_who_had_white_more_often_gets_black() {
    let (mut cards, both) = all(2);
    cards[0].color_difference = 2;
    assert_eq!(pair(&cards, &both, 2, &[])[0].black, both[0]);
}

#[test]
fn a_crowd_is_paired_in_batches() {
    let (cards, waiting) = all(300);
    let games = pair(&cards, &waiting, cards.len(), &[]);
    assert_eq!(games.len(), MAX_BATCH / 2);
}

/// Whether an entrant got an opponent at a pairing; `None` for one who was playing or absent.
type Wave = Vec<Option<bool>>;

/// An arena in which games take random times, and people come and go.
fn random_arena(rng: &mut SmallRng) -> Vec<Wave> {
    let size = match rng.random_range(0..20) {
        0 => rng.random_range(65..180),
        _ => rng.random_range(3..24),
    };
    let mut cards = vec![ArenaCard::default(); size];
    let mut here: Vec<bool> = (0..size).map(|_| rng.random_bool(0.9)).collect();
    // The time at which the game of each ends.
    let mut busy = vec![0; size];
    let mut waves = Vec::new();
    for now in 0..30 {
        for (place, here) in here.iter_mut().enumerate() {
            *here ^= now > 0 && busy[place] <= now && rng.random_bool(0.02);
        }
        let free = (0..size).filter(|&place| here[place] && busy[place] <= now);
        let mut waiting: Vec<Seed> = free.map(Seed::from_index).collect();
        waiting.sort_by_key(|seed| cards[seed.index()].priority());
        let active = here.iter().filter(|here| **here).count();
        let games = pair(&cards, &waiting, active, &[]);
        if games.is_empty() {
            continue;
        }
        let mut wave = vec![None; size];
        for seed in waiting {
            let is_paired = games.iter().any(|game| game.color_of(seed).is_some());
            cards[seed.index()].note_pairing(is_paired);
            wave[seed.index()] = Some(is_paired);
        }
        for game in games {
            let length = rng.random_range(1..8);
            let result = match rng.random_range(0..3) {
                0 => PairingResult::Draw,
                1 => PairingResult::Win(Color::White),
                _ => PairingResult::Win(Color::Black),
            };
            for color in Color::ALL {
                let seed = game.seed(color);
                busy[seed.index()] = now + length;
                cards[seed.index()].score(color, game.seed(!color), result);
            }
        }
        waves.push(wave);
    }
    waves
}

#[test]
fn no_one_waits_twice_in_a_row_while_another_plays_twice() {
    let mut waited_twice = 0;
    for seed in 0..1000 {
        let waves = random_arena(&mut SmallRng::seed_from_u64(seed));
        for two in waves.windows(2) {
            let has = |wanted| {
                let both = two[0].iter().zip(&two[1]);
                both.filter(|&(&one, &two)| one == Some(wanted) && two == Some(wanted))
                    .count()
            };
            assert!(has(false) == 0 || has(true) == 0, "arena {seed}: {two:?}");
            waited_twice += has(false);
        }
    }
    // More than two batches.
    assert!(waited_twice > 0);
}

#[test]
fn standings_are_by_points_then_by_fewer_games() {
    let cards = [(4, 3), (6, 5), (4, 2), (4, 3), (0, 0), (0, 5)].map(|(points, games)| ArenaCard {
        points,
        games,
        ..ArenaCard::default()
    });
    let ranks = standings(&cards).into_iter();
    let ranks: Vec<_> = ranks.map(|(rank, seed)| (rank, seed.number())).collect();
    assert_eq!(ranks, [(1, 2), (2, 3), (3, 1), (3, 4), (5, 6), (6, 5)]);
}

#[test]
fn entrants_who_are_kept_apart_never_meet() {
    let (cards, all) = all(4);
    let apart = [(all[0], all[1]), (all[3], all[0])];
    let games = pair(&cards, &all, 4, &apart);
    assert_eq!(games.len(), 2);
    let plays = |game: &Pairing, index: usize| game.color_of(all[index]).is_some();
    assert!(games.iter().any(|game| plays(game, 0) && plays(game, 2)));
    assert!(pair(&cards, &all[..2], 2, &apart).is_empty());
}
