//! A homeserver that fails.

use std::time::Duration;

use matrix::Error;

use crate::homeserver::{self, Fault, Op};
use crate::matrix::{Stage, begin};

fn unreachable() -> Fault {
    Fault::With(Error::Unreachable("gone".to_owned()))
}

#[tokio::test]
async fn an_answer_is_given_once_though_requests_fail_and_answers_are_lost() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann"]);
    let ann = stage.hs.user("ann");
    stage.hs.fail_next(Op::Send, unreachable());
    stage.hs.fail_next(Op::Send, Fault::AnswerLost);
    let wait = Error::TooMany(Duration::from_millis(50));
    stage.hs.fail_next(Op::Send, Fault::With(wait));
    stage.hs.fail_next(Op::Sync, unreachable());
    stage.hs.fail_next(Op::Acknowledge, unreachable());
    ann.say(&hall, "!delos about");
    let about = stage.hs.next(&hall).await;
    assert!(about.body.contains("Free software"), "{about:?}");
    stage.hs.acknowledged().await;
    stage.nothing_said(&hall, &ann).await;
    assert_eq!(stage.hs.count(&hall), 2);
}

#[tokio::test]
async fn what_was_said_while_delos_did_not_run_is_heard_at_the_next_start() {
    let mut stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let ann = stage.hs.user("ann");
    let board = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    stage.stop().await;
    ann.reply(&board, "e4");
    stage.start();
    let next = stage.hs.next(&hall).await;
    assert_eq!(next.mentions, ["@bob:hs"], "{next:?}");
}

#[tokio::test]
async fn a_message_about_which_the_homeserver_tells_nothing_now_is_looked_at_again() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let ann = stage.hs.user("ann");
    let board = begin(&stage, &hall).await;
    stage.hs.fail_next(Op::OwnContent, unreachable());
    stage.hs.fail_next(Op::OwnContent, unreachable());
    ann.reply(&board, "e4");
    let next = stage.hs.next(&hall).await;
    assert_eq!(next.mentions, ["@bob:hs"], "{next:?}");
}

#[tokio::test]
async fn ids_that_can_be_none_are_not_asked_for_and_others_messages_once() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let [ann, bob] = stage.people(["ann", "bob"]);
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
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann"]);
    stage.hs.mute(&hall, 50);
    stage.hs.user("ann").say(&hall, "!delos about");
    let about = stage.hs.next_direct("ann").await;
    assert!(about.body.contains("Free software"), "{about:?}");
    assert_eq!(stage.hs.count(&hall), 0);
}
