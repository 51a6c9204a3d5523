//! Vacations: paused clocks, their length, and notices to opponents.

use app::effect::Handled;
use app::{Command, GameId, Limits, Refusal, Span, Tell, TimeControl, Timestamp};
use rules_core::Color;

use crate::common::{Hall, LIVE, THREE_DAYS, assert_says, person, shows, tells, text_of};

fn flag(hall: &Hall, id: GameId) -> i64 {
    hall.record(id).flag().unwrap().0
}

/// Ann goes on a vacation, or asks about it.
fn take(hall: &mut Hall, days: u16) -> Handled {
    hall.act("ann", Command::Vacation(Some(days)))
}

fn end(hall: &mut Hall) -> Handled {
    hall.act("ann", Command::EndVacation)
}

#[track_caller]
fn assert_days_left(handled: &Handled, days: u16) {
    assert_says(text_of(handled), format!("{days} vacation days"));
}

#[track_caller]
fn assert_about(span: i64, expected: Span) {
    let off = (span - expected.0).abs();
    assert!(off < Span::minutes(1).0, "{span} of {expected:?}");
}

#[test]
fn a_vacation_pauses_a_turn_in_progress_and_the_opponent_is_told() {
    let mut hall = Hall::new();
    let game = hall.game_with(THREE_DAYS);
    let before = flag(&hall, game);
    hall.wait(Span::days(1));
    let taken = take(&mut hall, 5);
    assert_days_left(&taken, 16);
    assert_eq!(flag(&hall, game), before + Span::days(5).0);
    let [tell] = tells(&taken.outgoing).try_into().unwrap();
    assert_eq!(tell.to, person("bob").id);
    assert_says(hall.told_text(&tell), "@t:ann is on vacation until");
    // No one loses on time in a vacation.
    hall.pass(Span::days(6));
    assert!(hall.told(&tell).is_none(), "out of date");
    assert!(hall.record(game).result.is_none());
    hall.pass(Span::days(2));
    assert!(hall.record(game).result.is_some());
}

#[test]
fn a_turn_that_begins_in_a_vacation_counts_from_its_end() {
    let mut hall = Hall::new();
    let game = hall.game_with(THREE_DAYS);
    hall.act("bob", Command::Vacation(Some(5)));
    let back = hall.now + Span::days(5).0;
    hall.play("ann", "d4");
    assert_eq!(flag(&hall, game), back + Span::days(3).0);
    // Bob can still move, and loses nothing by it.
    hall.play("bob", "d5");
    assert_eq!(flag(&hall, game), hall.now + Span::days(3).0);
    let left = hall.record(game).clock.unwrap().left;
    assert_eq!(left[Color::Black], Span::days(3));
}

#[test]
fn live_games_and_games_without_clocks_ignore_vacations() {
    let mut hall = Hall::new();
    let live = hall.game_with(LIVE);
    hall.game_with(TimeControl::Unlimited);
    let before = flag(&hall, live);
    assert!(tells(&take(&mut hall, 5).outgoing).is_empty());
    assert_eq!(flag(&hall, live), before);
}

#[test]
fn no_one_takes_more_days_in_a_year_than_allowed() {
    let mut hall = Hall::with(Limits {
        vacation_days: 6,
        ..Limits::default()
    });
    let game = hall.game_with(THREE_DAYS);
    let before = flag(&hall, game);
    take(&mut hall, 4);
    for days in [3, 0] {
        let more = Command::Vacation(Some(days));
        hall.assert_refused("ann", more, Refusal::NoVacationLeft(2));
    }
    // Two more days make it longer.
    take(&mut hall, 2);
    assert_eq!(flag(&hall, game), before + Span::days(6).0);
    let asked = hall.act("ann", Command::Vacation(None));
    assert_says(text_of(&asked), "You're on vacation until");
    assert_says(text_of(&asked), "no vacation days left");
    // A new year, new days; these tests begin in January 1970.
    hall.wait(Span::days(366));
    let asked = hall.act("ann", Command::Vacation(None));
    assert_days_left(&asked, 6);
}

