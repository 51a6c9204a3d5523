//! Finished games: result card, evaluation graph and turning points; and no engine help before that.

use crate::conversations::prelude::*;

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
async fn a_rated_game_is_reviewed_when_it_is_over<F: Front>(stage: F) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let options = args! { game: "latrunculi", time: "3 days", rated: true };
    let first = accepted(&stage, options).await;
    let last = played(&stage, first, &BLUNDERS).await;
    resigns(&alice, &last).await;
    let end = next_board(&general, &last).await;
    assert_eq!(end.pings(), ["bob"], "alice knows");
    says(&end, "Turning points").await;
    let has_graph = |end: &F::Message| end.files().iter().any(|(name, _)| name == "graph.png");
    end.until("the graph", has_graph).await;
    assert!(end.file("game.gif").await.starts_with(b"GIF89a"));
    assert!(end.file("graph.png").await.starts_with(b"\x89PNG"));
    let score = String::from_utf8(end.file("game.pgn").await).unwrap();
    assert_says(&score, "1. e4 e5 2. Qh5");
    assert_says(&score, "0-1");
    insta::assert_snapshot!("reviewed", without_figures(&end.shown()));
    // Anyone can open the review again.
    let again = eve.asks("analyze", args! { game: code(&end) }).await;
    assert!(again.is_ephemeral());
    let words = |message: &F::Message| {
        let content = message.content();
        let (_, turns) = content.split_once("**Turning points**").unwrap();
        let lines = turns.lines().take(4).map(str::to_owned);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(words(&again), words(&end));
}

both!(a_short_game_is_reviewed_on_request);
async fn a_short_game_is_reviewed_on_request<F: Front>(stage: F) {
    let (general, [bob, eve]) = stage.general_with(["bob", "eve"]);
    let first = begin(&stage, "latrunculi").await;
    let last = played(&stage, first, &BLUNDERS[..6]).await;
    let review = args! { game: code(&last) };
    let early = eve.asks("analyze", review.clone()).await.content();
    resigns(&bob, &last).await;
    let end = next_board(&general, &last).await;
    let has_graph = end.files().iter().any(|(name, _)| name == "graph.png");
    assert!(!has_graph, "a short game is not reviewed by itself");
    let asked = eve.asks("analyze", review).await.content();
    says(&end, "Turning points").await;
    let reviewed = without_figures(&end.shown());
    insta::assert_snapshot!([early, asked, reviewed].join("\n\n"));
}

both!(a_rated_game_in_progress_gets_no_help);
async fn a_rated_game_in_progress_gets_no_help<F: Front>(stage: F) {
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let options = args! { game: "latrunculi", time: "3 days", rated: true };
    let first = accepted(&stage, options).await;
    let board = played(&stage, first, &["e4", "e5"]).await;
    let mut told = Vec::new();
    for (command, options) in [
        ("hint", Args::default()),
        ("takeback", Args::default()),
        ("analyze", args! { game: code(&board) }),
    ] {
        told.push(alice.asks(command, options).await.content());
    }
    // The initial position, the current one, and a possible one two half-moves later.
    let positions = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3",
    ];
    for position in positions {
        let options = args! { position: position, rules: "latrunculi" };
        told.push(bob.asks("analyze", options).await.content());
        let options = args! { game: "latrunculi", level: 10, start: position };
        if position != positions[0] {
            told.push(bob.asks("play", options).await.content());
        }
    }
    told.dedup();
    let options = args! { position: positions[1], rules: "latrunculi" };
    let study = eve.asks("analyze", options).await;
    assert!(study.is_ephemeral());
    assert!(study.content().starts_with("**Chess Latrunculi**: "));
    study.tells("I'd play");
    let has_picture = |study: &F::Message| study.files().len() == 1;
    study.until("its picture", has_picture).await;
    eve.asks("analyze", ()).await.tells("finished");
    insta::assert_snapshot!(told.join("\n\n"));
    assert!(!board.has("Take back"), "rated");
    let stranger = eve.presses(&board, "Resign").await;
    stranger.tells("You aren't a player in game");
}
