//! Games in threads: opened once, unarchived, and moved to the channel when the thread is unusable.

use std::time::Duration;

use app::store::Store as _;
use playground::{Channel, Fault, Message, args, permission};

use crate::common::{Stage, assert_says};
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, Room as _, both, next, next_board, public, says,
    whisper,
};
use crate::conversations::{
    POST, choose_for_server, code, labels, moves, plays, posts_challenge, resigns,
};

const OPEN: &str = "POST /channels/{channel}/messages/{message}/threads";

/// The permissions in the invitation link of the README.
pub(crate) const INVITED: u64 = permission::VIEW_CHANNEL
    | permission::SEND_MESSAGES
    | permission::SEND_MESSAGES_IN_THREADS
    | permission::CREATE_PUBLIC_THREADS
    | permission::ATTACH_FILES
    | permission::READ_MESSAGE_HISTORY;

async fn invited() -> Stage {
    let stage = Stage::ready().await;
    stage.pg.guild("").set_bot_permissions(INVITED);
    stage
}

/// Returns the only thread of a channel.
async fn thread_of<F: Front>(stage: &F, channel: &F::Channel) -> F::Channel {
    stage.until("the thread", || channel.threads().pop()).await
}

/// Starts a game of alice against bob in a thread; returns the thread and its first board.
async fn begin<F: Front>(stage: &F) -> (F::Channel, F::Message) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", thread: true };
    let challenge = posts_challenge(&alice, options).await;
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    let thread = thread_of(stage, &general).await;
    let board = next(&thread).await;
    (thread, board)
}

both!(a_game_is_played_in_a_thread_beneath_its_challenge);
/// On Matrix, a thread has no name, and no members of its own.
async fn a_game_is_played_in_a_thread_beneath_its_challenge<F: Front>() {
    let stage = F::ready().await;
    stage.has_what_it_asks_for();
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let (thread, board) = begin(&stage).await;
    if !F::IS_MATRIX {
        assert_eq!(thread.name(), "alice – bob: Toto40");
    }
    assert_eq!(board.pings(), ["alice", "bob"], "both are drawn in");
    if let Some(members) = thread.members() {
        assert_eq!(members, ["alice", "bob"]);
    }
    let second = moves(&alice.at(&thread), &board, "Re5").await;
    assert_eq!(second.pings(), ["bob"]);
    let typed = bob.at(&thread).reply_to(&second, "Kf6");
    let third = next_board(&thread, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    assert_eq!(typed.channel(), thread);
    assert_eq!(public(&general).len(), 1, "the challenge alone");
    let elsewhere = alice.slash("move", args! { "move": "Kd7" }).await;
    assert_says(elsewhere.message().await.content(), thread.link());
    let fourth = next_board(&thread, &third).await;
    assert_eq!(labels(&fourth)[0], "Move");
    insta::assert_snapshot!(format!(
        "{}\n=== {} ===\n{}",
        general.screen(&bob),
        thread.name(),
        thread.screen(&bob)
    ));
    stage.assert_clean();
}

both!(a_server_can_have_a_thread_for_each_game);
async fn a_server_can_have_a_thread_for_each_game<F: Front>() {
    let stage = F::ready().await;
    stage.has_what_it_asks_for();
    let (alice, boss) = (stage.user("alice"), stage.manager("boss"));
    let general = stage.channel("general");
    choose_for_server(&boss, "server-threads", "yes").await;
    let opening = plays(&alice, "toto40").await;
    let said = opening.content();
    assert!(
        said.starts_with("alice – Delos at level 1: Toto40"),
        "{said}"
    );
    let thread = thread_of(&stage, &general).await;
    let board = next(&thread).await;
    assert_eq!(board.pings(), ["alice"]);
    // Threads can't be nested: a game that was agreed on in a thread stays there.
    let other = plays(&alice.at(&thread), "leto").await;
    assert_says(other.content(), "Leto");
    alice
        .slash(
            "play",
            args! { game: "legan", level: 1, color: "white", thread: false },
        )
        .await;
    assert!(next(&general).await.content().contains("Legan"));
    assert_eq!(general.threads().len(), 1);
    stage.assert_clean();
}

/// On Discord only: a thread on Matrix is not opened: it begins with the first message in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_opened_once_even_if_the_answer_is_lost() {
    let stage = invited().await;
    stage.pg.inject(Fault::on(OPEN).drop_response().times(2));
    let (thread, board) = begin(&stage).await;
    assert_eq!(board.channel(), thread);
    let general = stage.pg.channel("general");
    assert_eq!(general.threads().len(), 1);
    assert_eq!(public(&general).len(), 1);
}

