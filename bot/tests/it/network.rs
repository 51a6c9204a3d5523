//! Network failures. The bot recovers from each without help.

use std::time::Duration;

use app::Span;
use app::store::{Index, Key, Page};

use crate::headless;

use crate::common::{Stage, next, public, says, whispered};
use crate::conversations::{accepted, begin};
use playground::{Channel, Fault, Gateway, Message, RateLimits, args};
use rules_core::{Color, Game, Move, Variant};

const ACK: &str = "POST /interactions/{interaction}/{token}/callback";
const POST: &str = "POST /channels/{channel}/messages";
const EDIT: &str = "PATCH /channels/{channel}/messages/{message}";
/// The note on a board after an interruption.
const NOTE: &str = "I may have missed a message.";
const TAKE_BACK: &str = "DELETE /webhooks/{app}/{token}/messages/@original";

/// A game that never ends.
pub(crate) struct EndlessGame(Game);

impl EndlessGame {
    pub(crate) fn new() -> Self {
        Self(Game::new(Variant::Legan))
    }

    /// Returns the player to move, and the first legal move that neither ends the game nor loses at once.
    pub(crate) fn next(&mut self) -> (&'static str, String) {
        let who = if self.0.turn() == Color::White {
            "alice"
        } else {
            "bob"
        };
        let continues = |mv: &Move| {
            let mut game = self.0.clone();
            game.play(*mv).unwrap();
            let is_over = game.outcome().is_some() || game.claim().is_some();
            !is_over && self.0.blunders(&[*mv]) == [None]
        };
        let mv = self
            .0
            .legal_moves()
            .iter()
            .copied()
            .find(continues)
            .unwrap();
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
    let reply = stage
        .pg
        .user(who)
        .slash("move", args! { "move": text })
        .ack()
        .await;
    let board = next(&general).await;
    reply.until(what, |reply| reply.messages().is_empty()).await;
    assert_eq!(
        public(&general).len(),
        before + 1,
        "{what}: {}",
        general.transcript()
    );
    board
}

/// Waits until each move has one message, and only the last one is a board.
async fn until_one_board(general: &Channel, boards: usize) {
    general
        .until("one board", |messages| {
            let shown: Vec<_> = messages.iter().filter(|m| !m.is_ephemeral()).collect();
            let pictures = shown.iter().filter(|m| !m.files().is_empty()).count();
            (shown.len() == boards + 1 && pictures == 1).then_some(())
        })
        .await;
}

/// Starts the bot with this time between heartbeats.
async fn with_heartbeats(every: Duration) -> Stage {
    let mut stage = Stage::empty().await;
    stage.pg.gateway().set_heartbeat(every);
    stage.start().await;
    stage
}

/// A named failure of the gateway.
type GatewayFailure = (&'static str, fn(&Gateway));

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_recovers_from_every_failure_of_the_gateway() {
    let failures: [GatewayFailure; 7] = [
        ("reconnect", Gateway::reconnect),
        ("closed", |g| g.close(4000)),
        ("cut", Gateway::cut),
        ("invalid session", Gateway::invalidate),
        (
            "invalid session, to be resumed",
            Gateway::invalidate_resumable,
        ),
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
    gateway.stop_acks();
    let ended = || (!gateway.is_connected()).then_some(());
    stage.pg.until("the end of the connection", ended).await;
    gateway.resume_acks();
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
    stage.start().await;
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
    let board = next(&stage.pg.channel("general")).await;
    assert_eq!(board.pings(), ["bob"], "{}", board.content());
    assert_eq!(gateway.identifies(), 1, "resumed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_gateway_costs_no_one_time_nor_the_game() {
    let stage = with_heartbeats(Duration::from_secs(3)).await;
    let bob = stage.pg.user("bob");
    let terms = args! { game: "legan", opponent: &bob, color: "white", time: "1" };
    accepted(&stage, terms).await;
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
    next(&stage.pg.channel("general")).await;
    let store = stage.service.as_ref().unwrap().store();
    let ongoing = store.list(&Index::Ongoing, Page::first(2)).unwrap();
    let [(_, Key::Game(game))] = ongoing[..] else {
        panic!("{ongoing:?}");
    };
    let left = headless::record(&**store, game).clock.unwrap().left;
    assert_eq!(left.white, Span::minutes(1));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn after_a_restart_boards_ask_for_moves_that_no_one_heard() {
    let mut stage = Stage::ready().await;
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
    let edits = || {
        let calls = stage.pg.calls();
        calls.iter().filter(|call| call.route == EDIT).count()
    };
    let edited = || (edits() >= 2).then_some(());
    stage.pg.until("the end of the board", edited).await;
    assert_eq!(edits(), 2, "the note, once, and the end of the board");
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
    gateway.accept();
    says(&board, NOTE).await;
    assert_eq!(gateway.identifies(), 2);
    stage.pg.user(who).say(&format!("@Delos {text}"));
    let board = next(&stage.pg.channel("general")).await;
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
    stage
        .pg
        .until("commands beside the Entry Point", kept)
        .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_survives_every_failure_of_every_request() {
    let stage = Stage::ready().await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_answer_whose_response_is_cut_off_comes_once() {
    const FOLLOW_UP: &str = "POST /webhooks/{app}/{token}";
    let stage = Stage::ready().await;
    let board = begin(&stage, "legan").await;
    stage.pg.inject(Fault::on(FOLLOW_UP).cut_response());
    let asked = stage.pg.user("alice").click(&board, "Move").await;
    whispered(&asked).await;
    stage.pg.idle(Duration::from_secs(1)).await;
    let calls = stage.pg.calls().into_iter();
    assert_eq!(calls.filter(|call| call.route == FOLLOW_UP).count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fifth_of_all_requests_may_fail() {
    let stage = Stage::ready().await;
    begin(&stage, "legan").await;
    stage.pg.inject(Fault::on("*").status(503).chance(10, 7));
    stage
        .pg
        .inject(Fault::on("*").drop_response().chance(10, 8));
    let mut line = EndlessGame::new();
    for n in 0..8 {
        play(&stage, &mut line, &format!("move {n}")).await;
    }
    stage.pg.clear_faults();
    until_one_board(&stage.pg.channel("general"), 9).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn duplicated_and_reordered_events_are_handled_once() {
    let stage = Stage::ready().await;
    begin(&stage, "legan").await;
    let bob = stage.pg.user("bob");
    let general = stage.pg.channel("general");
    stage.pg.gateway().duplicate_next(1);
    let mut line = EndlessGame::new();
    line.say_next(&stage);
    next(&general).await;
    stage.pg.gateway().duplicate_next(1);
    play(&stage, &mut line, "twice").await;
    stage.pg.gateway().reorder_next();
    line.say_next(&stage);
    // The next event releases the delayed one.
    bob.say("well, well");
    next(&general).await;
    stage.pg.idle(Duration::from_millis(300)).await;
    let own = |message: &Message| message.author() == "Delos";
    let said = public(&general).into_iter().filter(own).count();
    assert_eq!(said, 5, "{}", general.transcript());
    let calls = stage.pg.calls();
    assert!(calls.iter().all(|call| call.code != 40060), "{calls:#?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_late_acknowledgment_does_no_harm() {
    let stage = Stage::ready().await;
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

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn announced_rate_limits_delay_messages_and_are_never_exceeded() {
    let stage = Stage::ready().await;
    begin(&stage, "legan").await;
    stage.pg.enforce_rate_limits(RateLimits::discord());
    let mut line = EndlessGame::new();
    for n in 0..8 {
        play(&stage, &mut line, &format!("move {n}")).await;
    }
    let calls = stage.pg.calls();
    let refused: Vec<_> = calls.iter().filter(|call| call.status == 429).collect();
    assert!(refused.is_empty(), "{refused:?}");
    until_one_board(&stage.pg.channel("general"), 9).await;
}
