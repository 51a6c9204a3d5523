//! Moves chosen from select menus, beyond piece and target.

use playground::{Message, args};

use crate::accepted;
use crate::common::{Stage, next_board, says, whisper};

/// Opens the menus for alice's first move in a position.
async fn opened(stage: &Stage, game: &str, start: &str) -> (Message, Message) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: game, opponent: &bob, color: "white", start: start };
    let board = accepted(stage, options).await;
    let panel = whisper(&alice.click(&board, "Move").await).await;
    says(&panel, "Choose a piece").await;
    (board, panel)
}

/// Chooses a move; returns the next board.
async fn chosen(stage: &Stage, board: &Message, panel: &Message, uci: &str) -> Message {
    let alice = stage.pg.user("alice");
    alice.select(panel, "Where to?", &[uci]).await;
    panel.until("the menus to go", Message::is_deleted).await;
    next_board(&stage.pg.channel("general"), board).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_pawn_is_promoted_to_what_one_chooses() {
    let stage = Stage::ready().await;
    let (board, panel) = opened(&stage, "latrunculi", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1").await;
    let first = panel.shown();
    stage
        .pg
        .user("alice")
        .select(&panel, "Which piece?", &["a7"])
        .await;
    says(&panel, "Pawn a7").await;
    let second = panel.shown();
    let after = chosen(&stage, &board, &panel, "a7a8n").await;
    insta::assert_snapshot!([first, second, after.shown()].join("\n\n"));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_chain_of_captures_is_one_choice() {
    let stage = Stage::ready().await;
    let start = "*3k*/6/2p3/6/2p3/6/2D3/*3K* w - - 0 1";
    let (board, panel) = opened(&stage, "leap-multi", start).await;
    stage
        .pg
        .user("alice")
        .select(&panel, "Which piece?", &["c2"])
        .await;
    says(&panel, "Dabbabah c2").await;
    let steps = panel.shown();
    let values: Vec<_> = panel.components()[0]["components"][0]["options"]
        .as_array()
        .unwrap()
        .iter()
        .map(|option| option["value"].as_str().unwrap().to_owned())
        .collect();
    let longest = values.iter().max_by_key(|value| value.len()).unwrap();
    assert!(longest.len() > 4, "two captures in one move: {values:?}");
    let after = chosen(&stage, &board, &panel, longest).await;
    insta::assert_snapshot!([steps, after.shown()].join("\n\n"));
    stage.pg.assert_clean();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_menu_goes_on_where_there_are_more_than_25_targets() {
    let stage = Stage::ready().await;
    let bob = stage.pg.user("bob");
    let start = "5k2/8/8/8/3Q4/8/8/K7 w - - 0 1";
    let (board, panel) = opened(&stage, "latrunculi", start).await;
    let alice = stage.pg.user("alice");
    alice.select(&panel, "Which piece?", &["d4"]).await;
    says(&panel, "Queen d4").await;
    let first = panel.shown();
    alice.select(&panel, "Where to?", &["More..."]).await;
    panel
        .until("the rest of the menu", |panel| panel.shown() != first)
        .await;
    let second = panel.shown();
    let options = panel.components()[0]["components"][0]["options"].clone();
    let last = options.as_array().unwrap().last().unwrap()["value"].clone();
    let after = chosen(&stage, &board, &panel, last.as_str().unwrap()).await;
    assert_eq!(after.pings(), [bob.name()]);
    insta::assert_snapshot!([first, second].join("\n\n"));
    stage.pg.assert_clean();
}
