//! Select menus beyond piece and target.

use playground::args;

use crate::conversations::accepted;
use crate::conversations::front::{Front, Person as _, Post as _, both, next_board, says, whisper};

/// Opens the menus for alice's first move in a position.
async fn opened<F: Front>(stage: &F, game: &str, start: &str) -> (F::Message, F::Message) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let options = args! { game: game, opponent: bob.arg(), color: "white", start: start };
    let board = accepted(stage, options).await;
    let panel = whisper(&alice.click(&board, "Move").await).await;
    says(&panel, "Choose a piece").await;
    (board, panel)
}

/// Chooses a move from the menus; returns the next board.
async fn chosen<F: Front>(
    stage: &F,
    board: &F::Message,
    panel: &F::Message,
    uci: &str,
) -> F::Message {
    let alice = stage.user("alice");
    alice.select(panel, "Where to?", &[uci]).await;
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
    let after = chosen(&stage, &board, &panel, "a7a8n").await;
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
    let after = chosen(&stage, &board, &panel, longest).await;
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
    let after = chosen(&stage, &board, &panel, &last).await;
    assert_eq!(after.pings(), [bob.name()]);
    insta::assert_snapshot!([first, second].join("\n\n"));
    stage.assert_clean();
}
