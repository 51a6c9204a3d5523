//! A flood of repeated requests from one person, as a channel sees it.

use std::time::Duration;

use app::Limits;
use playground::args;

use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, both, public, says, whisper,
};
use crate::conversations::{play, posts_challenge};

/// Attempts at each kind of flood.
const TRIES: usize = 60;

/// Returns the number of public answers before the limit. On Matrix, all answers in a room are public.
fn answers<F: Front>() -> usize {
    if F::IS_MATRIX { 30 } else { 8 }
}

/// Returns the time after which one more answer is allowed.
fn refill<F: Front>() -> Duration {
    Duration::from_secs(if F::IS_MATRIX { 10 } else { 60 })
}

/// Returns words of the last answer before the bot goes quiet.
fn quiet<F: Front>() -> &'static str {
    if F::IS_MATRIX {
        "I'll be slower"
    } else {
        "few minutes"
    }
}

both!(mentions_without_a_game_get_a_few_public_answers);
async fn mentions_without_a_game_get_a_few_public_answers<F: Front>() {
    let mut stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let mut last = alice.say("@Delos e4").answers(1).await;
    for _ in 1..answers::<F>() {
        last = alice.say("@Delos e4").answers(1).await;
    }
    insta::assert_snapshot!(last[0].shown());
    for _ in answers::<F>()..TRIES {
        alice.say("@Delos e4");
    }
    let other = bob.say("@Delos e4").answers(1).await;
    assert!(
        !other[0].content().contains(quiet::<F>()),
        "bob has his own"
    );
    stage.advance(refill::<F>());
    let later = alice.say("@Delos e4").answers(1).await;
    assert!(later[0].content().contains(quiet::<F>()));
    // The bot finishes the requests in progress before it stops.
    stage.stop().await;
    let given = public(&general).len() - TRIES - 2;
    assert_eq!(given, answers::<F>() + 2);
    stage.assert_clean();
}

both!(a_move_is_played_by_a_person_who_gets_no_more_answers);
async fn a_move_is_played_by_a_person_who_gets_no_more_answers<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    play(&stage, "latrunculi").await;
    for _ in 0..answers::<F>() {
        alice.say("@Delos Ke5").answers(1).await;
    }
    // The board has scrolled out of view, so it is posted again.
    let board = alice.say("@Delos e4").answers(1).await;
    says(&board[0], "1... ").await;
    stage.assert_clean();
}

both!(too_many_games_are_refused_in_private);
/// On Matrix, each result of a game with the engine is a message.
async fn too_many_games_are_refused_in_private<F: Front>() {
    let mut stage = F::empty().await;
    stage.set_limits(Limits {
        hourly: 3,
        ..Limits::default()
    });
    stage.start().await;
    let alice = stage.user("alice");
    let general = stage.channel("general");
    for _ in 0..3 {
        let board = play(&stage, "toto40").await;
        alice.click(&board, "Abort").await;
        board.moved_on("aborted").await;
    }
    let refused = alice.slash("play", args! { game: "toto40" }).await;
    assert!(refused.message().await.is_ephemeral());
    insta::assert_snapshot!(whisper(&refused).await.raw());
    assert_eq!(public(&general).len(), 6, "boards and results");
    stage.assert_clean();
}

both!(a_person_is_called_by_another_a_few_times);
async fn a_person_is_called_by_another_a_few_times<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let options = || args! { game: "toto40", opponent: bob.arg() };
    for _ in 0..5 {
        let challenge = posts_challenge(&alice, options()).await;
        assert_eq!(challenge.pings(), ["bob"]);
        alice.click(&challenge, "Decline").await;
        says(&challenge, "withdr").await;
    }
    let refused = alice.slash("challenge", options()).await;
    let said = whisper(&refused).await.raw();
    let said = said.replace(&bob.raw_mention(), "@bob");
    insta::assert_snapshot!(said);
    assert_eq!(public(&general).len(), 5);
    stage.assert_clean();
}
