//! A service that tests call without a front end.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use app::effect::{Handled, Subject};
use app::store::{Batch, Index, Key, Page, Store};
use app::{
    ColorWish, Command, GameId, GameRecord, Person, PlayerId, Request, Span, Terms, TimeControl,
    Timestamp, Venue, Which,
};
use rules_core::{Color, Variant};
use runtime::service::{EffectQueues, MomentSource, Service, ServiceConfig};
use store::SledStore;
use tempfile::TempDir;
use text::{Platform, Platforms};
use tokio::task::JoinHandle;
use tokio_util::sync::{CancellationToken, DropGuard};

/// A clock that tests set. Each reading is counted.
#[derive(Clone)]
pub(crate) struct ManualClock {
    now: Arc<AtomicI64>,
    seed: Arc<AtomicU64>,
    looks: Arc<AtomicU64>,
    longest_gap: Span,
}

impl MomentSource for ManualClock {
    fn now(&self) -> Timestamp {
        self.looks.fetch_add(1, Ordering::SeqCst);
        Timestamp(self.now.load(Ordering::SeqCst))
    }

    fn seed(&self) -> u64 {
        self.seed.fetch_add(1000, Ordering::SeqCst)
    }

    fn longest_gap(&self) -> Span {
        self.longest_gap
    }
}

impl ManualClock {
    /// Longer steps count as outages.
    pub(crate) fn new(longest_gap: Span) -> Self {
        let hands = Self {
            now: Arc::default(),
            seed: Arc::default(),
            looks: Arc::default(),
            longest_gap,
        };
        hands.step(Span::days(20_000));
        hands
    }

    pub(crate) fn step(&self, by: Span) {
        self.now.fetch_add(by.0, Ordering::SeqCst);
    }

    /// Waits until the clock is read this many more times.
    pub(crate) async fn looked(&self, times: u64) {
        let looks = || self.looks.load(Ordering::SeqCst);
        let enough = looks() + times;
        until_true("the clock to be read", || looks() >= enough).await;
    }
}

/// A run of the program without front ends, on a manual clock.
pub(crate) struct Run {
    pub(crate) service: Arc<Service>,
    pub(crate) queues: EffectQueues,
    pub(crate) hands: ManualClock,
    platforms: Platforms,
    /// The check of the clocks, and what stops it.
    checks: Option<(DropGuard, JoinHandle<()>)>,
}

impl Run {
    /// Opens a store. Its clocks are not checked yet.
    pub(crate) fn open(folder: &TempDir, hands: &ManualClock, platforms: Platforms) -> Self {
        let store = Arc::new(SledStore::open(folder.path()).unwrap());
        let config = ServiceConfig {
            platforms,
            ..ServiceConfig::default()
        };
        let (service, queues) = Service::new(store, config, hands.clone());
        service.recover().unwrap();
        Self {
            service,
            queues,
            hands: hands.clone(),
            platforms,
            checks: None,
        }
    }

    pub(crate) fn check_clocks(&mut self) {
        let stop = CancellationToken::new();
        let checks = Arc::clone(&self.service).run_clock(stop.clone());
        self.checks = Some((stop.drop_guard(), tokio::spawn(checks)));
    }

    pub(crate) async fn end(self) {
        if let Some((stop, checks)) = self.checks {
            drop(stop);
            checks.await.unwrap();
        }
    }

    /// Waits until the deadlines of each platform have been checked since now. That takes at most two readings of the clock for
    /// each, and another follows.
    pub(crate) async fn tick(&self) {
        let is_alone = self.platforms != Platforms::ALL;
        self.hands.looked(if is_alone { 3 } else { 5 }).await;
    }

    pub(crate) async fn ask(&self, on: Platform, who: &str, command: Command) -> Handled {
        let asked = self.service.handle(request(on, who, command));
        asked.await.unwrap()
    }

    /// Starts a game between ann (White) and bob in which both have moved.
    pub(crate) async fn game(&self, on: Platform, time: TimeControl) -> GameId {
        let ask = async |who: &str, command| self.ask(on, who, command).await;
        game(ask, "ann", person(on, "bob"), time).await
    }

    pub(crate) fn record(&self, game: GameId) -> GameRecord {
        record(self.service.store(), game)
    }

    pub(crate) fn left(&self, game: GameId) -> Span {
        left(&self.record(game), self.service.now())
    }
}

pub(crate) fn person(on: Platform, name: &str) -> Person {
    Person::new(PlayerId::new(format!("{}:{name}", prefix(on))), name)
}

pub(crate) fn request(on: Platform, who: &str, command: Command) -> Request {
    let [room, server] = ["room", "server"].map(|name| format!("{}:{name}", prefix(on)));
    Request::new(person(on, who), Venue::on_server(room, server), command)
}

fn prefix(on: Platform) -> &'static str {
    match on {
        Platform::Discord => "discord",
        Platform::Matrix => "matrix",
    }
}

pub(crate) fn moving(game: GameId, text: &str) -> Command {
    Command::Move {
        game: Which::Id(game),
        text: text.to_owned(),
        ply: None,
    }
}

/// Starts a game of Toto40 in which both have moved.
pub(crate) async fn game(
    ask: impl AsyncFn(&str, Command) -> Handled,
    white: &str,
    black: Person,
    time: TimeControl,
) -> GameId {
    let name = black.name.to_string();
    let terms = Terms {
        time,
        color: ColorWish::Only(Color::White),
        ..Terms::of(Variant::Toto40)
    };
    let opponent = Some(black);
    let made = ask(white, Command::Challenge { opponent, terms }).await;
    let challenge = made.subjects().find_map(Subject::challenge).unwrap();
    let began = ask(&name, Command::Accept(challenge)).await;
    let game = began.subjects().find_map(Subject::game).unwrap();
    ask(white, moving(game, "Re5")).await;
    ask(&name, moving(game, "Kf6")).await;
    game
}

pub(crate) fn record(store: &(impl Store + ?Sized), game: GameId) -> GameRecord {
    let stored = store.get(&Key::Game(game)).unwrap().unwrap();
    stored.record.try_into().unwrap()
}

pub(crate) fn only_game(store: &(impl Store + ?Sized)) -> GameRecord {
    let found = store.list(&Index::Ongoing, Page::first(2)).unwrap();
    let [(_, Key::Game(game))] = found[..] else {
        panic!("{found:?}");
    };
    record(store, game)
}

pub(crate) fn change(
    store: &(impl Store + ?Sized),
    game: GameId,
    change: impl FnOnce(&mut GameRecord),
) {
    let stored = store.get(&Key::Game(game)).unwrap().unwrap();
    let mut record: GameRecord = stored.record.try_into().unwrap();
    change(&mut record);
    store.commit(Batch::write(stored.version, record)).unwrap();
}

/// Returns the time of the player to move, in a game that is not over.
pub(crate) fn left(record: &GameRecord, now: Timestamp) -> Span {
    assert_eq!(record.result, None, "{} is over", record.id);
    record.time_left(record.turn(), now).unwrap()
}

/// Polls for two minutes, because machines differ in speed.
pub(crate) async fn until<T>(what: &str, mut answer: impl FnMut() -> Option<T>) -> T {
    for _ in 0..6_000 {
        if let Some(answer) = answer() {
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("waited two minutes for {what}");
}

/// Waits until a condition holds, as [`until`] does.
pub(crate) async fn until_true(what: &str, mut is_so: impl FnMut() -> bool) {
    until(what, || is_so().then_some(())).await;
}
