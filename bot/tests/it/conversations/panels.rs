//! The panel: pieces and targets as buttons, and select menus where those do not suffice.

use std::time::{Duration, Instant};

use playground::{Call, Message};

use crate::conversations::front::controls;
use crate::conversations::prelude::*;

/// Opens the menus for alice's first move in a position.
async fn opened<F: Front>(stage: &F, game: &str, start: &str) -> (F::Message, F::Message) {
    let board = accepted(stage, args! { game: game, start: start }).await;
    let panel = stage.user("alice").presses(&board, "Move").await;
    says(&panel, "Choose a piece").await;
    (board, panel)
}

/// Chooses a piece by its square; waits for its moves.
async fn picks<F: Front>(stage: &F, panel: &F::Message, square: &str, piece: &str) {
    let alice = stage.user("alice");
    alice.select(panel, "Which piece?", &[square]).await;
    says(panel, piece).await;
}

/// Chooses a move from the menu with this prompt; returns the next board.
async fn chosen<F: Front>(
    stage: &F,
    board: &F::Message,
    panel: &F::Message,
    prompt: &str,
    uci: &str,
) -> F::Message {
    let alice = stage.user("alice");
    alice.select(panel, prompt, &[uci]).await;
    panel.gone().await;
    next_board(&stage.channel("general"), board).await
}

both!(a_promotion_and_more_than_25_targets_are_chosen_from_menus);
async fn a_promotion_and_more_than_25_targets_are_chosen_from_menus<F: Front>(stage: F) {
    let (board, panel) = opened(&stage, "latrunculi", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").await;
    let first = panel.shown();
    picks(&stage, &panel, "a7", "Pawn a7").await;
    let second = panel.shown();
    let after = chosen(&stage, &board, &panel, "Promote to what?", "a7a8n").await;
    insta::assert_snapshot!("promotion", [first, second, after.shown()].join("\n\n"));

    let start = "5k2/8/8/8/3Q4/8/8/K7 w - - 0 1";
    let (board, panel) = opened(&stage, "latrunculi", start).await;
    picks(&stage, &panel, "d4", "Queen d4").await;
    let first = panel.shown();
    let alice = stage.user("alice");
    alice.select(&panel, "Where to?", &["More..."]).await;
    let goes_on = |panel: &F::Message| panel.shown() != first;
    panel.until("the rest of the menu", goes_on).await;
    let second = panel.shown();
    let last = panel.options().pop().unwrap();
    let after = chosen(&stage, &board, &panel, "Where to?", &last).await;
    assert_eq!(after.pings(), ["bob"]);
    insta::assert_snapshot!("more_than_25_targets", [first, second].join("\n\n"));
}

both!(a_chain_of_captures_is_one_choice);
async fn a_chain_of_captures_is_one_choice<F: Front>(stage: F) {
    let start = "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1";
    let (board, panel) = opened(&stage, "leap-multi", start).await;
    picks(&stage, &panel, "c2", "Dabbabah c2").await;
    let steps = panel.shown();
    let values = panel.options();
    let longest = values.iter().max_by_key(|value| value.len()).unwrap();
    assert!(longest.len() > 4, "two captures in one move: {values:?}");
    let after = chosen(&stage, &board, &panel, "Where to?", longest).await;
    insta::assert_snapshot!([steps, after.shown()].join("\n\n"));
}

fn emoji(panel: &Message) -> Vec<String> {
    let buttons = controls(panel).into_iter();
    let emoji = buttons.filter_map(|button| Some(button["emoji"]["id"].as_str()?.to_owned()));
    emoji.collect()
}

/// Time limit of the pictures. Only a broken bot uses it up.
const DEADLINE: Duration = Duration::from_mins(1);

/// Opens the panel until its buttons have pictures.
async fn pictured(stage: &Stage, board: &Message) -> Message {
    let start = Instant::now();
    loop {
        let panel = stage.user("alice").presses(board, "Move").await;
        if !emoji(&panel).is_empty() {
            return panel;
        }
        assert!(start.elapsed() < DEADLINE, "no pictures");
    }
}

fn uploaded(stage: &Stage) -> Vec<String> {
    let calls = stage.pg.calls().into_iter();
    let uploads = calls.filter(|call| call.route == "POST /applications/{app}/emojis");
    let name = |call: Call| call.body["name"].as_str().unwrap().to_owned();
    uploads.map(name).collect()
}

/// On Discord only: Matrix has neither buttons nor shards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_show_the_pieces_which_are_uploaded_once_or_words() {
    let mut stage = Stage::empty().await;
    stage.pg.clear_faults();
    stage.start().await;
    let board = begin(&stage, "toto40").await;
    let panel = pictured(&stage, &board).await;
    let names = uploaded(&stage);
    for name in ["white_hawk", "red_sail", "black_crowned_rook"] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    let labels = panel.labels();
    assert_eq!(emoji(&panel).len(), labels.len() - 1, "{labels:?}");
    assert!(panel.has("d5"), "{labels:?}");

    // Every shard of the second run finds them, even while the first one is still busy with the commands.
    stage.stop().await;
    let gateway = stage.pg.gateway();
    gateway.advise_shards(2, 2);
    // The second run doesn't know when the first one connected.
    stage.pg.expect("gateway-identify");
    let busy = stage.pg.hold("PUT /applications/{app}/commands");
    stage.start().await;
    let connected = || gateway.connected_shards().len() == 2;
    stage.happens("every shard", connected).await;
    let panel = pictured(&stage, &board).await;
    drop(busy);
    assert_eq!(uploaded(&stage), names);
    // Three taps: Move, the piece, its target.
    let alice = stage.user("alice");
    alice.click(&panel, "d5").await;
    says(&panel, "Rook d5").await;

    // Once the emoji are gone, buttons have words.
    stage.pg.delete_emoji();
    stage.pg.expect("button-emoji");
    let other = alice.presses(&board, "Move").await;
    assert_eq!(emoji(&other), [""; 0]);
    alice.click(&other, "d5").await;
    says(&other, "Rook d5").await;
    assert!(alice.presses(&board, "Move").await.has("Rook d5"));

    alice.click(&panel, "Rd7").await;
    let after = next_board(&stage.channel("general"), &board).await;
    says(&after, "1. Rd7").await;
}
