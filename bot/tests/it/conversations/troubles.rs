//! Failures around a game: deleted boards, missing channels and permissions, departed people, closed direct messages,
//! restarts.

use std::time::Duration;

use app::Site;
use app::store::Store as _;
use playground::{Fault, Message, permission};

use crate::conversations::prelude::*;
use crate::headless;

both!(a_deleted_board_is_replaced_with_the_next_move);
async fn a_deleted_board_is_replaced_with_the_next_move<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    stage.delete(&board);
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = general.next().await;
    assert_eq!(second.pings(), ["bob"]);
    stage.delete(&second);
    // The board was deleted; the command posts it again.
    let again = bob.slash("board", ()).await.message().await;
    let form = bob.click(&again, "Type a move").await;
    bob.submit(&form, args! { "move": "Kf6" }).await;
    let third = general.next().await;
    assert_eq!(third.pings(), ["alice"]);
    insta::assert_snapshot!(general.screen(&alice));
    // A game against the bot.
    let board = play(&stage, "latrunculi").await;
    let options = args! { "move": "e4", game: code(&board) };
    stage.delete(&board);
    alice.slash("move", options).await;
    let again = general.next().await;
    let again = again.moved_on("it's your move").await;
    again.tells("1... ");
}

both!(players_are_told_once_when_the_bot_may_not_post_any_more);
async fn players_are_told_once_when_the_bot_may_not_post_any_more<F: Front>(stage: F) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    begin(&stage, "toto40").await;
    general.mute(true);
    alice.slash("move", args! { "move": "Re5" }).await;
    for player in [&alice, &bob] {
        let told = player.dm().channel().next().await;
        assert!(told.content().starts_with("I can no longer post the board"));
        told.tells(F::either("Attach Files", "power level"));
    }
    // The game continues in direct messages.
    bob.dm().slash("move", args! { "move": "Kf6" }).await;
    let turn = alice.dm().channel().next().await;
    assert!(turn.content().starts_with("It's your turn"));
    assert_eq!(turn.labels(), ["Move", "Show the board"]);
    // Bob's board was refused too: the rest does not depend on when the channel opens.
    stage.refused(2).await;
    // The game returns to the channel as soon as possible.
    general.mute(false);
    if F::IS_MATRIX {
        assert_eq!(general.next().await.pings(), ["alice"]);
    }
    alice.dm().slash("move", args! { "move": "Kd7" }).await;
    next_saying(&general, "Kd7").await;
    insta::assert_snapshot!(alice.dm().channel().screen(&alice));
}

on_discord!(notices_reach_a_channel_again_with_its_first_board);
/// On Discord only: an offer edits the board even where nothing can be posted.
async fn notices_reach_a_channel_again_with_its_first_board(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    choose(&bob, "pings", "none").await;
    let first = accepted(&stage, args! { game: "toto40", time: "10 + 5" }).await;
    let second = moves(&alice, &first, "Re5").await;
    general.mute(true);
    alice.slash("draw", ()).await;
    stage.refused(1).await;
    let store = stage.service().store();
    let dropped = || store.outgoing(1).unwrap().is_empty();
    stage.happens("the notice to be dropped", dropped).await;
    general.mute(false);
    moves(&bob, &second, "Kf6").await;
    alice.slash("draw", ()).await;
    next_saying(&general, "offers you a draw").await;
}

on_discord!(an_offer_in_quiet_hours_reaches_a_player_where_nothing_can_be_posted);
/// On Discord only: as above.
async fn an_offer_in_quiet_hours_reaches_a_player_where_nothing_can_be_posted(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let boss = stage.manager("boss");
    begin(&stage, "toto40").await;
    let panel = server_settings(&boss).await;
    open_setting(&boss, &panel, "server-quiet").await;
    let form = boss.click(&panel, "Enter the hours").await;
    let hours = args! { "From, to, and time zone": "8-20 UTC" };
    boss.submit(&form, hours).await;
    says(&panel, "Saved.").await;
    general.mute(true);
    alice.slash("draw", ()).await;
    let told = bob.dm().channel().next().await;
    told.tells("offers you a draw");
}

