//! Clocks: the cost of a move, flags, and compensation for downtime.

use app::effect::{Outgoing, Subject};
use app::store::Key;
use app::{
    Command, End, FIRST_MOVE, GameId, RETURN, Refusal, Span, Terms, TimeControl, Timestamp, Which,
};
use rules_core::{Color, Variant};
use text::Platform;

use crate::common::{
    Hall, LIVE, THREE_DAYS, as_white, assert_says, assert_silent_about, challenge_of,
    from_position, game_of, moving, open_challenge, play, shows, timed,
};

/// The seconds that a side has left.
fn left(hall: &Hall, id: GameId, color: Color) -> i64 {
    let left = hall.record(id).time_left(color, Timestamp(hall.now));
    left.unwrap().0 / 1000
}

fn flag(hall: &Hall, id: GameId) -> Timestamp {
    hall.record(id).flag().unwrap()
}

/// Notes that the program runs; returns when.
fn note_presence(hall: &mut Hall) -> Timestamp {
    let now = hall.moment().now;
    hall.app.note_presence(Platform::Discord, now).unwrap();
    now
}

/// Restarts the program; returns the time of the restart and the messages that follow.
fn come_back(hall: &mut Hall) -> (Timestamp, Vec<Outgoing>) {
    let now = hall.moment().now;
    (now, crate::common::come_back(&hall.app, now).unwrap())
}

#[test]
fn a_live_clock_begins_with_the_second_move_and_adds_its_increment() {
    let mut hall = Hall::new();
    let game = hall.game_with(LIVE);
    let rule = "Make your first move within 5 minutes, or the game is aborted.";
    assert_says(hall.text(Subject::Game(game)), rule);
    for text in ["e4", "e5"] {
        hall.wait(Span::minutes(4));
        hall.play_on(game, &[text]);
    }
    let both = Color::ALL.map(|color| left(&hall, game, color));
    assert_eq!(both, [600, 600], "the first moves cost nothing");
    hall.wait(Span::seconds(59));
    assert_eq!(left(&hall, game, Color::White), 541);
    hall.play("ann", "d4");
    assert_eq!(left(&hall, game, Color::White), 545, "60 used, 5 added");
    assert_eq!(left(&hall, game, Color::Black), 600);
}

#[test]
fn a_flag_falls_at_its_time_and_not_when_it_is_noticed() {
    let mut hall = Hall::new();
    let game = hall.begun_with(THREE_DAYS);
    let flag = flag(&hall, game);
    assert_eq!(flag, Timestamp(hall.now).plus(Span::days(3)));
    assert!(hall.tick().is_empty());
    let shown = hall.pass(Span::days(4));
    assert_eq!(game_of(&shown), game);
    let result = hall.record(game).result.unwrap();
    assert_eq!(result.winner, Some(Color::Black));
    assert_eq!((result.end, result.at), (End::TimeForfeit, flag));
    assert!(hall.tick().is_empty(), "it falls once");
}

#[test]
fn a_move_that_comes_after_the_flag_ends_the_game_instead() {
    let mut hall = Hall::new();
    let game = hall.begun_with(LIVE);
    hall.wait(Span::minutes(10));
    hall.play("ann", "d4");
    let record = hall.record(game);
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.result.unwrap().end, End::TimeForfeit);
}

#[test]
fn a_game_in_which_not_both_have_moved_is_aborted_and_not_lost() {
    for (moves, time, span) in [
        (&[][..], LIVE, FIRST_MOVE),
        (&["e4"], LIVE, FIRST_MOVE),
        (&["e4"], THREE_DAYS, Span::days(3)),
    ] {
        let mut hall = Hall::new();
        let game = hall.game_with(time);
        hall.play_on(game, moves);
        hall.pass(Span(span.0 - 5000));
        assert_eq!(hall.record(game).result, None);
        hall.pass(Span::seconds(5));
        let result = hall.record(game).result.unwrap();
        assert_eq!((result.winner, result.end), (None, End::Abandonment));
    }
}

#[test]
fn a_bank_of_days_is_filled_by_moves_up_to_its_cap() {
    const DAY: i64 = 86_400;
    let bank = TimeControl::Bank {
        start: 14,
        increment: 1,
        cap: 15,
    };
    let mut hall = Hall::new();
    let game = hall.game_with(bank);
    hall.play("ann", "e4");
    assert_eq!(left(&hall, game, Color::White), 15 * DAY - 1, "14 days + 1");
    hall.play("bob", "e5");
    hall.wait(Span::days(10));
    hall.play("ann", "d4");
    let days = left(&hall, game, Color::White) / DAY;
    assert_eq!(days, 5, "15 - 10 + 1, begun");
    hall.play_on(game, &["d5", "exd5"]);
    for _ in 0..6 {
        hall.both_move(game);
    }
    assert!(left(&hall, game, Color::Black) <= 15 * DAY);
}

#[test]
fn no_one_loses_on_time_to_a_lone_king() {
    let mut hall = Hall::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    let game = hall.game_on(Terms {
        time: LIVE,
        ..from_position(Variant::Latrunculi, fen)
    });
    hall.play_on(game, &["Kd7", "e4", "Kd6"]);
    hall.pass(Span::minutes(11));
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.winner, result.end), (None, End::TimeForfeit));
    let sentence = "The game is drawn: @t:ann ran out of time, but @t:bob has only a king left.";
    assert_says(hall.text(Subject::Game(game)), sentence);
}

