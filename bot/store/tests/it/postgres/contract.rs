use app::effect::Subject;
use app::store::{Batch, Contended, Held, Index, Key, Page, Quota, Store, StoreError, contract};
use app::{Person, PersonRecord, PlayerId};
use store::{Database as _, MessageId, Posts as _};

use crate::samples::{batch, game, name, opened, post, show};
use crate::server::{self, database};

#[test]
fn it_keeps_the_contract_from_plain_threads() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    contract::check(&store);
    assert_eq!(store.check_all().unwrap().listed, Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn it_answers_on_the_threads_of_a_runtime() {
    let Some(url) = database() else { return };
    // As at startup: on an async thread, where blocking on another runtime would panic.
    let store = std::sync::Arc::new(opened(&url));
    assert_eq!(store.get(&Key::Game(game(1).id)), Ok(None));
    let tasks: Vec<_> = (0..40)
        .map(|number| {
            let store = std::sync::Arc::clone(&store);
            tokio::task::spawn_blocking(move || store.commit(batch(0, game(number))))
        })
        .collect();
    for task in tasks {
        assert_eq!(task.await.unwrap(), Ok(()), "more threads than connections");
    }
    let found = store.list(&Index::Ongoing, Page::first(100)).unwrap();
    assert_eq!(found.len(), 40);
    store.shut_down();
    let done = store.commit(batch(0, game(99)));
    assert!(matches!(done, Err(StoreError::Unavailable(_))), "{done:?}");
}

#[test]
fn two_stores_on_one_database_see_each_other() {
    let Some(url) = database() else { return };
    // Both create the tables at once.
    let (one, other) = std::thread::scope(|scope| {
        let other = scope.spawn(|| opened(&url));
        (opened(&url), other.join().unwrap())
    });
    let record = game(1);
    let key = Key::Game(record.id);
    assert_eq!(one.commit(batch(0, record.clone())), Ok(()));
    assert_eq!(other.commit(batch(1, record.clone())), Ok(()));
    let late = one.commit(batch(1, record));
    assert_eq!(late, Err(StoreError::Conflict(key.clone())));
    assert_eq!(one.get(&key).unwrap().unwrap().version, 2);
}

/// Makes many commits from two processes at once, each of which may take the last free slot.
#[test]
fn two_processes_fill_a_quota_exactly() {
    let Some(url) = database() else { return };
    let stores = [opened(&url), opened(&url)];
    for round in 0..20 {
        let start = std::sync::Barrier::new(12);
        let commit = |n: u64| {
            let quota = Quota {
                index: Index::Ongoing,
                since: i64::MIN,
                below: usize::try_from(round * 5 + 5).unwrap(),
            };
            let with_quota = Batch {
                quotas: vec![quota],
                ..batch(0, game(round * 100 + n))
            };
            start.wait();
            let store = &stores[usize::from(n.is_multiple_of(2))];
            usize::from(store.commit(with_quota).is_ok())
        };
        let done = at_once(&commit, 12);
        assert_eq!(done, 5, "twelve commits for five places, round {round}");
    }
}

/// Runs `work` on this many threads, and returns the sum.
fn at_once(work: &(impl Fn(u64) -> usize + Sync), threads: u64) -> usize {
    std::thread::scope(|scope| {
        let spawn = |n| scope.spawn(move || work(n));
        let all: Vec<_> = (0..threads).map(spawn).collect();
        all.into_iter().map(|one| one.join().unwrap()).sum()
    })
}

/// Races two commits, each of which writes the record that the other one reads. Only one may succeed, whether the record exists
/// or not.
#[test]
fn two_commits_that_read_what_the_other_writes_do_not_both_succeed() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    let mut both_lost = 0;
    for round in 0..60 {
        let records = [game(round * 2), game(round * 2 + 1)];
        let keys = [&records[0], &records[1]].map(|record| Key::Game(record.id));
        // In a third of the rounds each, neither, one or both exist already.
        let versions = match round % 3 {
            0 => [0, 0],
            1 => [1, 0],
            _ => [1, 1],
        };
        for (record, version) in records.iter().zip(versions) {
            if version == 1 {
                store.commit(batch(0, record.clone())).unwrap();
            }
        }
        let start = std::sync::Barrier::new(2);
        let commit = |n: u64| {
            let mine = usize::from(n == 1);
            let held = Held {
                key: keys[1 - mine].clone(),
                version: versions[1 - mine],
            };
            let change = Batch {
                held: vec![held],
                ..batch(versions[mine], records[mine].clone())
            };
            start.wait();
            usize::from(store.commit(change).is_ok())
        };
        let won = at_once(&commit, 2);
        assert!(won < 2, "round {round}: each read what the other wrote");
        both_lost += usize::from(won == 0);
    }
    assert!(both_lost < 60, "one of two gets through, at least at times");
}

