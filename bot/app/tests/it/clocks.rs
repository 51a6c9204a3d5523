//! Clocks: the cost of a move, flags, and compensation for downtime.

use app::effect::{Effect, Subject};
use app::{
    ColorWish, Command, End, GameId, Level, Refusal, Span, Terms, TimeControl, Timestamp, Which,
};
use rules_core::{Color, Variant};
use text::Platform;

use crate::common::{Hall, called, game_of, moving, timed};

/// Ten minutes and five seconds for each move.
const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 5,
};
const THREE_DAYS: TimeControl = TimeControl::PerMove { days: 3 };

/// A game between ann (White) and bob.
fn begin(hall: &mut Hall, variant: Variant, time: TimeControl, start: Option<&str>) -> GameId {
    hall.game_on(Terms {
        start: start.map(str::to_owned),
        ..timed(variant, time)
    })
}

fn left(hall: &Hall, id: GameId, color: Color) -> i64 {
    hall.record(id)
        .time_left(color, Timestamp(hall.now))
        .unwrap()
        .0
        / 1000
}

fn wait(hall: &mut Hall, span: Span) {
    hall.now += span.0;
}

/// Lets time pass as the program does each second.
fn tick(hall: &mut Hall) -> Vec<app::effect::Outgoing> {
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap()
}

#[test]
fn a_live_clock_begins_with_the_second_move_and_adds_its_increment() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, None);
    wait(&mut hall, Span::minutes(4));
    hall.play("ann", "e4");
    wait(&mut hall, Span::minutes(4));
    hall.play("bob", "e5");
    assert_eq!(
        (
            left(&hall, game, Color::White),
            left(&hall, game, Color::Black)
        ),
        (600, 600),
        "the first moves cost nothing"
    );
    wait(&mut hall, Span::seconds(59));
    assert_eq!(left(&hall, game, Color::White), 541);
    hall.play("ann", "d4");
    assert_eq!(left(&hall, game, Color::White), 545, "60 used, 5 added");
    assert_eq!(left(&hall, game, Color::Black), 600);
}

#[test]
fn a_flag_falls_at_its_time_and_not_when_it_is_noticed() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, THREE_DAYS, None);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    let flag = hall.record(game).flag().unwrap();
    assert_eq!(flag, Timestamp(hall.now).plus(Span::days(3)));
    assert!(tick(&mut hall).is_empty());
    wait(&mut hall, Span::days(4));
    let shown = tick(&mut hall);
    assert_eq!(game_of(&shown), game);
    let result = hall.record(game).result.unwrap();
    assert_eq!(result.winner, Some(Color::Black));
    assert_eq!((result.end, result.at), (End::TimeForfeit, flag));
    assert!(
        hall.text(Subject::Game(game))
            .contains("@t:bob won on time.")
    );
    assert!(tick(&mut hall).is_empty(), "it falls once");
}

#[test]
fn both_players_are_called_when_time_ends_their_game() {
    let mut hall = Hall::new();
    begin(&mut hall, Variant::Latrunculi, LIVE, None);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    wait(&mut hall, Span::minutes(11));
    let outgoing = tick(&mut hall);
    let handled = app::effect::Handled {
        answer: app::effect::Answer::Seen,
        outgoing,
    };
    assert_eq!(
        called(&handled),
        Some(vec!["t:ann".to_owned(), "t:bob".to_owned()])
    );
}

#[test]
fn a_move_that_comes_after_the_flag_ends_the_game_instead() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, None);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    wait(&mut hall, Span::minutes(10));
    hall.play("ann", "d4");
    let record = hall.record(game);
    assert_eq!(record.moves.len(), 2);
    assert_eq!(record.result.unwrap().end, End::TimeForfeit);
}

#[test]
fn a_game_in_which_not_both_have_moved_is_aborted_and_not_lost() {
    for (moves, time, span) in [
        (0, LIVE, app::FIRST_MOVE),
        (1, LIVE, app::FIRST_MOVE),
        (1, THREE_DAYS, Span::days(3)),
    ] {
        let mut hall = Hall::new();
        let game = begin(&mut hall, Variant::Latrunculi, time, None);
        if moves == 1 {
            hall.play("ann", "e4");
        }
        wait(&mut hall, Span(span.0 - 5000));
        tick(&mut hall);
        assert_eq!(hall.record(game).result, None);
        wait(&mut hall, Span::seconds(5));
        tick(&mut hall);
        let result = hall.record(game).result.unwrap();
        assert_eq!((result.winner, result.end), (None, End::Abandonment));
        assert!(
            hall.text(Subject::Game(game))
                .contains("The game was aborted")
        );
    }
}

