use std::fs;
use std::io::{self, BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use app::effect::{Effect, Manner, Show};
use app::store::Write;
use app::{
    ChallengeId, ChallengeRecord, ChallengeState, GameId, GameRecord, Level, Person, PlayerId,
    Record, RoomId, Seat, Terms, Timestamp, Venue,
};
use rules_core::{ByColor, Variant};
use tempfile::{TempDir, tempdir};

use super::*;

fn folder() -> TempDir {
    tempdir().expect("a folder for temporary files")
}

fn opened(folder: &TempDir) -> SledStore {
    SledStore::open(folder.path()).expect("opens")
}

fn refused(folder: &TempDir) -> OpenError {
    SledStore::open(folder.path()).expect_err("does not open")
}

fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue {
        room: RoomId::new("test:room"),
        server: None,
    };
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned()],
        touched: Timestamp(2_000),
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

fn challenge(number: u64) -> ChallengeRecord {
    ChallengeRecord {
        id: ChallengeId::draw(number, 0),
        by: Person::new(PlayerId::new("test:ann"), "Ann"),
        to: Some(Person::new(PlayerId::new("test:bob"), "Bob")),
        terms: Terms {
            variant: Variant::Latrunculi,
            ..Terms::of(Variant::Latrunculi)
        },
        venue: Venue {
            room: RoomId::new("test:room"),
            server: None,
        },
        made: Timestamp(1_000),
        expires: Timestamp(9_000),
        rematch_of: None,
        proposal: None,
        proposals: 0,
        state: ChallengeState::Open,
    }
}

fn show(id: &str, game: GameId) -> Outgoing {
    let show = Show {
        subject: Subject::Game(game),
        version: 1,
        manner: Manner::InPlace,
        ply: Some(0),
    };
    Outgoing {
        id: EffectId(id.to_owned()),
        effect: Effect::Show(show),
    }
}

fn put(store: &SledStore, expected: u64, record: impl Into<Record>) -> Result<(), StoreError> {
    store.commit(Batch {
        writes: vec![Write {
            expected,
            record: record.into(),
        }],
        ..Batch::default()
    })
}

/// Changes the database as another program would.
fn meddle(folder: &TempDir, change: impl FnOnce(&sled::Db)) {
    let database = (0..100).find_map(|_| {
        let database = sled::open(folder.path().join("store")).ok();
        if database.is_none() {
            std::thread::sleep(Duration::from_millis(20));
        }
        database
    });
    let database = database.expect("nobody else has it open");
    change(&database);
    database.flush().expect("flushed");
}

#[test]
fn it_does_what_every_store_must_do() {
    let folder = folder();
    app::store_contract::check(&opened(&folder));
}

#[test]
fn everything_is_there_after_closing_and_opening_again() {
    let folder = folder();
    let (game, challenge) = (game(1), challenge(1));
    let store = opened(&folder);
    let writes = vec![
        Write {
            expected: 0,
            record: game.clone().into(),
        },
        Write {
            expected: 0,
            record: challenge.clone().into(),
        },
    ];
    let batch = Batch {
        writes,
        outgoing: vec![show("1", game.id)],
        settled: Vec::new(),
        ..Batch::default()
    };
    store.commit(batch).expect("written");
    drop(store);

    let store = opened(&folder);
    let stored = |key| {
        store
            .get(&key)
            .expect("readable")
            .map(|stored| (stored.version, stored.record))
    };
    assert_eq!(stored(Key::Game(game.id)), Some((1, game.clone().into())));
    assert_eq!(
        stored(Key::Challenge(challenge.id)),
        Some((1, challenge.clone().into()))
    );
    assert_eq!(
        store.list(&Index::Due, Page::first(9)),
        Ok(vec![(9_000, Key::Challenge(challenge.id))])
    );
    assert_eq!(store.outgoing(9), Ok(vec![show("1", game.id)]));
}

#[test]
fn a_folder_in_use_is_refused_and_free_again_when_its_user_ends() {
    let folder = folder();
    let first = opened(&folder);
    let error = refused(&folder);
    assert!(matches!(error, OpenError::InUse { .. }), "{error}");
    assert!(
        error
            .to_string()
            .contains("is in use by another Delos: stop that one"),
        "{error}"
    );
    drop(first);
    opened(&folder);
}