on_discord!(the_player_to_move_is_mentioned_even_if_the_game_changed_during_an_outage);
/// On Discord only: Discord's requests fail; `../matrix/outbox.rs` has the homeserver's.
async fn the_player_to_move_is_mentioned_even_if_the_game_changed_during_an_outage(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let board = accepted(&stage, args! { game: "toto40", time: "3 days" }).await;
    stage.pg.inject(Fault::on(POST).status(500).always());
    alice.slash("move", args! { "move": "Re5" }).await;
    stage.answered(POST, 500, 1).await;
    // This edits the board without mentioning anyone.
    bob.slash("vacation", args! { days: 5 }).await;
    stage.pg.clear_faults();
    let second = next_board(&general, &board).await;
    assert_eq!(second.pings(), ["bob"]);
}

on_discord!(a_message_for_several_effects_is_found_by_the_next_run);
/// On Discord only: Discord's nonces and the search for a lost message; Matrix has transaction ids.
async fn a_message_for_several_effects_is_found_by_the_next_run(mut stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
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
        general.next().await;
    }
    board.retired().await;
    both.arrived(1).await;
    stage.pg.inject(Fault::on(POST).drop_response().always());
    both.release();
    let third = general.next().await;
    assert_eq!(third.pings(), ["alice"]);
    says(&third, "offers a draw").await;
    stage.stop().await;
    stage.pg.clear_faults();
    stage.start().await;
    let fourth = moves(&alice, &third, "Kd7").await;
    assert_eq!(fourth.pings(), ["bob"]);
    assert_eq!(general.public().len(), 6, "{}", general.screen(&alice));
}

on_discord!(a_former_board_loses_its_buttons_once_discord_permits_edits_again);
/// On Discord only: Discord's limit on edits; old boards stay as they are on Matrix.
async fn a_former_board_loses_its_buttons_once_discord_permits_edits_again(stage: Stage) {
    let alice = stage.pg.user("alice");
    let board = begin(&stage, "toto40").await;
    // "Maximum number of edits to messages older than 1 hour reached. Try again later."
    let edit = "PATCH /channels/{channel}/messages/{message}";
    stage.pg.inject(Fault::on(edit).code(429, 30046));
    alice.slash("move", args! { "move": "Re5" }).await;
    let second = stage.pg.channel("general").next().await;
    assert_eq!(second.pings(), ["bob"]);
    let is_bare = |board: &Message| board.labels().is_empty();
    board.until("no buttons", is_bare).await;
}

both!(a_game_outlives_the_channel_that_it_was_played_in);
async fn a_game_outlives_the_channel_that_it_was_played_in<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    begin(&stage, "toto40").await;
    stage.channel("general").delete();
    alice.dm().slash("move", args! { "move": "Re5" }).await;
    let told = bob.dm().channel().next().await;
    let board = bob.dm().asks("board", ()).await;
    insta::assert_snapshot!(format!("{}\n\n{}", told.shown(), board.shown()));
}

both!(players_without_direct_messages_are_reminded_in_the_channel);
async fn players_without_direct_messages_are_reminded_in_the_channel<F: Front>(stage: F) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let options = args! { game: "toto40", time: "3 days", rated: true };
    let board = accepted(&stage, options).await;
    board.tells("3 days per move, rated");
    alice.close_dms();
    stage.advance(Duration::from_hours(37));
    let reminder = general.next().await;
    assert_eq!(reminder.pings(), ["alice"]);
    alice.open_dms();
    stage.advance(Duration::from_hours(24));
    let second = alice.dm().channel().next().await;
    let messages = general.public().len();
    assert_eq!(messages, 3, "challenge, board, first reminder");
    insta::assert_snapshot!(format!("{}\n\n{}", reminder.shown(), second.shown()));
}

both!(a_game_continues_when_a_player_has_left_the_server);
async fn a_game_continues_when_a_player_has_left_the_server<F: Front>(stage: F) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let board = begin(&stage, "toto40").await;
    let opened = bob.dm();
    stage.leaves(&bob);
    let second = moves(&alice, &board, "Re5").await;
    let third = moves(&opened, &second, "Kf6").await;
    assert_eq!(third.pings(), ["alice"]);
    insta::assert_snapshot!(third.shown());
}