#[test]
fn the_engine_never_runs_out_of_time() {
    let mut hall = Hall::new();
    let game = hall.game_with_engine(timed(Variant::Latrunculi, LIVE));
    hall.play("ann", "e4");
    assert!(hall.pass(Span::days(1)).is_empty());
    assert_eq!(hall.record(game).flag(), None);
    assert_eq!(left(&hall, game, Color::Black), 600);
}

#[test]
fn downtime_is_given_back_to_live_clocks_once() {
    let mut hall = Hall::new();
    let game = hall.begun_with(LIVE);
    let gone = note_presence(&mut hall);
    let before = flag(&hall, game);
    hall.wait(Span::hours(2));
    // The first return breaks off before it is noted, as a killed program would leave it.
    let noted = hall.stored(&Key::Presence).unwrap();
    let (back, shown) = come_back(&mut hall);
    assert_eq!(shown.len(), 1);
    let away = back.since(gone);
    assert_eq!(flag(&hall, game), before.plus(away));
    hall.write(noted);
    let (again, _) = come_back(&mut hall);
    let expected = before.plus(away).plus(again.since(back));
    assert_eq!(flag(&hall, game), expected);
    hall.pass(Span::minutes(11));
    let result = hall.record(game).result.unwrap();
    assert_eq!(result.at, expected, "and then it falls exactly");
}

#[test]
fn a_clock_that_is_set_back_returns_no_time_that_was_used() {
    let mut hall = Hall::new();
    let game = hall.begun_with(LIVE);
    hall.wait(Span::seconds(50));
    let gone = note_presence(&mut hall);
    let (before, noted) = (flag(&hall, game), hall.stored(&Key::Presence).unwrap());
    hall.now -= Span::minutes(10).0;
    let (back, _) = come_back(&mut hall);
    let expected = Timestamp(before.0 - gone.since(back).0);
    assert_eq!(flag(&hall, game), expected);
    // As a killed program would leave it.
    hall.write(noted);
    come_back(&mut hall);
    assert_eq!(flag(&hall, game), expected);
}

#[test]
fn a_call_that_is_due_before_an_absence_still_is_after_it() {
    let mut hall = Hall::new();
    let game = hall.game_with(LIVE);
    let moved = hall.play("ann", "e4");
    let call = shows(&moved.outgoing).next().unwrap().version;
    note_presence(&mut hall);
    hall.wait(Span::seconds(20));
    let (_, again) = come_back(&mut hall);
    let clocks = shows(&again).next().unwrap().version;
    assert!(clocks > call, "the clocks are shown anew");
    // A front end that has yet to show the move calls the player who must answer it.
    assert_eq!(hall.shown(Subject::Game(game)).version, call);
}

#[test]
fn a_deadline_of_days_in_an_absence_passes_an_hour_after_the_return() {
    let mut hall = Hall::new();
    let soon = hall.begun_with(THREE_DAYS);
    let later = hall.game_with(TimeControl::PerMove { days: 7 });
    let unmoved = flag(&hall, later);
    hall.wait(Span(Span::days(3).0 - Span::minutes(10).0));
    note_presence(&mut hall);
    hall.wait(Span::hours(5));
    let (back, shown) = come_back(&mut hall);
    let moved = shows(&shown).map(|show| show.subject);
    assert_eq!(moved.collect::<Vec<_>>(), [Subject::Game(soon)]);
    hall.tick();
    assert_eq!(hall.record(soon).result, None);
    assert_eq!(flag(&hall, soon), back.plus(RETURN));
    assert_eq!(flag(&hall, later), unmoved, "far deadlines don't change");
    // After a move the absence no longer matters.
    hall.play_on(soon, &["d4", "d5"]);
    assert_eq!(flag(&hall, soon), Timestamp(hall.now).plus(Span::days(3)));
}

#[test]
fn only_games_of_two_people_with_a_clock_from_the_start_are_rated() {
    let mut hall = Hall::new();
    let rated = |terms: Terms| Terms {
        rated: true,
        ..as_white(terms)
    };
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let live = || rated(timed(Variant::Latrunculi, LIVE));
    let clockless = rated(Terms::of(Variant::Latrunculi));
    let odd_start = Terms {
        time: LIVE,
        ..rated(from_position(Variant::Latrunculi, fen))
    };
    let [clockless, odd_start] = [clockless, odd_start].map(open_challenge);
    for command in [clockless, odd_start, play(live())] {
        hall.assert_refused("ann", command, Refusal::NotRatable);
    }
    let id = challenge_of(&hall.act("ann", open_challenge(live())).outgoing);
    let terms = "Chess Latrunculi, 10 minutes + 5 seconds per move, rated";
    assert_says(hall.text(Subject::Challenge(id)), terms);
    let accepted = hall.act("bob", Command::Accept(id));
    assert!(hall.record(game_of(&accepted.outgoing)).rated);
}

#[test]
fn a_game_without_clocks_is_stored_as_before_there_were_any() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let json = serde_json::to_string(&hall.record(game)).unwrap();
    for new in ["\"time\"", "\"clock\"", "\"rated\""] {
        assert_silent_about(&json, new);
    }
    hall.act("ann", moving(Which::Id(game), "d5e5"));
}
