//! Draw offers, take-backs, rematches, conditional moves.

use crate::conversations::prelude::*;

both!(two_people_take_back_prepare_agree_and_play_again);
async fn two_people_take_back_prepare_agree_and_play_again<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let first = begin(&stage, "latrunculi").await;
    let second = moves(&alice, &first, "e4").await;
    // A private conditional move.
    let prepared = alice.asks("premove", args! { moves: "e5 d4" }).await;
    assert!(prepared.is_secret());
    let board = moves(&bob, &second, "e5").await;
    board.tells("2. d4");
    assert_eq!(board.pings(), ["bob"], "the answer came at once");
    // Offers and their answers edit the board, where the player to move keeps their buttons, and call the other player.
    alice.slash("takeback", ()).await;
    says(&board, "asks to take back **2. d4**.").await;
    let request = called(&general, &bob).await;
    bob.click(&request, "Allow takeback").await;
    let board = next_board(&general, &board).await;
    request.gone().await;
    says(&board, "took back **2. d4**.").await;
    assert_eq!(board.pings(), ["alice"], "it is alice's turn again");
    alice.click(&board, "Offer draw").await;
    says(&board, "offers a draw.").await;
    called(&general, &bob).await;
    let buttons = ["Accept draw", "Decline draw", "Withdraw", "Move"];
    assert_eq!(board.labels()[..4], buttons);
    let own = alice.presses(&board, "Decline draw").await;
    own.tells("You have no draw offer to answer");
    bob.click(&board, "Decline draw").await;
    says(&board, "declined the draw offer.").await;
    called(&general, &alice).await;
    let asked = alice.presses(&board, "Resign").await;
    alice.click(&asked, "Resign").await;
    let end = next_board(&general, &board).await;
    assert!(end.has("Rematch"));
    alice.click(&end, "Rematch").await;
    let challenge = general.next().await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&end, "Rematch").await;
    says(&challenge, "accepted").await;
    let again = general.next().await;
    assert_eq!(again.pings(), ["bob"], "bob has White now");
    let is_done = |end: &F::Message| end.labels() == ["Replay"];
    end.until("its button to go", is_done).await;
    insta::assert_snapshot!(general.screen(&bob));
}

both!(a_draw_is_claimed_when_a_position_stands_for_the_third_time);
async fn a_draw_is_claimed_when_a_position_stands_for_the_third_time<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let mut board = begin(&stage, "latrunculi").await;
    for _ in 0..2 {
        board = played(&stage, board, &["Nf3", "Nf6", "Ng1", "Ng8"]).await;
    }
    alice.slash("draw", ()).await;
    next_board(&general, &board).await;
    board.retired().await;
    insta::assert_snapshot!(general.screen(&bob));
}

both!(a_draw_is_offered_declined_and_offered_again_when_the_position_has_moved_on);
async fn a_draw_is_offered_declined_and_offered_again_when_the_position_has_moved_on<F: Front>(
    stage: F,
) {
    let (general, [alice, bob, eve]) = stage.general_with(["alice", "bob", "eve"]);
    let mut story = Vec::new();
    let mut step = |what: &str, shown: String| story.push(format!("-- {what}\n{shown}"));
    let first = begin(&stage, "toto40").await;
    let offer = moves(&alice, &first, "Re5").await;
    // A draw can be offered on the opponent's turn.
    alice.slash("draw", ()).await;
    says(&offer, "offers a draw").await;
    step("alice offers a draw", offer.shown());
    let told = called(&general, &bob).await;
    step("bob is called", told.shown());
    let again = alice.asks("draw", ()).await.content();
    step("alice offers another one", again);
    let stranger = eve.presses(&offer, "Accept draw").await.content();
    step("eve accepts it", stranger);
    bob.click(&offer, "Decline draw").await;
    says(&offer, "declined the draw offer").await;
    step("bob declines", offer.shown());
    let told = called(&general, &alice).await;
    step("alice is called", told.shown());
    let again = alice.asks("draw", ()).await.content();
    step("alice offers it again", again);
    let back = bob.asks("draw", ()).await.content();
    step("bob offers one himself", back);
    let moved = moves(&bob, &offer, "Kf6").await;
    // An offer survives its maker's next move, and ends with the opponent's.
    alice.slash("draw", ()).await;
    says(&moved, "offers a draw").await;
    called(&general, &bob).await;
    let standing = moves(&alice, &moved, "Kd7").await;
    assert_eq!(standing.pings(), ["bob"]);
    step("alice has offered, and moves", standing.shown());
    let gone = moves(&bob, &standing, "Ha10").await;
    step("bob moves", gone.shown());
    alice.click(&gone, "Offer draw").await;
    says(&gone, "offers a draw").await;
    called(&general, &bob).await;
    alice.click(&gone, "Withdraw").await;
    says(&gone, "withdrew the draw offer").await;
    step("alice offers, and withdraws", gone.shown());
    let last = moves(&alice, &gone, "b8").await;
    alice.slash("draw", ()).await;
    says(&last, "offers a draw").await;
    called(&general, &bob).await;
    bob.click(&last, "Accept draw").await;
    let end = next_board(&general, &last).await;
    step("alice offers again, and bob accepts", end.shown());
    insta::assert_snapshot!(story.join("\n"));
}

both!(a_game_is_left_before_both_have_moved_and_not_after);
async fn a_game_is_left_before_both_have_moved_and_not_after<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let mut story = Vec::new();
    let mut step = |what: &str, shown: String| story.push(format!("-- {what}\n{shown}"));
    let first = begin(&stage, "toto40").await;
    let board = moves(&alice, &first, "Re5").await;
    assert!(board.has("Abort"));
    let begun = moves(&bob, &board, "Kf6").await;
    assert!(!begun.has("Abort"));
    let question = alice.asks("resign", ()).await;
    step("alice wants to resign", question.shown());
    alice.click(&question, "Resign").await;
    let end = next_board(&general, &begun).await;
    step("alice resigns", end.shown());
    let second = begin(&stage, "toto40").await;
    bob.click(&second, "Abort").await;
    let left = next_board(&general, &second).await;
    assert_eq!(left.pings(), ["alice"], "the other side is told");
    step("bob leaves the next game", left.shown());
    insta::assert_snapshot!(story.join("\n"));
}
