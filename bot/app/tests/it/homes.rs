//! Several processes on one database: each lets time pass in its own homes only.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use app::store::memory::MemoryStore;
use app::store::{Batch, Homes, Index, Key, Page, Store, StoreError};
use app::{
    App, Command, End, Failure, GameId, Home, Limits, PlanPart, Refusal, Span, Stage, Timestamp,
    Which,
};
use rules_core::Color;
use text::Platform;

use crate::common::cup::{Cup, SWISS, edit, plan};
use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, LIVE, moving};

/// Every home, where a test opens and closes them.
struct Part<S> {
    store: S,
    is_open: AtomicBool,
    paused_since: Mutex<Option<Timestamp>>,
}

impl<S: Store> Part<S> {
    fn new(store: S, is_open: bool) -> Self {
        Self {
            store,
            is_open: AtomicBool::new(is_open),
            paused_since: Mutex::default(),
        }
    }
}

impl<S: Store> Homes for Part<S> {
    fn include(&self, _: Home) -> bool {
        self.is_open.load(Ordering::SeqCst)
    }

    fn due(&self, page: Page) -> Result<Vec<(i64, Key)>, StoreError> {
        if self.include(Home::DIRECT) {
            self.store.list(&Index::Due, page)
        } else {
            Ok(Vec::new())
        }
    }

    fn paused_since(&self, _: Home, _: Timestamp) -> Result<Option<Timestamp>, StoreError> {
        Ok(*self.paused_since.lock().unwrap())
    }
}

/// Fails the commits of some records.
#[derive(Default)]
struct Failing(Mutex<Vec<(Key, StoreError)>>);

impl Hook for Failing {
    fn commit(&self, store: &Arc<MemoryStore>, batch: Batch) -> Result<(), StoreError> {
        let writes = |key: &Key| batch.writes.iter().any(|write| write.record.key() == *key);
        let failures = self.0.lock().unwrap();
        match failures.iter().find(|(key, _)| writes(key)) {
            Some((_, error)) => Err(error.clone()),
            None => store.commit(batch),
        }
    }
}

/// A hall whose homes are closed.
fn closed() -> (Hall, Arc<Part<Arc<MemoryStore>>>) {
    let store = Arc::new(MemoryStore::default());
    let part = Arc::new(Part::new(Arc::clone(&store), false));
    let app = App::new(store, Limits::default()).serving(Arc::clone(&part));
    let hall = Hall { app, ..Hall::new() };
    (hall, part)
}

fn left(hall: &Hall, game: GameId, color: Color, at: Timestamp) -> Span {
    hall.record(game).time_left(color, at).unwrap()
}

/// Compensates for downtime in a part; returns how many messages are shown, and the failure.
fn make_up<S: Store>(
    hall: &mut Hall,
    part: &Part<S>,
    paused: Timestamp,
) -> (usize, Option<Failure>) {
    let moment = hall.moment();
    let made_up = hall.app.make_up_in(Platform::Discord, part, paused, moment);
    let (shown, failed) = made_up.unwrap();
    (shown.len(), failed)
}

#[test]
fn a_flag_falls_only_by_the_process_that_serves_its_home() {
    let (mut hall, part) = closed();
    let game = hall.begun_with(LIVE);
    let flag = hall.record(game).flag().unwrap();
    hall.wait(Span::minutes(11));
    for command in [
        moving(Which::Id(game), "d4"),
        Command::Resign(game),
        Command::Draw(Which::Id(game)),
        Command::TakeBack(Which::Id(game), None),
        Command::Prepare(Which::Id(game), String::new()),
    ] {
        hall.assert_refused("ann", command, Refusal::TimeUp(game));
    }
    assert!(hall.tick().is_empty());
    assert_eq!(hall.record(game).result, None);
    part.is_open.store(true, Ordering::SeqCst);
    hall.tick();
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.end, result.at), (End::TimeForfeit, flag));
}

#[test]
fn a_move_from_elsewhere_costs_no_time_while_the_home_is_unserved() {
    let (mut hall, part) = closed();
    let game = hall.begun_with(LIVE);
    hall.wait(Span::minutes(1));
    let paused = Timestamp(hall.now);
    *part.paused_since.lock().unwrap() = Some(paused);
    let before = left(&hall, game, Color::White, paused);
    hall.wait(Span::minutes(20));
    hall.act("ann", moving(Which::Id(game), "d4"));
    let after = left(&hall, game, Color::White, Timestamp(hall.now));
    assert_eq!(after.0, before.0 + Span::seconds(5).0);
    // The home's process compensates for the rest, once.
    hall.wait(Span::minutes(20));
    part.is_open.store(true, Ordering::SeqCst);
    assert_eq!(make_up(&mut hall, &part, paused), (1, None));
    let black = left(&hall, game, Color::Black, Timestamp(hall.now));
    assert_eq!(black, Span::minutes(10));
    hall.now -= 1000;
    assert_eq!(make_up(&mut hall, &part, paused), (0, None));
}

#[test]
fn a_process_advances_the_tournaments_of_its_own_homes_only() {
    let mut cup = Cup::new(plan(SWISS));
    cup.organize(edit(PlanPart::Starts, "30"));
    cup.enter(["a", "b", "c"]);
    cup.hall.wait(Span::minutes(31));
    for (is_open, stage) in [(false, Stage::Open), (true, Stage::Playing)] {
        let part = Part::new(MemoryStore::default(), is_open);
        let now = Timestamp(cup.hall.now);
        let (_, failed) = make_up(&mut cup.hall, &part, now);
        assert_eq!((cup.stage(), failed), (stage, None));
    }
}

/// A hall with so many live games, of which the first cannot be stored for now and the second never; and the first failure.
fn failing(games: usize) -> (Hall, Arc<Hooked<Failing>>, Failure) {
    let store = Arc::new(Hooked::new(Failing::default()));
    let mut hall = Hall::over(Arc::clone(&store), Limits::default());
    let games: Vec<_> = (0..games)
        .map(|_| Key::Game(hall.begun_with(LIVE)))
        .collect();
    let unavailable = StoreError::Unavailable("away".to_owned());
    *store.hook.0.lock().unwrap() = vec![
        (games[0].clone(), unavailable.clone()),
        (games[1].clone(), StoreError::TooLarge(games[1].clone())),
    ];
    (hall, store, Failure::Store(unavailable))
}

#[test]
fn a_transient_failure_is_reported_before_a_permanent_one() {
    let (mut hall, store, failed) = failing(3);
    let paused = Timestamp(hall.now);
    hall.wait(Span::minutes(2));
    let part = Part::new(Arc::clone(&store.inner), true);
    assert_eq!(make_up(&mut hall, &part, paused), (1, Some(failed)));
    store.hook.0.lock().unwrap().remove(0);
    hall.now -= 1000;
    assert_eq!(make_up(&mut hall, &part, paused), (1, None));
}

#[test]
fn presence_is_recorded_once_every_readable_game_got_its_time_back() {
    let (mut hall, store, failed) = failing(2);
    let (platform, present) = (Platform::Discord, Timestamp(hall.now));
    hall.app.note_presence(platform, present).unwrap();
    hall.wait(Span::minutes(2));
    let back = Timestamp(hall.now);
    let comes_back = || {
        let (shown, failed) = hall.app.come_back_since(platform, None, back).unwrap();
        (shown.len(), failed, hall.app.last_presence(platform))
    };
    assert_eq!(comes_back(), (0, Some(failed), Ok(Some(present))));
    store.hook.0.lock().unwrap().remove(0);
    assert_eq!(comes_back(), (1, None, Ok(Some(back))));
}
