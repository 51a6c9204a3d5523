//! The viewer of finished games, and posts from private messages to the channel.

use playground::args;

use crate::common::{Stage, assert_says};
use crate::conversations::finished::BLUNDERS;
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post, Room as _, both, next, next_board, posted, says, whisper,
};
use crate::conversations::tournaments::{enters, organizer, starts};
use crate::conversations::{accepted, begin, code, labels, played, resigns};

/// Plays a short game of alice against bob that bob resigns; returns its code and last message.
async fn finished<F: Front>(stage: &F) -> (String, F::Message) {
    let general = stage.channel("general");
    let first = begin(stage, "latrunculi").await;
    let last = played(stage, first, &BLUNDERS[..6]).await;
    resigns(&stage.user("bob"), &last).await;
    (code(&last), next_board(&general, &last).await)
}

/// Waits for a further private message with these words.
async fn whispers<F: Front>(stage: &F, channel: &F::Channel, words: &str) {
    stage.until(words, || channel.private(words)).await;
}

/// Whether none of these buttons can be pressed.
fn are_closed<M: Post>(message: &M, labels: [&str; 2]) -> bool {
    let open = message.pressable();
    !labels
        .iter()
        .any(|label| open.iter().any(|other| other == label))
}

both!(a_finished_game_is_stepped_through_in_one_message_and_posted);
/// On Matrix, each step is a new message in one thread.
async fn a_finished_game_is_stepped_through_in_one_message_and_posted<F: Front>() {
    let stage = F::ready().await;
    let [alice, eve] = stage.people(["alice", "eve"]);
    let general = stage.channel("general");
    let (code, end) = finished(&stage).await;
    assert_eq!(labels(&end), ["Rematch", "Replay"]);
    if let Some(choices) = alice.offered("replay", args! { game: "BOB" }).await {
        assert_eq!(choices.len(), 1, "{choices:?}");
        assert_eq!(choices[0].1, code.as_str());
    }
    let opened = alice.slash("replay", args! { game: code.as_str() }).await;
    assert!(opened.message().await.is_ephemeral());
    let viewer = opened.message().await;
    let mut seen = vec![viewer.shown()];
    assert!(are_closed(&viewer, ["⏮", "◀"]));
    for (label, place) in [("▶", "1/6"), ("▶", "2/6"), ("◀", "1/6"), ("⏭", "6/6")] {
        alice.click(&viewer, label).await;
        says(&viewer, place).await;
    }
    seen.push(viewer.shown());
    assert!(are_closed(&viewer, ["▶", "⏭"]));
    stage.rest();
    let other_side = viewer.changes();
    alice.click(&viewer, "Flip").await;
    viewer
        .until("the other side", |viewer| viewer.changes() > other_side)
        .await;
    assert!(viewer.content().contains("6/6"));
    alice.select(&viewer, "Jump to a move", &["5"]).await;
    says(&viewer, "5/6").await;

    stage.rest();
    alice.click(&viewer, "Analyze").await;
    says(&viewer, "I'm analyzing the game").await;
    end.moved_on("urning point").await;
    alice.click(&viewer, "◀").await;
    says(&viewer, "4/6").await;
    assert!(viewer.content().contains("Winning chances: **"));
    assert!(!labels(&viewer).contains(&"Analyze".to_owned()));
    assert_says(viewer.content(), "Turning point**: alice played");

    alice.click(&viewer, "Post it here").await;
    says(&viewer, "Posted.").await;
    let post = next(&general).await;
    assert!(post.pings().is_empty());
    assert_eq!(labels(&post), ["Replay"]);
    assert!(post.content().contains("4/6"), "{}", post.content());
    assert!(post.content().contains("Posted by"), "{}", post.content());
    // Each reader can step through it on their own.
    let other = whisper(&eve.click(&post, "Replay").await).await;
    assert!(other.content().contains("0/6"), "{}", other.content());
    eve.click(&other, "▶").await;
    says(&other, "1/6").await;
    insta::assert_snapshot!(seen.join("\n\n"));
    stage.assert_clean();
}

