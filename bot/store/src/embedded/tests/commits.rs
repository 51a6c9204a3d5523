//! Commits: concurrent, at shutdown, on a failing disk, and when the process is killed.

use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

use app::{App, Limits, Moment, Request};

use super::*;

#[test]
fn limits_hold_for_requests_at_once() {
    const CROWD: u64 = 24;
    let limits = Limits {
        games: 3,
        challenges: 5,
        ..Limits::default()
    };
    let folder = folder();
    let app = App::new(opened(&folder), limits);
    let person = |name| Person::new(PlayerId::new(format!("test:{name}")), name);
    let terms = || Terms::of(Variant::Toto40);
    let play = || app::Command::Play {
        terms: terms(),
        level: Level::LOWEST,
    };
    let challenge = || app::Command::Challenge {
        opponent: None,
        terms: terms(),
    };
    let start = std::sync::Barrier::new(48);
    let send = |seed, name, command| {
        let venue = Venue::on_server("test:room", "test:server");
        let request = Request::new(person(name), venue, command);
        let now = Timestamp(1_000_000);
        start.wait();
        // Refused when there is no room.
        let _ = app.handle(&request, Moment { now, seed });
    };
    std::thread::scope(|scope| {
        for n in 1..=CROWD {
            let send = &send;
            scope.spawn(move || send(n, "ann", play()));
            scope.spawn(move || send(CROWD + n, "bob", challenge()));
        }
    });
    let listed = |index| app.store().list(&index, Page::first(100)).unwrap().len();
    assert_eq!(listed(Index::OngoingOf(person("ann").id)), 3);
    assert_eq!(listed(Index::ChallengesBy(person("bob").id)), 5);
}

#[test]
fn concurrent_changes_of_one_record_are_all_kept() {
    let folder = folder();
    let store = opened(&folder);
    let stored = || {
        let stored = store.get(&Key::Game(game(1).id)).expect("readable");
        let Stored { version, record } = stored.expect("present");
        let Record::Game(game) = record else {
            panic!("a game is a game")
        };
        (version, game)
    };
    let mut unplayed = game(1);
    unplayed.moves.clear();
    put(&store, 0, unplayed).expect("written");
    let add = |text: String| loop {
        let (version, mut game) = stored();
        game.moves.push(text.clone());
        match put(&store, version, game) {
            Ok(()) => break,
            Err(StoreError::Conflict(_)) => {}
            Err(error) => panic!("{error}"),
        }
    };
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let add = &add;
            scope.spawn(move || (0..25).for_each(|turn| add(format!("{thread}-{turn}"))));
        }
    });
    let (version, game) = stored();
    let moves: std::collections::BTreeSet<_> = game.moves.iter().collect();
    assert_eq!((version, game.moves.len(), moves.len()), (201, 200, 200));
}

#[test]
fn shutting_down_finishes_pending_commits_and_refuses_later_ones() {
    let folder = folder();
    let store = opened(&folder);
    let write = |number| put(&store, 0, game(number));
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let spawn = |number| scope.spawn(move || write(number));
        let writers: Vec<_> = (0..64).map(spawn).collect();
        store.shut_down();
        let outcomes = writers
            .into_iter()
            .map(|writer| writer.join().expect("no panic"));
        outcomes.collect()
    });
    let closed = StoreError::Unavailable("the store is closed".to_owned());
    assert_eq!(write(64), Err(closed));
    drop(store);
    let store = opened(&folder);
    for (outcome, number) in outcomes.iter().zip(0..) {
        let there = store.get(&Key::Game(game(number).id)).expect("readable");
        assert_eq!(there.is_some(), outcome.is_ok(), "{outcome:?}");
    }
}