/// On Discord only: a thread on Matrix is not opened: it begins with the first message in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_attached_to_a_challenge_accepted_before_discord_confirmed_it() {
    let stage = invited().await;
    stage.pg.inject(Fault::on(POST).drop_response().times(5));
    begin(&stage).await;
    let general = stage.pg.channel("general");
    assert_eq!(public(&general).len(), 1, "the challenge alone");
}

/// On Discord only: a thread on Matrix is not opened: it begins with the first message in it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_is_found_again_by_the_next_run() {
    let mut stage = invited().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    stage.stop().await;
    let program = stage.spawn().await;
    let options = args! { game: "toto40", opponent: &bob, color: "white", thread: true };
    let challenge = posts_challenge(&alice, options).await;
    // Discord opens the thread, but the program never gets a response.
    stage.pg.inject(Fault::on(OPEN).drop_response().always());
    bob.click(&challenge, "Accept").attempt().await.ok();
    let thread = thread_of(&stage, &general).await;
    program.kill();
    stage.pg.clear_faults();
    stage.start().await;
    let board = next(&thread).await;
    assert_eq!(board.pings(), ["alice", "bob"]);
    assert_eq!(general.threads(), [thread]);
    assert_eq!(public(&general).len(), 1);
}

/// On Discord only: threads on Matrix are neither archived nor locked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_archived_thread_is_unarchived_and_a_locked_one_is_left() {
    let stage = invited().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let (thread, board) = begin(&stage).await;
    thread.archive();
    let second = moves(&alice, &board, "Re5").await;
    assert!(!thread.is_archived());
    thread.lock();
    bob.slash("move", args! { "move": "Kf6" }).await;
    let here = next(&general).await;
    assert_eq!(here.pings(), ["alice"]);
    assert_says(here.content(), "Kf6");
    moves(&alice, &here, "Kd7").await;
    assert_eq!(
        labels(&second)[0],
        "Move",
        "nothing can be changed in a locked thread"
    );
}

/// On Discord only: threads on Matrix are neither archived nor locked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_thread_of_a_finished_game_is_archived_and_its_board_still_changes() {
    let stage = invited().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let (thread, board) = begin(&stage).await;
    bob.click(&board, "Abort").await;
    let end = next_board(&thread, &board).await;
    assert!(!thread.is_archived(), "they can still talk there");
    stage.advance(Duration::from_mins(11));
    let is_archived = || thread.is_archived().then_some(());
    stage.until("the thread to be archived", is_archived).await;
    // The rematch takes the button away.
    alice.click(&end, "Rematch").await;
    let challenge = next(&thread).await;
    bob.click(&challenge, "Accept").await;
    end.until("the board to lose its button", |end| {
        labels(end).iter().all(|label| label != "Rematch")
    })
    .await;
    stage.pg.assert_clean();
}

/// Plays a game in a thread; returns the thread and the result.
async fn resigned(stage: &Stage) -> (Channel, Message) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let (thread, board) = begin(stage).await;
    let board = moves(&alice, &board, "Re5").await;
    resigns(&bob, &board).await;
    let end = next_board(&thread, &board).await;
    (thread, end)
}

/// Asks for a review, which adds a graph to a result; waits until everything is performed.
async fn review(stage: &Stage, end: &Message) {
    let alice = stage.pg.user("alice");
    alice.slash("analyze", args! { game: code(end) }).await;
    let store = stage.service().store();
    let performed = || store.outgoing(1).unwrap().is_empty().then_some(());
    stage.until("the review to be performed", performed).await;
}

/// On Discord only: Matrix has no locked threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_board_in_a_thread_locked_after_the_game_is_not_posted_anew() {
    let stage = invited().await;
    let (thread, end) = resigned(&stage).await;
    thread.lock();
    review(&stage, &end).await;
    let general = stage.pg.channel("general");
    assert_eq!(public(&general).len(), 1, "the challenge alone");
    assert_eq!(public(&thread).len(), 3, "three boards");
}

