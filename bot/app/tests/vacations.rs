//! Vacations: whose clock stands, for how long, and who is told.

#![allow(clippy::unwrap_used, reason = "a test fails by a panic")]

mod common;

use app::effect::{Answer, Effect, Handled};
use app::{ColorWish, Command, GameId, Limits, Refusal, Span, Tell, Terms, TimeControl, Timestamp};
use common::{Hall, challenge_of, game_of, person};
use rules_core::{Color, Variant};

/// A game between ann (White) and bob with that time.
fn begin(hall: &mut Hall, time: TimeControl) -> GameId {
    let terms = Terms {
        color: ColorWish::Only(Color::White),
        time,
        ..Terms::of(Variant::Latrunculi)
    };
    let challenge = Command::Challenge {
        opponent: Some(person("bob")),
        terms,
    };
    let id = challenge_of(&hall.act("ann", challenge).outgoing);
    game_of(&hall.act("bob", Command::Accept(id)).outgoing)
}

fn days(days: u16) -> TimeControl {
    TimeControl::PerMove { days }
}

fn flag(hall: &Hall, id: GameId) -> i64 {
    hall.record(id).flag().unwrap().0
}

fn said(handled: &Handled) -> String {
    match &handled.answer {
        Answer::Private(card) => card.text.to_string(),
        other => panic!("nothing was said: {other:?}"),
    }
}

fn told(handled: &Handled) -> Vec<Tell> {
    let tells = handled.outgoing.iter().filter_map(|o| match &o.effect {
        Effect::Tell(tell) => Some(tell.clone()),
        _ => None,
    });
    tells.collect()
}

#[test]
fn a_turn_that_had_begun_is_put_off_by_the_vacation_and_the_opponent_is_told() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, days(3));
    let before = flag(&hall, game);
    hall.now += Span::days(1).0;
    let taken = hall.act("ann", Command::Vacation(Some(5)));
    assert!(
        said(&taken).contains("16 days of vacation left"),
        "{}",
        said(&taken)
    );
    assert_eq!(flag(&hall, game), before + Span::days(5).0);
    let [tell] = &told(&taken)[..] else {
        panic!("bob alone is told");
    };
    assert_eq!(tell.to, person("bob").id);
    let now = Timestamp(hall.now);
    let words = hall.app.told(tell, now).unwrap().unwrap().card.text;
    assert!(
        words.to_string().starts_with("@t:ann is on vacation until"),
        "{words}"
    );
    let over = now.plus(Span::days(6));
    assert!(hall.app.told(tell, over).unwrap().is_none(), "out of date");
    // Nobody loses by time meanwhile.
    hall.now += Span::days(6).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    assert!(hall.record(game).result.is_none());
    hall.now += Span::days(2).0;
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    assert!(hall.record(game).result.is_some());
}

#[test]
fn a_turn_that_begins_in_a_vacation_counts_from_its_end() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, days(3));
    hall.act("bob", Command::Vacation(Some(5)));
    let back = hall.now + Span::days(5).0;
    hall.play("ann", "d4");
    assert_eq!(flag(&hall, game), back + Span::days(3).0);
    // Bob can move all the same, and has lost nothing by it.
    hall.play("bob", "d5");
    assert_eq!(flag(&hall, game), hall.now + Span::days(3).0);
    assert_eq!(
        hall.record(game).clock.unwrap().left[Color::Black],
        Span::days(3)
    );
}

#[test]
fn live_games_and_games_without_clocks_know_no_vacations() {
    let mut hall = Hall::new();
    let live = begin(
        &mut hall,
        TimeControl::Live {
            minutes: 10,
            increment: 5,
        },
    );
    begin(&mut hall, TimeControl::Unlimited);
    let before = flag(&hall, live);
    let taken = hall.act("ann", Command::Vacation(Some(5)));
    assert_eq!(flag(&hall, live), before);
    assert!(told(&taken).is_empty());
}

#[test]
fn nobody_takes_more_days_in_a_year_than_there_are() {
    let mut hall = Hall::with(Limits {
        vacation_days: 6,
        ..Limits::default()
    });
    let game = begin(&mut hall, days(3));
    let before = flag(&hall, game);
    hall.act("ann", Command::Vacation(Some(4)));
    assert_eq!(
        hall.refused("ann", Command::Vacation(Some(3))),
        Refusal::NoVacationLeft(2)
    );
    assert_eq!(
        hall.refused("ann", Command::Vacation(Some(0))),
        Refusal::NoVacationLeft(2)
    );
    // Two more days make it longer.
    hall.act("ann", Command::Vacation(Some(2)));
    assert_eq!(flag(&hall, game), before + Span::days(6).0);
    let asked = hall.act("ann", Command::Vacation(None));
    assert!(said(&asked).contains("You are on vacation until"));
    assert!(said(&asked).contains("no days of vacation left"));
    // A new year, new days; these tests begin in January 1970.
    hall.now += Span::days(366).0;
    let asked = hall.act("ann", Command::Vacation(None));
    assert!(
        said(&asked).contains("6 days of vacation left"),
        "{}",
        said(&asked)
    );
}