#[test]
fn after_a_refused_write_nothing_is_read_or_written() {
    let folder = folder();
    let opened = open::open(folder.path()).expect("opens");
    let gate = Arc::new(Gate::new(opened.trees));
    let syncs = AtomicUsize::new(0);
    let sync: committer::SyncFn = Box::new(move |_| match syncs.fetch_add(1, Ordering::Relaxed) {
        0 => Ok(()),
        _ => Err(io::Error::from(io::ErrorKind::StorageFull)),
    });
    let committer = Committer::start(Arc::clone(&gate), sync).expect("starts");
    let store = SledStore {
        committer,
        gate,
        turn: Mutex::default(),
        tally_torn: false,
        lock: opened.lock,
    };

    put(&store, 0, game(1)).expect("the first succeeds");
    let state = || (store.broken(), store.failure().is_cancelled());
    assert_eq!(state(), (None, false));
    let why = "the disk refused a write (no storage space)".to_owned();
    // Part of it may be on the disk.
    let unknown = StoreError::Unknown(why.clone());
    assert_eq!(put(&store, 0, game(2)), Err(unknown));
    let failed = Err(StoreError::Unavailable(why));
    assert!(store.failure().is_cancelled());
    // No retry: after a failed sync the next one may wrongly succeed.
    assert_eq!(put(&store, 0, game(3)), failed);
    // What is only in memory is not shown.
    let key = Key::Game(game(2).id);
    assert_eq!(store.get(&key).map(drop), failed);
    assert_eq!(store.list(&Index::Due, Page::first(1)).map(drop), failed);
    assert_eq!(store.outgoing(1).map(drop), failed);
}

/// The environment variable with the folder of the process to kill.
const CHILD: &str = "STORE_KILL_TEST_FOLDER";

/// The end of the child's line for a durable commit.
const DONE: &str = "is durable";

/// The process to kill. In an ordinary test run it does nothing.
#[test]
fn write_until_killed() {
    let Some(folder) = std::env::var_os(CHILD) else {
        return;
    };
    let store = SledStore::open(Path::new(&folder)).expect("opens");
    std::thread::scope(|scope| {
        for thread in 0..4_u64 {
            let store = &store;
            scope.spawn(move || {
                let key = Key::Game(game(thread).id);
                let stored = store.get(&key).expect("readable");
                let mut expected = stored.map_or(0, |stored| stored.version);
                loop {
                    let mut record = game(thread);
                    record.touched = Timestamp(i64::try_from(expected + 1).expect("small"));
                    put(store, expected, record).expect("written");
                    expected += 1;
                    println!("\n{thread} {expected} {DONE}");
                }
            });
        }
    });
}

#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let folder = folder();
    let mut acknowledged = [0_u64; 4];
    let (mut kills, mut total) = (0, 0);
    for round in 0..10 {
        let test = "embedded::tests::commits::write_until_killed";
        let mut child = Command::new(std::env::current_exe().expect("known"))
            .args(["--exact", test, "--nocapture", "--test-threads=1"])
            .env(CHILD, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut reported = 0;
        for line in lines {
            // The kill may truncate the last line.
            let Ok(line) = line else { break };
            let Some(done) = line.strip_suffix(DONE) else {
                continue;
            };
            let words = done.split_whitespace();
            let numbers: Vec<u64> = words.map(|word| word.parse().expect("a number")).collect();
            let [thread, version] = numbers[..] else {
                panic!("{done}")
            };
            acknowledged[usize::try_from(thread).expect("small")] = version;
            reported += 1;
            if reported == 40 + round * 37 {
                // SIGKILL. Earlier acknowledgments are still read from the pipe.
                child.kill().expect("killed");
                kills += 1;
            }
        }
        child.wait().expect("ended");
        total += reported;

        let store = opened(&folder);
        for (&version, thread) in acknowledged.iter().zip(0..) {
            let Some(stored) = store.get(&Key::Game(game(thread).id)).expect("readable") else {
                assert_eq!(version, 0, "thread {thread} in round {round}");
                continue;
            };
            // A commit may exist whose acknowledgment was not read.
            let there = stored.version;
            let possible = version..=version + 1;
            assert!(possible.contains(&there), "{version}: {there} is stored");
            let Record::Game(game) = stored.record else {
                panic!("a game is a game")
            };
            assert_eq!(
                game.touched.0.cast_unsigned(),
                there,
                "its version's record"
            );
        }
        let index = Index::OngoingOf(PlayerId::new("test:ann"));
        let rows = store.list(&index, Page::first(99)).expect("listed");
        let expected = (0..4).filter_map(|thread| {
            let key = Key::Game(game(thread).id);
            let stored = store.get(&key).expect("readable")?;
            Some((i64::try_from(stored.version).expect("small"), key))
        });
        let sorted = |mut rows: Vec<(i64, Key)>| {
            rows.sort_unstable_by_key(|row| row.1.clone());
            rows
        };
        // Each record has exactly its own row.
        assert_eq!(sorted(rows), sorted(expected.collect()));
    }
    assert_eq!(kills, 10, "{total} commits");
}
