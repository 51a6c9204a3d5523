//! Failing requests.

use std::time::Duration;

use app::Span;
use matrix::Error;
use store::{Database as _, ExportScope, SledStore};
use text::Platform;

use crate::homeserver::{self, Fault, Op};
use crate::matrix::{Stage, begin};

fn unreachable() -> Fault {
    Fault::With(Error::Unreachable("gone".to_owned()))
}

#[tokio::test]
async fn an_answer_is_given_once_though_requests_fail_and_answers_are_lost() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    stage.hs.fail_next(Op::Send, unreachable());
    stage.hs.fail_next(Op::Send, Fault::AnswerLost);
    let wait = Error::TooMany(Duration::from_millis(50));
    stage.hs.fail_next(Op::Send, Fault::With(wait));
    stage.hs.fail_next(Op::Sync, unreachable());
    stage.hs.fail_next(Op::Acknowledge, unreachable());
    ann.say(&hall, "!delos about");
    stage.next_saying(&hall, "Free software").await;
    stage.hs.acknowledged().await;
    stage.nothing_said(&hall, &ann).await;
    assert_eq!(stage.hs.count(&hall), 2);
}

/// More attempts than a failing event gets while everything else works.
const MANY: usize = 7;

#[tokio::test]
async fn a_move_is_played_once_however_long_the_homeserver_failed() {
    for faults in [vec![Fault::Outage], vec![unreachable(); MANY]] {
        let (mut stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
        let board = begin(&stage, &hall).await;
        stage.hs.acknowledged().await;
        let before = stage.hs.count(&hall);
        for fault in faults {
            stage.hs.fail_next(Op::OwnContent, fault);
        }
        ann.reply(&board, "e4");
        for times in [MANY / 2, MANY] {
            stage.hs.until_looked_up(&board.id, times).await;
        }
        stage.hs.cut_off(0, false);
        stage.hs.next_to(&hall, "bob").await;
        stage.hs.acknowledged().await;
        assert_eq!(stage.hs.count(&hall), before + 1);
        stage.stop().await;
    }
}

/// As many rooms as events are handled at once.
const ROOMS: usize = 16;

#[tokio::test]
async fn many_rooms_without_an_answer_hold_up_no_other() {
    let stage = Stage::ready();
    let [ann, carol] = stage.people(["ann", "carol"]);
    let club = stage.hs.room("club", &["carol"]);
    let held = "$held".to_owned();
    stage.hs.hold(Some(&held));
    for n in 0..ROOMS {
        let room = stage.hs.room(&format!("hall{n}"), &["ann"]);
        let said = ann.say(&room, "hello");
        let id = held.clone();
        ann.reply(&homeserver::Message { id, ..said }, "e4");
    }
    stage.hs.until_looked_up(&held, ROOMS).await;
    stage.nothing_said(&club, &carol).await;
    stage.hs.hold(None);
}

#[tokio::test]
async fn a_move_waiting_for_the_homeserver_arrives_at_the_next_start() {
    let (mut stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let club = stage.hs.room("club", &["carol"]);
    let board = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    stage.hs.hold(Some(&board.id));
    ann.reply(&board, "e4");
    stage.hs.until_looked_up(&board.id, 1).await;
    // It holds up no other room.
    stage.nothing_said(&club, &stage.hs.user("carol")).await;
    stage.stop().await;
    stage.hs.hold(None);
    stage.start();
    stage.hs.until_looked_up(&board.id, 2).await;
    stage.hs.next_to(&hall, "bob").await;
    stage.hs.acknowledged().await;
    assert_eq!(stage.hs.count(&club), 1, "answered once");
}

#[tokio::test]
async fn after_a_refused_account_the_next_start_receives_what_was_said() {
    let (mut stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    let refused = Error::Account("a new password is needed".to_owned());
    let fault = Fault::With(refused.clone());
    stage.hs.fail_next(Op::OwnContent, fault);
    ann.reply(&board, "e4");
    assert_eq!(stage.ended().await, Err(refused));
    stage.start();
    stage.hs.next_to(&hall, "bob").await;
}

#[tokio::test]
async fn data_of_another_account_is_refused_in_words() {
    let mut stage = Stage::ready();
    stage.stop().await;
    let data = tempfile::tempdir().unwrap();
    let store = SledStore::open(data.path()).unwrap();
    store
        .agree_on_account(Platform::Matrix, "@other:hs")
        .unwrap();
    stage.data = data;
    drop(store);
    stage.start();
    let why = stage.ended().await.unwrap_err().to_string();
    assert!(why.contains("@other:hs: use that one"), "{why}");
}

#[tokio::test]
async fn a_board_is_posted_though_a_restored_backup_repeats_its_version() {
    let (mut stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    stage.stop().await;
    let mut backup = Vec::new();
    let store = SledStore::open(stage.data.path()).unwrap();
    store.export(ExportScope::All, &mut backup).unwrap();
    drop(store);
    stage.start();
    ann.reply(&board, "e4");
    let board = stage.hs.next(&hall).await;
    bob.reply(&board, "e5");
    stage.hs.next(&hall).await;
    stage.hs.acknowledged().await;
    stage.stop().await;
    stage.data = tempfile::tempdir().unwrap();
    SledStore::restore(stage.data.path(), &mut &*backup).unwrap();
    stage.wait(Span::minutes(1));
    stage.start();
    ann.say(&hall, "!delos move d4");
    let next = stage.hs.next_to(&hall, "bob").await;
    assert!(next.body.contains("d4"), "{next:?}");
}

#[tokio::test]
async fn ids_that_can_be_none_are_not_asked_for_and_others_messages_once() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    let said = ann.say(&hall, "hello");
    let named = |id: String| homeserver::Message { id, ..said.clone() };
    let long = format!("${}", "x".repeat(255));
    for id in [long, "nonsense".to_owned(), "$a|b".to_owned()] {
        bob.react(&named(id.clone()), "✅");
        bob.reply(&named(id.clone()), "e4");
        bob.say_in_thread(&named(id.clone()), "e4");
        stage.hs.acknowledged().await;
        assert_eq!(stage.hs.lookups(&id), 0, "{id}");
    }
    for key in ["✅", "❌", "🎉"] {
        bob.react(&said, key);
    }
    stage.nothing_said(&hall, &ann).await;
    assert_eq!(stage.hs.lookups(&said.id), 1);
}

#[tokio::test]
async fn where_delos_may_not_write_it_answers_directly() {
    let (stage, hall, [ann]) = Stage::with_hall(["ann"]);
    stage.hs.mute(&hall, 50);
    ann.say(&hall, "!delos about");
    stage.told("ann", "Free software").await;
    assert_eq!(stage.hs.count(&hall), 0);
}

#[tokio::test]
async fn a_board_is_posted_once_delos_may_write_again() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    stage.hs.mute(&hall, 50);
    ann.reply(&board, "e4");
    for name in ["ann", "bob"] {
        let told = stage.told(name, "can no longer post").await;
        assert!(!told.is_notice, "no one would notice");
    }
    stage.hs.mute(&hall, 0);
    stage.hs.next_to(&hall, "bob").await;
    stage.nothing_said(&hall, &ann).await;
}

/// Attempts at a message that a proxy refuses.
const REFUSALS: usize = 7;

#[tokio::test]
async fn a_board_that_a_firewall_refuses_is_given_up_while_the_homeserver_works() {
    let (stage, hall, [ann, _]) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    for _ in 0..REFUSALS {
        let refused = Error::Proxy("403".to_owned());
        stage.hs.fail_next(Op::Send, Fault::With(refused));
    }
    ann.reply(&board, "e4");
    stage.told("bob", "can no longer post").await;
    assert_eq!(stage.hs.faults(), 0);
}

/// Commands in two minutes, as many as a room's answers.
const COMMANDS: usize = 60;

#[tokio::test]
async fn two_bots_that_say_known_words_do_not_go_on_forever() {
    let (stage, direct, ann) = Stage::with_direct("ann");
    for _ in 0..8 {
        for _ in 0..COMMANDS {
            ann.say(&direct, "help");
        }
        stage.hs.acknowledged().await;
        stage.wait(Span::minutes(2));
    }
    let answers = || stage.hs.count(&direct);
    let most = || (answers() >= 5 * COMMANDS).then_some(());
    stage.hs.when("three hundred answers", most).await;
    stage.hs.acknowledged().await;
    assert!(answers() < 6 * COMMANDS, "{}", answers());
}
