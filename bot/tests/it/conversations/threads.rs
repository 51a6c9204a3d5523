//! Games in threads: opened once, unarchived, and moved to the channel when the thread is unusable.

use std::time::Duration;

use app::store::Store as _;
use playground::{Channel, Fault, Message, permission};

use crate::conversations::prelude::*;

const OPEN: &str = "POST /channels/{channel}/messages/{message}/threads";

/// The permissions in the invitation link of the README.
pub(crate) const INVITED: u64 = permission::VIEW_CHANNEL
    | permission::SEND_MESSAGES
    | permission::SEND_MESSAGES_IN_THREADS
    | permission::CREATE_PUBLIC_THREADS
    | permission::ATTACH_FILES
    | permission::READ_MESSAGE_HISTORY;

/// Returns the thread of a channel that was opened after so many others.
async fn thread_of<F: Front>(stage: &F, channel: &F::Channel, others: usize) -> F::Channel {
    let opened = || channel.threads().into_iter().nth(others);
    stage.until("the thread", opened).await
}

/// Starts a game of alice against bob in a thread; returns the thread and its first board.
async fn begin<F: Front>(stage: &F) -> (F::Channel, F::Message) {
    stage.has_what_it_asks_for();
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", thread: true };
    let challenge = posts_challenge(&alice, options).await;
    let others = general.threads().len();
    bob.click(&challenge, "Accept").await;
    says(&challenge, "accepted").await;
    let thread = thread_of(stage, &general, others).await;
    let board = thread.next().await;
    (thread, board)
}

both!(a_game_is_played_in_a_thread_beneath_its_challenge);
/// On Matrix, a thread has no name, and no members of its own.
async fn a_game_is_played_in_a_thread_beneath_its_challenge<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let (thread, board) = begin(&stage).await;
    if !F::IS_MATRIX {
        assert_eq!(thread.name(), "alice – bob: Toto40");
    }
    assert_eq!(board.pings(), ["alice", "bob"], "both are drawn in");
    let second = moves(&alice.at(&thread), &board, "Re5").await;
    assert_eq!(second.pings(), ["bob"]);
    let typed = bob.at(&thread).reply_to(&second, "Kf6");
    let third = next_board(&thread, &second).await;
    assert_eq!(third.pings(), ["alice"]);
    assert_eq!(typed.channel(), thread);
    assert_eq!(general.public().len(), 1, "the challenge alone");
    let elsewhere = alice.asks("move", args! { "move": "Kd7" }).await;
    elsewhere.tells(thread.link());
    let fourth = next_board(&thread, &third).await;
    assert_eq!(fourth.labels()[0], "Move");
    let [around, within] = [&general, &thread].map(|room| room.screen(&bob));
    let name = thread.name();
    insta::assert_snapshot!(format!("{around}\n=== {name} ===\n{within}"));
}

both!(a_server_can_have_a_thread_for_each_game);
async fn a_server_can_have_a_thread_for_each_game<F: Front>(stage: F) {
    stage.has_what_it_asks_for();
    let (alice, boss) = (stage.user("alice"), stage.manager("boss"));
    let general = stage.channel("general");
    choose_for_server(&boss, "server-threads", "yes").await;
    let opening = plays(&alice, "toto40").await;
    let title = "alice – Delos at level 1: Toto40";
    assert!(opening.content().starts_with(title));
    let thread = thread_of(&stage, &general, 0).await;
    let board = thread.next().await;
    assert_eq!(board.pings(), ["alice"]);
    // Threads can't be nested: a game that was agreed on in a thread stays there.
    let other = plays(&alice.at(&thread), "leto").await;
    other.tells("Leto");
    let here = args! { game: "legan", level: 1, color: "white", thread: false };
    alice.slash("play", here).await;
    general.next().await.tells("Legan");
    assert_eq!(general.threads().len(), 1);
}

