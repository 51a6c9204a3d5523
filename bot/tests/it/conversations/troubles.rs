//! Failures around a game: deleted boards, missing channels and permissions, departed people, closed direct messages,
//! restarts.

use std::time::Duration;

use app::store::{Key, Store as _};
use app::{GameRecord, Site};
use playground::{Fault, args, permission};

use crate::common::{Stage, assert_says};
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, Room as _, both, next, next_board, next_saying,
    public, says, whispered,
};
use crate::conversations::{
    POST, accepted, begin, choose, code, labels, moves, open_setting, play, posts_challenge,
    server_settings,
};

/// Waits until Discord has refused a message.
async fn refused(stage: &Stage) {
    let failed = || {
        let calls = stage.pg.calls();
        let mut posts = calls.iter().filter(|call| call.route == POST);
        posts.any(|call| call.status == 500).then_some(())
    };
    stage.pg.until("a message to be refused", failed).await;
}

both!(a_deleted_board_is_replaced_with_the_next_move);
async fn a_deleted_board_is_replaced_with_the_next_move<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    let general = stage.channel("general");
    let board = play(&stage, "latrunculi").await;
    stage.delete(&board);
    alice.slash("move", args! { "move": "e4" }).await;
    let again = next(&general).await;
    let again = again.moved_on("it's your move").await;
    assert!(again.content().contains("1... "), "{}", again.content());
    stage.assert_clean();
}

both!(a_game_of_two_goes_on_where_its_board_was_deleted);
async fn a_game_of_two_goes_on_where_its_board_was_deleted<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let board = begin(&stage, "toto40").await;
    stage.delete(&board);
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = next(&general).await;
    assert_eq!(second.pings(), ["bob"]);
    stage.delete(&second);
    // The board was deleted; the command posts it again.
    let again = bob.slash("board", ()).await;
    let form = bob.click(&again.message().await, "Type a move").await;
    bob.submit(&form, args! { "move": "Kf6" }).await;
    let third = next(&general).await;
    assert_eq!(third.pings(), ["alice"]);
    insta::assert_snapshot!(general.screen(&alice));
    stage.assert_clean();
}

both!(players_are_told_once_when_the_bot_may_not_post_any_more);
/// On Matrix, a power level is missing instead of a permission.
async fn players_are_told_once_when_the_bot_may_not_post_any_more<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    begin(&stage, "toto40").await;
    general.mute(true);
    alice.slash("move", args! { "move": "Re5" }).await;
    let to_alice = next(&alice.dm().channel()).await;
    let to_bob = next(&bob.dm().channel()).await;
    for told in [&to_alice, &to_bob] {
        let said = told.content();
        assert!(said.starts_with("I can no longer post the board"), "{said}");
        let need = if F::IS_MATRIX {
            "power level"
        } else {
            "Attach Files"
        };
        assert!(said.contains(need), "{said}");
    }
    // The game continues in direct messages.
    bob.dm().slash("move", args! { "move": "Kf6" }).await;
    let turn = next(&alice.dm().channel()).await;
    let said = turn.content();
    assert!(said.starts_with("It's your turn"), "{said}");
    assert_eq!(labels(&turn), ["Move", "Show the board"]);
    // Bob's board was refused too: the rest does not depend on when the channel opens.
    stage.refused(2).await;
    // The game returns to the channel as soon as possible.
    general.mute(false);
    if F::IS_MATRIX {
        assert_eq!(next(&general).await.pings(), ["alice"]);
    }
    alice.dm().slash("move", args! { "move": "Kd7" }).await;
    next_saying(&general, "Kd7").await;
    insta::assert_snapshot!(alice.dm().channel().screen(&alice));
}

/// On Discord only: an offer edits the board even where nothing can be posted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn notices_reach_a_channel_again_with_its_first_board() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    choose(&bob, "pings", "none").await;
    let options = args! { game: "toto40", opponent: &bob, color: "white", time: "10 + 5" };
    let first = accepted(&stage, options).await;
    let second = moves(&alice, &first, "Re5").await;
    general.mute(true);
    alice.slash("draw", ()).await;
    stage.refused(1).await;
    let store = stage.service().store();
    let dropped = || store.outgoing(1).unwrap().is_empty().then_some(());
    stage.pg.until("the notice to be dropped", dropped).await;
    general.mute(false);
    moves(&bob, &second, "Kf6").await;
    alice.slash("draw", ()).await;
    next_saying(&general, "offers you a draw").await;
}

/// On Discord only: as above.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_offer_in_quiet_hours_reaches_a_player_where_nothing_can_be_posted() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let boss = stage.manager("boss");
    let general = stage.pg.channel("general");
    begin(&stage, "toto40").await;
    let panel = server_settings(&boss).await;
    open_setting(&boss, &panel, "server-quiet").await;
    let form = boss.click(&panel, "Enter the hours").await;
    let hours = args! { "From, to, and time zone": "8-20 UTC" };
    boss.submit(&form, hours).await;
    says(&panel, "Saved.").await;
    general.mute(true);
    alice.slash("draw", ()).await;
    let told = next(&bob.dm().channel()).await;
    assert_says(told.content(), "offers you a draw");
}

