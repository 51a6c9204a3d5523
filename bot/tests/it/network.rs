//! Network failures. The bot recovers from each without help.

use std::time::Duration;

use app::Span;

use crate::headless::only_game;

use crate::common::public;
use crate::conversations::prelude::*;
use playground::{Channel, Fault, Gateway, Message, RateLimits};
use rules_core::{Color, Game, Move, Variant};

const ACK: &str = "POST /interactions/{interaction}/{token}/callback";
const EDIT: &str = "PATCH /channels/{channel}/messages/{message}";
/// The note on a board after an interruption.
const NOTE: &str = "I may have missed a message.";
const TAKE_BACK: &str = "DELETE /webhooks/{app}/{token}/messages/@original";

pub(crate) struct EndlessGame(Game);

impl EndlessGame {
    pub(crate) fn new() -> Self {
        Self(Game::new(Variant::Legan))
    }

    /// Returns the player to move, and the first legal move that neither ends the game nor loses at once.
    pub(crate) fn next(&mut self) -> (&'static str, String) {
        let who = match self.0.turn() {
            Color::White => "alice",
            Color::Black => "bob",
        };
        let continues = |mv: &Move| {
            let mut game = self.0.clone();
            game.play(*mv).unwrap();
            let is_over = game.outcome().is_some() || game.claim().is_some();
            !is_over && self.0.blunders(&[*mv]) == [None]
        };
        let moves = self.0.legal_moves();
        let mv = moves.iter().copied().find(continues).unwrap();
        let text = mv.uci(self.0.variant().shape()).to_string();
        self.0.play(mv).unwrap();
        (who, text)
    }

    /// Makes the player to move say the next move in the channel.
    fn say_next(&mut self, stage: &Stage) {
        let (who, text) = self.next();
        stage.pg.user(who).say(&format!("@Delos {text}"));
    }
}

/// Makes a move by slash command. The next board is the only new message, and the private answer is deleted.
async fn play(stage: &Stage, line: &mut EndlessGame, what: &str) -> Message {
    let (who, text) = line.next();
    let general = stage.pg.channel("general");
    let before = public(&general).len();
    let player = stage.pg.user(who);
    let reply = player.slash("move", args! { "move": text }).ack().await;
    let board = general.next().await;
    reply.until(what, |reply| reply.messages().is_empty()).await;
    let messages = public(&general).len();
    assert_eq!(messages, before + 1, "{what}: {}", general.transcript());
    board
}

async fn eight_moves(stage: &Stage) {
    let mut line = EndlessGame::new();
    for n in 0..8 {
        play(stage, &mut line, &format!("move {n}")).await;
    }
}

/// Waits until each move has one message, and only the last one is a board.
async fn until_one_board(general: &Channel, boards: usize) {
    let is_so = |messages: &[Message]| {
        let shown: Vec<_> = messages.iter().filter(|m| !m.is_ephemeral()).collect();
        let pictures = shown.iter().filter(|m| !m.files().is_empty()).count();
        (shown.len() == boards + 1 && pictures == 1).then_some(())
    };
    general.until("one board", is_so).await;
}

/// Time between heartbeats, longer than any stall of a busy machine.
const PATIENT: Duration = Duration::from_secs(40);