const CHANGE: &str = "PATCH /channels/{channel}";

/// On Discord only: Matrix has no archived threads.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_thread_opened_for_a_review_is_archived_again_at_the_second_attempt() {
    let stage = invited().await;
    let (thread, end) = resigned(&stage).await;
    thread.archive();
    stage.pg.inject(Fault::on(CHANGE).status(503).every(2));
    review(&stage, &end).await;
    let is_archived = || thread.is_archived().then_some(());
    stage.until("the thread to be archived", is_archived).await;
    let calls = stage.pg.calls().into_iter();
    let mut refused = calls.filter(|call| call.route == CHANGE && call.status == 503);
    assert!(refused.next().is_some(), "it was opened");
}

/// On Discord only: a message on Matrix names its thread itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_asked_for_in_ones_own_words_in_a_thread_stays_there() {
    let stage = invited().await;
    let (alice, boss) = (stage.pg.user("alice"), stage.manager("boss"));
    choose_for_server(&boss, "server-threads", "yes").await;
    let (thread, _) = begin(&stage).await;
    alice.at(&thread).say("hey @Delos play leto");
    let board = next(&thread).await;
    assert_says(board.content(), "Leto Chess");
    stage.pg.assert_clean();
}

/// On Discord only: a message on Matrix names its thread itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_refused_look_at_a_channel_holds_up_no_command() {
    let stage = invited().await;
    let (alice, boss) = (stage.pg.user("alice"), stage.manager("boss"));
    choose_for_server(&boss, "server-threads", "yes").await;
    let look = Fault::on("GET /channels/{channel}");
    stage
        .pg
        .inject(look.rate_limited(Duration::from_hours(1)).always());
    alice.say("@Delos play leto");
    let looked = || {
        let calls = stage.pg.calls();
        let mut refused = calls.iter().filter(|call| call.status == 429);
        refused.next().map(drop)
    };
    stage.pg.until("the look at the channel", looked).await;
    let games = alice.slash("games", ()).await;
    assert_says(games.content(), "Leto Chess");
}

/// On Discord only: threads on Matrix are not deleted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_survives_the_deletion_of_its_thread() {
    let stage = invited().await;
    let alice = stage.pg.user("alice");
    let general = stage.pg.channel("general");
    let (thread, _) = begin(&stage).await;
    thread.delete();
    alice.slash("move", args! { "move": "Re5" }).await;
    let here = next(&general).await;
    assert_eq!(here.pings(), ["bob"]);
}

/// On Discord only: threads by channel permission; on Matrix who can write can begin a thread.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn missing_thread_permissions_are_reported_before_the_game() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    stage
        .pg
        .guild("")
        .set_bot_permissions(INVITED & !permission::CREATE_PUBLIC_THREADS);
    let options = args! { game: "toto40", opponent: &bob, color: "white", thread: true };
    let refused = alice.slash("challenge", options.clone()).await;
    assert_says(refused.content(), "Create Public Threads");
    // As above without a game's name, which the bot asks for first.
    let open = args! { opponent: &bob, thread: true };
    let refused = alice.slash("challenge", open.clone()).await;
    assert_says(refused.content(), "Create Public Threads");
    stage.pg.guild("").set_bot_permissions(INVITED);
    let menu = whisper(&alice.slash("challenge", open).await).await;
    let few = INVITED & !permission::CREATE_PUBLIC_THREADS;
    stage.pg.guild("").set_bot_permissions(few);
    alice.select(&menu, "Choose a game", &["Toto40"]).await;
    says(&menu, "Create Public Threads").await;
    assert!(public(&general).is_empty());
    // If the permission is revoked before the challenge is accepted, the game moves to the channel.
    stage.pg.guild("").set_bot_permissions(INVITED);
    let challenge = posts_challenge(&alice, options).await;
    general.deny_bot(permission::CREATE_PUBLIC_THREADS);
    bob.click(&challenge, "Accept").await;
    let board = next(&general).await;
    assert_eq!(board.pings(), ["alice"]);
    assert!(general.threads().is_empty());
    stage.pg.clock().advance(Duration::from_secs(1));
}