/// On Discord only: Discord's requests fail; `../matrix/outbox.rs` has the homeserver's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_player_to_move_is_mentioned_even_if_the_game_changed_during_an_outage() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let options = args! { game: "toto40", opponent: &bob, color: "white", time: "3 days" };
    let board = accepted(&stage, options).await;
    stage.pg.inject(Fault::on(POST).status(500).always());
    alice.slash("move", args! { "move": "Re5" }).await;
    refused(&stage).await;
    // This edits the board without mentioning anyone.
    bob.slash("vacation", args! { days: 5 }).await;
    stage.pg.clear_faults();
    let second = next_board(&general, &board).await;
    assert_eq!(second.pings(), ["bob"]);
}

/// On Discord only: Discord's nonces and the search for a lost message; Matrix has transaction ids.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_for_several_effects_is_found_by_the_next_run() {
    let mut stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let board = begin(&stage, "toto40").await;
    let busy = stage.pg.hold(POST);
    alice.slash("move", args! { "move": "Re5" }).await;
    busy.arrived(1).await;
    // Both wait for the board, and become one message: the move mentions alice, her draw offer has a message of its own.
    bob.slash("move", args! { "move": "Kf6" }).await;
    alice.slash("draw", ()).await;
    busy.arrived(2).await;
    let both = stage.pg.hold(POST);
    busy.release();
    for _ in ["the board", "the offer"] {
        next(&general).await;
    }
    board.retired().await;
    both.arrived(1).await;
    stage.pg.inject(Fault::on(POST).drop_response().always());
    both.release();
    let third = next(&general).await;
    assert_eq!(third.pings(), ["alice"]);
    says(&third, "offers a draw").await;
    stage.stop().await;
    stage.pg.clear_faults();
    stage.start().await;
    let fourth = moves(&alice, &third, "Kd7").await;
    assert_eq!(fourth.pings(), ["bob"]);
    assert_eq!(public(&general).len(), 6, "{}", general.screen(&alice));
}

/// On Discord only: Discord's limit on edits; old boards stay as they are on Matrix.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_former_board_loses_its_buttons_once_discord_permits_edits_again() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let board = begin(&stage, "toto40").await;
    // "Maximum number of edits to messages older than 1 hour reached. Try again later."
    let edit = "PATCH /channels/{channel}/messages/{message}";
    stage.pg.inject(Fault::on(edit).code(429, 30046));
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = next(&stage.pg.channel("general")).await;
    assert_eq!(second.pings(), ["bob"]);
    let retired = |board: &playground::Message| board.buttons().is_empty();
    board.until("the former board to be retired", retired).await;
}

/// On Discord only: slash commands are registered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn commands_are_registered_despite_errors_at_the_start() {
    let mut stage = Stage::empty().await;
    let set = "PUT /applications/{app}/commands";
    stage.pg.inject(Fault::on(set).status(500).times(2));
    stage.start().await;
    stage.pg.user("alice").slash("games", ()).await;
}

both!(a_game_outlives_the_channel_that_it_was_played_in);
async fn a_game_outlives_the_channel_that_it_was_played_in<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    begin(&stage, "toto40").await;
    stage.channel("general").delete();
    alice.dm().slash("move", args! { "move": "Re5" }).await;
    let told = next(&bob.dm().channel()).await;
    let board = bob.dm().slash("board", ()).await.message().await;
    insta::assert_snapshot!(format!("{}\n\n{}", told.shown(), board.shown()));
}

both!(players_without_direct_messages_are_reminded_in_the_channel);
async fn players_without_direct_messages_are_reminded_in_the_channel<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.channel("general");
    let options =
        args! { game: "toto40", opponent: bob.arg(), color: "white", time: "3 days", rated: true };
    let board = accepted(&stage, options).await;
    assert_says(board.content(), "3 days per move, rated");
    alice.close_dms();
    stage.advance(Duration::from_hours(37));
    let reminder = next(&general).await;
    assert_eq!(reminder.pings(), ["alice"]);
    alice.open_dms();
    stage.advance(Duration::from_hours(24));
    let second = next(&alice.dm().channel()).await;
    assert_eq!(
        public(&general).len(),
        3,
        "challenge, board, first reminder"
    );
    insta::assert_snapshot!(format!("{}\n\n{}", reminder.shown(), second.shown()));
}

both!(a_game_continues_when_a_player_has_left_the_server);
async fn a_game_continues_when_a_player_has_left_the_server<F: Front>() {
    let stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let opened = bob.dm();
    stage.leaves(&bob);
    let second = moves(&alice, &board, "Re5").await;
    let third = moves(&opened, &second, "Kf6").await;
    assert_eq!(third.pings(), ["alice"]);
    insta::assert_snapshot!(third.shown());
}