on_discord!(a_thread_is_opened_once_even_if_answers_are_lost);
/// On Discord only: a thread on Matrix is not opened: it begins with the first message in it.
async fn a_thread_is_opened_once_even_if_answers_are_lost(stage: Stage) {
    let general = stage.pg.channel("general");
    // The answer to the thread, and those to the challenge, which is accepted before Discord confirms it.
    for (games, lost) in [
        (1, Fault::on(OPEN).drop_response().times(2)),
        (2, Fault::on(POST).drop_response().times(5)),
    ] {
        stage.pg.inject(lost);
        let (thread, board) = begin(&stage).await;
        assert_eq!(board.channel(), thread);
        assert_eq!(thread.thread_members(), ["alice", "bob"]);
        assert_eq!(general.threads().len(), games);
        let said = general.public();
        let said: Vec<_> = said.iter().map(Message::content).collect();
        assert_eq!(said.len(), games, "the challenges alone: {said:#?}");
        stage.pg.clear_faults();
    }
}

on_discord!(a_thread_is_found_again_by_the_next_run);
/// On Discord only: a thread on Matrix is not opened: it begins with the first message in it.
async fn a_thread_is_found_again_by_the_next_run(mut stage: Stage) {
    stage.has_what_it_asks_for();
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    stage.stop().await;
    let program = stage.spawn().await;
    let options = args! { game: "toto40", opponent: &bob, color: "white", thread: true };
    let challenge = posts_challenge(&alice, options).await;
    // Discord opens the thread, but the program never gets a response.
    stage.pg.inject(Fault::on(OPEN).drop_response().always());
    bob.click(&challenge, "Accept").attempt().await.ok();
    let thread = thread_of(&stage, &general, 0).await;
    program.kill();
    stage.pg.clear_faults();
    stage.start().await;
    let board = thread.next().await;
    assert_eq!(board.pings(), ["alice", "bob"]);
    assert_eq!(general.threads(), [thread]);
    assert_eq!(general.public().len(), 1);
}

on_discord!(an_archived_thread_is_unarchived_and_a_locked_or_deleted_one_left);
/// On Discord only: threads on Matrix are neither archived nor locked nor deleted.
async fn an_archived_thread_is_unarchived_and_a_locked_or_deleted_one_left(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let (thread, board) = begin(&stage).await;
    thread.archive();
    let second = moves(&alice, &board, "Re5").await;
    assert!(!thread.is_archived());
    thread.lock();
    bob.slash("move", args! { "move": "Kf6" }).await;
    let here = general.next().await;
    assert_eq!(here.pings(), ["alice"]);
    here.tells("Kf6");
    moves(&alice, &here, "Kd7").await;
    assert_eq!(second.labels()[0], "Move", "a locked thread stays as it is");

    let (thread, board) = begin(&stage).await;
    let options = args! { "move": "Re5", game: code(&board) };
    thread.delete();
    alice.slash("move", options).await;
    assert_eq!(general.next().await.pings(), ["bob"]);
}

on_discord!(the_thread_of_a_finished_game_is_archived_and_its_board_still_changes);
/// On Discord only: threads on Matrix are neither archived nor locked.
async fn the_thread_of_a_finished_game_is_archived_and_its_board_still_changes(stage: Stage) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let (thread, board) = begin(&stage).await;
    bob.click(&board, "Abort").await;
    let end = next_board(&thread, &board).await;
    assert!(!thread.is_archived(), "they can still talk there");
    stage.advance(Duration::from_mins(11));
    let is_archived = || thread.is_archived();
    stage.happens("an archived thread", is_archived).await;
    // The rematch takes the button away.
    alice.click(&end, "Rematch").await;
    let challenge = thread.next().await;
    bob.click(&challenge, "Accept").await;
    end.until("no button", |end| !end.has("Rematch")).await;
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
    let performed = || store.outgoing(1).unwrap().is_empty();
    stage.happens("the review to be performed", performed).await;
}