#[test]
fn a_bank_of_days_is_filled_by_moves_up_to_its_cap() {
    let bank = TimeControl::Bank {
        start: 14,
        increment: 1,
        cap: 15,
    };
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, bank, None);
    hall.play("ann", "e4");
    assert_eq!(
        left(&hall, game, Color::White),
        15 * 86_400 - 1,
        "14 days + 1"
    );
    hall.play("bob", "e5");
    wait(&mut hall, Span::days(10));
    hall.play("ann", "d4");
    assert_eq!(
        left(&hall, game, Color::White) / 86_400,
        5,
        "15 - 10 + 1, begun"
    );
    hall.play("bob", "d5");
    hall.play("ann", "exd5");
    for _ in 0..12 {
        let mv = hall.record(game).replay().unwrap().legal_moves()[0];
        let uci = mv.uci(Variant::Latrunculi.shape()).to_string();
        let who = if hall.record(game).turn() == Color::White {
            "ann"
        } else {
            "bob"
        };
        hall.play(who, &uci);
    }
    assert!(left(&hall, game, Color::Black) <= 15 * 86_400);
}

#[test]
fn no_one_loses_on_time_to_a_lone_king() {
    let mut hall = Hall::new();
    let fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1";
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, Some(fen));
    hall.play("bob", "Kd7");
    hall.play("ann", "e4");
    hall.play("bob", "Kd6");
    wait(&mut hall, Span::minutes(11));
    tick(&mut hall);
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.winner, result.end), (None, End::TimeForfeit));
    let text = hall.text(Subject::Game(game));
    let sentence = "The game is drawn: @t:ann ran out of time, but @t:bob has only a king left.";
    assert!(text.contains(sentence), "{text}");
}

#[test]
fn the_engine_never_runs_out_of_time() {
    let mut hall = Hall::new();
    let play = Command::Play {
        terms: Terms {
            time: LIVE,
            color: ColorWish::Only(Color::White),
            ..Terms::of(Variant::Latrunculi)
        },
        level: Level::LOWEST,
    };
    let game = game_of(&hall.act("ann", play).outgoing);
    hall.play("ann", "e4");
    wait(&mut hall, Span::days(1));
    assert!(tick(&mut hall).is_empty());
    assert_eq!(hall.record(game).flag(), None);
    assert_eq!(left(&hall, game, Color::Black), 600);
}

#[test]
fn time_in_which_delos_was_away_is_given_back_to_live_clocks_once() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, None);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    let now = hall.moment();
    hall.app.note_presence(Platform::Discord, now.now).unwrap();
    let flag = hall.record(game).flag().unwrap();
    wait(&mut hall, Span::hours(2));
    let back = hall.moment();
    let away = back.now.since(now.now);
    // The first return breaks off before it is noted, as a killed program would leave it.
    let noted = hall
        .app
        .store()
        .get(&app::store::Key::Presence)
        .unwrap()
        .unwrap();
    assert_eq!(hall.app.come_back(back.now).unwrap().len(), 1);
    assert_eq!(hall.record(game).flag(), Some(flag.plus(away)));
    let version = hall
        .app
        .store()
        .get(&app::store::Key::Presence)
        .unwrap()
        .unwrap()
        .version;
    hall.app
        .store()
        .commit(app::store::Batch {
            writes: vec![app::store::Write {
                expected: version,
                record: noted.record,
            }],
            ..Default::default()
        })
        .unwrap();
    let again = hall.moment();
    hall.app.come_back(again.now).unwrap();
    let late = again.now.since(back.now);
    assert_eq!(hall.record(game).flag(), Some(flag.plus(away).plus(late)));
    wait(&mut hall, Span::minutes(11));
    tick(&mut hall);
    assert_eq!(
        hall.record(game).result.unwrap().at,
        flag.plus(away).plus(late),
        "and then it falls exactly"
    );
}

#[test]
fn an_absence_is_made_up_for_once_when_restarts_follow_closely() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, None);
    hall.play("ann", "e4");
    hall.play("bob", "e5");
    let now = hall.moment();
    hall.app.note_presence(Platform::Discord, now.now).unwrap();
    let flag = hall.record(game).flag().unwrap();
    let mut away = Span(0);
    let mut last = now;
    for _ in 0..5 {
        wait(&mut hall, Span::seconds(2));
        let back = hall.moment();
        hall.app.come_back(back.now).unwrap();
        away = Span(away.0 + back.now.since(last.now).0);
        last = back;
    }
    assert_eq!(hall.record(game).flag(), Some(flag.plus(away)));
}

