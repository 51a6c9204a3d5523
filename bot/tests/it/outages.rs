//! Outages of Discord: answers come late, nothing is posted twice, and the bot respects refusals.

use std::time::Duration;

use crate::common::public;
use crate::conversations::prelude::*;
use playground::{Channel, Fault, Message, RateLimits, Reply, RouteLimit, permission};

const EDIT: &str = "PATCH /channels/{channel}/messages/{message}";
const ACK: &str = "POST /interactions/{interaction}/{token}/callback";
const RESPONSE: &str = "PATCH /webhooks/{app}/{token}/messages/@original";
const OWN_USER: &str = "GET /users/@me";
const COMMANDS: &str = "PUT /applications/{app}/commands";
const GATEWAY: &str = "GET /gateway/bot";

/// Longer than Discord remembers a nonce.
const LONG: Duration = Duration::from_mins(20);

async fn play(stage: &Stage, who: &str, what: &str) {
    let player = stage.pg.user(who);
    player.slash("move", args! { "move": what }).ack().await;
}

/// Waits until there are `count` messages and only the last has buttons; returns that one.
async fn only_live_board(general: &Channel, count: usize) -> Message {
    let found = general.until("one live board", |messages| {
        let shown: Vec<_> = messages.iter().filter(|m| !m.is_ephemeral()).collect();
        let live = shown.iter().filter(|m| !m.buttons().is_empty()).count();
        let last = shown.last()?;
        (shown.len() == count && live == 1 && !last.buttons().is_empty()).then(|| (*last).clone())
    });
    found.await
}

fn is_answered(reply: &Reply) -> bool {
    reply.messages().iter().any(|m| !m.is_thinking())
}

