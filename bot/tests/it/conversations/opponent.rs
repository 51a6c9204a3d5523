//! The bot as an opponent: hints, draw offers and resignation. It has only one legal move at a time here, so its moves don't
//! depend on the machine.

use playground::Message;

use crate::conversations::prelude::*;

/// Black, two queens and two rooks down, alternates between Kh8 and Kg8.
const HOPELESS: &str = "7k/R7/8/8/8/8/3K4/1QQ2R2 w - - 0 1";

/// Black's king alternates between h8 and g8. Only the kings can move, and the last 20 moves made no progress.
pub(crate) const LEVEL: &str = "5n1k/3p1p1p/3PpPpP/4P1P1/8/8/8/K7 w - - 40 21";

/// A king's tour of 24 squares that ends where it starts.
pub(crate) const ROUND: [&str; 24] = [
    "b1", "c1", "d1", "e1", "f1", "g1", "h1", "h2", "h3", "g3", "g2", "f2", "f3", "e3", "e2", "d2",
    "d3", "c3", "c2", "b2", "b3", "a3", "a2", "a1",
];

/// Starts a game of alice (White) against the bot from a position; returns the board's message.
pub(crate) async fn from<F: Front>(stage: &F, start: &str) -> F::Message {
    let options = args! { game: "latrunculi", level: 1, color: "white", start: start };
    stage.user("alice").slash("play", options).await;
    stage.channel("general").next().await
}

/// Makes alice's move, and waits for the bot's only answer; returns the board that shows it.
async fn answered<F: Front>(stage: &F, board: &F::Message, text: &str, answer: &str) -> F::Message {
    let alice = stage.user("alice");
    alice.slash("move", args! { "move": text }).await;
    board.moved_on(answer).await
}

both!(what_is_typed_is_answered_below_it_until_the_bot_resigns);
async fn what_is_typed_is_answered_below_it_until_the_bot_resigns<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let first = from(&stage, HOPELESS).await;
    alice.reply_to(&first, "Kd3");
    let second = general.next().await;
    second.tells("**1... Kg8**");
    first.retired().await;
    let remains = first.shown();
    alice.slash("move", args! { "move": "Kd4" }).await;
    let third = general.next().await;
    third.tells("**2... Kh8**");
    second.retired().await;
    insta::assert_snapshot!([remains, second.shown(), third.shown()].join("\n\n"));
    let fourth = answered(&stage, &third, "Ke4", "**3... Kg8**").await;
    let end = answered(&stage, &fourth, "Ke3", "by resignation").await;
    insta::assert_snapshot!("the_bot_resigns_after_four_hopeless_moves", end.shown());
}

on_discord!(a_press_edits_its_board_while_that_is_in_view);
/// On Discord only: the engine's move is always a new message there.
async fn a_press_edits_its_board_while_that_is_in_view(stage: Stage) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let board = from(&stage, HOPELESS).await;
    let form = async |board: &Message, text: &str| {
        let form = alice.click(board, "Type a move").await;
        alice.submit(&form, args! { "move": text }).ack().await;
    };
    form(&board, "Kd3").await;
    says(&board, "**1... Kg8**").await;
    assert_eq!(general.public().len(), 1, "edited");
    alice.presses(&board, "Rules").await;
    form(&board, "Kd4").await;
    let below = board.moved_on("**2... Kh8**").await;
    assert_ne!(below, board, "her rules are below the board");
    let board = below;
    for number in 1..=2 {
        eve.say(&format!("chatter {number}"));
    }
    form(&board, "Ke4").await;
    says(&board, "**3... Kg8**").await;
    // The bot handles messages in order: once it answers this one, it has counted the others.
    eve.reply_to(&board, "Kf3").answers(1).await;
    form(&board, "Ke3").await;
    let over = board.moved_on("by resignation").await;
    assert_ne!(over, board, "three messages of others are below the board");
}

both!(a_hint_is_for_the_side_to_move_and_leaves_something_to_find);
async fn a_hint_is_for_the_side_to_move_and_leaves_something_to_find<F: Front>(stage: F) {
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1";
    accepted(&stage, args! { game: "latrunculi", start: start }).await;
    let mut told = Vec::new();
    for who in [&alice, &bob, &eve] {
        let hint = who.asks("hint", ()).await;
        assert!(hint.is_secret());
        told.push(format!("-- {}\n{}", who.name(), hint.shown()));
    }
    insta::assert_snapshot!(told.join("\n"));
    for _ in 0..2 {
        alice.asks("hint", ()).await.tells("I'd play **Ra8");
    }
}

both!(the_bot_agrees_to_a_draw_once_it_has_been_worse_for_three_moves);
async fn the_bot_agrees_to_a_draw_once_it_has_been_worse_for_three_moves<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let mut board = from(&stage, HOPELESS).await;
    let mut told = Vec::new();
    for (text, answer) in [
        ("Kd3", "**1... Kg8**"),
        ("Kd4", "**2... Kh8**"),
        ("Ke4", "**3... Kg8**"),
    ] {
        let early = alice.asks("draw", ()).await;
        assert!(early.is_ephemeral());
        told.push(early.shown());
        board = answered(&stage, &board, text, answer).await;
    }
    told.dedup();
    assert_eq!(told.len(), 1, "three times the same answer");
    alice.slash("draw", ()).await;
    let board = board.moved_on("The game is drawn").await;
    told.push(board.shown());
    insta::assert_snapshot!(told.join("\n\n"));
}

both!(the_bot_offers_a_draw_in_a_dead_position);
async fn the_bot_offers_a_draw_in_a_dead_position<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let mut board = from(&stage, LEVEL).await;
    // The bot offers a draw at move 40, not earlier.
    for (number, square) in (1..=40_u32).zip(ROUND.into_iter().cycle()) {
        assert!(!board.has("Accept draw"));
        let home = if number % 2 == 1 { "Kg8" } else { "Kh8" };
        let answer = format!("**{}... {home}**", number + 20);
        board = answered(&stage, &board, &format!("K{square}"), &answer).await;
    }
    assert!(board.has("Accept draw"));
    let offer = board.shown();
    alice.click(&board, "Accept draw").await;
    let board = board.moved_on("The game is drawn").await;
    // The review of a long game is ready at once. Only its stable lines are compared.
    let content = board.content();
    let end: Vec<_> = content.lines().take(2).collect();
    insta::assert_snapshot!(format!("{offer}\n\n{}", end.join("\n")));
}