/// Starts the bot with this time between heartbeats.
async fn with_heartbeats(every: Duration) -> Stage {
    let mut stage = Stage::empty().await;
    stage.pg.gateway().set_heartbeat(every);
    stage.start().await;
    stage
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_recovers_from_every_failure_of_the_gateway() {
    type Failure = (&'static str, fn(&Gateway));
    let failures: [Failure; 7] = [
        ("reconnect", Gateway::reconnect),
        ("closed", |g| g.close(4000)),
        ("cut", Gateway::cut),
        ("invalid session", Gateway::invalidate),
        ("to be resumed", Gateway::invalidate_resumable),
        ("a forgotten session", |g| {
            g.cut();
            g.forget_sessions();
        }),
        ("refused for a while", |g| {
            g.refuse();
            g.cut();
            g.accept();
        }),
    ];
    let stage = Stage::ready().await;
    begin(&stage, "legan").await;
    let gateway = stage.pg.gateway();
    let mut line = EndlessGame::new();
    for (what, interrupt) in failures {
        let count = || gateway.identifies() + gateway.resumes();
        let before = count();
        interrupt(&gateway);
        let recovered = || (count() > before && gateway.is_connected()).then_some(());
        stage.pg.until(what, recovered).await;
        play(&stage, &mut line, what).await;
    }
    until_one_board(&stage.pg.channel("general"), 8).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_connection_without_heartbeats_is_replaced() {
    let stage = with_heartbeats(Duration::from_millis(300)).await;
    begin(&stage, "legan").await;
    let gateway = stage.pg.gateway();
    gateway.withhold_acks();
    let ended = || (!gateway.is_connected()).then_some(());
    stage.pg.until("the end of the connection", ended).await;
    gateway.acknowledge();
    let begun = || gateway.is_connected().then_some(());
    stage.pg.until("a new connection", begun).await;
    play(&stage, &mut EndlessGame::new(), "after a zombie").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_session_that_does_not_begin_is_replaced() {
    let mut stage = Stage::empty().await;
    let gateway = stage.pg.gateway();
    gateway.set_heartbeat(Duration::from_secs(1));
    gateway.withhold_ready();
    stage.launch();
    let has_begun = || (gateway.identifies() >= 1).then_some(());
    stage.pg.until("the first session", has_begun).await;
    gateway.set_heartbeat(PATIENT);
    stage.pg.ready().await;
    begin(&stage, "legan").await;
    assert_eq!(gateway.identifies(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_sent_while_the_gateway_was_silent_arrive_on_resuming() {
    let stage = with_heartbeats(Duration::from_millis(300)).await;
    begin(&stage, "legan").await;
    let gateway = stage.pg.gateway();
    gateway.silence();
    EndlessGame::new().say_next(&stage);
    let board = stage.pg.channel("general").next().await;
    assert_eq!(board.pings(), ["bob"], "{}", board.content());
    assert_eq!(gateway.identifies(), 1, "resumed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_gateway_costs_no_one_time_nor_the_game() {
    let stage = with_heartbeats(Duration::from_secs(3)).await;
    accepted(&stage, args! { game: "legan", time: "1" }).await;
    let mut line = EndlessGame::new();
    for what in ["White's first move", "Black's first move"] {
        play(&stage, &mut line, what).await;
    }
    let gateway = stage.pg.gateway();
    gateway.refuse();
    gateway.silence();
    // After it, no acknowledgment is on its way.
    let heartbeats = gateway.heartbeats();
    let beats = || (gateway.heartbeats() > heartbeats).then_some(());
    stage.pg.until("a heartbeat", beats).await;
    stage.pg.clock().advance(Duration::from_mins(2));
    line.say_next(&stage);
    // Clocks are looked at in between.
    stage.pg.idle(Duration::from_millis(1_500)).await;
    gateway.accept();
    stage.pg.channel("general").next().await;
    let store = stage.service.as_ref().unwrap().store();
    let left = only_game(&**store).clock.unwrap().left;
    assert_eq!(left.white, Span::minutes(1));
}

on_discord!(after_a_restart_boards_ask_for_moves_that_no_one_heard);
async fn after_a_restart_boards_ask_for_moves_that_no_one_heard(mut stage: Stage) {
    let board = begin(&stage, "legan").await;
    let restart = async |stage: &mut Stage, absence: u64| {
        stage.stop().await;
        stage.pg.clock().advance(Duration::from_secs(absence));
        stage.start().await;
    };
    restart(&mut stage, 3).await;
    restart(&mut stage, 10).await;
    says(&board, NOTE).await;
    restart(&mut stage, 10).await;
    let moved = play(&stage, &mut EndlessGame::new(), "after a restart").await;
    assert!(!moved.content().contains(NOTE), "{}", moved.content());
    until_one_board(&stage.pg.channel("general"), 2).await;
    let edited = || (stage.requests(EDIT) >= 2).then_some(());
    stage.pg.until("the end of the board", edited).await;
    let edits = stage.requests(EDIT);
    assert_eq!(edits, 2, "the note, once, and the end of the board");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lost_session_is_noted_on_boards_until_the_next_move() {
    let stage = with_heartbeats(Duration::from_millis(300)).await;
    let board = begin(&stage, "legan").await;
    let gateway = stage.pg.gateway();
    let mut line = EndlessGame::new();
    let (who, text) = line.next();
    // No new session begins before the old one is forgotten.
    gateway.refuse();
    gateway.silence();
    stage.pg.user(who).say(&format!("@Delos {text}"));
    gateway.forget_sessions();
    gateway.set_heartbeat(PATIENT);
    gateway.accept();
    says(&board, NOTE).await;
    assert_eq!(gateway.identifies(), 2);
    stage.pg.user(who).say(&format!("@Delos {text}"));
    let board = stage.pg.channel("general").next().await;
    assert!(!board.content().contains(NOTE), "{}", board.content());
    let resumes = gateway.resumes();
    gateway.cut();
    let has_resumed = || (gateway.resumes() > resumes).then_some(());
    stage.pg.until("a resumed session", has_resumed).await;
    let board = play(&stage, &mut line, "after a resumed session").await;
    assert!(!board.content().contains(NOTE), "{}", board.content());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn registering_commands_keeps_an_activitys_entry_point() {
    let mut stage = Stage::empty().await;
    stage.pg.enable_activities();
    // As if it had been added after the commands were read.
    let overwrite = Fault::on("PUT /applications/{app}/commands");
    stage.pg.inject(overwrite.code(400, 50240));
    stage.start().await;
    let kept = || {
        let names = stage.pg.commands();
        let known = |name: &str| names.iter().any(|n| n == name);
        (known("launch") && known("play")).then_some(())
    };
    stage.pg.until("commands beside Entry Point", kept).await;
}

on_discord!(a_move_survives_every_failure_of_every_request);
async fn a_move_survives_every_failure_of_every_request(stage: Stage) {
    begin(&stage, "legan").await;
    let soon = Duration::from_millis(300);
    let mut line = EndlessGame::new();
    let mut boards = 1;
    for route in [ACK, POST, EDIT, TAKE_BACK] {
        for (what, fault) in [
            ("500", Fault::on(route).status(500).times(2)),
            ("502", Fault::on(route).status(502)),
            ("429", Fault::on(route).rate_limited(soon)),
            ("429 for all", Fault::on(route).rate_limited_globally(soon)),
            ("cut", Fault::on(route).cut()),
            ("answer lost", Fault::on(route).drop_response()),
            ("answer cut", Fault::on(route).cut_response()),
            ("slow", Fault::on(route).delay(soon)),
        ] {
            stage.pg.inject(fault);
            let what = format!("{route}: {what}");
            play(&stage, &mut line, &what).await;
            boards += 1;
            until_one_board(&stage.pg.channel("general"), boards).await;
            stage.pg.clear_faults();
        }
    }
}

on_discord!(a_private_answer_whose_response_is_cut_off_comes_once);
async fn a_private_answer_whose_response_is_cut_off_comes_once(stage: Stage) {
    const FOLLOW_UP: &str = "POST /webhooks/{app}/{token}";
    let board = begin(&stage, "legan").await;
    stage.pg.inject(Fault::on(FOLLOW_UP).cut_response());
    stage.pg.user("alice").presses(&board, "Move").await;
    stage.pg.idle(Duration::from_secs(1)).await;
    assert_eq!(stage.requests(FOLLOW_UP), 1);
}

on_discord!(a_fifth_of_all_requests_may_fail);
async fn a_fifth_of_all_requests_may_fail(stage: Stage) {
    begin(&stage, "legan").await;
    stage.pg.inject(Fault::on("*").status(503).chance(10, 7));
    let lost = Fault::on("*").drop_response();
    stage.pg.inject(lost.chance(10, 8));
    eight_moves(&stage).await;
    stage.pg.clear_faults();
    until_one_board(&stage.pg.channel("general"), 9).await;
}

on_discord!(duplicated_and_reordered_events_are_handled_once);
async fn duplicated_and_reordered_events_are_handled_once(stage: Stage) {
    begin(&stage, "legan").await;
    let bob = stage.pg.user("bob");
    let general = stage.pg.channel("general");
    stage.pg.gateway().duplicate_next(1);
    let mut line = EndlessGame::new();
    line.say_next(&stage);
    general.next().await;
    stage.pg.gateway().duplicate_next(1);
    play(&stage, &mut line, "twice").await;
    stage.pg.gateway().reorder_next();
    line.say_next(&stage);
    // The next event releases the delayed one.
    bob.say("well, well");
    general.next().await;
    stage.pg.idle(Duration::from_millis(300)).await;
    let own = |message: &Message| message.author() == "Delos";
    let said = public(&general).into_iter().filter(own).count();
    assert_eq!(said, 5, "{}", general.transcript());
    let calls = stage.pg.calls();
    assert!(calls.iter().all(|call| call.code != 40060), "{calls:#?}");
}

on_discord!(a_late_acknowledgment_does_no_harm);
async fn a_late_acknowledgment_does_no_harm(stage: Stage) {
    stage.pg.expect("ack-3s");
    begin(&stage, "legan").await;
    let hold = stage.pg.hold(ACK);
    let alice = stage.pg.user("alice");
    let late = alice.slash("move", args! { "move": "Re5" }).send().unwrap();
    hold.arrived(1).await;
    stage.pg.clock().advance(Duration::from_secs(4));
    hold.release();
    let refused = || stage.pg.calls().into_iter().find(|call| call.code == 10062);
    stage.pg.until("the refusal", refused).await;
    assert_eq!(late.kind(), None);
    let what = "after a late acknowledgment";
    play(&stage, &mut EndlessGame::new(), what).await;
}

on_discord!(announced_rate_limits_delay_messages_and_are_never_exceeded);
async fn announced_rate_limits_delay_messages_and_are_never_exceeded(stage: Stage) {
    begin(&stage, "legan").await;
    stage.pg.enforce_rate_limits(RateLimits::discord());
    eight_moves(&stage).await;
    let calls = stage.pg.calls();
    let refused: Vec<_> = calls.iter().filter(|call| call.status == 429).collect();
    assert!(refused.is_empty(), "{refused:?}");
    until_one_board(&stage.pg.channel("general"), 9).await;
}
