//! What both stores do alike: the messages that front ends have posted, and backups during commits.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use app::effect::{Effect, EffectId, Subject};
use app::store::{Batch, Key, Removal, Write};
use app::{ChallengeId, GameRecord, Record, Timestamp};
use store::{Database, ExportScope, Post, SledStore};
use tempfile::tempdir;

use crate::samples::{batch, game, opened, post, show};
use crate::server::database;

/// Runs a check on sled and, if it is installed, on PostgreSQL. It gets what opens the store, once again after each time.
fn on_both(check: impl Fn(&dyn Fn() -> Box<dyn Database>)) {
    let folder = tempdir().unwrap();
    let sled = || -> Box<dyn Database> { Box::new(SledStore::open(folder.path()).unwrap()) };
    check(&sled);
    if let Some(url) = database() {
        let postgres = || -> Box<dyn Database> { Box::new(opened(&url)) };
        check(&postgres);
    }
}

fn exported(store: &dyn Database) -> String {
    let mut out = Vec::new();
    store.export(ExportScope::All, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn assert_in_order(store: &dyn Database) {
    let report = store.check_all().unwrap();
    assert_eq!(report.listed, Vec::<String>::new());
}

#[test]
fn a_message_replaces_the_former_one_and_leads_to_its_subject() {
    // The longest ids of Matrix.
    let (room, server) = ("r".repeat(120), "s".repeat(133));
    let room = format!("matrix:!{room}:{server}|${server}");
    let long = ["1", "2", "3"].map(|digit| format!("matrix:${}", digit.repeat(254)));
    let most = format!("discord:{}", u64::MAX);
    for (room, messages) in [
        ("discord:7", ["discord:10", &*most, "discord:13"]),
        (&*room, [&*long[0], &*long[1], &*long[2]]),
        // As long as a number, and as the digits of one.
        ("t:!r", ["t:$23456", "t:10", "t:$1"]),
    ] {
        on_both(|open| message_replaces(open, room, messages));
    }
}

/// Posts two messages of one subject, and one of its second board, and deletes the subject.
fn message_replaces(open: &dyn Fn() -> Box<dyn Database>, room: &str, messages: [&str; 3]) {
    let store = open();
    let record = game(1);
    let subject = Subject::Game(record.id);
    let elsewhere = Subject::GameElsewhere(record.id);
    let [one, two, there] = messages.map(|message| post(message.to_owned(), room));
    let found = |store: &dyn Database, post: &Post| {
        let subject_of = store.subject_of(&post.message).unwrap();
        (store.post(subject).unwrap(), subject_of)
    };
    assert_eq!(found(&*store, &one), (None, None));
    let (first, second) = (show("1", record.id, 1), show("2", record.id, 4));
    let mut of_second_board = show("3", record.id, 5);
    if let Effect::Show(show) = &mut of_second_board.effect {
        show.subject = elsewhere;
    }
    let other = show("4", game(2).id, 9);
    let begun = Batch {
        outgoing: vec![first, second.clone(), of_second_board, other.clone()],
        ..batch(0, record.clone())
    };
    store.commit(begun).unwrap();
    for (subject, after, expected) in [
        (subject, 0, vec![1, 4]),
        (subject, 1, vec![4]),
        (subject, 4, vec![]),
        (elsewhere, 1, vec![5]),
    ] {
        let later = store.shows_after(subject, after).unwrap();
        let later: Vec<u64> = later.iter().map(|show| show.version).collect();
        assert_eq!(later, expected, "{subject:?} after {after}");
    }

    let complete = |subject, post: Option<&Post>, effect: Option<&str>| {
        let done = effect.map(|id| EffectId(id.to_owned()));
        store.complete(subject, post, done.as_slice()).unwrap();
    };
    complete(elsewhere, Some(&there), Some("3"));
    complete(subject, Some(&one), Some("1"));
    assert_eq!(found(&*store, &one), (Some(one.clone()), Some(subject)));
    // Completed together with its message.
    assert_eq!(store.outgoing(9), Ok(vec![second, other.clone()]));
    let changed = Post {
        version: 2,
        ..one.clone()
    };
    complete(subject, Some(&changed), None);
    assert_eq!(found(&*store, &one), (Some(changed.clone()), Some(subject)));
    assert_eq!(store.unretired(), Ok(Vec::new()), "the same message");
    // Completed without a message.
    complete(subject, None, Some("2"));
    assert_eq!(store.post(subject), Ok(Some(changed.clone())));
    assert_eq!(store.outgoing(9), Ok(vec![other]));
    complete(subject, Some(&two), None);
    drop(store);

    let store = open();
    // A former message still leads to its subject.
    for post in [&one, &two] {
        let expected = (Some(two.clone()), Some(subject));
        assert_eq!(found(&*store, post), expected);
    }
    assert_eq!(store.subject_of(&there.message), Ok(Some(elsewhere)));
    // A challenge and a game may have the same id.
    let challenge = Subject::Challenge(ChallengeId::draw(1, 0));
    assert_eq!(store.post(challenge), Ok(None));
    assert_eq!(store.unretired(), Ok(vec![changed]), "replaced");
    let counts = store.counts().unwrap();
    let counts = (counts.ongoing, counts.outgoing, counts.unretired);
    assert_eq!(counts, (1, 1, 1));
    assert_in_order(&*store);
    restored_alike(&*store);

    let retired = [one.message.clone(), two.message.clone()];
    store.mark_retired(&retired).unwrap();
    assert_eq!(store.unretired(), Ok(Vec::new()));
    let lost = Batch::removal(1, Key::Game(record.id));
    store.commit(lost).unwrap();
    assert_eq!(store.check_all().unwrap().problems, 2, "one for each place");
    store.commit(batch(0, record.clone())).unwrap();
    let forget = Batch {
        forgotten_posts: vec![subject],
        removals: vec![Removal::new(1, Key::Game(record.id))],
        ..Batch::default()
    };
    store.commit(forget).unwrap();
    assert_eq!(found(&*store, &two), (None, None));
    assert_eq!(store.subject_of(&one.message), Ok(Some(subject)));
}

/// A restored backup has the same values. Stores differ in the order of messages.
fn restored_alike(store: &dyn Database) {
    let backup = exported(store);
    let folder = tempdir().unwrap();
    SledStore::restore(folder.path(), &mut backup.as_bytes()).unwrap();
    let again = exported(&SledStore::open(folder.path()).unwrap());
    let [before, after] = [&backup, &again].map(|text| {
        let mut lines: Vec<&str> = text.lines().collect();
        lines.sort_unstable();
        lines
    });
    assert_eq!(after, before);
}

#[test]
fn a_backup_during_commits_is_of_one_moment() {
    on_both(|open| backups_are_of_one_moment(&*open()));
}

/// Pairs of records that change together.
const PAIRS: u64 = 300;
/// Backups, and commits during them, at least.
const TIMES: u64 = 40;

fn backups_are_of_one_moment(store: &dyn Database) {
    let pair = |number: u64, at: i64| {
        [number, number + 1_000].map(|number| GameRecord {
            touched: Timestamp(at),
            ..game(number)
        })
    };
    let batch = |number: u64, expected: u64, at: i64| {
        Batch::writing(pair(number, at).map(|game| Write::new(expected, game)))
    };
    for number in 0..PAIRS {
        store.commit(batch(number, 0, 0)).unwrap();
    }
    let (commits, done) = (AtomicU64::new(0), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for at in 1_i64.. {
                for number in 0..PAIRS {
                    if done.load(Ordering::Relaxed) {
                        return;
                    }
                    // Some go, and come back later.
                    let change = match (number % 3 == 0, at % 2 == 1) {
                        (true, true) => {
                            let keys = pair(number, 0).map(|game| Key::Game(game.id));
                            Batch::removing(keys.map(|key| Removal::new(1, key)))
                        }
                        (true, false) => batch(number, 0, at),
                        (false, _) => batch(number, at.cast_unsigned(), at),
                    };
                    store.commit(change).unwrap();
                    commits.fetch_add(1, Ordering::Relaxed);
                }
            }
        });
        let _stop = StopOnDrop(&done);
        let mut exports = 0;
        let few_commits = || commits.load(Ordering::Relaxed) < TIMES && !writer.is_finished();
        while exports < TIMES || few_commits() {
            assert_pairs(&exported(store));
            exports += 1;
        }
    });
    assert_in_order(store);
}

/// Stops the writer even after a failure.
struct StopOnDrop<'a>(&'a AtomicBool);

impl Drop for StopOnDrop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Asserts that both records of each pair are there with the same time, or neither.
fn assert_pairs(export: &str) {
    let mut touched = BTreeMap::new();
    let lines = export.lines();
    for line in lines.filter(|line| line.contains(r#""in":"records""#)) {
        let line: serde_json::Value = serde_json::from_str(line).unwrap();
        let record: Record = serde_json::from_value(line["value"]["r"].clone()).unwrap();
        let Record::Game(game) = record else {
            panic!("a game is a game")
        };
        touched.insert(game.id, game.touched);
    }
    for number in 0..PAIRS {
        let [one, other] = [number, number + 1_000].map(|number| touched.get(&game(number).id));
        assert_eq!(one, other, "pair {number}");
    }
    assert!(touched.len() >= 400, "{}", touched.len());
}