#[test]
fn a_held_attempt_is_alone_with_a_record_and_with_an_index() {
    let Some(url) = database() else { return };
    let stores = [opened(&url), opened(&url)];
    let key = Key::Game(game(1).id);
    let version = |store: &dyn Store| store.get(&key).unwrap().map_or(0, |stored| stored.version);
    let by_record = Contended::Record(key.clone());
    for contended in [by_record.clone(), Contended::Index(Index::Ongoing)] {
        let before = version(&stores[0]);
        // Not all at once: on a busy machine the last would wait longer for its turn than the store lets anyone wait.
        for _ in 0..4 {
            std::thread::scope(|scope| {
                for n in 0..4 {
                    let (store, contended, version) = (&stores[n % 2], &contended, &version);
                    scope.spawn(move || {
                        let mut write = |held: &dyn Store| {
                            held.commit(batch(version(held), game(1))).unwrap();
                        };
                        store.hold(contended, &mut write).unwrap();
                    });
                }
            });
        }
        let after = version(&stores[0]);
        assert_eq!(after, before + 16, "none of sixteen conflicts");
    }
    // An attempt without a commit releases its locks.
    stores[0].hold(&by_record, &mut |_| {}).unwrap();
    let now = version(&stores[0]);
    assert_eq!(stores[1].commit(batch(now, game(1))), Ok(()));
}

#[test]
fn a_replaced_message_is_retired_at_the_home_of_the_effect_or_on_its_own_platform() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    for (number, platform, has_effect, home) in [
        (1, "discord:", false, "0"),
        (2, "matrix:$", false, "-1"),
        (3, "discord:", true, "19403645"),
    ] {
        let record = game(number);
        let (subject, effect) = (Subject::Game(record.id), show("1", record.id, 1));
        let done = has_effect.then(|| effect.id.clone());
        let change = Batch {
            outgoing: done.iter().map(|_| effect.clone()).collect(),
            ..batch(0, record)
        };
        store.commit(change).unwrap();
        for (message, done) in [(11, None), (12, done)] {
            let post = post(format!("{platform}{message}"), &format!("{platform}7"));
            let completed = store.complete(subject, Some(&post), done.as_slice());
            completed.unwrap();
        }
        let server = server::server().unwrap();
        let found = server.sql(&name(&url), "SELECT max(home) FROM retiring");
        assert_eq!(found, home);
        let former = MessageId::new(format!("{platform}11"));
        store.mark_retired(&[former]).unwrap();
    }
}

#[test]
fn rows_with_a_deadline_know_their_home() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    let person = Person::new(PlayerId::new("test:ann"), "Ann");
    store.commit(batch(0, PersonRecord::new(person))).unwrap();
    store.commit(batch(0, game(1))).unwrap();
    let homes = "SELECT count(*) FILTER (WHERE home IS NOT NULL), count(*) > 1 FROM rows";
    let found = server::server().unwrap().sql(&name(&url), homes);
    let due = store.list(&Index::Due, Page::first(9)).unwrap().len();
    assert_eq!(found, format!("{due}|t"));
}

#[test]
fn the_program_alone_decides_when_a_commit_is_durable() {
    let Some(url) = database() else { return };
    let server = server::server().unwrap();
    let database = name(&url);
    let others = format!(
        "ALTER DATABASE {database} SET synchronous_commit = off; \
         ALTER DATABASE {database} SET default_transaction_isolation = 'serializable'"
    );
    server.sql(&database, &others);
    let store = opened(&url);
    store.commit(batch(0, game(1))).unwrap();
    // A trigger records the session's settings.
    let spy = "CREATE TABLE seen AS SELECT ''::text AS a, ''::text AS b; \
        CREATE FUNCTION spy() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        UPDATE seen SET a = current_setting('synchronous_commit'), b = current_setting('transaction_isolation'); \
        RETURN NULL; END $$; \
        CREATE TRIGGER spy AFTER UPDATE ON records EXECUTE FUNCTION spy()";
    server.sql(&database, spy);
    store.commit(batch(1, game(1))).unwrap();
    let seen = server.sql(&database, "SELECT a, b FROM seen");
    assert_eq!(seen, "on|read committed");
}
