//! Names and mentions of linked accounts, and their deletion.

use app::effect::{Handled, Subject};
use app::{Command, Failure, PeopleCommand, PeopleRefusal, Span, Which};
use rules_core::Variant;

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, ask, begin_link, challenge, link, pass, player, record,
    stored_under, won,
};
use crate::common::{
    Hall, all_called, assert_says, assert_silent_about, challenge_of, files, first_move, game_of,
    moving, reply,
};

#[test]
fn a_person_is_called_by_their_account_on_that_platform() {
    let called = |handled: &Handled| all_called(&handled.outgoing);
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    let made = challenge(&mut hall, CAT, ANN_THERE);
    assert_eq!(called(&made), [ANN_THERE]);
    let id = challenge_of(&made.outgoing);
    assert_says(hall.text(Subject::Challenge(id)), "@matrix:@ann");
    let began = act(&mut hall, ANN_THERE, Command::Accept(id));
    let game = game_of(&began.outgoing);
    let record = hall.record(game);
    let is_white = record.seats.white.person().unwrap().id == player(ANN);
    let (mover, other) = if is_white {
        (ANN_THERE, CAT)
    } else {
        (CAT, ANN_THERE)
    };
    let text = first_move(&record.replay().unwrap());
    let played = act(&mut hall, mover, moving(Which::Id(game), &text));
    assert_eq!(called(&played), [other]);
    assert_silent_about(hall.text(Subject::Game(game)), ANN);
}

fn assert_gone(hall: &Hall) {
    for id in [ANN, ANN_THERE] {
        assert!(record(hall, id).is_none(), "{id}");
        assert_eq!(stored_under(hall, id), []);
    }
    hall.assert_ratings_hold();
}

#[test]
fn an_export_lists_the_linked_account_and_deletion_removes_both() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    hall.perform_all();
    link(&mut hall, ANN, ANN_THERE);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    hall.perform_all();
    let exported = reply(about(&mut hall, ANN_THERE, PeopleCommand::Export));
    let [(_, file)] = files(&exported).try_into().unwrap();
    assert_says(&file, ANN_THERE);
    assert_says(&file, "\"alias\"");
    about(&mut hall, ANN_THERE, PeopleCommand::Erase);
    pass(&mut hall);
    assert_gone(&hall);
    won(&mut hall, BOB, CAT, Variant::Leto);
    hall.assert_ratings_hold();
}

#[test]
fn a_deletion_during_the_renaming_misses_nothing() {
    let mut hall = Hall::new();
    for _ in 0..55 {
        won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    }
    hall.perform_all();
    begin_link(&mut hall, ANN, ANN_THERE);
    about(&mut hall, ANN, PeopleCommand::Erase);
    let mut steps = 0;
    while record(&hall, ANN).is_some() {
        let early = ask(&mut hall, ANN_THERE, Command::Vacation(Some(1)));
        let why = PeopleRefusal::BeingDeleted;
        assert_eq!(early.unwrap_err(), Failure::from(why));
        hall.pass(Span::minutes(1));
        hall.perform_all();
        steps += 1;
        assert!(steps < 10, "it ends");
    }
    assert!(steps > 1, "{steps}");
    assert_gone(&hall);
}
