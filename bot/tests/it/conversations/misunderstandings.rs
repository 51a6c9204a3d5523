//! Mistakes: other people's buttons, double clicks, two moves at once, replies to a message that is not a board.

use crate::conversations::prelude::*;

both!(pressing_another_players_button_is_explained_in_private);
async fn pressing_another_players_button_is_explained_in_private<F: Front>(stage: F) {
    let [bob, eve] = stage.people(["bob", "eve"]);
    let board = begin(&stage, "toto40").await;
    for (who, button, words) in [
        (&eve, "Move", "You aren't a player in game"),
        (&bob, "Move", "'s turn."),
        (&eve, "Abort", "You aren't a player in game"),
    ] {
        who.presses(&board, button).await.tells(words);
    }
    let general = stage.channel("general");
    assert_eq!(general.public().len(), 2, "challenge and board");
    insta::assert_snapshot!(general.screen(&eve));
}

both!(a_double_click_does_once_what_it_says);
async fn a_double_click_does_once_what_it_says<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    let accept = || bob.click(&challenge, "Accept");
    tokio::join!(accept(), accept());
    let board = general.next().await;
    let form = alice.click(&board, "Type a move").await;
    alice.submit(&form, args! { "move": "Re5" }).await;
    next_board(&general, &board).await;
    let again = alice.submit(&form, args! { "move": "Re5" }).await;
    assert_eq!(general.public().len(), 3, "one challenge, two boards");
    insta::assert_snapshot!(again.whisper().await.shown());
}

/// Returns the refusal of one of two simultaneous actions, and asserts that the other succeeded.
async fn refused<F: Front>(stage: &F, replies: [&F::Reply; 2], words: &str) -> F::Message {
    let refusals = || {
        let all = replies.into_iter().flat_map(Answer::messages);
        let told = all.filter(|m| m.content().contains(words));
        told.collect::<Vec<_>>()
    };
    let once = || (!refusals().is_empty()).then_some(());
    stage.until("one of the two to be refused", once).await;
    assert_eq!(refusals().len(), 1, "the other one was played");
    refusals().remove(0)
}

both!(a_move_sent_twice_at_the_same_instant_is_played_once);
async fn a_move_sent_twice_at_the_same_instant_is_played_once<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let first = begin(&stage, "toto40").await;
    // The command applies to the game's current position.
    let command = || alice.slash("move", args! { "move": "Re5" });
    let (one, other) = tokio::join!(command(), command());
    let second = next_board(&general, &first).await;
    let early = refused(&stage, [&one, &other], "'s turn.").await;
    // The form belongs to the board that it was opened from.
    let form = bob.click(&second, "Type a move").await;
    let submit = || bob.submit(&form, args! { "move": "Kf6" });
    let (one, other) = tokio::join!(submit(), submit());
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    let late = refused(&stage, [&one, &other], "That board is out of date").await;
    assert_eq!(general.public().len(), 4, "one challenge, three boards");
    let seen = [early.shown(), late.shown(), third.shown()];
    insta::assert_snapshot!(seen.join("\n\n"));

    // Of two different moves, one is played.
    let board = begin(&stage, "toto40").await;
    let makes = |text: &str| alice.slash("move", args! { "move": text, game: code(&board) });
    let (one, other) = tokio::join!(makes("Re5"), makes("Rd6"));
    assert_eq!(next_board(&general, &board).await.pings(), ["bob"]);
    refused(&stage, [&one, &other], "'s turn.").await;
    let messages = general.public().len();
    assert_eq!(messages, 4 + 3, "another challenge and two boards");
}

both!(a_reply_to_a_message_that_is_no_board_moves_in_no_game);
async fn a_reply_to_a_message_that_is_no_board_moves_in_no_game<F: Front>(stage: F) {
    let alice = stage.user("alice");
    let board = begin(&stage, "toto40").await;
    let challenge = posts_challenge(&alice, args! { game: "toto40" }).await;
    let answers = alice.reply_to(&challenge, "Re5").answers(1).await;
    insta::assert_snapshot!(answers[0].shown());
    assert_eq!(board.labels()[0], "Move", "nothing was played");
    assert!(!board.content().contains("Re5"));
}