/// Sends a command with a private answer while Discord refuses answers.
async fn ask_in_an_outage(stage: &Stage) -> Reply {
    stage.pg.inject(Fault::on(RESPONSE).status(503).always());
    let reply = stage.pg.user("alice").slash("about", ()).ack().await;
    stage.answered(RESPONSE, 503, 1).await;
    reply
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_bot_that_starts_in_an_outage_stops_when_told_to_or_connects_after_it() {
    let mut stage = Stage::empty().await;
    for route in [GATEWAY, OWN_USER] {
        stage.pg.inject(Fault::on(route).status(503).always());
        stage.launch();
        stage.answered(route, 503, 2).await;
        stage.stop().await;
    }
    stage.pg.clear_faults();
    for route in [OWN_USER, GATEWAY, COMMANDS] {
        stage.pg.inject(Fault::on(route).status(500).times(2));
    }
    stage.start().await;
    for route in [OWN_USER, GATEWAY, COMMANDS] {
        stage.answered(route, 500, 2).await;
    }
    stage.pg.user("alice").slash("games", ()).await;
}

on_discord!(an_answer_is_given_after_an_outage);
async fn an_answer_is_given_after_an_outage(stage: Stage) {
    stage.pg.inject(Fault::on(RESPONSE).status(503).times(5));
    let reply = stage.pg.user("alice").slash("about", ()).ack().await;
    reply.until("the answer", is_answered).await;
    assert_says(reply.content(), "Delos");
}

on_discord!(a_person_without_direct_messages_is_asked_in_the_channel_to_try_again);
async fn a_person_without_direct_messages_is_asked_in_the_channel_to_try_again(stage: Stage) {
    let alice = stage.pg.user("alice");
    alice.close_dms();
    ask_in_an_outage(&stage).await;
    stage.pg.clock().advance(Duration::from_mins(16));
    let hint = stage.pg.channel("general").next().await;
    assert_eq!(hint.pings(), ["alice"]);
    let words = "Discord had problems, so I couldn't answer you in time. Please try again.";
    assert_eq!(hint.text(), format!("@alice: {words}"));
}

on_discord!(late_answers_become_direct_messages_once_each);
async fn late_answers_become_direct_messages_once_each(stage: Stage) {
    ask_in_an_outage(&stage).await;
    stage.pg.user("alice").slash("about", ()).ack().await;
    // One is posted anyway.
    stage.pg.inject(Fault::on(POST).drop_response());
    stage.pg.inject(Fault::on(POST).status(503).always());
    stage.pg.clock().advance(Duration::from_mins(16));
    stage.answered(POST, 503, 5).await;
    stage.pg.clock().advance(LONG);
    stage.pg.clear_faults();
    let notices = stage.pg.user("alice").dm().channel();
    let are_both = |all: &[Message]| (all.len() >= 2).then_some(());
    notices.until("both answers", are_both).await;
    stage.pg.idle(Duration::from_secs(4)).await;
    let late = public(&notices);
    assert_eq!(late.len(), 2, "{}", notices.transcript());
    for said in late.iter().map(Message::content) {
        assert!(said.starts_with("Discord had problems"), "{said}");
        assert_says(&said, "Delos");
    }
    assert_eq!(public(&stage.pg.channel("general")).len(), 0);
}

on_discord!(an_acknowledgment_that_seems_to_fail_is_followed_by_an_answer);
async fn an_acknowledgment_that_seems_to_fail_is_followed_by_an_answer(stage: Stage) {
    stage.pg.inject(Fault::on(ACK).drop_response());
    stage.pg.inject(Fault::on(ACK).status(503).always());
    let reply = stage.pg.user("alice").slash("about", ()).ack().await;
    reply.until("the answer", is_answered).await;
}

on_discord!(a_reply_is_posted_once_after_a_long_outage);
async fn a_reply_is_posted_once_after_a_long_outage(stage: Stage) {
    begin(&stage, "toto40").await;
    stage.pg.inject(Fault::on(POST).drop_response());
    stage.pg.inject(Fault::on(POST).status(503).always());
    let said = stage.pg.user("alice").say("@Delos d6");
    stage.answered(POST, 503, 5).await;
    stage.pg.clock().advance(Duration::from_mins(10));
    stage.pg.clear_faults();
    let general = stage.pg.channel("general");
    play(&stage, "alice", "Re5").await;
    let is_board = |all: &[Message]| all.iter().any(|m| m.pings() == ["bob"]).then_some(());
    general.until("the board", is_board).await;
    stage.pg.idle(Duration::from_secs(4)).await;
    let later = said.later().into_iter();
    let replies = later.filter(|m| m.reply_target().is_some()).count();
    assert_eq!(replies, 1, "{}", general.transcript());
}

on_discord!(a_board_does_not_wait_for_the_retirement_of_the_former_one);
async fn a_board_does_not_wait_for_the_retirement_of_the_former_one(stage: Stage) {
    begin(&stage, "toto40").await;
    let general = stage.pg.channel("general");
    let hold = stage.pg.hold(EDIT);
    for (who, what) in [("alice", "Re5"), ("bob", "Kf6"), ("alice", "Kd7")] {
        play(&stage, who, what).await;
        general.next().await;
    }
    hold.arrived(1).await;
    hold.release();
    only_live_board(&general, 5).await;
}

/// Loses the responses to the messages after alice's move, while all later requests fail.
async fn lose_responses(stage: &Stage, count: usize) {
    let lost = Fault::on(POST).drop_response();
    stage.pg.inject(lost.times(count));
    stage.pg.inject(Fault::on(POST).status(503).always());
    play(stage, "alice", "Re5").await;
    stage.answered(POST, 503, count).await;
}

on_discord!(a_board_whose_retry_had_to_wait_for_long_is_found);
async fn a_board_whose_retry_had_to_wait_for_long_is_found(stage: Stage) {
    begin(&stage, "toto40").await;
    stage.pg.inject(Fault::on(POST).drop_response());
    let wait = Duration::from_secs(3);
    stage.pg.inject(Fault::on(POST).rate_limited(wait));
    play(&stage, "alice", "Re5").await;
    stage.answered(POST, 429, 1).await;
    stage.pg.clock().advance(LONG);
    play(&stage, "bob", "Kf6").await;
    let board = only_live_board(&stage.pg.channel("general"), 4).await;
    assert_eq!(board.pings(), ["alice"]);
}

on_discord!(a_challenge_declined_before_its_response_comes_is_not_posted_again);
async fn a_challenge_declined_before_its_response_comes_is_not_posted_again(stage: Stage) {
    let [alice, bob] = stage.people(["alice", "bob"]);
    let general = stage.pg.channel("general");
    stage.pg.inject(Fault::on(POST).drop_response());
    stage.pg.inject(Fault::on(POST).status(503).always());
    let terms = args! { game: "toto40", opponent: &bob, color: "white" };
    alice.slash("challenge", terms).ack().await;
    let challenge = general.next().await;
    bob.click(&challenge, "Decline").await;
    stage.answered(POST, 503, 3).await;
    stage.pg.clock().advance(LONG);
    stage.pg.clear_faults();
    let is_over = |challenge: &Message| challenge.buttons().is_empty();
    challenge.until("no buttons", is_over).await;
    assert_eq!(public(&general).len(), 1, "{}", general.transcript());
}

on_discord!(messages_whose_responses_were_lost_are_found_after_a_long_stop);
async fn messages_whose_responses_were_lost_are_found_after_a_long_stop(mut stage: Stage) {
    let game = code(&begin(&stage, "toto40").await);
    let general = stage.pg.channel("general");
    let carol = stage.pg.user("carol");
    carol.slash("watch", args! { game: game }).await;
    // The board, and the notice to carol.
    lose_responses(&stage, 2).await;
    stage.stop().await;
    stage.pg.clock().advance(LONG);
    stage.pg.clear_faults();
    stage.start().await;
    only_live_board(&general, 3).await;
    play(&stage, "bob", "Kf6").await;
    let board = only_live_board(&general, 4).await;
    assert_eq!(board.pings(), ["alice"]);
    let all = public(&general).into_iter();
    let called = all.filter(|m| m.pings() == ["bob"]).count();
    assert_eq!(called, 2, "{}", general.transcript());
    let notices = carol.dm().channel();
    let of = |messages: &[Message], san: &str| {
        let about = messages.iter().filter(|m| m.content().contains(san));
        about.count()
    };
    let of_both = notices.until("both notices", |all| {
        (of(all, "Kf6") == 1).then(|| of(all, "Re5"))
    });
    assert_eq!(of_both.await, 1, "{}", notices.transcript());
}

on_discord!(without_read_message_history_a_board_is_posted_again);
async fn without_read_message_history_a_board_is_posted_again(stage: Stage) {
    begin(&stage, "toto40").await;
    let general = stage.pg.channel("general");
    general.deny_bot(permission::READ_MESSAGE_HISTORY);
    lose_responses(&stage, 1).await;
    stage.pg.clock().advance(LONG);
    stage.pg.clear_faults();
    play(&stage, "bob", "Kf6").await;
    let is_reached = |messages: &[Message]| {
        let last = messages.iter().rfind(|m| !m.is_ephemeral())?;
        (last.pings() == ["alice"]).then_some(())
    };
    general.until("the next board", is_reached).await;
}

on_discord!(refusals_for_rate_are_obeyed);
async fn refusals_for_rate_are_obeyed(stage: Stage) {
    const BOARDS: usize = 6;
    let general = stage.pg.channel("general");
    stage.pg.enforce_rate_limits(RateLimits {
        routes: vec![RouteLimit {
            route: POST,
            requests: 2,
            window_ms: 1500,
        }],
        global: 50,
    });
    for n in 0..BOARDS {
        let person = stage.pg.user(&format!("person{n}"));
        person.slash("play", args! { game: "toto40" }).ack().await;
    }
    let are_all = |messages: &[Message]| {
        let boards = messages.iter().filter(|m| !m.files().is_empty());
        (boards.count() == BOARDS).then_some(())
    };
    general.until("all boards", are_all).await;
    let calls = stage.pg.calls();
    let refused = calls.iter().filter(|call| call.status == 429).count();
    // Only requests in flight before the limit was known.
    assert!(refused <= BOARDS - 2, "{refused} refusals");
}
