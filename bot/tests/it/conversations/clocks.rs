//! Games with clocks.

use std::time::Duration;

use app::PresenceRecord;
use app::store::{Key, Store as _};
use playground::args;
use text::Platform;

use crate::common::{Stage, assert_says};
use crate::conversations::front::{
    Answer as _, Front, Person as _, Post as _, both, next, next_saying, public,
};
use crate::conversations::{accepted, played};
use crate::headless::until;

/// Waits until the bot has checked its clocks and recorded that people can reach it.
async fn looked<F: Front>(stage: &F) {
    let service = stage.service();
    if !service.ownership().is_sole() {
        // A shared database has no presence record to wait for.
        tokio::time::sleep(Duration::from_millis(1500)).await;
        return;
    }
    let platform = if F::IS_MATRIX {
        Platform::Matrix
    } else {
        Platform::Discord
    };
    let reachable = || service.is_reachable(platform).then_some(());
    stage.until("the bot to be reachable", reachable).await;
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

both!(a_live_game_is_lost_on_time_and_not_while_the_bot_was_away);
async fn a_live_game_is_lost_on_time_and_not_while_the_bot_was_away<F: Front>() {
    let mut stage = F::ready().await;
    let [alice, bob] = stage.people(["alice", "bob"]);
    alice
        .offered("challenge", args! { game: "toto40", time: "10" })
        .await;
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", time: "10 + 5" };
    let first = accepted(&stage, options).await;
    let third = played(&stage, first, &["Re5", "Kf6"]).await;
    assert_says(third.content(), "Your time runs out");
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

/// On Discord only: it cuts Discord's gateway; `../platforms/mod.rs` and `../../synapse` have the homeserver's silence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_pause_while_the_bot_is_unreachable() {
    let stage = Stage::ready().await;
    let service = stage.service.as_ref().unwrap();
    if !service.ownership().is_sole() {
        // On a shared database the server's clock counts, which a test can't set. `cluster` has the tests for it.
        return;
    }
    begin_live(&stage).await;
    let gateway = stage.pg.gateway();
    gateway.refuse();
    gateway.cut();
    // serenity may take five seconds to notice. The bot waits for eight checks, one per second.
    let gone = || (!service.is_reachable(Platform::Discord)).then_some(());
    until("the bot to notice that it is cut off", gone).await;
    stage.pg.clock().advance(Duration::from_hours(1));
    // Long enough for a clock check, if there were one.
    tokio::time::sleep(Duration::from_millis(1500)).await;
    gateway.accept();
    let again = || service.is_reachable(Platform::Discord).then_some(());
    stage.pg.until("the bot to be back", again).await;
    assert_goes_on(&stage).await;
}

/// Starts a live game in which both have moved.
async fn begin_live(stage: &Stage) {
    let bob = stage.pg.user("bob");
    let options = args! { game: "toto40", opponent: &bob, color: "white", time: "10 + 5" };
    let first = accepted(stage, options).await;
    played(stage, first, &["Re5", "Kf6"]).await;
}

/// Plays the next move, once the bot has given time back.
async fn assert_goes_on(stage: &Stage) {
    looked(stage).await;
    let alice = stage.pg.user("alice");
    alice.slash("move", args! { "move": "Kd7" }).await;
    // The previous board was edited with the new times. This one follows it.
    let moved = next_saying(&stage.pg.channel("general"), "Kd7").await;
    assert_eq!(moved.pings(), ["bob"], "{}", moved.content());
}

/// On Discord only: on Matrix an absence ends with the homeserver's first answer, which `../platforms/mod.rs` has.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_pause_until_a_bot_that_starts_reaches_discord() {
    let mut stage = Stage::ready().await;
    if !stage.service().ownership().is_sole() {
        // Each shard's lease tells its own absence.
        return;
    }
    begin_live(&stage).await;
    stage.stop().await;
    let hold = stage.pg.hold("GET /gateway/bot");
    stage.launch();
    hold.arrived(1).await;
    assert!(!stage.service().is_reachable(Platform::Discord));
    stage.advance(Duration::from_hours(1));
    hold.release();
    stage.pg.ready().await;
    assert_goes_on(&stage).await;
}

both!(an_invalid_time_control_is_explained);
async fn an_invalid_time_control_is_explained<F: Front>() {
    let stage = F::ready().await;
    let alice = stage.user("alice");
    for (time, why) in [
        ("soon", "I can't read \"soon\" as a time control"),
        ("999+5", "each side gets 1 to 180 minutes"),
        ("3 days + 90 days", "A time bank starts with 1 to 60 days"),
    ] {
        let reply = alice
            .slash("challenge", args! { game: "toto40", time: time })
            .await;
        let answer = reply.message().await;
        assert!(answer.is_ephemeral());
        assert_says(answer.content(), why);
    }
    let reply = alice
        .slash("challenge", args! { game: "toto40", rated: true })
        .await;
    let answer = reply.message().await;
    assert_says(answer.content(), "starting position and a clock");
}

both!(the_player_to_move_is_reminded_with_half_a_fifth_and_an_hour_left);
async fn the_player_to_move_is_reminded_with_half_a_fifth_and_an_hour_left<F: Front>() {
    let stage = F::ready().await;
    let bob = stage.user("bob");
    let alice = stage.user("alice");
    let options = args! { game: "toto40", opponent: bob.arg(), color: "white", time: "3 days" };
    let board = accepted(&stage, options).await;
    let mut told = vec![board.shown()];
    // Of 72 hours, half are left after 36 hours, a fifth after 57.6, and one hour after 71.
    for minutes in [37 * 60, 21 * 60, 13 * 60 + 30] {
        stage.advance(Duration::from_mins(minutes));
        let reminder = next(&alice.dm().channel()).await;
        told.push(reminder.shown());
    }
    assert_eq!(
        public(&alice.dm().channel()).len(),
        3,
        "one message for each of the three"
    );
    stage.advance(Duration::from_hours(1));
    // No one has moved, so no one loses.
    let end = next(&stage.channel("general")).await;
    told.push(end.shown());
    insta::assert_snapshot!(told.join("\n"));
    stage.assert_clean();
}
