//! Finished games: result card, evaluation graph and turning points; and no engine help before that.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, both, next_board, says, whispered,
};
use crate::conversations::{accepted, begin, code, labels, played, resigns};

/// Half-moves that lose three queens' worth of material.
pub(crate) const BLUNDERS: [&str; 12] = [
    "e4", "e5", "Qh5", "Nc6", "Qxf7+", "Kxf7", "Nf3", "Qh4", "Nxh4", "d6", "Ng6", "hxg6",
];

/// Returns the engine's review without figures, which depend on its earlier searches.
fn without_figures(shown: &str) -> String {
    let line = |line: &str| match line.split_once("'s winning chances") {
        Some((mover, rest))
            if rest.starts_with(" fell from ") && rest.ends_with("** was better.") =>
        {
            format!("{mover}'s winning chances fell from (many) to (few); **(a move)** was better.")
        }
        Some((graph, rest)) if rest.starts_with(": ") => {
            format!("{graph}'s winning chances (in figures)]")
        }
        _ => match (line.split_once(": **"), line.split_once(" resigned with ")) {
            (Some((name, accuracy)), _) if accuracy.contains("%** (") => {
                format!("{name}: (in figures)")
            }
            (_, Some((loser, _))) => format!("{loser} resigned with (many) winning chances."),
            _ => line.to_owned(),
        },
    };
    shown.lines().map(line).collect::<Vec<_>>().join("\n")
}

both!(a_rated_game_is_reviewed_when_it_is_over);
async fn a_rated_game_is_reviewed_when_it_is_over<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let general = stage.channel("general");
    let options = args! { game: "latrunculi", opponent: bob.arg(), color: "white", time: "3 days", rated: true };
    let first = accepted(&stage, options).await;
    let last = played(&stage, first, &BLUNDERS).await;
    resigns(&alice, &last).await;
    let end = next_board(&general, &last).await;
    assert_eq!(end.pings(), ["bob"], "alice knows");
    says(&end, "Turning points").await;
    end.until("the graph", |end| {
        end.files().iter().any(|(name, _)| name == "graph.png")
    })
    .await;
    assert!(end.file("game.gif").await.starts_with(b"GIF89a"));
    assert!(end.file("graph.png").await.starts_with(b"\x89PNG"));
    let score = String::from_utf8(end.file("game.pgn").await).unwrap();
    assert!(
        score.contains("1. e4 e5 2. Qh5") && score.contains("0-1"),
        "{score}"
    );
    insta::assert_snapshot!("reviewed", without_figures(&end.shown()));
    // Anyone can open the review again.
    let again = eve.slash("analyze", args! { game: code(&end) }).await;
    assert!(again.message().await.is_ephemeral());
    let words = |message: &F::Message| {
        let content = message.content();
        let (_, turns) = content.split_once("**Turning points**").unwrap();
        let lines = turns.lines().take(4).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(words(&again.message().await), words(&end));
    stage.assert_clean();
}

both!(a_short_game_is_reviewed_on_request);
async fn a_short_game_is_reviewed_on_request<F: Front>() {
    let stage = F::ready().await;
    let [bob, eve] = stage.people(["bob", "eve"]);
    let general = stage.channel("general");
    let first = begin(&stage, "latrunculi").await;
    let last = played(&stage, first, &BLUNDERS[..6]).await;
    let code = code(&last);
    let early = eve.slash("analyze", args! { game: code.as_str() }).await;
    let mut told = vec![early.message().await.content()];
    resigns(&bob, &last).await;
    let end = next_board(&general, &last).await;
    assert!(
        end.files().iter().all(|(name, _)| name != "graph.png"),
        "a game this short is not gone through by itself"
    );
    let asked = eve.slash("analyze", args! { game: code.as_str() }).await;
    told.push(asked.message().await.content());
    says(&end, "Turning points").await;
    insta::assert_snapshot!(format!(
        "{}\n\n{}",
        told.join("\n\n"),
        without_figures(&end.shown())
    ));
    stage.assert_clean();
}

both!(a_rated_game_in_progress_gets_no_help);
async fn a_rated_game_in_progress_gets_no_help<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let options = args! { game: "latrunculi", opponent: bob.arg(), color: "white", time: "3 days", rated: true };
    let first = accepted(&stage, options).await;
    let board = played(&stage, first, &["e4", "e5"]).await;
    let said = async |reply: F::Reply| reply.message().await.content();
    let mut told = vec![
        said(alice.slash("hint", ()).await).await,
        said(alice.slash("takeback", ()).await).await,
        said(alice.slash("analyze", args! { game: code(&board) }).await).await,
    ];
    // The initial position, the current one, and a possible one two half-moves later.
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    ];
    for position in positions {
        let options = args! { position: position, rules: "latrunculi" };
        told.push(said(bob.slash("analyze", options).await).await);
        let options = args! { game: "latrunculi", level: 10, start: position };
        if position != positions[0] {
            told.push(said(bob.slash("play", options).await).await);
        }
    }
    told.dedup();
    let options = args! { position: positions[1], rules: "latrunculi" };
    let free = said(eve.slash("analyze", options).await).await;
    assert_says(free, "I'd play");
    insta::assert_snapshot!(told.join("\n\n"));
    assert!(!labels(&board).contains(&"Take back".to_owned()), "rated");
    let stranger = eve.click(&board, "Resign").await;
    assert_says(whispered(&stranger).await, "You aren't a player in game");
    stage.assert_clean();
}
