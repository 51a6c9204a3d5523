//! Mistakes: other people's buttons, double clicks, two moves at once, replies to a message that is not a board, moves that
//! lose at once.

use crate::conversations::prelude::*;

both!(other_peoples_buttons_and_replies_to_no_board_make_no_move);
async fn other_peoples_buttons_and_replies_to_no_board_make_no_move<F: Front>(stage: F) {
    let (general, [alice, bob, eve]) = stage.general_with(["alice", "bob", "eve"]);
    let board = begin(&stage, "toto40").await;
    for (who, button, words) in [
        (&eve, "Move", "You aren't a player in game"),
        (&bob, "Move", "'s turn."),
        (&eve, "Abort", "You aren't a player in game"),
    ] {
        who.presses(&board, button).await.tells(words);
    }
    assert_eq!(general.public().len(), 2, "challenge and board");
    insta::assert_snapshot!("buttons_of_others", general.screen(&eve));
    let challenge = posts_challenge(&alice, args! { game: "toto40" }).await;
    let told = answer(&alice.reply_to(&challenge, "Re5")).await;
    insta::assert_snapshot!("a_reply_to_no_board", told.shown());
    assert_eq!(board.labels()[0], "Move", "nothing was played");
    assert!(!board.content().contains("Re5"));
}

/// Returns the refusal of one of two simultaneous actions, and asserts that the other succeeded.
async fn refused<F: Front>(stage: &F, replies: [&F::Reply; 2], words: &str) -> F::Message {
    let refusals = || {
        let all = replies.into_iter().flat_map(Answer::messages);
        let told = all.filter(|m| m.content().contains(words));
        told.collect::<Vec<_>>()
    };
    let once = || !refusals().is_empty();
    stage.happens("one of the two to be refused", once).await;
    assert_eq!(refusals().len(), 1, "the other one was played");
    refusals().remove(0)
}

both!(what_is_sent_twice_at_the_same_instant_is_done_once);
async fn what_is_sent_twice_at_the_same_instant_is_done_once<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
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

    // A challenge is accepted once. Of two different moves, one is played.
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    let accept = || bob.click(&challenge, "Accept");
    tokio::join!(accept(), accept());
    let board = general.next().await;
    let makes = |text: &str| alice.slash("move", args! { "move": text, game: code(&board) });
    let (one, other) = tokio::join!(makes("Re5"), makes("Rd6"));
    assert_eq!(next_board(&general, &board).await.pings(), ["bob"]);
    refused(&stage, [&one, &other], "'s turn.").await;
    let messages = general.public().len();
    assert_eq!(messages, 4 + 3, "another challenge and two boards");
}

both!(a_beginner_is_asked_before_leaving_the_line_and_hanging_the_king);
async fn a_beginner_is_asked_before_leaving_the_line_and_hanging_the_king<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let first = begin(&stage, "toto40").await;
    let second = moves(&alice, &first, "Rd7").await;
    let mut seen = vec![second.shown()];
    // In private, for a slash command. The player picks another move from marked menus.
    if let Some(offered) = bob.offered("move", args! { "move": "a11" }).await {
        let (label, _) = &offered[0];
        assert_eq!(label, "a11 (loses at once): pawn a12 to a11");
    }
    let question = bob.asks("move", args! { "move": "a11" }).await;
    assert!(question.is_ephemeral());
    seen.push(question.shown());
    bob.click(&question, "Another move").await;
    says(&question, "Choose a piece").await;
    seen.push(question.shown());
    // In public, for a reply. The question doesn't reveal the winning reply, and disappears when it is answered.
    bob.reply_to(&second, "Ke6");
    let asked = general.next().await;
    seen.push(asked.shown());
    let why = bob.presses(&asked, "Why?").await;
    seen.push(why.shown());
    bob.click(&asked, "Play it anyway").await;
    asked.gone().await;
    let third = next_board(&general, &second).await;
    seen.push(third.shown());
    insta::assert_snapshot!(seen.join("\n\n"));
}
