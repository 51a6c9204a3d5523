//! Games with clocks.

use std::time::Duration;

use app::PresenceRecord;
use app::store::{Key, Store as _};
use text::Platform;

use crate::conversations::prelude::*;
use crate::headless::until_true;

/// Waits until the bot has checked its clocks and recorded that people can reach it.
async fn looked<F: Front>(stage: &F) {
    let service = stage.service();
    if !service.ownership().is_sole() {
        // A shared database has no presence record to wait for.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        return;
    }
    let platform = F::either(Platform::Discord, Platform::Matrix);
    let reachable = || service.is_reachable(platform);
    stage.happens("the bot to be reachable", reachable).await;
    // The bot records that every ten seconds.
    stage.advance(Duration::from_secs(11));
    let now = service.now();
    let noted = || {
        let stored = service.store().get(&Key::Presence).unwrap()?;
        let presence = PresenceRecord::try_from(stored.record).unwrap();
        (presence.on(platform) >= now).then_some(())
    };
    stage.until("the bot to look at its clock", noted).await;
}

/// Starts a live game in which both have moved; returns its board.
async fn begin_live<F: Front>(stage: &F) -> F::Message {
    let first = accepted(stage, args! { game: "toto40", time: "10 + 5" }).await;
    played(stage, first, &["Re5", "Kf6"]).await
}

/// Plays the next move, once the bot has given time back.
async fn assert_goes_on(stage: &Stage, who: &str, text: &str) {
    looked(stage).await;
    let player = stage.pg.user(who);
    player.slash("move", args! { "move": text }).await;
    // The previous board was edited with the new times. This one follows it.
    let moved = next_saying(&stage.pg.channel("general"), text).await;
    let other = if who == "alice" { "bob" } else { "alice" };
    assert_eq!(moved.pings(), [other], "{}", moved.content());
}

both!(a_live_game_is_lost_on_time_and_not_while_the_bot_was_away);
async fn a_live_game_is_lost_on_time_and_not_while_the_bot_was_away<F: Front>(mut stage: F) {
    let alice = stage.user("alice");
    let typed = args! { game: "toto40", time: "10" };
    if let Some(offered) = alice.offered("challenge", typed).await {
        let values: Vec<_> = offered.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, ["10+0"]);
    }
    let third = begin_live(&stage).await;
    third.tells("Your time runs out");
    stage.advance(Duration::from_mins(6));
    looked(&stage).await;
    stage.stop().await;
    stage.advance(Duration::from_hours(3));
    stage.start().await;
    looked(&stage).await;
    // Nearly four minutes are left.
    stage.advance(Duration::from_mins(3));
    looked(&stage).await;
    assert!(!third.content().contains("on time"), "{}", third.content());
    stage.advance(Duration::from_mins(2));
    let end = next_saying(&stage.channel("general"), "**won** on time.").await;
    let mut called = end.pings();
    called.sort();
    assert_eq!(called, ["alice", "bob"]);
    insta::assert_snapshot!(end.shown());
}

on_discord!(clocks_pause_while_the_bot_does_not_reach_discord);
/// On Discord only: it cuts Discord's gateway; `../platforms/mod.rs` and `../../synapse` have the homeserver's silence.
async fn clocks_pause_while_the_bot_does_not_reach_discord(mut stage: Stage) {
    let service = stage.service();
    if !service.ownership().is_sole() {
        // On a shared database the server's clock counts, which a test can't set. `cluster` has the tests for it.
        return;
    }
    begin_live(&stage).await;
    let gateway = stage.pg.gateway();
    gateway.refuse();
    gateway.cut();
    // serenity may take five seconds to notice. The bot waits for eight checks, one per second.
    let gone = || !service.is_reachable(Platform::Discord);
    until_true("the bot to notice that it is cut off", gone).await;
    stage.pg.clock().advance(Duration::from_hours(1));
    // Long enough for a clock check, if there were one.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    gateway.accept();
    let again = || service.is_reachable(Platform::Discord);
    stage.happens("the bot to be back", again).await;
    assert_goes_on(&stage, "alice", "Kd7").await;

    // A bot that starts is away until Discord lets it in.
    stage.stop().await;
    let hold = stage.pg.hold("GET /gateway/bot");
    stage.launch();
    hold.arrived(1).await;
    assert!(!stage.service().is_reachable(Platform::Discord));
    stage.advance(Duration::from_hours(1));
    hold.release();
    stage.pg.ready().await;
    assert_goes_on(&stage, "bob", "Ha10").await;
}

both!(the_player_to_move_is_reminded_with_half_a_fifth_and_an_hour_left);
async fn the_player_to_move_is_reminded_with_half_a_fifth_and_an_hour_left<F: Front>(stage: F) {
    let notices = stage.user("alice").dm().channel();
    let board = accepted(&stage, args! { game: "toto40", time: "3 days" }).await;
    let mut told = vec![board.shown()];
    // Of 72 hours, half are left after 36 hours, a fifth after 57.6, and one hour after 71.
    for minutes in [37 * 60, 21 * 60, 13 * 60 + 30] {
        stage.advance(Duration::from_mins(minutes));
        told.push(notices.next().await.shown());
    }
    assert_eq!(notices.public().len(), 3, "one message for each");
    stage.advance(Duration::from_hours(1));
    // No one has moved, so no one loses.
    told.push(stage.channel("general").next().await.shown());
    insta::assert_snapshot!(told.join("\n"));
}