#[test]
fn a_start_that_was_killed_while_it_noted_how_far_it_had_read_does_no_harm() {
    let folder = folder();
    let store = opened(&folder);
    put(&store, 0, game(1)).expect("written");
    drop(store);
    let unfinished = folder.path().join("store/snap.7FFFFFFFFFFFFFFF.generating");
    fs::write(&unfinished, "cut short").expect("written");
    let store = opened(&folder);
    let found = store.get(&Key::Game(game(1).id)).expect("read");
    assert!(found.is_some());
    assert!(!unfinished.exists());
}

#[test]
fn the_first_start_after_a_restore_does_not_read_the_whole_log_again() {
    let (from, to) = (folder(), folder());
    let store = opened(&from);
    let write = |number| Write {
        expected: 0,
        record: game(number).into(),
    };
    store
        .commit(Batch {
            writes: (0..3000).map(write).collect(),
            ..Batch::default()
        })
        .expect("written");
    let mut backup = Vec::new();
    store.export(Scope::All, &mut backup).expect("exported");
    let count = SledStore::restore(to.path(), &mut backup.as_slice()).expect("restored");
    assert_eq!(count, 3000);
    let segments = |folder: &TempDir| {
        let (file, since) = ahead::segments(&folder.path().join("store"), 0).expect("read");
        (file.metadata().expect("told").len() >> 19, since.len())
    };
    let (all, since) = segments(&to);
    assert!(all >= 4 && since <= 1, "{since} of {all}");
    drop(store);
    let (all, since) = segments(&from);
    assert!(
        all >= 4 && since >= 4,
        "{since} of {all}: nothing had noted it"
    );
}

#[test]
fn a_database_of_a_newer_format_is_refused_and_left_as_it_is() {
    let folder = folder();
    drop(opened(&folder));
    let marker = br#"{"program":"delos","format":2,"and":"more"}"#;
    meddle(&folder, |database| {
        database
            .open_tree("delos")
            .and_then(|tree| tree.insert("marker", &marker[..]))
            .expect("inserted");
    });
    let error = refused(&folder).to_string();
    assert!(
        error.ends_with("newer Delos (format 2; this one knows up to 1): run that version"),
        "{error}"
    );
    meddle(&folder, |database| {
        let kept = database
            .open_tree("delos")
            .and_then(|tree| tree.get("marker"))
            .expect("read");
        assert_eq!(kept.as_deref(), Some(&marker[..]));
    });
}

#[test]
fn a_database_without_our_marker_is_refused_and_left_as_it_is() {
    // An empty one too: that is how a folder looks that another version of sled has touched.
    for rows in [0, 3] {
        let folder = folder();
        meddle(&folder, |database| {
            for row in 0..rows {
                database.insert([row], b"theirs").expect("inserted");
            }
        });
        let error = refused(&folder);
        assert!(matches!(error, OpenError::NotOurs { .. }), "{error}");
        meddle(&folder, |database| {
            assert_eq!(
                (database.len(), database.tree_names().len()),
                (usize::from(rows), 1)
            );
        });
    }
}

#[test]
fn a_database_that_was_never_finished_is_made_again() {
    let folder = folder();
    fs::create_dir(folder.path().join("store.new")).expect("made");
    fs::write(folder.path().join("store.new/db"), b"half").expect("written");
    drop(opened(&folder));
    assert!(!folder.path().join("store.new").exists());
}

#[test]
fn a_folder_that_cannot_be_used_is_an_error_that_names_it() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "not a folder").expect("written");
    let error = SledStore::open(&file).expect_err("a file is no folder");
    assert!(matches!(error, OpenError::Io { .. }), "{error}");
    assert!(
        error.to_string().contains(&file.display().to_string()),
        "{error}"
    );
}