#[test]
fn an_early_end_returns_the_days_that_have_not_started() {
    let mut hall = Hall::new();
    let game = hall.game_with(THREE_DAYS);
    let other = hall.game_with(TimeControl::PerMove { days: 14 });
    hall.play_on(other, &["d4"]);
    hall.wait(Span::days(1));
    take(&mut hall, 10);
    hall.wait(Span(Span::days(2).0 + Span::hours(1).0));
    let ended = end(&mut hall);
    // Two days are over, and the third has begun.
    assert_days_left(&ended, 18);
    // A day of three was used before it, and the rest runs from now on.
    assert_about(flag(&hall, game) - hall.now, Span::days(2));
    // Bob gets a notice for both games, but only one board changes.
    let told = tells(&ended.outgoing);
    assert_eq!(told.len(), 2);
    for tell in &told {
        assert_eq!(tell.to, person("bob").id);
        let words = "@t:ann is back from vacation. Their clock is no longer paused";
        assert_says(hall.told_text(tell), words);
    }
    assert_eq!(shows(&ended.outgoing).count(), 1);
    // Again, there is nothing to end.
    let again = end(&mut hall);
    assert_says(text_of(&again), "You're not on vacation");
    assert!(again.outgoing.is_empty());
    // Turns that begin now begin at once.
    hall.play_on(other, &["d5"]);
    assert_eq!(flag(&hall, other), hall.now + Span::days(14).0);
}

#[test]
fn a_notice_of_a_vacation_is_dropped_once_it_is_over() {
    let mut hall = Hall::new();
    hall.game_with(THREE_DAYS);
    let [begun, ended, again] = [take(&mut hall, 5), end(&mut hall), take(&mut hall, 5)]
        .map(|handled| -> Tell { tells(&handled.outgoing).remove(0) });
    assert!(hall.told(&begun).is_none(), "another vacation by now");
    assert!(hall.told(&ended).is_none(), "away again");
    assert!(hall.told(&again).is_some());
}

fn bank() -> TimeControl {
    TimeControl::Bank {
        start: 5,
        increment: 1,
        cap: 5,
    }
}

#[test]
fn no_one_gains_time_by_starting_and_ending_vacations() {
    for time in [THREE_DAYS, bank()] {
        let mut hall = Hall::new();
        let game = hall.game_with(time);
        hall.play_on(game, &["d4", "d5"]);
        hall.wait(Span::days(1));
        let before = flag(&hall, game);
        let mut paused = 0;
        for round in 1..=4 {
            let began = hall.now;
            assert_days_left(&take(&mut hall, 4), 21 - 3 - round);
            hall.wait(Span::minutes(5));
            // Each costs a day.
            assert_days_left(&end(&mut hall), 21 - round);
            paused += hall.now - began;
        }
        // Each vacation began a second after the clock was read, and the clock was paused only while it lasted.
        let gained = flag(&hall, game) - before;
        assert!(gained <= paused, "{gained} of {paused}");
        assert_about(gained, Span(paused));
    }
}

#[test]
fn time_used_before_a_vacation_stays_used() {
    let mut hall = Hall::new();
    let game = hall.game_with(bank());
    hall.play_on(game, &["d4", "d5"]);
    hall.wait(Span::days(3));
    take(&mut hall, 5);
    hall.play("ann", "Nf3");
    let left = hall.record(game).clock.unwrap().left[Color::White];
    assert_about(left.0, Span::days(5 - 3 + 1));
}

#[test]
fn days_of_the_previous_year_are_not_returned() {
    for added in [None, Some(2)] {
        let mut hall = Hall::new();
        hall.game_with(THREE_DAYS);
        // Ten days from 28 December on.
        hall.now = Timestamp(0).plus(Span::days(361)).0;
        take(&mut hall, 10);
        hall.wait(Span::days(6));
        if let Some(days) = added {
            take(&mut hall, days);
            hall.wait(Span::hours(1));
        }
        // The days of this year, whether none was taken or two come back.
        assert_days_left(&end(&mut hall), 21);
    }
}
