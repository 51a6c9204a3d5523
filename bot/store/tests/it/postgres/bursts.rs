//! Many commits at once: none deadlock, and each one ends.

use std::sync::Barrier;
use std::time::{Duration, Instant};

use app::effect::{Handled, Subject};
use app::store::{Batch, Contended, Held, Index, Key, Page, Quota, Store, StoreError};
use app::{
    App, ColorWish, Command, Failure, GameId, Level, Limits, Moment, Person, PersonRecord,
    PlayerId, Terms, TimeControl, Timestamp, Venue, Which,
};
use rand::rngs::StdRng;
use rand::{Rng as _, SeedableRng as _};
use rules_core::{Color, Variant};
use store::postgres::DatabaseUrl;

use crate::samples::{batch, game, name, opened};
use crate::server::{self, database};

/// Returns the server's count of deadlocks, once all connections have ended and reported theirs.
fn deadlocks(url: &DatabaseUrl) -> String {
    let (server, name) = (server::server().unwrap(), name(url));
    let open = format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'");
    let begun = Instant::now();
    while server.admin(&open) != "0" {
        assert!(begun.elapsed() < Duration::from_mins(1), "still connected");
        std::thread::sleep(Duration::from_millis(20));
    }
    server.admin(&format!(
        "SELECT deadlocks FROM pg_stat_database WHERE datname = '{name}'"
    ))
}

fn person(number: u64) -> PlayerId {
    PlayerId::new(format!("test:{number}"))
}

/// Writes one record and relies on others, in any order, as the application's commands do.
fn commit_anything(store: &dyn Store, dice: &mut StdRng) -> Result<(), StoreError> {
    let games = [game(1), game(2), game(3)];
    let keys: Vec<Key> = (0..3)
        .map(|n| Key::Game(games[n].id))
        .chain((0..3).map(|n| Key::Person(person(n))))
        .collect();
    let stored = store.get_many(&keys)?;
    let version = |n: usize| stored[n].as_ref().map_or(0, |stored| stored.version);
    let written = dice.random_range(0..6_usize);
    let quota = |index| Quota {
        index,
        since: i64::MIN,
        below: 1_000,
    };
    let mut change = if let Some(game) = games.get(written) {
        batch(version(written), game.clone())
    } else {
        let who = Person::new(person(written as u64 - 3), "Ann");
        batch(version(written), PersonRecord::new(who))
    };
    for n in (0..6).filter(|n| *n != written) {
        if dice.random_ratio(1, 3) {
            let (key, version) = (keys[n].clone(), version(n));
            change.held.push(Held { key, version });
        }
    }
    let indexes = [
        Index::OngoingOf(person(0)),
        Index::ChallengesTo(person(1)),
        Index::Ongoing,
    ];
    for index in indexes {
        if dice.random() {
            change.quotas.push(quota(index));
        }
    }
    if dice.random_ratio(1, 8) && written >= 3 && version(written) > 0 {
        // It may be added again.
        let expected = version(written);
        let key = keys[written].clone();
        change = Batch {
            writes: Vec::new(),
            removals: vec![app::store::Removal::new(expected, key)],
            ..change
        };
    }
    store.commit(change)
}

#[test]
fn no_two_commits_wait_for_each_other() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    std::thread::scope(|scope| {
        for seed in 0..12 {
            let store = &store;
            scope.spawn(move || {
                let mut dice = StdRng::seed_from_u64(seed);
                for _ in 0..40 {
                    let contended = match dice.random_range(0..4) {
                        0 => Contended::Record(Key::Game(game(1).id)),
                        1 => Contended::Index(Index::Ongoing),
                        _ => {
                            check(&commit_anything(store, &mut dice));
                            continue;
                        }
                    };
                    let mut attempt = |held: &dyn Store| check(&commit_anything(held, &mut dice));
                    store.hold(&contended, &mut attempt).unwrap();
                }
            });
        }
    });
    drop(store);
    assert_eq!(deadlocks(&url), "0");
}