#[test]
fn a_damaged_database_is_an_error_and_never_a_panic_or_an_empty_store() {
    let template = folder();
    let store = opened(&template);
    let keys: Vec<_> = (0..200).map(|number| game(number).id).collect();
    for number in 0..200 {
        put(&store, 0, game(number)).expect("written");
    }
    drop(store);
    // sled lets go of its files a little after the last handle.
    meddle(&template, |_| ());

    let mut kinds = [0; 3];
    for round in 0..16 {
        let folder = folder();
        let store = folder.path().join("store");
        fs::create_dir_all(store.join("blobs")).expect("made");
        for file in fs::read_dir(template.path().join("store"))
            .expect("listed")
            .map(|file| file.expect("listed"))
        {
            if file.file_type().expect("known").is_file() {
                fs::copy(file.path(), store.join(file.file_name())).expect("copied");
            }
        }
        let mut bytes = fs::read(store.join("db")).expect("read");
        let part = bytes.len() / 16;
        bytes[round * part..(round + 1) * part].fill(0xA5);
        fs::write(store.join("db"), bytes).expect("written");

        match SledStore::open(folder.path()) {
            Err(error @ OpenError::Damaged { .. }) => {
                kinds[0] += 1;
                assert!(error.to_string().contains("restore a backup"), "{error}");
            }
            Err(OpenError::NotOurs { .. }) => kinds[1] += 1,
            Err(error) => panic!("not the reason: {error}"),
            Ok(store) => {
                kinds[2] += 1;
                // What was hit must not read as if it had never been; what was not hit is whole.
                for (&id, number) in keys.iter().zip(0..) {
                    match store.get(&Key::Game(id)) {
                        Ok(stored) => assert_eq!(
                            stored.map(|stored| stored.record),
                            Some(game(number).into())
                        ),
                        Err(StoreError::Unavailable(_) | StoreError::Unreadable(..)) => {}
                        Err(error) => panic!("not the reason: {error}"),
                    }
                }
            }
        }
    }
    assert!(kinds[0] > 0, "no damage was seen: {kinds:?}");
}

#[test]
fn a_record_that_is_too_large_is_refused_before_anything_is_written() {
    let folder = folder();
    let store = opened(&folder);
    let mut large = game(1);
    large.moves = vec!["h1h2".to_owned(); MAX_VALUE / 7];
    let writes = vec![
        Write {
            expected: 0,
            record: game(2).into(),
        },
        Write {
            expected: 0,
            record: large.clone().into(),
        },
    ];
    let outcome = store.commit(Batch {
        writes,
        ..Batch::default()
    });
    assert_eq!(outcome, Err(StoreError::TooLarge(Key::Game(large.id))));
    assert_eq!(store.get(&Key::Game(game(2).id)), Ok(None));

    large.moves = vec!["a2xb1q".to_owned(); GameRecord::MAX_PLIES];
    assert_eq!(
        put(&store, 0, large),
        Ok(()),
        "a game of the greatest length fits"
    );
}

#[test]
fn records_of_the_first_form_still_read() {
    let folder = folder();
    drop(opened(&folder));
    let (game, challenge) = (game(1), challenge(1));
    let golden: [(Key, Record, &[u8]); 2] = [
        (
            Key::Game(game.id),
            game.clone().into(),
            include_bytes!("../../tests/data/form-1-game.json"),
        ),
        (
            Key::Challenge(challenge.id),
            challenge.into(),
            include_bytes!("../../tests/data/form-1-challenge.json"),
        ),
    ];
    meddle(&folder, |database| {
        for (key, _, bytes) in &golden {
            database
                .open_tree("records")
                .and_then(|tree| tree.insert(layout::key(key), *bytes))
                .expect("inserted");
        }
    });
    let store = opened(&folder);
    for (key, record, _) in golden {
        assert_eq!(store.get(&key), Ok(Some(Stored { version: 3, record })));
    }
    assert_eq!(put(&store, 3, game), Ok(()), "and can be replaced");
}

