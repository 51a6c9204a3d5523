//! Time while the players of one platform cannot reach Delos.

use app::effect::Outgoing;
use app::{Command, End, GameId, Span, Timestamp, Which};
use rules_core::{Color, Variant};
use text::Platform;

use super::{LIVE, ann, boards, bob, both, both_move, by_ann, by_bob, game, room};
use crate::common::{Hall, moving, rated, tells, timed};

/// A live game in which it is ann's turn, with both platforms noted as reachable.
fn live(hall: &mut Hall) -> GameId {
    let game = game(hall, timed(Variant::Leto, LIVE));
    both_move(hall, game);
    reached(hall, Platform::Matrix);
    reached(hall, Platform::Discord);
    game
}

fn reached(hall: &Hall, platform: Platform) {
    hall.app
        .note_presence(platform, Timestamp(hall.now))
        .unwrap();
}

/// Compensates for the absence of a platform.
fn comes_back(hall: &Hall, platform: Platform) -> Vec<Outgoing> {
    let now = Timestamp(hall.now);
    hall.app.come_back_since(platform, None, now).unwrap().0
}

fn left(hall: &Hall, game: GameId, color: Color) -> i64 {
    let record = hall.record(game);
    assert_eq!(record.result, None);
    record.time_left(color, Timestamp(hall.now)).unwrap().0 / 60_000
}

#[test]
fn no_flag_falls_while_the_player_to_move_cannot_reach_delos() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    by_ann(&mut hall, moving(Which::Mine, "d4"));
    // From now on, Matrix is unreachable.
    for _ in 0..40 {
        hall.wait(Span::minutes(1));
        reached(&hall, Platform::Discord);
        assert!(hall.tick_on(Platform::Discord).is_empty());
    }
    let offer = by_ann(&mut hall, Command::Draw(Which::Mine));
    assert_eq!(boards(&offer.outgoing).len(), 2);
    assert_eq!(left(&hall, game, Color::Black), 10, "given back so far");
    hall.wait(Span::minutes(40));
    reached(&hall, Platform::Discord);
    comes_back(&hall, Platform::Matrix);
    assert_eq!(left(&hall, game, Color::Black), 10);
    hall.wait(Span::minutes(11));
    let fell = hall.tick_on(Platform::Matrix);
    assert_eq!(boards(&fell), both(game, Some(&[&ann()]), Some(&[&bob()])));
    assert_eq!(hall.record(game).result.unwrap().end, End::TimeForfeit);
}

#[test]
fn an_absence_on_one_platform_gives_the_player_of_the_other_nothing() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    hall.wait(Span::minutes(5));
    let back = comes_back(&hall, Platform::Matrix);
    assert!(back.is_empty(), "ann could play throughout");
    assert_eq!(left(&hall, game, Color::White), 5);
    hall.wait(Span::minutes(5));
    let fell = hall.tick_on(Platform::Discord);
    assert_eq!(boards(&fell).len(), 2);
}

#[test]
fn a_turn_that_begins_in_an_absence_is_given_back_from_its_beginning() {
    let mut hall = Hall::new();
    let game = live(&mut hall);
    by_ann(&mut hall, moving(Which::Mine, "d4"));
    // Discord becomes unreachable, and bob moves after four minutes.
    hall.wait(Span::minutes(4));
    reached(&hall, Platform::Matrix);
    by_bob(&mut hall, moving(Which::Mine, "d5"));
    assert_eq!(left(&hall, game, Color::Black), 5);
    hall.wait(Span::minutes(30));
    reached(&hall, Platform::Matrix);
    assert!(hall.tick_on(Platform::Matrix).is_empty());
    comes_back(&hall, Platform::Discord);
    assert_eq!(left(&hall, game, Color::White), 9);
    assert_eq!(left(&hall, game, Color::Black), 5, "his time was his own");
}

#[test]
fn a_reminder_goes_to_the_player_where_they_play() {
    let mut hall = Hall::new();
    let game = game(&mut hall, rated(Variant::Leto));
    both_move(&mut hall, game);
    by_ann(&mut hall, moving(Which::Mine, "d4"));
    hall.wait(Span::hours(40));
    assert!(hall.tick_on(Platform::Discord).is_empty());
    let [told] = tells(&hall.tick_on(Platform::Matrix)).try_into().unwrap();
    assert_eq!(hall.told(&told).unwrap().room, Some(room()));
}
