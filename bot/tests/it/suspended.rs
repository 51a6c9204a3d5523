//! A suspended program or machine, and changes of the system clock. Neither costs anyone time.

use std::sync::Arc;
use std::time::Duration;

use app::{GameId, Span, TimeControl};
use playground::args;
use rules_core::Color;
use runtime::service::{MomentSource as _, SystemSource};
use store::SledStore;
use tempfile::TempDir;
use text::Platform::Discord;
use text::Platforms;
use tokio::task::JoinSet;

use crate::common::{Stage, next, says};
use crate::conversations::{accepted, played};
use crate::headless::{ManualClock, Run, change, moving, only_game, request};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 5,
};
const DAILY: TimeControl = TimeControl::PerMove { days: 3 };

/// Opens a service that notices gaps as on the system's clock.
fn opened() -> (TempDir, Run) {
    let folder = tempfile::tempdir().unwrap();
    let hands = ManualClock::new(SystemSource.longest_gap());
    let run = Run::open(&folder, &hands, Platforms::DISCORD);
    (folder, run)
}

/// Starts a live game and a daily one.
async fn games(run: &Run) -> [GameId; 2] {
    let live = run.game(Discord, LIVE).await;
    [live, run.game(Discord, DAILY).await]
}

#[tokio::test]
async fn a_live_clock_does_not_run_while_the_program_is_suspended() {
    let (_folder, mut run) = opened();
    let [live, daily] = games(&run).await;
    run.check_clocks();
    run.tick().await;
    run.hands.step(Span::days(4));
    run.tick().await;
    assert_eq!(run.left(live), Span::minutes(10));
    let flag = run.record(daily).flag().unwrap();
    assert_eq!(flag, run.service.now().plus(app::RETURN));
    run.ask(Discord, "ann", moving(live, "Kd7")).await;
    run.ask(Discord, "ann", moving(daily, "Kd7")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_first_task_to_wake_finds_the_clocks_adjusted() {
    for round in 0..20 {
        let (_folder, mut run) = opened();
        let mut games = Vec::new();
        for _ in 0..3 {
            games.push(run.game(Discord, LIVE).await);
        }
        run.check_clocks();
        run.hands.step(Span::minutes(40));
        let mut woken = JoinSet::new();
        for &game in &games {
            let service = Arc::clone(&run.service);
            let moved = request(Discord, "ann", moving(game, "Kd7"));
            woken.spawn(async move { drop(service.handle(moved).await.unwrap()) });
            let service = Arc::clone(&run.service);
            woken.spawn(async move { service.mark_reachable(Discord).await });
        }
        while let Some(done) = woken.join_next().await {
            done.unwrap();
        }
        for game in games {
            let record = run.record(game);
            assert_eq!((record.result, record.ply()), (None, 3), "round {round}");
            let left = record.time_left(Color::White, run.service.now());
            assert!(left >= Some(Span::minutes(10)), "round {round}: {left:?}");
        }
    }
}

#[tokio::test]
async fn a_clock_that_is_set_forward_and_back_ends_no_game_and_stops_none() {
    for back in [Span::hours(-5), Span::days(-1500)] {
        let (_folder, mut run) = opened();
        let [live, daily] = games(&run).await;
        run.check_clocks();
        run.tick().await;
        let truth = run.service.now();
        run.hands.step(Span(-back.0));
        run.tick().await;
        let [later, of_days] = games(&run).await;
        run.hands.step(back);
        run.tick().await;
        assert_eq!(run.service.now(), truth);
        for game in [live, later] {
            assert_eq!(run.left(game), Span::minutes(10));
            let flag = run.record(game).flag();
            assert_eq!(flag, Some(truth.plus(Span::minutes(10))));
        }
        for game in [daily, of_days] {
            let flag = run.record(game).flag().unwrap();
            assert!(flag <= truth.plus(Span::days(3)), "{game}: {flag:?}");
        }
        // From here on, the clocks run normally.
        for _ in 0..3 {
            run.hands.step(Span::seconds(4));
            run.tick().await;
        }
        let left = run.left(later);
        assert_eq!(left, Span(Span::minutes(10).0 - Span::seconds(12).0));
    }
}

#[tokio::test]
async fn a_program_that_starts_after_the_clock_was_set_back_runs_the_clocks() {
    let (_folder, run) = opened();
    let live = run.game(Discord, LIVE).await;
    run.hands.step(Span::days(-1500));
    run.service.recover().unwrap();
    let flag = run.service.now().plus(Span::minutes(10));
    assert_eq!(run.record(live).flag(), Some(flag));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_suspended_program_gives_the_time_back_when_it_continues() {
    let mut stage = Stage::ready().await;
    let general = stage.pg.channel("general");
    let first = accepted(&stage, args! { game: "toto40", time: "10" }).await;
    let board = played(&stage, first, &["Re5", "Kf6"]).await;
    says(&board, "Your time runs out").await;
    stage.stop().await;
    leave_seconds(&stage, 10);
    let program = stage.spawn().await;
    program.signal("STOP");
    tokio::time::sleep(Duration::from_secs(14)).await;
    program.signal("CONT");
    // Long enough for a clock check before the player acts.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    let alice = stage.pg.user("alice");
    alice.slash("move", args! { "move": "Kd7" }).await;
    let moved = loop {
        let said = next(&general).await.content();
        if said.contains("Kd7") || said.contains("on time") {
            break said;
        }
    };
    assert!(!moved.contains("on time"), "{moved}");
}

/// Sets the remaining time of the player to move in the only game.
fn leave_seconds(stage: &Stage, seconds: i64) {
    let store = SledStore::open(stage.data.path()).unwrap();
    change(&store, only_game(&store).id, |game| {
        let turn = game.turn();
        game.clock.as_mut().unwrap().left[turn] = Span::seconds(seconds);
    });
}
