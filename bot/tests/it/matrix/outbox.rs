//! What Delos shows by itself: boards, offers, notices.

use std::time::Duration;

use matrix::Error;

use crate::homeserver::{Fault, Message, Op};
use crate::matrix::Stage;

/// The next message beneath which this can be chosen, whatever is answered in between.
async fn next_with(stage: &Stage, room: &str, choice: &str) -> Message {
    loop {
        let next = stage.hs.next(room).await;
        if next.choices().iter().any(|one| one == choice) {
            return next;
        }
    }
}

async fn next_board(stage: &Stage, room: &str) -> Message {
    let board = next_with(stage, room, "move").await;
    assert!(board.file.is_some(), "{board:?}");
    board
}

/// Begins a game of ann (White) against bob in a room; returns its challenge and its board.
async fn begin(stage: &Stage, room: &str) -> (Message, Message) {
    let [ann, bob] = stage.people(["ann", "bob"]);
    ann.say(room, "!delos challenge @bob leto white");
    let challenge = next_with(stage, room, "accept").await;
    assert_eq!(challenge.mentions, ["@bob:hs"]);
    bob.react(&challenge, "✅");
    let board = next_board(stage, room).await;
    stage.hs.says(&challenge, "accepted").await;
    (challenge, board)
}

#[tokio::test]
async fn a_sole_player_gets_the_engines_move_as_a_new_message() {
    let stage = Stage::ready();
    let room = stage.hs.direct("ann");
    let ann = stage.hs.user("ann");
    ann.say(&room, "play leto level:1 white");
    let board = next_board(&stage, &room).await;
    ann.reply(&board, "e4");
    let answer = next_board(&stage, &room).await;
    assert_ne!(answer.id, board.id);
    assert!(answer.mentions.is_empty(), "{answer:?}");
    assert!(answer.choices().contains(&"move".to_owned()), "{answer:?}");
    // Her own move is an edit.
    let edited = stage.hs.says(&board, "e4").await;
    assert_eq!(edited.edits, 1, "{edited:?}");
}

#[tokio::test]
async fn a_challenge_and_a_draw_offer_edit_their_message() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let ann = stage.hs.user("ann");
    let (challenge, board) = begin(&stage, &hall).await;
    let accepted = stage.hs.says(&challenge, "accepted").await;
    assert!(accepted.edits == 1 && accepted.choices().is_empty());
    ann.reply(&board, "draw");
    let offered = stage.hs.says(&board, "offers a draw").await;
    assert_eq!(offered.edits, 1, "{offered:?}");
    assert!(offered.file.is_some(), "{offered:?}");
}

#[tokio::test]
async fn a_board_is_posted_once_though_answers_are_lost_and_the_homeserver_asks_to_wait() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let [ann, bob] = stage.people(["ann", "bob"]);
    let (_, board) = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    stage.hs.fail_next(Op::Send, Fault::AnswerLost);
    let wait = Error::TooMany(Duration::from_millis(50));
    stage.hs.fail_next(Op::Send, Fault::With(wait));
    ann.reply(&board, "e4");
    let board = next_board(&stage, &hall).await;
    assert_eq!(board.mentions, ["@bob:hs"], "{board:?}");
    bob.reply(&board, "e5");
    let board = next_board(&stage, &hall).await;
    assert_eq!(board.mentions, ["@ann:hs"], "the former one came once");
}

#[tokio::test]
async fn players_are_told_directly_that_their_board_can_no_longer_be_posted() {
    let stage = Stage::ready();
    let hall = stage.hs.room("hall", &["ann", "bob"]);
    let ann = stage.hs.user("ann");
    let (_, board) = begin(&stage, &hall).await;
    stage.hs.mute(&hall, 50);
    ann.reply(&board, "e4");
    for player in ["ann", "bob"] {
        let told = stage.hs.next_direct(player).await;
        assert!(told.body.contains("no longer post"), "{told:?}");
        assert!(!told.is_notice, "no one would notice");
    }
}