#[test]
fn who_was_to_be_called_before_an_absence_still_is_after_it() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, Variant::Latrunculi, LIVE, None);
    let moved = hall.play("ann", "e4");
    let Some(Effect::Show(call)) = moved.outgoing.first().map(|first| first.effect.clone()) else {
        panic!("{moved:?}");
    };
    let now = hall.moment();
    hall.app.note_presence(Platform::Discord, now.now).unwrap();
    wait(&mut hall, Span::seconds(20));
    let back = hall.moment();
    let again = hall.app.come_back(back.now).unwrap();
    let Some(Effect::Show(clocks)) = again.first().map(|first| first.effect.clone()) else {
        panic!("{again:?}");
    };
    assert!(clocks.version > call.version, "the clocks are shown anew");
    let shown = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    assert_eq!(
        shown.version, call.version,
        "a front end that has yet to show the move calls the player who must answer it"
    );
}

#[test]
fn a_deadline_of_days_that_passed_in_an_absence_falls_an_hour_after_the_return() {
    let mut hall = Hall::new();
    let soon = begin(&mut hall, Variant::Latrunculi, THREE_DAYS, None);
    hall.act("ann", moving(Which::Id(soon), "e4"));
    hall.act("bob", moving(Which::Id(soon), "e5"));
    let week = TimeControl::PerMove { days: 7 };
    let later = begin(&mut hall, Variant::Latrunculi, week, None);
    let unmoved = hall.record(later).flag();
    wait(&mut hall, Span(Span::days(3).0 - Span::minutes(10).0));
    let now = hall.moment();
    hall.app.note_presence(Platform::Discord, now.now).unwrap();
    wait(&mut hall, Span::hours(5));
    let back = hall.moment();
    let shown = hall.app.come_back(back.now).unwrap();
    assert_eq!(
        shown.len(),
        1,
        "only the game whose deadline moves: {shown:?}"
    );
    tick(&mut hall);
    assert_eq!(hall.record(soon).result, None);
    let flag = hall.record(soon).flag().unwrap();
    assert_eq!(flag, back.now.plus(app::RETURN));
    assert_eq!(
        hall.record(later).flag(),
        unmoved,
        "far deadlines don't change"
    );
    // After a move the absence is of the past.
    hall.act("ann", moving(Which::Id(soon), "d4"));
    hall.act("bob", moving(Which::Id(soon), "d5"));
    assert_eq!(
        hall.record(soon).flag(),
        Some(Timestamp(hall.now).plus(Span::days(3)))
    );
}

#[test]
fn only_a_game_of_two_people_with_a_clock_from_the_usual_start_is_rated() {
    let mut hall = Hall::new();
    let rated = |time, start: Option<&str>| Terms {
        time,
        rated: true,
        start: start.map(str::to_owned),
        ..Terms::of(Variant::Latrunculi)
    };
    let challenge = |terms| Command::Challenge {
        opponent: None,
        terms,
    };
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for terms in [rated(TimeControl::Unlimited, None), rated(LIVE, Some(fen))] {
        assert_eq!(hall.refused("ann", challenge(terms)), Refusal::NotRatable);
    }
    let play = Command::Play {
        terms: rated(LIVE, None),
        level: Level::LOWEST,
    };
    assert_eq!(hall.refused("ann", play), Refusal::NotRatable);
    let handled = hall.act("ann", challenge(rated(LIVE, None)));
    let id = crate::common::challenge_of(&handled.outgoing);
    let text = hall.text(Subject::Challenge(id));
    assert!(
        text.contains("Latrunculi duo milia et septum, 10 minutes + 5 seconds per move, rated"),
        "{text}"
    );
    let game = game_of(&hall.act("bob", Command::Accept(id)).outgoing);
    assert!(hall.record(game).rated);
}

#[test]
fn records_of_before_there_were_clocks_still_read() {
    let mut hall = Hall::new();
    let game = hall.game(Variant::Toto40);
    let json = serde_json::to_string(&hall.record(game)).unwrap();
    for new in ["\"time\"", "\"clock\"", "\"rated\""] {
        assert!(
            !json.contains(new),
            "a game without clocks is stored as before: {json}"
        );
    }
}
