//! The bot as an opponent: hints, draw offers and resignation. It has only one legal move at a time here, so its moves do not
//! depend on the machine.

use playground::{Message, args};

use crate::common::{Stage, next, says};
use crate::{accepted, labels};

/// Black's king alternates between h8 and g8, with two queens and two rooks less.
const HOPELESS: &str = "7k/R7/8/8/8/8/3K4/1QQ2R2 w - - 0 1";

/// Black's king alternates between h8 and g8, only the kings can move, and there were 20 moves without progress.
const LEVEL: &str = "5n1k/3p1p1p/3PpPpP/4P1P1/8/8/8/K7 w - - 40 21";

/// A king's tour of 24 squares, back to the first.
const ROUND: [&str; 24] = [
    "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "h3", "g3", "g2", "f2", "f3", "e3", "e2", "d2",
    "d3", "c3", "c2", "b2", "b3", "a3", "a2", "a1",
];

/// Begins a game of alice (White) against the bot from a position; returns the board's message.
async fn from(stage: &Stage, start: &str) -> Message {
    let options = args! { game: "latrunculi", level: 1, color: "white", start: start };
    stage.pg.user("alice").slash("play", options).await;
    next(&stage.pg.channel("general")).await
}

/// Makes alice's move, and waits for the bot's only move.
async fn answered(stage: &Stage, board: &Message, text: &str, answer: &str) {
    stage
        .pg
        .user("alice")
        .slash("move", args! { "move": text })
        .await;
    says(board, answer).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hint_is_for_the_side_to_move_and_leaves_something_to_find() {
    let stage = Stage::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    let options = args! { game: "latrunculi", opponent: &bob, color: "white", start: start };
    accepted(&stage, options).await;
    let mut told = Vec::new();
    for who in [&alice, &bob, &eve] {
        let hint = who.slash("hint", ()).await;
        assert!(hint.is_ephemeral());
        told.push(format!("-- {}\n{}", who.name(), hint.message().shown()));
    }
    insta::assert_snapshot!(told.join("\n"));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_agrees_to_a_draw_once_it_has_been_worse_for_three_moves() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = from(&stage, HOPELESS).await;
    let mut told = Vec::new();
    for (text, answer) in [
        ("Kd3", "**1... Kg8**"),
        ("Kd4", "**2... Kh8**"),
        ("Ke4", "**3... Kg8**"),
    ] {
        let early = alice.slash("draw", ()).await;
        assert!(early.is_ephemeral());
        told.push(early.message().shown());
        answered(&stage, &board, text, answer).await;
    }
    told.dedup();
    assert_eq!(told.len(), 1, "three times the same answer");
    alice.slash("draw", ()).await;
    says(&board, "The game is drawn").await;
    told.push(board.shown());
    insta::assert_snapshot!(told.join("\n\n"));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_resigns_after_four_hopeless_moves() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = from(&stage, HOPELESS).await;
    answered(&stage, &board, "Kd3", "**1... Kg8**").await;
    answered(&stage, &board, "Kd4", "**2... Kh8**").await;
    answered(&stage, &board, "Ke4", "**3... Kg8**").await;
    alice.slash("move", args! { "move": "Ke3" }).await;
    says(&board, "by resignation").await;
    insta::assert_snapshot!(board.shown());
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_bot_offers_a_draw_in_a_dead_position() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = from(&stage, LEVEL).await;
    // The bot offers a draw with the fortieth move and none earlier.
    for (number, square) in (1..=40_u32).zip(ROUND.into_iter().cycle()) {
        assert!(!labels(&board).contains(&"Accept draw".to_owned()));
        let home = if number % 2 == 1 { "Kg8" } else { "Kh8" };
        let answer = format!("**{}... {home}**", number + 20);
        answered(&stage, &board, &format!("K{square}"), &answer).await;
    }
    assert!(labels(&board).contains(&"Accept draw".to_owned()));
    let offer = board.shown();
    alice.click(&board, "Accept draw").await;
    says(&board, "The game is drawn").await;
    // The review of such a long game follows at once: only the stable lines.
    let content = board.content();
    let end: Vec<_> = content.lines().take(2).collect();
    insta::assert_snapshot!(format!("{offer}\n\n{}", end.join("\n")));
    stage.pg.assert_clean();
}