#[test]
fn records_that_an_older_program_wrote_get_the_index_rows_of_today() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let ongoing = Index::OngoingOf(PlayerId::new("test:ann"));
    let stale = layout::row(&ongoing, 1, &Key::Game(game.id));
    // As the first program left it: two rows, one of them in another place than today's, and no number of rules.
    meddle(&folder, |database| {
        let golden = include_str!("../../tests/data/form-1-game.json")
            .replace(r#""order":2000}"#, r#""order":1}"#);
        let records = database.open_tree("records").expect("opens");
        records
            .insert(layout::key(&Key::Game(game.id)), golden.as_bytes())
            .expect("inserted");
        let rows = database.open_tree("rows").expect("opens");
        rows.insert(&stale, &[]).expect("inserted");
        let marker = database.open_tree(open::MARKER_TREE).expect("opens");
        marker
            .insert("marker", br#"{"program":"delos","format":1}"#)
            .expect("inserted");
    });
    for start in 1..=2 {
        let store = opened(&folder);
        let rows = |index: &Index| store.list(index, Page::first(10)).expect("listed");
        assert_eq!(rows(&Index::Ongoing).len(), 1, "start {start}");
        assert_eq!(rows(&ongoing), [(2000, Key::Game(game.id))]);
        let findings = store.check_all().expect("checked");
        assert_eq!(findings.told, Vec::<String>::new());
        let stored = store
            .get(&Key::Game(game.id))
            .expect("read")
            .expect("there");
        assert_eq!(stored.version, 3, "nobody has changed it");
    }
}

#[test]
fn a_database_for_some_servers_is_never_used_for_others() {
    let (folder, copy) = (folder(), folder());
    let half = Some("shards 0 to 0 of 2");
    let store = opened(&folder);
    store.claim(folder.path(), half).expect("it is empty");
    put(&store, 0, game(1)).expect("written");
    let mut backup = Vec::new();
    store.export(Scope::All, &mut backup).expect("written");
    drop(store);
    SledStore::restore(&copy.path().join("data"), &mut backup.as_slice()).expect("restored");
    for data in [folder.path().to_owned(), copy.path().join("data")] {
        let store = SledStore::open(&data).expect("opens");
        store.claim(&data, half).expect("the same as before");
        for other in [None, Some("shards 1 to 1 of 2")] {
            let refused = store.claim(&data, other).expect_err("others");
            assert!(matches!(refused, OpenError::OtherPart { .. }), "{refused}");
        }
    }
    let all = tempdir().expect("made");
    let store = opened(&all);
    store.claim(all.path(), None).expect("all servers");
    put(&store, 0, game(1)).expect("written");
    assert!(
        store.claim(all.path(), half).is_err(),
        "it holds games of all"
    );
}

#[test]
fn a_record_of_a_newer_form_is_neither_read_nor_overwritten() {
    let folder = folder();
    drop(opened(&folder));
    let game = game(1);
    let key = Key::Game(game.id);
    meddle(&folder, |database| {
        let records = database.open_tree("records").expect("opens");
        records
            .insert(layout::key(&key), br#"{"s":2,"v":1,"shape":"unknown"}"#)
            .expect("inserted");
        let outgoing = database.open_tree("outgoing").expect("opens");
        outgoing.insert("0", br#"{"s":2,"v":1}"#).expect("inserted");
    });
    let store = opened(&folder);
    let why = "a newer version of Delos wrote it (form 2; this one knows forms up to 1); run that version".to_owned();
    let unreadable = StoreError::Unreadable(key.clone(), why);
    assert_eq!(store.get(&key), Err(unreadable.clone()));
    assert_eq!(put(&store, 1, game.clone()), Err(unreadable));
    // An effect that cannot be read does not stand in the way of the others.
    store
        .commit(Batch {
            outgoing: vec![show("1", game.id)],
            ..Batch::default()
        })
        .expect("written");
    assert_eq!(store.outgoing(1), Ok(vec![show("1", game.id)]));
}

#[test]
fn of_many_threads_that_count_on_one_record_none_is_lost() {
    let folder = folder();
    let store = opened(&folder);
    let key = Key::Game(game(1).id);
    put(
        &store,
        0,
        GameRecord {
            moves: Vec::new(),
            ..game(1)
        },
    )
    .expect("written");
    let conflicts = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (store, conflicts) = (&store, &conflicts);
            let key = key.clone();
            scope.spawn(move || {
                for turn in 0..25 {
                    loop {
                        let stored = store.get(&key).expect("readable").expect("present");
                        let Record::Game(mut game) = stored.record else {
                            panic!("a game is a game")
                        };
                        game.moves.push(format!("{thread}-{turn}"));
                        match put(store, stored.version, game) {
                            Ok(()) => break,
                            Err(StoreError::Conflict(_)) => {
                                _ = conflicts.fetch_add(1, Ordering::Relaxed);
                            }
                            Err(error) => panic!("{error}"),
                        }
                    }
                }
            });
        }
    });
    let stored = store.get(&key).expect("readable").expect("present");
    let Record::Game(game) = stored.record else {
        panic!("a game is a game")
    };
    let mut moves = game.moves;
    moves.sort_unstable();
    moves.dedup();
    assert_eq!(
        (stored.version, moves.len()),
        (201, 200),
        "after {conflicts:?} conflicts"
    );
}