both!(a_game_is_opened_from_a_history_and_a_profile_which_its_owner_posts);
/// On Matrix, each press on the private list is answered by a new message.
async fn a_game_is_opened_from_a_history_and_a_profile_which_its_owner_posts<F: Front>() {
    let stage = F::ready().await;
    let [alice, eve] = stage.people(["alice", "eve"]);
    let general = stage.channel("general");
    let (code, _) = finished(&stage).await;
    let list = alice.slash("history", ()).await.message().await;
    let shown = list.shown();
    alice.select(&list, "Replay a game", &[code.as_str()]).await;
    says(&list, "Start of the game").await;

    let of_others = eve.slash("profile", args! { person: alice.arg() }).await;
    let of_others = of_others.message().await;
    assert!(!labels(&of_others).contains(&"Post it here".to_owned()));
    eve.select(&of_others, "Replay a game", &[code.as_str()])
        .await;
    says(&of_others, "Start of the game").await;
    let profile = alice.slash("profile", ()).await.message().await;
    for _ in 0..3 {
        alice.click(&profile, "Post it here").await;
        let post = next(&general).await;
        assert!(post.pings().is_empty() && labels(&post).is_empty());
        assert!(post.content().contains("Posted by"), "{}", post.content());
        assert!(!post.content().contains(&code), "{}", post.content());
    }
    alice.click(&profile, "Post it here").await;
    whispers(&stage, &general, "You've posted a lot recently").await;
    if !F::IS_MATRIX {
        // The private message stays.
        says(&profile, "Posted.").await;
    }
    insta::assert_snapshot!(shown);
    stage.assert_clean();
}

both!(where_the_bot_may_not_post_the_viewer_stays);
/// On Matrix, the viewer comes directly, and posts to the room in which it was asked for.
async fn where_the_bot_may_not_post_the_viewer_stays<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let (code, _) = finished(&stage).await;
    let viewer = alice.slash("replay", ()).await.message().await;
    assert!(viewer.content().contains(&code), "the latest game");
    let general = stage.channel("general");
    general.mute(true);
    alice.click(&viewer, "Post it here").await;
    let why = if F::IS_MATRIX {
        "power level"
    } else {
        "Send Messages"
    };
    whispers(&stage, &general, why).await;
    general.mute(false);
    alice.click(&viewer, "▶").await;
    says(&viewer, "1/6").await;
    let direct = alice.dm();
    let private = direct.slash("replay", ()).await.message().await;
    assert!(!labels(&private).contains(&"Post it here".to_owned()));
    stage.assert_clean();
}

both!(a_tournaments_games_are_opened_from_its_views);
async fn a_tournaments_games_are_opened_from_its_views<F: Front>() {
    let stage = F::ready().await;
    let boss = organizer(&stage);
    let players = stage.people(["alice", "bob"]);
    let eve = stage.user("eve");
    let general = stage.channel("general");
    let plan = args! { name: "Cup", format: "knockout", game: "toto40", time: "3 days" };
    boss.slash("tournament create", plan).await;
    let announced = next(&general).await;
    enters(&players, &announced).await;
    starts(&boss).await;
    let board = posted(&stage, &general, "it's your move").await;
    let code = code(&board);
    let [alice, bob] = &players;
    let (white, black) = if board.content().starts_with(&alice.mention()) {
        (alice, bob)
    } else {
        (bob, alice)
    };
    white
        .slash("move", args! { "move": "Re5", game: &code })
        .await;
    black
        .slash("move", args! { "move": "Kf6", game: &code })
        .await;
    resigns(black, &board).await;
    posted(&stage, &general, "Congratulations").await;
    let view = eve.slash("tournament standings", ()).await;
    let view = whisper(&view).await;
    eve.select(&view, "Replay a game", &[code.as_str()]).await;
    says(&view, "Start of the game").await;
    stage.assert_clean();
}

/// On Discord only: autocomplete.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn games_to_watch_and_to_analyze_are_completed() {
    let stage = Stage::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let (code, _) = finished(&stage).await;
    accepted(&stage, args! { game: "leto", opponent: &bob }).await;
    let offered = async |command: &'static str, typed: &'static str| {
        let typed = eve.autocomplete(command, args! { game: typed }).await;
        let choices = typed.choices().into_iter();
        choices.map(|(label, _)| label).collect::<Vec<_>>()
    };
    assert_eq!(
        offered("analyze", "").await,
        ["alice – bob, Chess Latrunculi"]
    );
    assert_eq!(offered("replay", "alice").await.len(), 1);
    assert!(offered("replay", "carol").await.is_empty());
    assert_eq!(offered("watch", "let").await.len(), 1);
    assert!(offered("watch", "latr").await.is_empty(), "it is over");
    let own = alice.autocomplete("watch", args! { game: "" }).await;
    assert!(own.choices().is_empty());
    let own = alice.autocomplete("analyze", args! { game: "" }).await;
    assert_eq!(own.choices()[0].1, code.as_str());
    stage.pg.assert_clean();
}
