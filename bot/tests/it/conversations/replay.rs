//! The viewer of finished games, and posts from private messages to the channel.

use crate::conversations::finished::BLUNDERS;
use crate::conversations::prelude::*;

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
    !open.iter().any(|other| labels.contains(&other.as_str()))
}

both!(a_finished_game_is_stepped_through_in_one_message_and_posted);
async fn a_finished_game_is_stepped_through_in_one_message_and_posted<F: Front>(stage: F) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let (code, end) = finished(&stage).await;
    assert_eq!(end.labels(), ["Rematch", "Replay"]);
    if let Some(choices) = alice.offered("replay", args! { game: "BOB" }).await {
        assert_eq!(choices.len(), 1, "{choices:?}");
        assert_eq!(choices[0].1, code.as_str());
    }
    if let Some(choices) = eve.offered("analyze", args! { game: "" }).await {
        let label = "alice – bob, Chess Latrunculi".to_owned();
        assert_eq!(choices, [(label, code.clone())]);
        let watched = eve.offered("watch", args! { game: "" }).await;
        assert_eq!(watched, Some(Vec::new()), "it is over");
    }
    let viewer = alice.asks("replay", args! { game: &code }).await;
    assert!(viewer.is_ephemeral());
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
    let has_changed = |viewer: &F::Message| viewer.changes() > other_side;
    viewer.until("the other side", has_changed).await;
    viewer.tells("6/6");
    alice.select(&viewer, "Jump to a move", &["5"]).await;
    says(&viewer, "5/6").await;

    stage.rest();
    alice.click(&viewer, "Analyze").await;
    says(&viewer, "I'm analyzing the game").await;
    end.moved_on("urning point").await;
    alice.click(&viewer, "◀").await;
    says(&viewer, "4/6").await;
    viewer.tells("Winning chances: **");
    assert!(!viewer.has("Analyze"));
    viewer.tells("Turning point**: alice played");

    alice.click(&viewer, "Post it here").await;
    says(&viewer, "Posted.").await;
    let post = general.next().await;
    assert!(post.pings().is_empty());
    assert_eq!(post.labels(), ["Replay"]);
    post.tells("4/6");
    post.tells("Posted by");
    // Each reader can step through it on their own.
    let other = eve.presses(&post, "Replay").await;
    other.tells("0/6");
    eve.click(&other, "▶").await;
    says(&other, "1/6").await;
    insta::assert_snapshot!(seen.join("\n\n"));

    // Where the bot may not post, the viewer stays.
    stage.rest();
    let viewer = alice.asks("replay", ()).await;
    viewer.tells(&code);
    general.mute(true);
    alice.click(&viewer, "Post it here").await;
    let missing = F::either("Send Messages", "power level");
    whispers(&stage, &general, missing).await;
    general.mute(false);
    alice.click(&viewer, "▶").await;
    says(&viewer, "1/6").await;
    let private = alice.dm().asks("replay", ()).await;
    assert!(!private.has("Post it here"));
}

both!(a_game_is_opened_from_a_history_and_a_profile_which_its_owner_posts);
async fn a_game_is_opened_from_a_history_and_a_profile_which_its_owner_posts<F: Front>(stage: F) {
    let (general, [alice, eve]) = stage.general_with(["alice", "eve"]);
    let (code, _) = finished(&stage).await;
    let list = alice.asks("history", ()).await;
    let shown = list.shown();
    alice.select(&list, "Replay a game", &[&code]).await;
    says(&list, "Start of the game").await;

    let of_others = eve.asks("profile", args! { person: alice.arg() }).await;
    assert!(!of_others.has("Post it here"));
    eve.select(&of_others, "Replay a game", &[&code]).await;
    says(&of_others, "Start of the game").await;
    let profile = alice.asks("profile", ()).await;
    for _ in 0..3 {
        alice.click(&profile, "Post it here").await;
        let post = general.next().await;
        assert!(post.pings().is_empty() && post.labels().is_empty());
        post.tells("Posted by");
        assert!(!post.content().contains(&code), "{}", post.content());
    }
    alice.click(&profile, "Post it here").await;
    whispers(&stage, &general, "You've posted a lot recently").await;
    if !F::IS_MATRIX {
        // The private message stays.
        says(&profile, "Posted.").await;
    }
    insta::assert_snapshot!(shown);
}