on_discord!(a_move_sent_while_the_bot_restarts_is_not_made_and_can_be_sent_again);
/// On Discord only: Matrix keeps what was said while Delos was away, so the move is made: `../cluster/matrix.rs`.
async fn a_move_sent_while_the_bot_restarts_is_not_made_and_can_be_sent_again(mut stage: Stage) {
    let (general, [alice]) = stage.general_with(["alice"]);
    let board = begin(&stage, "toto40").await;
    stage.stop().await;
    let typed = alice.slash("move", args! { "move": "Re5" }).attempt().await;
    let pressed = alice.click(&board, "Type a move").attempt().await;
    assert!(typed.is_err() && pressed.is_err(), "the bot is stopped");
    alice.reply_to(&board, "Re5");
    stage.pass(Duration::from_secs(10)).await;
    stage.start().await;
    says(&board, "I may have missed a message").await;
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

on_discord!(people_without_direct_messages_are_not_written_to_for_each_notice);
/// On Discord only: it counts Discord's requests to open conversations.
async fn people_without_direct_messages_are_not_written_to_for_each_notice(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let first = begin(&stage, "toto40").await;
    let id = code(&first).parse().unwrap();
    let game = || headless::record(stage.service().store(), id);
    for player in [&alice, &bob] {
        player.close_dms();
    }
    general.deny_bot(permission::SEND_MESSAGES);
    let mut shown = Vec::new();
    let players = [&alice, &bob, &alice, &bob];
    for (player, text) in players.into_iter().zip(["Re5", "Kf6", "Kd7", "Ha10"]) {
        let reply = player.slash("move", args! { "move": text }).await;
        shown = reply.messages();
        let unseen = || game().is_unseen_at(Site::First);
        stage.happens("the board not to be posted", unseen).await;
        // Long enough for the outbox to ask, if it asks at all.
        tokio::time::sleep(Duration::from_millis(600)).await;
    }
    shown[0].tells("I'm showing it only to you");
    let calls = stage.pg.calls().into_iter();
    let refused = calls.filter(|call| call.code == 50_007).count();
    assert!(refused <= 2, "{refused} refused messages");
    let opened = stage.requests("POST /users/@me/channels");
    assert!(opened <= 2, "{opened} conversations opened");
    // People who write to the bot get direct messages again.
    bob.open_dms();
    bob.dm().slash("games", ()).await;
    alice.slash("move", args! { "move": "Rd5" }).await;
    let told = bob.dm().channel().next().await;
    assert!(told.content().starts_with("It's your turn"));
}

on_discord!(no_game_begins_where_nothing_can_be_posted);
/// On Discord only: Discord's timeouts, which only a request shows, and threads by channel permission.
async fn no_game_begins_where_nothing_can_be_posted(stage: Stage) {
    let (general, [alice, bob]) = stage.general_with(["alice", "bob"]);
    let options = args! { game: "toto40", opponent: &bob };
    let challenge = posts_challenge(&alice, options).await;
    // As while the bot is timed out, or in a private thread that it hasn't joined.
    let typing = Fault::on("POST /channels/{channel}/typing");
    stage.pg.inject(typing.code(403, 50_013).always());
    let refusal = "Discord doesn't let me post here";
    for command in ["play", "challenge"] {
        let refused = alice.asks(command, args! { game: "toto40" }).await;
        refused.tells(refusal);
    }
    bob.presses(&challenge, "Accept").await.tells(refusal);
    let games = alice.slash("games", ()).await.content();
    assert_eq!(games.lines().count(), 1, "one challenge: {games}");
    stage.pg.clear_faults();
    bob.click(&challenge, "Accept").await;
    general.next().await;

    // A locked thread.
    let options = args! { game: "toto40", level: 1, color: "white", thread: true };
    alice.slash("play", options).await;
    general.next().await;
    let thread = || general.threads().pop();
    let thread = stage.pg.until("a thread", thread).await;
    thread.next().await;
    stage.pg.guild("").set_bot_permissions(permission::EVERYONE);
    thread.lock();
    let options = args! { game: "leto", level: 1 };
    let refused = alice.at(&thread).asks("play", options).await;
    refused.tells("Manage Threads");
}