const CHANGE: &str = "PATCH /channels/{channel}";

on_discord!(a_review_adds_no_board_to_a_locked_thread_and_archives_an_archived_one_again);
/// On Discord only: Matrix has no archived or locked threads.
async fn a_review_adds_no_board_to_a_locked_thread_and_archives_an_archived_one_again(
    stage: Stage,
) {
    let (thread, end) = resigned(&stage).await;
    thread.lock();
    review(&stage, &end).await;
    let general = stage.pg.channel("general");
    assert_eq!(general.public().len(), 1, "the challenge alone");
    assert_eq!(thread.public().len(), 3, "three boards");

    // The second attempt archives it.
    let (thread, end) = resigned(&stage).await;
    thread.archive();
    stage.pg.inject(Fault::on(CHANGE).status(503).every(2));
    review(&stage, &end).await;
    let is_archived = || thread.is_archived();
    stage.happens("an archived thread", is_archived).await;
    let calls = stage.pg.calls().into_iter();
    let mut refused = calls.filter(|call| call.route == CHANGE && call.status == 503);
    assert!(refused.next().is_some(), "it was opened");
}

on_discord!(a_game_asked_for_in_ones_own_words_in_a_thread_stays_there);
/// On Discord only: a message on Matrix names its thread itself.
async fn a_game_asked_for_in_ones_own_words_in_a_thread_stays_there(stage: Stage) {
    let (alice, boss) = (stage.pg.user("alice"), stage.manager("boss"));
    choose_for_server(&boss, "server-threads", "yes").await;
    let (thread, _) = begin(&stage).await;
    alice.at(&thread).say("hey @Delos play leto");
    thread.next().await.tells("Leto Chess");
}

on_discord!(a_refused_look_at_a_channel_holds_up_no_command);
/// On Discord only: a message on Matrix names its thread itself.
async fn a_refused_look_at_a_channel_holds_up_no_command(stage: Stage) {
    stage.has_what_it_asks_for();
    choose_for_server(&stage.manager("boss"), "server-threads", "yes").await;
    let look = Fault::on("GET /channels/{channel}").rate_limited(Duration::from_hours(1));
    stage.pg.inject(look.always());
    let alice = stage.pg.user("alice");
    alice.say("@Delos play leto");
    let looked = || stage.pg.calls().iter().any(|call| call.status == 429);
    stage.happens("the look at the channel", looked).await;
    assert_says(alice.slash("games", ()).await.content(), "Leto Chess");
}

on_discord!(missing_thread_permissions_are_reported_before_the_game);
/// On Discord only: threads by channel permission; on Matrix who can write can begin a thread.
async fn missing_thread_permissions_are_reported_before_the_game(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let guild = stage.pg.guild("");
    let few = INVITED & !permission::CREATE_PUBLIC_THREADS;
    guild.set_bot_permissions(few);
    let options = args! { game: "toto40", opponent: &bob, color: "white", thread: true };
    // Without a game's name, the bot asks for it first.
    let open = args! { opponent: &bob, thread: true };
    for options in [&options, &open] {
        let refused = alice.asks("challenge", options.clone()).await;
        refused.tells("Create Public Threads");
    }
    guild.set_bot_permissions(INVITED);
    let menu = alice.asks("challenge", open).await;
    guild.set_bot_permissions(few);
    alice.select(&menu, "Choose a game", &["Toto40"]).await;
    says(&menu, "Create Public Threads").await;
    assert!(general.public().is_empty());
    // If the permission is revoked before the challenge is accepted, the game moves to the channel.
    guild.set_bot_permissions(INVITED);
    let challenge = posts_challenge(&alice, options).await;
    general.deny_bot(permission::CREATE_PUBLIC_THREADS);
    bob.click(&challenge, "Accept").await;
    let board = general.next().await;
    assert_eq!(board.pings(), ["alice"]);
    assert!(general.threads().is_empty());
}
