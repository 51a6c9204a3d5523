//! What people read of linked accounts, and their deletion.

use app::effect::{Effect, Handled, Manner, Subject};
use app::{Command, PeopleCommand, Text, Which};
use rules_core::{Game, Variant};

use super::{
    ANN, ANN_THERE, BOB, CAT, about, act, begin_link, link, pass, perform_all, person, player,
    record, stored_under, won,
};
use crate::common::{Hall, challenge_of, game_of, moving, rated};

fn called(handled: &Handled) -> Vec<String> {
    let calls = handled.outgoing.iter().filter_map(|one| match &one.effect {
        Effect::Show(show) => match &show.manner {
            Manner::Fresh { call } => Some(call.clone()),
            Manner::InPlace => None,
        },
        _ => None,
    });
    calls.flatten().map(|id| id.to_string()).collect()
}

#[test]
fn a_person_is_called_by_the_account_of_the_platform_where_it_is_read() {
    let mut hall = Hall::new();
    link(&mut hall, ANN, ANN_THERE);
    let opponent = Some(person(ANN_THERE));
    let terms = rated(Variant::Leto);
    let made = act(&mut hall, CAT, Command::Challenge { opponent, terms });
    assert_eq!(called(&made), [ANN_THERE]);
    let id = challenge_of(&made.outgoing);
    let shown = hall.app.show(Subject::Challenge(id)).unwrap().unwrap();
    assert!(
        shown.card.text.to_string().contains("@matrix:@ann"),
        "{}",
        shown.card.text
    );
    let began = act(&mut hall, ANN_THERE, Command::Accept(id));
    let game = game_of(&began.outgoing);
    let mv = Game::new(Variant::Leto).legal_moves()[0];
    let uci = mv.uci(Variant::Leto.shape()).to_string();
    let white = hall.record(game).seats[rules_core::Color::White]
        .person()
        .unwrap()
        .id
        .clone();
    let mover = if white == player(ANN) { ANN_THERE } else { CAT };
    let played = act(&mut hall, mover, moving(Which::Id(game), &uci));
    let other = if mover == CAT { ANN_THERE } else { CAT };
    assert_eq!(called(&played), [other]);
    let board = hall.app.show(Subject::Game(game)).unwrap().unwrap();
    let text: Text = board.card.text;
    assert!(!text.to_string().contains(ANN), "{text}");
}

#[test]
fn the_export_lists_the_linked_account_and_deletion_removes_both() {
    let mut hall = Hall::new();
    won(&mut hall, ANN, BOB, Variant::Leto);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    perform_all(&mut hall);
    link(&mut hall, ANN, ANN_THERE);
    won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    perform_all(&mut hall);
    let exported = act(&mut hall, ANN_THERE, about(PeopleCommand::Export));
    let card = exported.answer.into_card().unwrap();
    let file = card
        .attachments
        .iter()
        .find_map(|one| match one {
            app::attachment::Attachment::File(file) => {
                Some(String::from_utf8(file.content.clone()).unwrap())
            }
            _ => None,
        })
        .unwrap();
    assert!(
        file.contains(ANN_THERE) && file.contains("\"alias\""),
        "{file}"
    );
    act(&mut hall, ANN_THERE, about(PeopleCommand::Erase));
    pass(&mut hall);
    for id in [ANN, ANN_THERE] {
        assert!(record(&hall, id).is_none(), "{id}");
        assert_eq!(stored_under(&hall, id), []);
    }
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
    won(&mut hall, BOB, CAT, Variant::Leto);
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}

#[test]
fn deletion_that_is_asked_for_during_the_renaming_misses_nothing() {
    let mut hall = Hall::new();
    for _ in 0..55 {
        won(&mut hall, ANN_THERE, CAT, Variant::Leto);
    }
    perform_all(&mut hall);
    begin_link(&mut hall, ANN, ANN_THERE);
    act(&mut hall, ANN, about(PeopleCommand::Erase));
    pass(&mut hall);
    for id in [ANN, ANN_THERE] {
        assert!(record(&hall, id).is_none(), "{id}");
        assert_eq!(stored_under(&hall, id), []);
    }
    assert_eq!(hall.app.check_ratings().unwrap().differing, 0);
}
