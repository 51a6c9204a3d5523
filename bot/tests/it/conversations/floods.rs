//! A flood of repeated requests from one person, as a channel sees it.

use std::time::Duration;

use app::Limits;

use crate::conversations::prelude::*;

/// Attempts at each kind of flood.
const TRIES: usize = 60;

/// Returns the number of public answers before the limit. On Matrix, all answers in a room are public.
fn answers<F: Front>() -> usize {
    F::either(8, 30)
}

both!(mentions_without_a_game_get_a_few_public_answers);
async fn mentions_without_a_game_get_a_few_public_answers<F: Front>(mut stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    // Until one more answer, and in the last one before that.
    let (seconds, quiet) = F::either((60, "few minutes"), (10, "I'll be slower"));
    for _ in 1..answers::<F>() {
        alice.say("@Delos e4").answers(1).await;
    }
    let last = alice.say("@Delos e4").answers(1).await;
    insta::assert_snapshot!(last[0].shown());
    for _ in answers::<F>()..TRIES {
        alice.say("@Delos e4");
    }
    let other = bob.say("@Delos e4").answers(1).await.remove(0);
    assert!(!other.content().contains(quiet), "bob has his own");
    stage.advance(Duration::from_secs(seconds));
    let later = alice.say("@Delos e4").answers(1).await.remove(0);
    later.tells(quiet);
    // The bot finishes the requests in progress before it stops.
    stage.stop().await;
    let given = general.public().len() - TRIES - 2;
    assert_eq!(given, answers::<F>() + 2);
}

both!(a_move_is_played_by_a_person_who_gets_no_more_answers);
async fn a_move_is_played_by_a_person_who_gets_no_more_answers<F: Front>(stage: F) {
    let alice = stage.user("alice");
    play(&stage, "latrunculi").await;
    for _ in 0..answers::<F>() {
        alice.say("@Delos Ke5").answers(1).await;
    }
    // The board has scrolled out of view, so it is posted again.
    let board = alice.say("@Delos e4").answers(1).await;
    says(&board[0], "1... ").await;
}

both!(too_many_games_are_refused_in_private);
async fn too_many_games_are_refused_in_private<F: Front>(mut stage: F) {
    let limits = Limits {
        hourly: 3,
        ..Limits::default()
    };
    stage.restarts_with(limits, None).await;
    let (general, [alice]) = stage.general_with(["alice"]);
    for _ in 0..3 {
        let board = play(&stage, "toto40").await;
        alice.click(&board, "Abort").await;
        board.moved_on("aborted").await;
    }
    let refused = alice.asks("play", args! { game: "toto40" }).await;
    assert!(refused.is_ephemeral());
    insta::assert_snapshot!(refused.raw());
    assert_eq!(general.public().len(), 6, "boards and results");
}

both!(a_person_is_called_by_another_a_few_times);
async fn a_person_is_called_by_another_a_few_times<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let options = || args! { game: "toto40", opponent: bob.arg() };
    for _ in 0..5 {
        let challenge = posts_challenge(&alice, options()).await;
        assert_eq!(challenge.pings(), ["bob"]);
        alice.click(&challenge, "Decline").await;
        says(&challenge, "withdr").await;
    }
    let refused = alice.asks("challenge", options()).await;
    refused.tells("You've challenged or invited @bob several times");
    let raw = refused.raw();
    insta::assert_snapshot!(raw.split_once("several ").unwrap().1);
    assert_eq!(general.public().len(), 5);
}
