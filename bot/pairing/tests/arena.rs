//! Arena: points, streaks and who is paired.

use pairing::arena::{ArenaCard, MOST_AT_ONCE, pair};
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
        let mut pairs: Vec<_> = pair(cards, waiting)
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
    let game = pair(&cards, &[Seed::at(0), Seed::at(1)])[0];
    assert_eq!(game.black, Seed::at(0));
}

#[test]
fn a_crowd_is_paired_in_parts() {
    let cards = vec![ArenaCard::default(); 300];
    let waiting: Vec<Seed> = (0..300).map(Seed::at).collect();
    assert_eq!(pair(&cards, &waiting).len(), MOST_AT_ONCE / 2);
}
