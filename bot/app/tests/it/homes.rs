//! Several processes on one database: each lets time pass in its own homes only.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use app::store::memory::MemoryStore;
use app::store::{Batch, Homes, Index, Key, Page, Store, StoreError};
use app::{
    App, Command, End, Failure, Format, GameId, Home, Limits, PlanPart, Refusal, Span, Stage,
    TimeControl, Timestamp, TournamentCommand, TournamentPlan, Which,
};
use rules_core::{Color, Variant};
use text::Platform;

use crate::common::cup::{Cup, plan};
use crate::common::hooked::{Hook, Hooked};
use crate::common::{Hall, moving, timed};

const LIVE: TimeControl = TimeControl::Live {
    minutes: 10,
    increment: 5,
};

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
        let written: Vec<Key> = batch
            .writes
            .iter()
            .map(|write| write.record.key())
            .collect();
        let failures = self.0.lock().unwrap();
        match failures.iter().find(|(key, _)| written.contains(key)) {
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

/// A game between ann (White) and bob in which both have moved.
fn begin(hall: &mut Hall) -> GameId {
    let game = hall.game_on(timed(Variant::Latrunculi, LIVE));
    hall.act("ann", moving(Which::Id(game), "e4"));
    hall.act("bob", moving(Which::Id(game), "e5"));
    game
}

fn left(hall: &Hall, game: GameId, color: Color, at: Timestamp) -> Span {
    hall.record(game).time_left(color, at).unwrap()
}

#[test]
fn a_flag_falls_only_by_the_process_that_lets_time_pass_in_its_home() {
    let (mut hall, part) = closed();
    let game = begin(&mut hall);
    let flag = hall.record(game).flag().unwrap();
    hall.now += Span::minutes(11).0;
    for command in [
        moving(Which::Id(game), "d4"),
        Command::Resign(game),
        Command::Draw(Which::Id(game)),
        Command::TakeBack(Which::Id(game), None),
        Command::Prepare(Which::Id(game), String::new()),
    ] {
        assert_eq!(hall.refused("ann", command), Refusal::TimeUp(game));
    }
    let moment = hall.moment();
    assert!(hall.app.pass_time(moment).unwrap().is_empty());
    assert_eq!(hall.record(game).result, None);
    part.is_open.store(true, Ordering::SeqCst);
    let moment = hall.moment();
    hall.app.pass_time(moment).unwrap();
    let result = hall.record(game).result.unwrap();
    assert_eq!((result.end, result.at), (End::TimeForfeit, flag));
}

#[test]
fn a_move_from_elsewhere_does_not_cost_the_time_in_which_no_one_could_reach_the_game() {
    let (mut hall, part) = closed();
    let game = begin(&mut hall);
    hall.now += Span::minutes(1).0;
    let paused = Timestamp(hall.now);
    *part.paused_since.lock().unwrap() = Some(paused);
    let before = left(&hall, game, Color::White, paused);
    hall.now += Span::minutes(20).0;
    hall.act("ann", moving(Which::Id(game), "d4"));
    let after = left(&hall, game, Color::White, Timestamp(hall.now));
    assert_eq!(after.0, before.0 + Span::seconds(5).0);
    // The owner makes up for the rest, and for nothing twice.
    hall.now += Span::minutes(20).0;
    part.is_open.store(true, Ordering::SeqCst);
    let moment = hall.moment();
    let (shown, failed) = hall
        .app
        .make_up_in(Platform::Discord, &part, paused, moment)
        .unwrap();
    assert_eq!((shown.len(), failed), (1, None));
    assert_eq!(
        left(&hall, game, Color::Black, moment.now),
        Span::minutes(10)
    );
    let again = hall
        .app
        .make_up_in(Platform::Discord, &part, paused, moment)
        .unwrap();
    assert_eq!(again, (Vec::new(), None));
}

#[test]
fn a_process_advances_the_tournaments_of_its_own_homes_only() {
    let mut cup = Cup::new(TournamentPlan {
        ..plan(Format::Swiss { rounds: 3 })
    });
    let edit = TournamentCommand::Edit(PlanPart::Starts, Some("30".to_owned()));
    cup.act("org", edit);
    for name in ["a", "b", "c"] {
        cup.act(name, TournamentCommand::Join);
    }
    cup.hall.now += Span::minutes(31).0;
    for (is_open, stage) in [(false, Stage::Open), (true, Stage::Playing)] {
        let moment = cup.hall.moment();
        let part = Part::new(MemoryStore::default(), is_open);
        let (_, failed) = cup
            .hall
            .app
            .make_up_in(Platform::Discord, &part, moment.now, moment)
            .unwrap();
        assert_eq!((cup.record().stage, failed), (stage, None));
    }
}

#[test]
fn a_transient_failure_is_told_although_another_follows_that_repeats() {
    let store = Arc::new(Hooked::new(Failing::default()));
    let app = App::new(Arc::clone(&store), Limits::default());
    let mut hall = Hall { app, ..Hall::new() };
    let games = [begin(&mut hall), begin(&mut hall), begin(&mut hall)];
    let [away, too_large, sound] = games.map(Key::Game);
    let paused = Timestamp(hall.now);
    let unavailable = StoreError::Unavailable("away".to_owned());
    *store.hook.0.lock().unwrap() = vec![
        (away.clone(), unavailable.clone()),
        (too_large.clone(), StoreError::TooLarge(too_large)),
    ];
    hall.now += Span::minutes(2).0;
    let moment = hall.moment();
    let part = Part::new(Arc::clone(&store.inner), true);
    let (shown, failed) = hall
        .app
        .make_up_in(Platform::Discord, &part, paused, moment)
        .unwrap();
    assert_eq!(shown.len(), 1, "{sound} was made up for");
    assert_eq!(failed, Some(Failure::Store(unavailable)));
    store.hook.0.lock().unwrap().remove(0);
    let (shown, failed) = hall
        .app
        .make_up_in(Platform::Discord, &part, paused, moment)
        .unwrap();
    assert_eq!((shown.len(), failed), (1, None), "{away} as well");
}
