//! Boards, offers and notices.

use std::time::Duration;

use matrix::Error;

use crate::homeserver::{Fault, Message, Op};
use crate::matrix::{Stage, begin};

async fn next_board(stage: &Stage, room: &str) -> Message {
    let board = stage.hs.next_with(room, "move").await;
    assert!(board.file.is_some(), "{board:?}");
    board
}

#[tokio::test]
async fn a_sole_player_gets_the_engines_move_as_a_new_message() {
    let (stage, room, ann) = Stage::with_direct("ann");
    ann.say(&room, "play leto level:1 white");
    let board = next_board(&stage, &room).await;
    ann.reply(&board, "e4");
    let answer = next_board(&stage, &room).await;
    assert_ne!(answer.id, board.id);
    assert!(answer.mentions.is_empty(), "{answer:?}");
    answer.assert_offers("move");
    // Her own move alone is not shown.
    let boards = stage.hs.boards(&room);
    let edits: Vec<_> = boards.iter().map(|board| board.edits).collect();
    assert_eq!(edits, [0, 0], "{boards:?}");
    // The engine's first move comes with the first board.
    let (bob, room) = (stage.hs.user("bob"), stage.hs.direct("bob"));
    bob.say(&room, "play leto level:1 black");
    let board = next_board(&stage, &room).await;
    assert!(board.body.contains("your move"), "{board:?}");
    assert_eq!(stage.hs.boards(&room).len(), 1);
}

#[tokio::test]
async fn a_challenge_and_a_draw_offer_edit_their_message() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    ann.say(&hall, "!delos challenge @bob leto white");
    let challenge = stage.hs.next_to(&hall, "bob").await;
    assert_eq!(stage.hs.messages(&hall).len(), 2, "no picture beside it");
    bob.react(&challenge, "✅");
    let board = next_board(&stage, &hall).await;
    let accepted = stage.hs.says(&challenge, "accepted").await;
    assert!(accepted.edits == 1 && accepted.choices().is_empty());
    ann.reply(&board, "draw");
    let offered = stage.hs.says(&board, "offers a draw").await;
    assert_eq!(offered.edits, 1, "{offered:?}");
    assert!(offered.file.is_some(), "{offered:?}");
    // A reply to the board calls the opponent.
    let told = stage.hs.next_to(&hall, "bob").await;
    assert_eq!(told.reply_to.as_ref(), Some(&board.id), "{told:?}");
}

/// Starts a game, and plans that the answer to the next message is lost. Returns the room and the board, too.
async fn begun_and_lost() -> (Stage, String, Message) {
    let (stage, hall, _) = Stage::with_hall(["ann", "bob"]);
    let board = begin(&stage, &hall).await;
    stage.hs.acknowledged().await;
    stage.hs.fail_next(Op::Send, Fault::AnswerLost);
    (stage, hall, board)
}

#[tokio::test]
async fn a_board_is_posted_once_despite_lost_responses_and_rate_limits() {
    let (stage, hall, board) = begun_and_lost().await;
    let [ann, bob] = stage.people(["ann", "bob"]);
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
async fn a_draw_offer_is_shown_though_the_answer_to_the_board_before_it_was_lost() {
    let (stage, hall, board) = begun_and_lost().await;
    let [ann, bob] = stage.people(["ann", "bob"]);
    for _ in 0..100 {
        let away = Error::Unreachable("away".to_owned());
        stage.hs.fail_next(Op::Send, Fault::With(away));
    }
    ann.reply(&board, "e4");
    let board = next_board(&stage, &hall).await;
    bob.reply(&board, "draw");
    stage.hs.acknowledged().await;
    // The next attempt at the board draws the offer, and gets the message that was posted without.
    stage.hs.heal();
    stage.hs.says(&board, "offers a draw").await;
}