#[test]
fn a_post_is_found_by_its_subject_and_by_its_present_message_only() {
    let folder = folder();
    let store = opened(&folder);
    let game = game(1);
    let subject = Subject::Game(game.id);
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(None), Ok(None))
    );
    store
        .commit(Batch {
            outgoing: vec![show("1", game.id), show("2", game.id)],
            ..Batch::default()
        })
        .expect("written");

    let first = Post {
        message: 10,
        channel: 5,
        version: 1,
        posted_at: 1,
        remains: "1. e4".to_owned(),
    };
    store
        .posted(subject, Some(&first), &[EffectId("1".to_owned())])
        .expect("written");
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(Some(first.clone())), Ok(Some(subject)))
    );
    assert_eq!(
        store.outgoing(9),
        Ok(vec![show("2", game.id)]),
        "settled together with its message"
    );

    let changed = Post {
        version: 2,
        ..first.clone()
    };
    store.posted(subject, Some(&changed), &[]).expect("written");
    assert_eq!(
        (store.post(subject), store.subject_of(10)),
        (Ok(Some(changed.clone())), Ok(Some(subject)))
    );

    store
        .posted(subject, None, &[EffectId("2".to_owned())])
        .expect("written");
    assert_eq!(
        (store.post(subject), store.outgoing(9)),
        (Ok(Some(changed.clone())), Ok(Vec::new())),
        "settled without a message"
    );

    let second = Post {
        message: 11,
        version: 3,
        ..first.clone()
    };
    store.posted(subject, Some(&second), &[]).expect("written");
    drop(store);
    let store = opened(&folder);
    assert_eq!(store.post(subject), Ok(Some(second.clone())));
    assert_eq!(
        (store.subject_of(10), store.subject_of(11)),
        (Ok(Some(subject)), Ok(Some(subject))),
        "a reply to a former message still says which subject is meant"
    );
    let other = Subject::Challenge(challenge(1).id);
    assert_eq!(
        store.post(other),
        Ok(None),
        "a challenge is not a game of the same number"
    );
}

#[test]
fn closing_finishes_what_was_begun_and_refuses_the_rest() {
    let folder = folder();
    let store = opened(&folder);
    let outcomes: Vec<_> = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..64)
            .map(|number| {
                scope.spawn({
                    let store = &store;
                    move || put(store, 0, game(number))
                })
            })
            .collect();
        store.shut_down();
        writers
            .into_iter()
            .map(|writer| writer.join().expect("no panic"))
            .collect()
    });
    assert_eq!(
        put(&store, 0, game(64)),
        Err(StoreError::Unavailable("it is being closed".to_owned()))
    );
    drop(store);
    let store = opened(&folder);
    for (outcome, number) in outcomes.iter().zip(0..) {
        let there = store
            .get(&Key::Game(game(number).id))
            .expect("readable")
            .is_some();
        assert_eq!(there, outcome.is_ok(), "{outcome:?}");
    }
}

