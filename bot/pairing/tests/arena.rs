//! Arena: points, streaks and who is paired.

use pairing::arena::{ArenaCard, ArenaPoints, MOST_AT_ONCE, pair, standings};
use pairing::{Forfeit, PairingResult, Seed};
use rules_core::Color;

#[test]
fn points_double_after_two_wins_until_a_game_is_not_won() {
    let mut card = ArenaCard::default();
    let win = PairingResult::Win(Color::White);
    let mut points = Vec::new();
    for result in [win, win, win, PairingResult::Draw, PairingResult::Draw, win] {
        card.score(Color::White, Seed::at(1), result);
        points.push(card.points.0);
    }
    assert_eq!(points, [2, 4, 8, 10, 11, 13]);
    card.score(Color::Black, Seed::at(1), win);
    assert_eq!((card.points.0, card.streak, card.games), (13, 0, 7));
}

#[test]
fn waiting_in_vain_brings_a_win_but_no_streak() {
    let mut card = ArenaCard {
        streak: 5,
        ..ArenaCard::default()
    };
    card.score(
        Color::White,
        Seed::at(1),
        PairingResult::Forfeit(Forfeit::By(Color::Black)),
    );
    assert_eq!((card.points.0, card.streak, card.games), (2, 5, 0));
    card.score(
        Color::Black,
        Seed::at(1),
        PairingResult::Forfeit(Forfeit::By(Color::Black)),
    );
    assert_eq!((card.points.0, card.streak), (2, 0));
}

#[test]
fn neighbors_meet_but_not_twice_running() {
    let mut cards = vec![ArenaCard::default(); 4];
    for (card, points) in cards.iter_mut().zip([8, 6, 4, 2]) {
        card.points.0 = points;
    }
    let all: Vec<Seed> = (0..4).map(Seed::at).collect();
    let games = |cards: &[ArenaCard], waiting: &[Seed]| {
        let mut pairs: Vec<_> = pair(cards, waiting, cards.len())
            .iter()
            .map(|game| {
                (
                    game.white.min(game.black).number(),
                    game.white.max(game.black).number(),
                )
            })
            .collect();
        pairs.sort_unstable();
        pairs
    };
    assert_eq!(games(&cards, &all), [(1, 2), (3, 4)]);
    cards[0].last_opponent = Some(Seed::at(1));
    cards[1].last_opponent = Some(Seed::at(0));
    assert_eq!(games(&cards, &all), [(1, 3), (2, 4)]);
    assert_eq!(games(&cards, &all[..2]), []);
    assert_eq!(games(&cards[..2], &all[..2]), [(1, 2)]);
    assert_eq!(games(&cards, &[Seed::at(0), Seed::at(9), Seed::at(0)]), []);
}

#[test]
fn who_had_white_more_often_has_black() {
    let mut cards = vec![ArenaCard::default(); 2];
    cards[0].difference = 2;
    let game = pair(&cards, &[Seed::at(0), Seed::at(1)], cards.len())[0];
    assert_eq!(game.black, Seed::at(0));
}

#[test]
fn a_crowd_is_paired_in_parts() {
    let cards = vec![ArenaCard::default(); 300];
    let waiting: Vec<Seed> = (0..300).map(Seed::at).collect();
    assert_eq!(pair(&cards, &waiting, cards.len()).len(), MOST_AT_ONCE / 2);
}

#[test]
fn the_standings_go_by_points_then_by_fewer_games() {
    let card = |points, games| ArenaCard {
        points: ArenaPoints(points),
        games,
        ..ArenaCard::default()
    };
    let cards = [card(4, 3), card(6, 5), card(4, 2), card(4, 3), card(0, 0)];
    let ranks: Vec<_> = standings(&cards)
        .into_iter()
        .map(|(rank, seed)| (rank, seed.number()))
        .collect();
    assert_eq!(ranks, [(1, 2), (2, 3), (3, 1), (3, 4), (5, 5)]);
}

#[test]
fn the_last_two_who_are_there_meet_again() {
    let mut cards = vec![ArenaCard::default(); 4];
    let (one, two) = (Seed::at(0), Seed::at(1));
    cards[0].last_opponent = Some(two);
    cards[1].last_opponent = Some(one);
    assert!(pair(&cards, &[one, two], 4).is_empty());
    assert_eq!(pair(&cards, &[one, two], 2).len(), 1);
}
