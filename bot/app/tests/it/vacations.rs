//! Vacations: which clocks are paused, for how long, and who is told.

use app::effect::{Answer, Effect, Handled};
use app::{Command, GameId, Limits, Refusal, Span, Tell, TimeControl, Timestamp, Which};
use rules_core::{Color, Variant};

use crate::common::{Hall, moving, person, timed};

/// A game between ann (White) and bob with that time.
fn begin(hall: &mut Hall, time: TimeControl) -> GameId {
    hall.game_on(timed(Variant::Latrunculi, time))
}

fn days(days: u16) -> TimeControl {
    TimeControl::PerMove { days }
}

fn flag(hall: &Hall, id: GameId) -> i64 {
    hall.record(id).flag().unwrap().0
}

fn said(handled: &Handled) -> String {
    match &handled.answer {
        Answer::Aside(card) | Answer::Secret(card) => card.text.to_string(),
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
fn a_vacation_pauses_a_turn_in_progress_and_the_opponent_is_told() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, days(3));
    let before = flag(&hall, game);
    hall.now += Span::days(1).0;
    let taken = hall.act("ann", Command::Vacation(Some(5)));
    assert!(
        said(&taken).contains("16 vacation days left"),
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
    // No one loses on time meanwhile.
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
    // Bob can still move, and loses nothing by it.
    hall.play("bob", "d5");
    assert_eq!(flag(&hall, game), hall.now + Span::days(3).0);
    assert_eq!(
        hall.record(game).clock.unwrap().left[Color::Black],
        Span::days(3)
    );
}

#[test]
fn live_games_and_games_without_clocks_ignore_vacations() {
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
fn no_one_takes_more_days_in_a_year_than_allowed() {
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
    assert!(said(&asked).contains("You're on vacation until"));
    assert!(said(&asked).contains("no vacation days left"));
    // A new year, new days; these tests begin in January 1970.
    hall.now += Span::days(366).0;
    let asked = hall.act("ann", Command::Vacation(None));
    assert!(
        said(&asked).contains("6 vacation days left"),
        "{}",
        said(&asked)
    );
}

fn bank() -> TimeControl {
    TimeControl::Bank {
        start: 5,
        increment: 1,
        cap: 5,
    }
}

#[test]
fn ending_a_vacation_early_returns_the_days_that_have_not_started() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, days(3));
    let other = begin(&mut hall, days(14));
    hall.act("ann", moving(Which::Id(other), "d4"));
    hall.now += Span::days(1).0;
    hall.act("ann", Command::Vacation(Some(10)));
    hall.now += Span::days(2).0 + Span::hours(1).0;
    let ended = hall.act("ann", Command::EndVacation);
    // Two days are over, and the third has begun.
    assert!(
        said(&ended).contains("18 vacation days left"),
        "{}",
        said(&ended)
    );
    // A day of three was used before it, and the rest runs from now on.
    let rest = flag(&hall, game) - hall.now;
    assert!(
        (rest - Span::days(2).0).abs() < Span::minutes(1).0,
        "{rest}"
    );
    // Bob is told in both games, also where it is his turn, and nothing happens there.
    let tells = told(&ended);
    let bob = person("bob").id;
    assert_eq!(tells.len(), 2);
    let now = Timestamp(hall.now);
    for tell in &tells {
        assert_eq!(tell.to, bob);
        let words = hall.app.told(tell, now).unwrap().unwrap().card.text;
        assert!(
            words
                .to_string()
                .starts_with("@t:ann is back from vacation"),
            "{words}"
        );
    }
    let shown = |o: &app::effect::Outgoing| matches!(o.effect, Effect::Show(_));
    assert_eq!(ended.outgoing.iter().filter(|o| shown(o)).count(), 1);
    // Again, there is nothing to end.
    let again = hall.act("ann", Command::EndVacation);
    assert!(said(&again).starts_with("You're not on vacation"));
    assert!(again.outgoing.is_empty());
    // Turns that begin now begin at once.
    hall.act("bob", moving(Which::Id(other), "d5"));
    assert_eq!(flag(&hall, other), hall.now + Span::days(14).0);
}

#[test]
fn a_notice_of_a_vacation_is_dropped_once_it_is_over() {
    let mut hall = Hall::new();
    begin(&mut hall, days(3));
    let begun = hall.act("ann", Command::Vacation(Some(5)));
    let ended = hall.act("ann", Command::EndVacation);
    let again = hall.act("ann", Command::Vacation(Some(5)));
    let now = Timestamp(hall.now);
    let still = |tells: &[Tell]| hall.app.told(&tells[0], now).unwrap().is_some();
    assert!(!still(&told(&begun)), "another vacation by now");
    assert!(!still(&told(&ended)), "away again");
    assert!(still(&told(&again)));
}

#[test]
fn no_one_gains_time_by_starting_and_ending_vacations() {
    for time in [days(3), bank()] {
        let mut hall = Hall::new();
        let game = begin(&mut hall, time);
        hall.play("ann", "d4");
        hall.play("bob", "d5");
        hall.now += Span::days(1).0;
        let before = flag(&hall, game);
        let mut paused = 0;
        for round in 1..=4 {
            let began = hall.now;
            let taken = hall.act("ann", Command::Vacation(Some(4)));
            assert!(said(&taken).contains(&format!("{} vacation days", 21 - 3 - round)));
            hall.now += Span::minutes(5).0;
            let ended = hall.act("ann", Command::EndVacation);
            assert!(
                said(&ended).contains(&format!("{} vacation days", 21 - round)),
                "each costs a day: {}",
                said(&ended)
            );
            paused += hall.now - began;
        }
        // Each vacation began a second after the clock was read, and the clock was paused only while it lasted.
        let gained = flag(&hall, game) - before;
        assert!(
            gained <= paused && gained > paused - Span::minutes(1).0,
            "{gained} of {paused}"
        );
    }
}

#[test]
fn time_used_before_a_vacation_stays_used() {
    let mut hall = Hall::new();
    let game = begin(&mut hall, bank());
    hall.play("ann", "d4");
    hall.play("bob", "d5");
    hall.now += Span::days(3).0;
    hall.act("ann", Command::Vacation(Some(5)));
    hall.play("ann", "Nf3");
    let left = hall.record(game).clock.unwrap().left[Color::White];
    let expected = Span::days(5 - 3 + 1).0;
    assert!(
        (left.0 - expected).abs() < Span::minutes(1).0,
        "{left:?} of {expected}"
    );
}

#[test]
fn days_of_the_previous_year_are_not_returned() {
    let mut hall = Hall::new();
    begin(&mut hall, days(3));
    // Ten days from 28 December on.
    hall.now = Timestamp(0).plus(Span::days(361)).0;
    hall.act("ann", Command::Vacation(Some(10)));
    hall.now += Span::days(6).0;
    let ended = hall.act("ann", Command::EndVacation);
    assert!(
        said(&ended).contains("21 vacation days"),
        "none of this year was taken: {}",
        said(&ended)
    );
    // Made longer in the new year, only what is left of the new year's days comes back.
    let mut hall = Hall::new();
    begin(&mut hall, days(3));
    hall.now = Timestamp(0).plus(Span::days(361)).0;
    hall.act("ann", Command::Vacation(Some(10)));
    hall.now += Span::days(6).0;
    hall.act("ann", Command::Vacation(Some(2)));
    hall.now += Span::hours(1).0;
    let ended = hall.act("ann", Command::EndVacation);
    assert!(
        said(&ended).contains("21 vacation days"),
        "both days that were added: {}",
        said(&ended)
    );
}
