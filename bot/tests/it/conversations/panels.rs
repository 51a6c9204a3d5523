//! The panel: pieces and targets as buttons, and select menus where those do not suffice.

use std::time::{Duration, Instant};

use playground::{Message, args};

use crate::common::Stage;
use crate::conversations::accepted;
use crate::conversations::front::{
    Front, Person as _, Post as _, both, labels, next_board, says, whisper,
};

/// Opens the menus for alice's first move in a position.
async fn opened<F: Front>(stage: &F, game: &str, start: &str) -> (F::Message, F::Message) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: game, opponent: bob.arg(), color: "white", start: start };
    let board = accepted(stage, options).await;
    let panel = whisper(&alice.click(&board, "Move").await).await;
    says(&panel, "Choose a piece").await;
    (board, panel)
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

both!(a_pawn_is_promoted_to_what_one_chooses);
async fn a_pawn_is_promoted_to_what_one_chooses<F: Front>() {
    let stage = F::ready().await;
    let (board, panel) = opened(&stage, "latrunculi", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").await;
    let first = panel.shown();
    stage
        .user("alice")
        .select(&panel, "Which piece?", &["a7"])
        .await;
    says(&panel, "Pawn a7").await;
    let second = panel.shown();
    let after = chosen(&stage, &board, &panel, "Promote to what?", "a7a8n").await;
    insta::assert_snapshot!([first, second, after.shown()].join("\n\n"));
    stage.assert_clean();
}

both!(a_chain_of_captures_is_one_choice);
async fn a_chain_of_captures_is_one_choice<F: Front>() {
    let stage = F::ready().await;
    let start = "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1";
    let (board, panel) = opened(&stage, "leap-multi", start).await;
    stage
        .user("alice")
        .select(&panel, "Which piece?", &["c2"])
        .await;
    says(&panel, "Dabbabah c2").await;
    let steps = panel.shown();
    let values = panel.options();
    let longest = values.iter().max_by_key(|value| value.len()).unwrap();
    assert!(longest.len() > 4, "two captures in one move: {values:?}");
    let after = chosen(&stage, &board, &panel, "Where to?", longest).await;
    insta::assert_snapshot!([steps, after.shown()].join("\n\n"));
    stage.assert_clean();
}

both!(a_menu_goes_on_where_there_are_more_than_25_targets);
async fn a_menu_goes_on_where_there_are_more_than_25_targets<F: Front>() {
    let stage = F::ready().await;
    let bob = stage.user("bob");
    let start = "5k2/8/8/8/3Q4/8/8/K7 w - - 0 1";
    let (board, panel) = opened(&stage, "latrunculi", start).await;
    let alice = stage.user("alice");
    alice.select(&panel, "Which piece?", &["d4"]).await;
    says(&panel, "Queen d4").await;
    let first = panel.shown();
    alice.select(&panel, "Where to?", &["More..."]).await;
    panel
        .until("the rest of the menu", |panel| panel.shown() != first)
        .await;
    let second = panel.shown();
    let last = panel.options().pop().unwrap();
    let after = chosen(&stage, &board, &panel, "Where to?", &last).await;
    assert_eq!(after.pings(), [bob.name()]);
    insta::assert_snapshot!([first, second].join("\n\n"));
    stage.assert_clean();
}

/// The emoji on a panel's buttons.
fn emoji(panel: &Message) -> Vec<String> {
    let rows = panel.components().into_iter();
    let buttons = rows.flat_map(|row| row["components"].as_array().cloned().unwrap_or_default());
    let emoji = buttons.filter_map(|button| Some(button["emoji"]["id"].as_str()?.to_owned()));
    emoji.collect()
}

/// Time limit of the pictures. Only a broken bot uses it up.
const DEADLINE: Duration = Duration::from_mins(1);

/// Starts the bot with this many shards, and opens the panel until its buttons have pictures.
async fn pictured(stage: &mut Stage, shards: usize, board: Option<&Message>) -> (Message, Message) {
    stage.start().await;
    let gateway = stage.pg.gateway();
    let connected = || (gateway.connected_shards().len() == shards).then_some(());
    stage.until("every shard", connected).await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = if let Some(board) = board {
        board.clone()
    } else {
        let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
        accepted(stage, options).await
    };
    let start = Instant::now();
    loop {
        let panel = whisper(&alice.click(&board, "Move").await).await;
        if !emoji(&panel).is_empty() {
            return (board, panel);
        }
        assert!(start.elapsed() < DEADLINE, "no pictures");
    }
}

/// On Discord only: Matrix has no buttons.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_show_the_pieces_which_are_uploaded_once() {
    let mut stage = Stage::empty().await;
    stage.pg.clear_faults();
    let (board, panel) = pictured(&mut stage, 1, None).await;
    let uploaded = |stage: &Stage| {
        let calls = stage.pg.calls().into_iter();
        let uploads = calls.filter(|call| call.route == "POST /applications/{app}/emojis");
        uploads
            .map(|call| call.body["name"].as_str().unwrap().to_owned())
            .collect::<Vec<_>>()
    };
    let names = uploaded(&stage);
    for name in ["white_hawk", "red_sail", "black_crowned_rook"] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    let labels = labels(&panel);
    assert_eq!(emoji(&panel).len(), labels.len() - 1, "{labels:?}");
    assert!(labels.contains(&"d5".to_owned()), "{labels:?}");
    // The second start finds them.
    stage.stop().await;
    let (_, panel) = pictured(&mut stage, 1, Some(&board)).await;
    assert_eq!(uploaded(&stage), names);
    // Three taps: Move, the piece, its target.
    let alice = stage.user("alice");
    alice.click(&panel, "d5").await;
    says(&panel, "Rook d5").await;
    alice.click(&panel, "Rd7").await;
    let after = next_board(&stage.channel("general"), &board).await;
    says(&after, "1. Rd7").await;
    stage.assert_clean();
}

/// On Discord only: Matrix has no buttons.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn buttons_have_words_when_emoji_were_deleted() {
    let mut stage = Stage::empty().await;
    stage.pg.clear_faults();
    let (board, _) = pictured(&mut stage, 1, None).await;
    stage.pg.delete_emoji();
    stage.pg.expect("button-emoji");
    let alice = stage.user("alice");
    let panel = whisper(&alice.click(&board, "Move").await).await;
    assert_eq!(emoji(&panel), [""; 0]);
    alice.click(&panel, "d5").await;
    says(&panel, "Rook d5").await;
    let panel = whisper(&alice.click(&board, "Move").await).await;
    assert!(labels(&panel).contains(&"Rook d5".to_owned()));
    stage.assert_clean();
}

/// On Discord only: Matrix has neither buttons nor shards.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_shard_finds_the_pieces_that_the_first_has_uploaded() {
    let mut stage = Stage::empty().await;
    stage.pg.clear_faults();
    let (board, _) = pictured(&mut stage, 1, None).await;
    stage.stop().await;
    stage.pg.gateway().advise_shards(2, 2);
    // The second run doesn't know when the first one connected.
    stage.pg.expect("gateway-identify");
    // The first one is still busy with the commands.
    let first = stage.pg.hold("PUT /applications/{app}/commands");
    pictured(&mut stage, 2, Some(&board)).await;
    drop(first);
    stage.assert_clean();
}
