//! Games, from challenge to end.

use std::time::Duration;

use matrix::Error;

use crate::common::assert_says;
use crate::homeserver::{Fault, Message, Op};
use crate::matrix::{Stage, begin};

/// More planned failures than attempts.
const FAULTS: usize = 10;

#[tokio::test]
async fn moves_are_chosen_below_the_current_board_to_which_old_ones_link() {
    let (stage, hall, [ann, bob]) = Stage::with_hall(["ann", "bob"]);
    let old = begin(&stage, &hall).await;
    ann.reply(&old, "e4");
    let second = stage.hs.next(&hall).await;
    bob.reply(&second, "e5");
    let present = stage.hs.next(&hall).await;
    ann.react(&old, "♟");
    let late = stage.next_saying(&hall, "out of date").await;
    let link = format!("https://matrix.to/#/{hall}/{}", present.id);
    let body = late
        .body
        .replace("%3A", ":")
        .replace("%24", "$")
        .replace("%21", "!");
    assert!(body.contains(&link), "{link}: {late:?}");
    ann.react(&present, "♟\u{FE0F}");
    let pieces = stage.hs.next(&hall).await;
    assert_eq!(pieces.thread.as_deref(), Some(&*present.id));
    ann.reply(&pieces, "1");
    let moves = stage.hs.next(&hall).await;
    ann.reply(&moves, "1.");
    stage.hs.next_to(&hall, "bob").await;
}

#[tokio::test]
async fn moves_in_a_games_thread_are_played_and_remarks_ignored() {
    let (stage, hall, [ann, bob, carol]) = Stage::with_hall(["ann", "bob", "carol"]);
    let other = begin(&stage, &hall).await;
    ann.say(&hall, "!delos challenge @bob leto white thread");
    let challenge = stage.hs.next(&hall).await;
    bob.react(&challenge, "✅");
    let board = stage.hs.next(&hall).await;
    assert!(board.thread.is_some(), "{board:?}");
    carol.say_in_thread(&board, "d4");
    bob.say_in_thread(&board, "good luck");
    ann.say_in_thread(&board, "e4");
    let next = stage.hs.next_to(&hall, "bob").await;
    assert_eq!(next.thread, board.thread);
    // Clients without threads reply to the board.
    bob.reply_outside_threads(&next, "e5");
    let next = stage.hs.next_to(&hall, "ann").await;
    assert_eq!(next.thread, board.thread);
    stage.hs.redact(&challenge.id);
    ann.say_in_thread(&next, "!delos d4");
    let next = stage.next_saying(&hall, "d4").await;
    assert_eq!(next.thread, board.thread);
    // So does a redacted board, in its room.
    stage.hs.redact(&other.id);
    ann.reply(&other, "e4");
    let next = stage.hs.next_to(&hall, "bob").await;
    assert_eq!(next.thread, None);
}

#[tokio::test]
async fn alone_with_delos_what_it_said_last_is_answered_without_a_reply() {
    let (stage, room, ann) = Stage::with_direct("ann");
    ann.say(&room, "hello");
    let help = stage.hs.next(&room).await;
    assert_eq!(help.thread, None, "{help:?}");
    ann.say(&room, "settings");
    let settings = stage.hs.next(&room).await;
    settings.assert_offers("1");
    ann.say(&room, "1");
    let values = stage.hs.next(&room).await;
    values.assert_offers("2");
    assert_ne!(values.body, settings.body);
    ann.say(&room, "play leto level:1 white");
    let board = stage.hs.next(&room).await;
    assert!(board.file.is_some(), "{board:?}");
    ann.say(&room, "move");
    stage.hs.next(&room).await.assert_offers("1");
    ann.say(&room, "resign");
    stage.next_saying(&room, "can't be undone").await;
    // A message without choices ends the previous ones.
    ann.say(&room, &"word ".repeat(100));
    stage.next_saying(&room, "too long").await;
    ann.say(&room, "Resign");
    stage.next_saying(&room, "can't be undone").await;
    ann.say(&room, "Resign");
    let over = stage.hs.said_in(&room, "won by resignation").await;
    over.assert_offers("play again");
}

#[tokio::test]
async fn a_replay_that_cannot_be_sent_is_given_up_and_delays_nothing() {
    let (stage, hall, _) = Stage::with_hall(["ann", "bob"]);
    for _ in 0..FAULTS {
        let unreachable = Error::Unreachable("thumbnails take too long".to_owned());
        stage.hs.fail_next(Op::SendReplay, Fault::With(unreachable));
    }
    let over = resigned(&stage, &hall).await;
    stage.hs.file_in(&hall, "game.pgn").await;
    play_again(&stage, &over).await;
    let given_up = || (stage.hs.faults() == FAULTS - 3).then_some(());
    stage
        .hs
        .when("three attempts at the replay", given_up)
        .await;
    // Another attempt would come after two seconds.
    tokio::time::sleep(Duration::from_secs(3)).await;
    assert_eq!(stage.hs.faults(), FAULTS - 3);
    stage.hs.heal();
}

#[tokio::test]
async fn a_replay_is_sent_after_an_outage() {
    let (stage, hall, _) = Stage::with_hall(["ann", "bob"]);
    for op in [Op::SendReplay, Op::Ping].repeat(FAULTS) {
        let unreachable = Error::Unreachable("gone".to_owned());
        stage.hs.fail_next(op, Fault::With(unreachable));
    }
    resigned(&stage, &hall).await;
    stage.hs.until_looked_up("game.gif", 4).await;
    stage.hs.heal();
    stage.hs.file_in(&hall, "game.gif").await;
}

#[tokio::test]
async fn a_result_is_a_still_board_whose_edits_wait_for_no_replay() {
    let (stage, hall, _) = Stage::with_hall(["ann", "bob"]);
    stage.hs.hold(Some("game.gif"));
    // From now on, one message at a time.
    let limited = Error::TooMany(Duration::from_millis(50));
    stage.hs.fail_next(Op::Send, Fault::With(limited));
    let over = resigned(&stage, &hall).await;
    assert_eq!(over.file.as_deref(), Some("board.png"));
    stage.hs.until_looked_up("game.gif", 1).await;
    play_again(&stage, &over).await;
    stage.hs.hold(None);
    let replay = stage.hs.file_in(&hall, "game.gif").await;
    assert_eq!(replay.transaction.unwrap().split(':').next(), Some("f"));
    stage.hs.file_in(&hall, "game.pgn").await;
    assert_says(over.attached.unwrap().alt_text, "won by resignation");
}

/// Lets both ask for another game; waits until the result is edited.
async fn play_again(stage: &Stage, over: &Message) {
    stage.hs.user("bob").react(over, "🔁");
    let rematch = stage.hs.next_with(&over.room, "accept").await;
    stage.hs.user("ann").react(&rematch, "✅");
    let edited = || stage.hs.message(&over.id).filter(|over| over.edits > 0);
    stage.hs.when("an edit of the result", edited).await;
}

/// Plays a move, and lets the other player resign. Returns the result.
async fn resigned(stage: &Stage, room: &str) -> Message {
    let [ann, bob] = stage.people(["ann", "bob"]);
    let board = begin(stage, room).await;
    ann.reply(&board, "e4");
    let board = stage.hs.next(room).await;
    bob.reply(&board, "resign");
    let sure = stage.hs.next(room).await;
    bob.reply(&sure, "Resign");
    stage.hs.said_in(room, "won by resignation").await
}