/// Waits until one connection is in this state.
fn until_one(name: &str, state: &str) {
    let count =
        format!("SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}' AND {state}");
    let begun = Instant::now();
    while server::server().unwrap().admin(&count) != "1" {
        assert!(begun.elapsed() < Duration::from_mins(1), "{state}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Runs `work` while a transaction that executed `holding` is open. `work` gets what ends that by force.
fn while_open<T>(url: &DatabaseUrl, holding: &str, work: impl FnOnce(&dyn Fn()) -> T) -> T {
    let (server, name) = (server::server().unwrap(), name(url));
    std::thread::scope(|scope| {
        scope.spawn(|| server.try_sql(&name, &format!("{holding}; SELECT pg_sleep(90)")));
        let sleeps = "wait_event = 'PgSleep'";
        until_one(&name, sleeps);
        let end = || {
            let end = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname";
            server.admin(&format!("{end} = '{name}' AND {sleeps}"));
        };
        let done = work(&end);
        end();
        done
    })
}

/// Commits while a transaction that executed `holding` is open. Returns what a query finds as soon as the commit waits for it.
fn found_while_waiting(url: &DatabaseUrl, holding: &str, change: Batch, query: &str) -> String {
    let (server, name, store) = (server::server().unwrap(), name(url), opened(url));
    while_open(url, holding, |end| {
        std::thread::scope(|scope| {
            let commit = scope.spawn(|| store.commit(change));
            until_one(&name, "wait_event_type = 'Lock'");
            let found = server.sql(&name, query);
            end();
            assert_eq!(commit.join().unwrap(), Ok(()));
            found
        })
    })
}

/// Locks the record whose key is the first.
const FIRST_ROW: &str = "SELECT FROM records ORDER BY key LIMIT 1 FOR UPDATE";

#[test]
fn a_commit_that_waits_for_a_record_has_locked_no_later_one() {
    let Some(url) = database() else { return };
    let games = [game(1), game(2), game(3)];
    let store = opened(&url);
    for game in &games {
        store.commit(batch(0, game.clone())).unwrap();
    }
    let key = |n: usize| Key::Game(games[n].id);
    let version = |n: usize| store.get(&key(n)).unwrap().unwrap().version;
    for (written, held) in [(0, [1, 2]), (1, [2, 0]), (2, [1, 0]), (2, [0, 1])] {
        let mut change = batch(version(written), games[written].clone());
        let held = held.map(|n| Held {
            key: key(n),
            version: version(n),
        });
        change.held.extend(held);
        let free = "SELECT count(*) FROM (SELECT FROM records FOR UPDATE SKIP LOCKED) AS free";
        let free = found_while_waiting(&url, FIRST_ROW, change, free);
        assert_eq!(free, "2", "{written}");
    }
}

/// The advisory locks that are held, by number.
const LOCKS: &str = "
SELECT (classid::bigint << 32) | objid::bigint AS lock FROM pg_locks
WHERE locktype = 'advisory' AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
ORDER BY lock";

#[test]
fn counts_are_locked_by_number_and_those_of_one_person_once() {
    let Some(url) = database() else { return };
    let counting = |version, indexes: &[Index]| {
        let quotas = indexes.iter().map(|index| Quota {
            index: index.clone(),
            since: i64::MIN,
            below: 1_000,
        });
        Batch {
            quotas: quotas.collect(),
            ..batch(version, game(1))
        }
    };
    opened(&url).commit(counting(0, &[])).unwrap();
    let of_person = [
        Index::OngoingOf(person(0)),
        Index::ChallengesBy(person(0)),
        Index::ChallengesMadeBy(person(0)),
    ];
    let locks = found_while_waiting(&url, FIRST_ROW, counting(1, &of_person), LOCKS);
    assert_eq!(locks.lines().count(), 1, "{locks}");
    let mut indexes = [Index::OngoingOf(person(0)), Index::Ongoing];
    let locks = found_while_waiting(&url, FIRST_ROW, counting(2, &indexes), LOCKS);
    let [first, _] = *locks.lines().collect::<Vec<_>>() else {
        panic!("{locks}");
    };
    for version in [3, 4] {
        indexes.reverse();
        let holding = format!("SELECT pg_advisory_xact_lock({first})");
        let change = counting(version, &indexes);
        assert_eq!(found_while_waiting(&url, &holding, change, LOCKS), first);
    }
}

#[test]
fn a_turn_that_someone_keeps_is_not_waited_for_long() {
    let Some(url) = database() else { return };
    let (server, store) = (server::server().unwrap(), opened(&url));
    let contended = Contended::Index(Index::Ongoing);
    let mut lock = String::new();
    let mut find = |_: &dyn Store| lock = server.sql(&name(&url), LOCKS);
    store.hold(&contended, &mut find).unwrap();
    let holding = format!("SELECT pg_advisory_xact_lock({lock})");
    let mut done = None;
    let mut attempt = |held: &dyn Store| done = Some(held.commit(batch(0, game(1))));
    while_open(&url, &holding, |_| store.hold(&contended, &mut attempt)).unwrap();
    assert_eq!(done, Some(Ok(())));
}

fn check(done: &Result<(), StoreError>) {
    assert!(
        matches!(done, Ok(()) | Err(StoreError::Conflict(_))),
        "{done:?}"
    );
}

fn ask(app: &App, who: &str, command: Command, seed: u64) -> Result<Handled, Failure> {
    let who = Person::new(PlayerId::new(format!("test:{who}")), who);
    let venue = Venue::on_server("test:room", "test:server");
    let request = app::Request::new(who, venue, command);
    let (now, seed) = (Timestamp(1_000_000), seed << 8);
    app.handle(&request, Moment { now, seed })
}

fn terms() -> Terms {
    Terms {
        time: TimeControl::PerMove { days: 3 },
        color: ColorWish::Only(Color::White),
        ..Terms::of(Variant::Toto40)
    }
}

fn begun(handled: &Handled) -> GameId {
    handled.subjects().find_map(Subject::game).unwrap()
}

/// Commands of one person at one moment: the challenged person is new in some, known in others.
fn burst(app: &App, number: u64) -> Result<Handled, Failure> {
    let command = if number.is_multiple_of(2) {
        let bob = Person::new(person(number), "Bob");
        let (opponent, terms) = (Some(bob), terms());
        Command::Challenge { opponent, terms }
    } else {
        let (terms, level) = (terms(), Level::LOWEST);
        Command::Play { terms, level }
    };
    ask(app, "ann", command, 1_000 + number)
}

#[test]
fn a_burst_of_one_person_ends_and_holds_up_no_one() {
    let Some(url) = database() else { return };
    let limits = Limits {
        hourly: 100,
        games: 100,
        challenges: 100,
        ..Limits::default()
    };
    let app: App = App::new(opened(&url), limits);
    let play = |who: &str, seed| {
        let (terms, level) = (terms(), Level::LOWEST);
        begun(&ask(&app, who, Command::Play { terms, level }, seed).unwrap())
    };
    let games: Vec<_> = (0..4)
        .map(|n| (format!("other{n}"), play(&format!("other{n}"), n)))
        .collect();
    let start = Barrier::new(44);
    let slowest = std::thread::scope(|scope| {
        for number in 0..40 {
            let (app, start) = (&app, &start);
            scope.spawn(move || {
                start.wait();
                let done = burst(app, number);
                assert!(!matches!(done, Err(Failure::Store(_))), "{done:?}");
            });
        }
        let others: Vec<_> = games
            .iter()
            .zip(100..)
            .map(|((who, game), seed)| {
                let (app, start) = (&app, &start);
                scope.spawn(move || {
                    start.wait();
                    let begun = Instant::now();
                    let moves = Command::Move {
                        game: Which::Id(*game),
                        text: "Re5".to_owned(),
                        ply: None,
                    };
                    ask(app, who, moves, seed).unwrap();
                    begun.elapsed()
                })
            })
            .collect();
        others.into_iter().map(|other| other.join().unwrap()).max()
    });
    println!("slowest move of another person: {slowest:?}");
    let ann = Index::OngoingOf(PlayerId::new("test:ann"));
    let of_ann = app.store().list(&ann, Page::first(100)).unwrap();
    assert_eq!(of_ann.len(), 20);
    drop(app);
    assert_eq!(deadlocks(&url), "0");
}
