//! Draw offers, take-backs, rematches, conditional moves.

use playground::args;

use crate::common::assert_says;
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, Room as _, both, called, next, next_board, says,
    whisper, whispered,
};
use crate::conversations::{begin, labels, moves, play, played};

both!(two_people_take_back_prepare_agree_and_play_again);
async fn two_people_take_back_prepare_agree_and_play_again<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let first = begin(&stage, "latrunculi").await;
    let second = moves(&alice, &first, "e4").await;
    // A private conditional move.
    let prepared = alice.slash("premove", args! { moves: "e5 d4" }).await;
    assert!(prepared.message().await.is_secret());
    let third = moves(&bob, &second, "e5").await;
    assert!(third.content().contains("2. d4"), "{}", third.content());
    assert_eq!(third.pings(), ["bob"], "the answer came at once");
    // Offers and their answers edit the board, where the player to move keeps their buttons, and call the other player.
    let board = third;
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
    let buttons = labels(&board);
    assert_eq!(
        buttons[..4],
        ["Accept draw", "Decline draw", "Withdraw", "Move"]
    );
    let own = alice.click(&board, "Decline draw").await;
    assert_says(whispered(&own).await, "You have no draw offer to answer");
    bob.click(&board, "Decline draw").await;
    says(&board, "declined the draw offer.").await;
    called(&general, &alice).await;
    let declined = board;
    let question = alice.click(&declined, "Resign").await;
    let asked = whisper(&question).await;
    alice.click(&asked, "Resign").await;
    let end = next_board(&general, &declined).await;
    assert!(labels(&end).contains(&"Rematch".to_owned()));
    alice.click(&end, "Rematch").await;
    let challenge = next(&general).await;
    assert_eq!(challenge.pings(), ["bob"]);
    bob.click(&end, "Rematch").await;
    says(&challenge, "accepted").await;
    let again = next(&general).await;
    assert_eq!(again.pings(), ["bob"], "bob has White now");
    end.until("the result card to lose its button", |end| {
        labels(end) == ["Replay"]
    })
    .await;
    insta::assert_snapshot!(general.screen(&bob));
    stage.assert_clean();
}

both!(a_game_with_the_bot_has_hints_and_can_be_restarted);
async fn a_game_with_the_bot_has_hints_and_can_be_restarted<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let general = stage.channel("general");
    let board = play(&stage, "latrunculi").await;
    let hint = alice.slash("hint", ()).await.message().await;
    assert!(hint.is_secret());
    assert_says(hint.content(), "on ");
    alice.click(&board, "Abort").await;
    let over = board.moved_on("**aborted the game**").await;
    alice.click(&over, "Play again").await;
    let next_game = next(&general).await;
    next_game.moved_on("it's your move").await;
}

both!(a_draw_is_claimed_when_a_position_stands_for_the_third_time);
async fn a_draw_is_claimed_when_a_position_stands_for_the_third_time<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let mut board = begin(&stage, "latrunculi").await;
    for _ in 0..2 {
        board = played(&stage, board, &["Nf3", "Nf6", "Ng1", "Ng8"]).await;
    }
    alice.slash("draw", ()).await;
    next_board(&general, &board).await;
    board.retired().await;
    insta::assert_snapshot!(general.screen(&bob));
    stage.assert_clean();
}

/// Appends a board, or an answer to a press, to the story.
fn step(story: &mut Vec<String>, what: &str, shown: &str) {
    story.push(format!("-- {what}\n{shown}"));
}

both!(a_draw_is_offered_declined_and_offered_again_when_the_position_has_moved_on);
async fn a_draw_is_offered_declined_and_offered_again_when_the_position_has_moved_on<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob, eve] = stage.people(["alice", "bob", "eve"]);
    let general = stage.channel("general");
    let mut story = Vec::new();
    let first = begin(&stage, "toto40").await;
    let board = moves(&alice, &first, "Re5").await;
    // A draw can be offered on the opponent's turn.
    alice.slash("draw", ()).await;
    let offer = board;
    says(&offer, "offers a draw").await;
    step(&mut story, "alice offers a draw", &offer.shown());
    let told = called(&general, &bob).await;
    step(&mut story, "bob is called", &told.shown());
    let again = alice.slash("draw", ()).await.message().await.content();
    step(&mut story, "alice offers another one", &again);
    let stranger = whispered(&eve.click(&offer, "Accept draw").await).await;
    step(&mut story, "eve accepts it", &stranger);
    bob.click(&offer, "Decline draw").await;
    says(&offer, "declined the draw offer").await;
    let declined = offer;
    step(&mut story, "bob declines", &declined.shown());
    let told = called(&general, &alice).await;
    step(&mut story, "alice is called", &told.shown());
    let again = alice.slash("draw", ()).await.message().await.content();
    step(&mut story, "alice offers it again", &again);
    let back = bob.slash("draw", ()).await.message().await.content();
    step(&mut story, "bob offers one himself", &back);
    let moved = moves(&bob, &declined, "Kf6").await;
    // An offer survives its maker's next move, and ends with the opponent's.
    alice.slash("draw", ()).await;
    says(&moved, "offers a draw").await;
    called(&general, &bob).await;
    let standing = moves(&alice, &moved, "Kd7").await;
    assert_eq!(standing.pings(), ["bob"]);
    step(
        &mut story,
        "alice has offered, and moves",
        &standing.shown(),
    );
    let gone = moves(&bob, &standing, "Ha10").await;
    step(&mut story, "bob moves", &gone.shown());
    alice.click(&gone, "Offer draw").await;
    says(&gone, "offers a draw").await;
    called(&general, &bob).await;
    alice.click(&gone, "Withdraw").await;
    says(&gone, "withdrew the draw offer").await;
    step(&mut story, "alice offers, and withdraws", &gone.shown());
    let last = moves(&alice, &gone, "b8").await;
    alice.slash("draw", ()).await;
    says(&last, "offers a draw").await;
    called(&general, &bob).await;
    bob.click(&last, "Accept draw").await;
    let end = next_board(&general, &last).await;
    step(
        &mut story,
        "alice offers again, and bob accepts",
        &end.shown(),
    );
    insta::assert_snapshot!(story.join("\n"));
    stage.assert_clean();
}

both!(a_game_is_left_before_both_have_moved_and_not_after);
async fn a_game_is_left_before_both_have_moved_and_not_after<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let mut story = Vec::new();
    let first = begin(&stage, "toto40").await;
    let board = moves(&alice, &first, "Re5").await;
    assert!(labels(&board).contains(&"Abort".to_owned()));
    let begun = moves(&bob, &board, "Kf6").await;
    assert!(!labels(&begun).contains(&"Abort".to_owned()));
    let question = alice.slash("resign", ()).await.message().await;
    step(&mut story, "alice wants to resign", &question.shown());
    alice.click(&question, "Resign").await;
    let end = next_board(&general, &begun).await;
    step(&mut story, "alice resigns", &end.shown());
    let second = begin(&stage, "toto40").await;
    bob.click(&second, "Abort").await;
    let left = next_board(&general, &second).await;
    assert_eq!(left.pings(), ["alice"], "the other side is told");
    step(&mut story, "bob leaves the next game", &left.shown());
    insta::assert_snapshot!(story.join("\n"));
    stage.assert_clean();
}