#[test]
fn when_the_disk_refuses_a_write_nothing_is_told_any_more() {
    let folder = folder();
    let opened = open::open(folder.path()).expect("opens");
    let gate = Arc::new(Gate::new(opened.trees));
    let syncs = AtomicUsize::new(0);
    let durable: committer::Durable =
        Box::new(move |_| match syncs.fetch_add(1, Ordering::Relaxed) {
            0 => Ok(()),
            _ => Err(io::Error::from(io::ErrorKind::StorageFull)),
        });
    let committer = Committer::start(Arc::clone(&gate), durable).expect("starts");
    let store = SledStore {
        committer,
        gate,
        _folder: opened.lock,
    };

    put(&store, 0, game(1)).expect("the first is taken");
    assert_eq!(
        (store.broken(), store.failure().is_cancelled()),
        (None, false)
    );
    let failed = Err(StoreError::Unavailable(
        "the disk did not take a write (no storage space)".to_owned(),
    ));
    assert_eq!(put(&store, 0, game(2)), failed);
    assert!(store.failure().is_cancelled());
    assert_eq!(
        put(&store, 0, game(3)),
        failed,
        "no second try: a sync that failed once may lie the next time"
    );
    assert_eq!(
        store.get(&Key::Game(game(2).id)).map(|_| ()),
        failed,
        "what is only in memory is not shown"
    );
    assert_eq!(store.list(&Index::Due, Page::first(1)).map(|_| ()), failed);
    assert_eq!(store.outgoing(1).map(|_| ()), failed);
}

/// Set for the process that is killed: the folder it writes to.
const CHILD: &str = "STORE_KILL_TEST_FOLDER";
/// The last words of the child's line for a commit.
const DONE: &str = "is durable";

/// Not a test of its own: what the killed process does. In an ordinary run it has nothing to do.
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
                let mut expected = store
                    .get(&key)
                    .expect("readable")
                    .map_or(0, |stored| stored.version);
                loop {
                    let touched = Timestamp(i64::try_from(expected + 1).expect("small"));
                    put(
                        store,
                        expected,
                        GameRecord {
                            touched,
                            ..game(thread)
                        },
                    )
                    .expect("written");
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
        let mut child = Command::new(std::env::current_exe().expect("known"))
            .args([
                "--exact",
                "store::tests::write_until_killed",
                "--nocapture",
                "--test-threads=1",
            ])
            .env(CHILD, folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let lines = BufReader::new(child.stdout.take().expect("piped")).lines();
        let mut told = 0;
        for line in lines {
            // The last line may be cut short by the kill.
            let Ok(line) = line else { break };
            let Some(done) = line.strip_suffix(DONE) else {
                continue;
            };
            let mut numbers = done
                .split_whitespace()
                .map(|number| number.parse::<u64>().expect("a number"));
            let (thread, version) = (
                numbers.next().expect("thread"),
                numbers.next().expect("version"),
            );
            acknowledged[usize::try_from(thread).expect("small")] = version;
            told += 1;
            if told == 40 + round * 37 {
                // SIGKILL. What was acknowledged before it is still read from the pipe.
                child.kill().expect("killed");
                kills += 1;
            }
        }
        child.wait().expect("ended");
        total += told;

        let store = opened(&folder);
        for (&version, thread) in acknowledged.iter().zip(0..) {
            let Some(stored) = store.get(&Key::Game(game(thread).id)).expect("readable") else {
                assert_eq!(version, 0, "thread {thread} in round {round}");
                continue;
            };
            // A commit whose acknowledgement was not read any more may be there.
            assert!(
                (version..=version + 1).contains(&stored.version),
                "{version} was told, {} is there",
                stored.version
            );
            let Record::Game(game) = stored.record else {
                panic!("a game is a game")
            };
            assert_eq!(
                game.touched.0.cast_unsigned(),
                stored.version,
                "the record is that of its version"
            );
        }
        let mut rows = store
            .list(
                &Index::OngoingOf(PlayerId::new("test:ann")),
                Page::first(99),
            )
            .expect("listed");
        rows.sort_unstable_by_key(|row| row.1.clone());
        let mut expected: Vec<_> = (0..4)
            .filter_map(|thread| {
                let key = Key::Game(game(thread).id);
                let stored = store.get(&key).expect("readable")?;
                Some((i64::try_from(stored.version).expect("small"), key))
            })
            .collect();
        expected.sort_unstable_by_key(|row| row.1.clone());
        assert_eq!(rows, expected, "each record has exactly its own row");
    }
    assert_eq!(kills, 10, "{total} commits");
}