/// On Discord only: Matrix keeps what was said while Delos was away, so the move is made: `../matrix/failures.rs`.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_sent_while_the_bot_restarts_is_not_made_and_can_be_sent_again() {
    let mut stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let general = stage.pg.channel("general");
    let board = begin(&stage, "toto40").await;
    stage.stop().await;
    let typed = alice.slash("move", args! { "move": "Re5" }).attempt().await;
    let pressed = alice.click(&board, "Type a move").attempt().await;
    assert!(typed.is_err() && pressed.is_err(), "the bot is stopped");
    alice.reply_to(&board, "Re5");
    stage.pass(Duration::from_secs(10)).await;
    stage.start().await;
    let asks = || board.content().contains("I may have missed a message");
    stage.pg.until("a question", || asks().then_some(())).await;
    // Discord keeps no messages for an absent bot, so the game is unchanged.
    let shown = alice.slash("board", ()).await.content();
    assert!(shown.contains("it's your move (White)"), "{shown}");
    let seen = general.screen(&stage.pg.user("bob"));
    let form = alice.click(&board, "Type a move").await;
    assert!(form.modal().is_some(), "it can be pressed again");
    alice.reply_to(&board, "Re5");
    let second = next_board(&general, &board).await;
    assert_eq!(second.pings(), ["bob"]);
    insta::assert_snapshot!(format!("{seen}\n{}", second.shown()));
}

/// Returns the number of direct messages that people refused, and of requests to open a conversation.
fn direct_requests(stage: &Stage) -> (usize, usize) {
    let calls = stage.pg.calls();
    let refused = calls.iter().filter(|call| call.code == 50_007);
    let opened = calls
        .iter()
        .filter(|call| call.route == "POST /users/@me/channels");
    (refused.count(), opened.count())
}

/// On Discord only: it counts Discord's requests to open conversations.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_without_direct_messages_are_not_written_to_for_each_notice() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let first = begin(&stage, "toto40").await;
    let id = code(&first).parse().unwrap();
    let game = |stage: &Stage| {
        let store = stage.service.as_ref().unwrap().store();
        let stored = store.get(&Key::Game(id)).unwrap().unwrap();
        GameRecord::try_from(stored.record).unwrap()
    };
    for player in [&alice, &bob] {
        player.close_dms();
    }
    general.deny_bot(permission::SEND_MESSAGES);
    let moves = [
        (&alice, "Re5"),
        (&bob, "Kf6"),
        (&alice, "Kd7"),
        (&bob, "Ha10"),
    ];
    let mut board = String::new();
    for (player, text) in moves {
        let reply = player.slash("move", args! { "move": text }).await;
        board = if reply.messages().is_empty() {
            String::new()
        } else {
            reply.content()
        };
        let unseen = || game(&stage).is_unseen_at(Site::First).then_some(());
        stage.pg.until("the board not to be posted", unseen).await;
        // Long enough for the outbox to ask, if it asks at all.
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
    assert!(board.contains("I'm showing it only to you"), "{board}");
    let (refused, opened) = direct_requests(&stage);
    assert!(refused <= 2, "{refused} refused messages");
    assert!(opened <= 2, "{opened} conversations opened");
    // People who write to the bot get direct messages again.
    bob.open_dms();
    bob.dm().slash("games", ()).await;
    alice.slash("move", args! { "move": "Rd5" }).await;
    let told = next(&bob.dm().channel()).await;
    let said = told.content();
    assert!(said.starts_with("It's your turn"), "{said}");
}

/// On Discord only: Discord's timeouts, which only a request shows.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_game_begins_where_nothing_can_be_posted() {
    let stage = Stage::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    let options = args! { game: "toto40", opponent: &bob };
    let challenge = posts_challenge(&alice, options).await;
    // As while the bot is timed out, or in a private thread that it hasn't joined.
    let typing = Fault::on("POST /channels/{channel}/typing");
    stage.pg.inject(typing.code(403, 50_013).always());
    for reply in [
        alice
            .slash("play", args! { game: "toto40", level: 1 })
            .await,
        alice.slash("challenge", args! { game: "toto40" }).await,
    ] {
        assert_says(reply.content(), "Discord doesn't let me post here");
    }
    let said = whispered(&bob.click(&challenge, "Accept").await).await;
    assert_says(&said, "Discord doesn't let me post here");
    let games = alice.slash("games", ()).await.content();
    assert_eq!(games.lines().count(), 1, "one challenge: {games}");
    stage.pg.clear_faults();
    bob.click(&challenge, "Accept").await;
    next(&general).await;
}

/// On Discord only: threads by channel permission.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_game_begins_in_a_locked_thread() {
    let stage = Stage::ready().await;
    let alice = stage.pg.user("alice");
    let general = stage.pg.channel("general");
    let options = args! { game: "toto40", level: 1, color: "white", thread: true };
    alice.slash("play", options).await;
    next(&general).await;
    let thread = || general.threads().pop();
    let thread = stage.pg.until("a thread", thread).await;
    next(&thread).await;
    stage.pg.guild("").set_bot_permissions(permission::EVERYONE);
    thread.lock();
    let reply = alice
        .at(&thread)
        .slash("play", args! { game: "leto", level: 1 })
        .await;
    assert_says(reply.content(), "Manage Threads");
}
