//! A suspended program or machine, and changes of the system clock. Neither costs anyone time.

use std::sync::Arc;
use std::time::Duration;

use app::effect::Handled;
use app::store::{Batch, Index, Page, Store as _};
use app::{Command, Failure, GameId, GameRecord, Record, Span, TimeControl};
use playground::args;
use rules_core::Color;
use runtime::service::{MomentSource as _, Service, ServiceConfig, SystemSource};
use store::SledStore;
use tempfile::TempDir;
use text::Platform;
use tokio::task::{JoinHandle, JoinSet};
use tokio_util::sync::CancellationToken;

use crate::common::{Stage, next, says};
use crate::conversations::{accepted, played};
use crate::headless::{self, ManualClock, moving, person, request};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 5,
};
const DAILY: TimeControl = TimeControl::PerMove { days: 3 };

/// A service without a front end, with a manual clock.
struct House {
    service: Arc<Service>,
    hands: ManualClock,
    running: Option<(CancellationToken, JoinHandle<()>)>,
    _data: TempDir,
}

impl House {
    fn new() -> Self {
        let data = tempfile::tempdir().unwrap();
        let store = Arc::new(SledStore::open(data.path()).unwrap());
        let hands = ManualClock::new(SystemSource.longest_gap());
        let config = ServiceConfig::default();
        let (service, _) = Service::new(store, config, hands.clone());
        service.recover().unwrap();
        Self {
            service,
            hands,
            running: None,
            _data: data,
        }
    }

    fn run(&mut self) {
        let stop = CancellationToken::new();
        let clock = Arc::clone(&self.service).run_clock(stop.clone());
        self.running = Some((stop, tokio::spawn(clock)));
    }

    async fn ask(&self, who: &str, command: Command) -> Result<Handled, Failure> {
        ask(&self.service, who, command).await
    }

    /// Starts a game between ann (White) and bob in which both have moved.
    async fn game(&self, time: TimeControl) -> GameId {
        let ask = async |who: &str, command| self.ask(who, command).await.unwrap();
        headless::game(ask, "ann", person(Platform::Discord, "bob"), time).await
    }

    fn record(&self, game: GameId) -> GameRecord {
        headless::record(self.service.store(), game)
    }

    fn left(&self, game: GameId) -> Span {
        headless::left(&self.record(game), self.service.now())
    }

    /// Waits for a whole clock check: each takes one or two looks, and another follows.
    async fn tick(&self) {
        self.hands.looked(3).await;
    }
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some((stop, _)) = &self.running {
            stop.cancel();
        }
    }
}

async fn ask(service: &Arc<Service>, who: &str, command: Command) -> Result<Handled, Failure> {
    let request = request(Platform::Discord, who, command);
    service.handle(request).await
}

#[tokio::test]
async fn a_live_clock_does_not_run_while_the_program_is_suspended() {
    let mut house = House::new();
    let (live, daily) = (house.game(LIVE).await, house.game(DAILY).await);
    house.run();
    house.tick().await;
    house.hands.step(Span::days(4));
    house.tick().await;
    assert_eq!(house.left(live), Span::minutes(10));
    let flag = house.record(daily).flag().unwrap();
    assert_eq!(flag, house.service.now().plus(app::RETURN));
    house.ask("ann", moving(live, "Kd7")).await.unwrap();
    house.ask("ann", moving(daily, "Kd7")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn the_first_task_to_wake_finds_the_clocks_adjusted() {
    for round in 0..20 {
        let mut house = House::new();
        let mut games = Vec::new();
        for _ in 0..3 {
            games.push(house.game(LIVE).await);
        }
        house.run();
        house.hands.step(Span::minutes(40));
        let mut woken = JoinSet::new();
        for &game in &games {
            let service = Arc::clone(&house.service);
            woken.spawn(async move {
                ask(&service, "ann", moving(game, "Kd7")).await.unwrap();
            });
            let service = Arc::clone(&house.service);
            woken.spawn(async move { service.mark_reachable(Platform::Discord).await });
        }
        while let Some(done) = woken.join_next().await {
            done.unwrap();
        }
        for game in games {
            let record = house.record(game);
            assert_eq!((record.result, record.ply()), (None, 3), "round {round}");
            let left = record.time_left(Color::White, house.service.now());
            assert!(left >= Some(Span::minutes(10)), "round {round}: {left:?}");
        }
    }
}

#[tokio::test]
async fn a_clock_that_is_set_forward_and_back_ends_no_game_and_stops_none() {
    for back in [Span::hours(-5), Span::days(-1500)] {
        let mut house = House::new();
        let (live, daily) = (house.game(LIVE).await, house.game(DAILY).await);
        house.run();
        house.tick().await;
        let truth = house.service.now();
        house.hands.step(Span(-back.0));
        house.tick().await;
        let (later, of_days) = (house.game(LIVE).await, house.game(DAILY).await);
        house.hands.step(back);
        house.tick().await;
        assert_eq!(house.service.now(), truth);
        for game in [live, later] {
            assert_eq!(house.left(game), Span::minutes(10));
            let flag = house.record(game).flag();
            assert_eq!(flag, Some(truth.plus(Span::minutes(10))));
        }
        for game in [daily, of_days] {
            let flag = house.record(game).flag().unwrap();
            assert!(flag <= truth.plus(Span::days(3)), "{game}: {flag:?}");
        }
        // From here on, the clocks run normally.
        for _ in 0..3 {
            house.hands.step(Span::seconds(4));
            house.tick().await;
        }
        let left = house.left(later);
        assert_eq!(left, Span(Span::minutes(10).0 - Span::seconds(12).0));
    }
}

#[tokio::test]
async fn a_program_that_starts_after_the_clock_was_set_back_runs_the_clocks() {
    let house = House::new();
    let live = house.game(LIVE).await;
    house.hands.step(Span::days(-1500));
    house.service.recover().unwrap();
    let flag = house.service.now().plus(Span::minutes(10));
    assert_eq!(house.record(live).flag(), Some(flag));
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
    let due = store.list(&Index::Due, Page::first(100)).unwrap();
    for (_, key) in due {
        let stored = store.get(&key).unwrap().unwrap();
        let Record::Game(mut game) = stored.record else {
            continue;
        };
        let turn = game.turn();
        game.clock.as_mut().unwrap().left[turn] = Span::seconds(seconds);
        store.commit(Batch::write(stored.version, game)).unwrap();
    }
}
