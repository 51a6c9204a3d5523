//! A service that tests call without a front end.

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::Duration;

use app::effect::{Handled, Subject};
use app::store::{Key, Store};
use app::{
    ColorWish, Command, GameId, GameRecord, Person, PlayerId, Request, Span, Terms, TimeControl,
    Timestamp, Venue, Which,
};
use rules_core::{Color, Variant};
use runtime::service::MomentSource;
use text::Platform;

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
        let looked = || (looks() >= enough).then_some(());
        until("the clock to be read", looked).await;
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
