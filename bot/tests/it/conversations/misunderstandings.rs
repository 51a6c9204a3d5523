//! Mistakes: other people's buttons, double clicks, two moves at once, replies to a message that is not a board.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer, Front, Person as _, Post as _, Room as _, both, next, next_board, public, whisper,
    whispered,
};
use crate::conversations::{accepted, begin, labels, posts_challenge};

both!(pressing_another_players_button_is_explained_in_private);
async fn pressing_another_players_button_is_explained_in_private<F: Front>() {
    let stage = F::ready().await;
    let [bob, eve] = stage.people(["bob", "eve"]);
    let board = begin(&stage, "toto40").await;
    for (who, button, words) in [
        (&eve, "Move", "You aren't a player in game"),
        (&bob, "Move", "'s turn."),
        (&eve, "Abort", "You aren't a player in game"),
    ] {
        assert_says(whispered(&who.click(&board, button).await).await, words);
    }
    let general = stage.channel("general");
    assert_eq!(public(&general).len(), 2, "challenge and board");
    insta::assert_snapshot!(general.screen(&eve));
    stage.assert_clean();
}

both!(castling_is_understood_in_the_words_of_the_board);
async fn castling_is_understood_in_the_words_of_the_board<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let start = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let options = args! { game: "latrunculi", opponent: bob.arg(), color: "white", start: start };
    let board = accepted(&stage, options).await;
    alice.reply_to(&board, "castles kingside");
    let castled = next_board(&stage.channel("general"), &board).await;
    assert_says(castled.content(), "**1. O-O**");
    stage.assert_clean();
}

both!(a_double_click_does_once_what_it_says);
async fn a_double_click_does_once_what_it_says<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white" };
    let challenge = posts_challenge(&alice, options).await;
    tokio::join!(
        bob.click(&challenge, "Accept"),
        bob.click(&challenge, "Accept")
    );
    let board = next(&general).await;
    let form = alice.click(&board, "Type a move").await;
    alice.submit(&form, args! { "move": "Re5" }).await;
    next_board(&general, &board).await;
    let again = alice.submit(&form, args! { "move": "Re5" }).await;
    assert_eq!(public(&general).len(), 3, "one challenge, two boards");
    insta::assert_snapshot!(whisper(&again).await.shown());
    stage.assert_clean();
}

both!(one_of_two_simultaneous_moves_is_played);
async fn one_of_two_simultaneous_moves_is_played<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let general = stage.channel("general");
    let board = begin(&stage, "toto40").await;
    let (one, other) = tokio::join!(
        alice.slash("move", args! { "move": "Re5" }),
        alice.slash("move", args! { "move": "Rd6" })
    );
    let after = next_board(&general, &board).await;
    assert_eq!(after.pings(), ["bob"]);
    refused(&stage, [&one, &other], "'s turn.").await;
    assert_eq!(public(&general).len(), 3, "one challenge, two boards");
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
async fn a_move_sent_twice_at_the_same_instant_is_played_once<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let first = begin(&stage, "toto40").await;
    // The command applies to the game's current position.
    let (one, other) = tokio::join!(
        alice.slash("move", args! { "move": "Re5" }),
        alice.slash("move", args! { "move": "Re5" })
    );
    let second = next_board(&general, &first).await;
    let early = refused(&stage, [&one, &other], "'s turn.").await;
    // The form belongs to the board that it was opened from.
    let form = bob.click(&second, "Type a move").await;
    let (one, other) = tokio::join!(
        bob.submit(&form, args! { "move": "Kf6" }),
        bob.submit(&form, args! { "move": "Kf6" })
    );
    let third = next_board(&general, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    let late = refused(&stage, [&one, &other], "That board is out of date").await;
    assert_eq!(public(&general).len(), 4, "one challenge, three boards");
    let seen = [early.shown(), late.shown(), third.shown()];
    insta::assert_snapshot!(seen.join("\n\n"));
    stage.assert_clean();
}

both!(a_reply_to_a_message_that_is_no_board_moves_in_no_game);
async fn a_reply_to_a_message_that_is_no_board_moves_in_no_game<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let board = begin(&stage, "toto40").await;
    let challenge = posts_challenge(&alice, args! { game: "toto40" }).await;
    let answers = alice.reply_to(&challenge, "Re5").answers(1).await;
    insta::assert_snapshot!(answers[0].shown());
    assert_eq!(labels(&board)[0], "Move", "nothing was played");
    assert!(!board.content().contains("Re5"));
}
