use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Key, Store, StoreError};
use app::{RoomId, Timestamp};
use store::postgres::{PostgresSettings, PostgresStore};
use store::{Database as _, MessageId, Post, Posts as _};

use crate::proxy::{Cut, Proxy};
use crate::samples::{batch, game, name, opened, serving, show};
use crate::server::{self, database, server};

fn through(proxy: &Proxy, name: &str) -> PostgresStore {
    PostgresStore::open(&PostgresSettings::new(proxy.url(name))).unwrap()
}

#[test]
fn a_commit_whose_connection_breaks_is_done_once() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let (direct, store) = (opened(&url), through(&proxy, &name(&url)));
    let mut record = game(1);
    let key = Key::Game(record.id);
    store.commit(batch(0, record.clone())).unwrap();
    for (n, cut) in (1_u64..).zip([Cut::Answer, Cut::Request, Cut::Answer, Cut::Request]) {
        record.touched = Timestamp(i64::try_from(n).unwrap() + 5_000);
        let change = Batch {
            outgoing: vec![show(&n.to_string(), record.id, n)],
            ..batch(n, record.clone())
        };
        proxy.cut(cut);
        assert_eq!(store.commit(change), Ok(()), "without its {cut:?}");
        assert_eq!(proxy.cuts(), usize::try_from(n).unwrap(), "it was cut");
        let stored = direct.get(&key).unwrap().unwrap();
        assert_eq!(stored.version, n + 1, "once, without its {cut:?}");
        assert_eq!(
            direct.outgoing(9).unwrap().len(),
            usize::try_from(n).unwrap()
        );
    }
}

#[test]
fn a_new_record_whose_commit_breaks_is_there_once() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let store = through(&proxy, &name(&url));
    store.commit(batch(0, game(1))).unwrap();
    for (n, cut) in (2..).zip([Cut::Answer, Cut::Request]) {
        // The quota counts, too: the first attempt must not use up the second one's slot.
        let quota = app::store::Quota {
            index: app::store::Index::Ongoing,
            since: i64::MIN,
            below: usize::try_from(n).unwrap(),
        };
        let change = Batch {
            quotas: vec![quota],
            ..batch(0, game(n))
        };
        proxy.cut(cut);
        let done = store.commit(change);
        assert_eq!(done, Ok(()), "without its {cut:?}");
        let stored = store.get(&Key::Game(game(n).id)).unwrap().unwrap();
        assert_eq!(stored.version, 1);
    }
    assert_eq!(proxy.cuts(), 2);
}

#[test]
fn a_lost_answer_to_a_refusal_is_still_a_refusal() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let store = through(&proxy, &name(&url));
    let mut record = game(1);
    let key = Key::Game(record.id);
    store.commit(batch(0, record.clone())).unwrap();
    record.touched = Timestamp(7_000);
    store.commit(batch(1, record.clone())).unwrap();
    record.touched = Timestamp(8_000);
    for cut in [Cut::Answer, Cut::Request] {
        proxy.cut(cut);
        let refused = store.commit(batch(1, record.clone()));
        assert_eq!(refused, Err(StoreError::Conflict(key.clone())), "{cut:?}");
    }
    proxy.cut(Cut::Answer);
    let lost_and_overtaken = store.commit(batch(0, record));
    assert!(
        matches!(lost_and_overtaken, Err(StoreError::Unknown(_))),
        "version 1 may have been this one, and 2 has replaced it: {lost_and_overtaken:?}"
    );
}

#[test]
fn an_outcome_is_unknown_only_if_the_commit_may_have_been_written() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let (direct, store) = (opened(&url), through(&proxy, &name(&url)));
    let mut record = game(1);
    let key = Key::Game(record.id);
    store.commit(batch(0, record.clone())).unwrap();
    record.touched = Timestamp(7_000);
    proxy.refuse(true);
    proxy.cut(Cut::Answer);
    let begun = Instant::now();
    let done = store.commit(batch(1, record.clone()));
    assert!(matches!(done, Err(StoreError::Unknown(_))), "{done:?}");
    assert!(
        begun.elapsed() > Duration::from_secs(5),
        "it waited for the server"
    );
    assert_eq!(direct.get(&key).unwrap().unwrap().version, 2, "it was done");
    let done = store.commit(batch(2, record.clone()));
    assert!(
        matches!(done, Err(StoreError::Unavailable(_))),
        "nothing was sent: {done:?}"
    );
    assert!(store.get(&key).is_err());
    proxy.refuse(false);
    assert_eq!(store.get(&key).unwrap().unwrap().version, 2);
    assert_eq!(store.commit(batch(2, record)), Ok(()), "it works by itself");
    assert_eq!(store.broken(), None);
}

#[test]
fn a_read_whose_connection_breaks_is_repeated() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let store = through(&proxy, &name(&url));
    store.commit(batch(0, game(1))).unwrap();
    let key = Key::Game(game(1).id);
    for cut in [Cut::Answer, Cut::Request] {
        proxy.cut(cut);
        assert_eq!(store.get(&key).unwrap().unwrap().version, 1, "{cut:?}");
    }
    assert_eq!(proxy.cuts(), 2);
}

#[test]
fn a_post_whose_connection_breaks_is_recorded_for_its_sender() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let store = through(&proxy, &name(&url));
    serving(&store, 1);
    let (record, subject) = (game(1), Subject::Game(game(1).id));
    let change = Batch {
        outgoing: (0..3).map(|n| show(&n.to_string(), record.id, n)).collect(),
        ..batch(0, record)
    };
    store.commit(change).unwrap();
    for (n, cut) in (0..).zip([None, Some(Cut::Answer), Some(Cut::Request)]) {
        let post = Post {
            message: MessageId::new(format!("discord:{n}")),
            room: RoomId::new("discord:7"),
            version: n,
            first: None,
            posted_at: 0,
            remains: String::new(),
        };
        if let Some(cut) = cut {
            proxy.cut(cut);
        }
        let done = [EffectId(n.to_string())];
        assert_eq!(store.complete(subject, Some(&post), &done), Ok(()), "{n}");
        assert_eq!(store.post(subject), Ok(Some(post)));
    }
    assert_eq!((proxy.cuts(), store.unretired().unwrap().len()), (2, 2));
    let other = store.complete(subject, None, &[EffectId("1".to_owned())]);
    assert_eq!(other, Err(StoreError::NotOurs));
}

#[test]
fn a_held_attempt_whose_connection_breaks_commits_once() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    let store = through(&proxy, &name(&url));
    let record = game(1);
    let key = Key::Game(record.id);
    store.commit(batch(0, record.clone())).unwrap();
    let contended = app::store::Contended::Record(key.clone());
    // Prepares the connection's statements.
    store
        .hold(&contended, &mut |store| {
            store.commit(batch(1, record.clone())).unwrap();
        })
        .unwrap();
    for (n, cut) in (2..).zip([Cut::Answer, Cut::Request]) {
        let mut changed = record.clone();
        changed.touched = Timestamp(i64::try_from(n).unwrap());
        let held = store.hold(&contended, &mut |held| {
            proxy.cut(cut);
            let done = held.commit(batch(n, changed.clone()));
            assert_eq!(done, Ok(()), "without its {cut:?}");
        });
        assert_eq!(held, Ok(()));
        assert_eq!(store.get(&key).unwrap().unwrap().version, n + 1);
    }
    assert_eq!(proxy.cuts(), 2);
}

#[test]
fn a_commit_that_the_server_cannot_serialize_is_tried_again() {
    let Some(url) = database() else { return };
    let server = server::server().unwrap();
    let store = opened(&url);
    let record = game(1);
    store.commit(batch(0, record.clone())).unwrap();
    // Two of three updates fail. A sequence is not rolled back.
    let trigger = "CREATE SEQUENCE tries; CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        IF nextval('tries') % 3 > 0 THEN RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END IF; \
        RETURN NEW; END $$; \
        CREATE TRIGGER fail BEFORE UPDATE ON records FOR EACH ROW EXECUTE FUNCTION fail('40001')";
    server.sql(&name(&url), trigger);
    for version in 1..6 {
        assert_eq!(store.commit(batch(version, record.clone())), Ok(()));
    }
    assert_eq!(
        server.sql(&name(&url), "SELECT last_value FROM tries"),
        "15"
    );
    let always = "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END $$";
    server.sql(&name(&url), always);
    let given_up = store.commit(batch(6, record));
    assert!(
        matches!(given_up, Err(StoreError::Unavailable(_))),
        "{given_up:?}"
    );
}

/// Writes from several threads until `stop`. Each changes its own game and queues an effect per change. Returns the number of
/// acknowledged changes.
fn write_until(store: &PostgresStore, first: u64, stop: &AtomicBool) -> u64 {
    let mut record = game(first);
    let key = Key::Game(record.id);
    let mut version = 0;
    let mut acknowledged = 0;
    while !stop.load(Ordering::SeqCst) {
        record.touched = Timestamp(i64::try_from(version).unwrap());
        let change = Batch {
            outgoing: vec![show(&format!("{first}-{version}"), record.id, version + 1)],
            ..batch(version, record.clone())
        };
        let done = store.commit(change);
        let stored = || {
            let found = (0..200).find_map(|_| {
                let found = store.get(&key).ok();
                if found.is_none() {
                    std::thread::sleep(Duration::from_millis(100));
                }
                found
            });
            found
                .expect("it comes back")
                .map_or(0, |stored| stored.version)
        };
        match done {
            Ok(()) => {
                version += 1;
                acknowledged += 1;
            }
            Err(StoreError::Unavailable(why)) => {
                assert_eq!(stored(), version, "nothing was written: {why}");
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(StoreError::Unknown(_)) => version = stored(),
            Err(other) => panic!("no one else writes this game: {other}"),
        }
        assert_eq!(stored(), version, "what is acknowledged is there");
    }
    acknowledged
}

/// Runs eight writers while `disturb` disrupts the server, then checks the totals.
fn nothing_is_lost_or_done_twice(server: &server::Server, disturb: impl Fn(&str)) {
    let url = server.database();
    let database = name(&url);
    check_writers(&opened(&url), server, &database, || disturb(&database));
}

/// Runs writers through disturbances; `last` is the server that remains.
fn check_writers(
    store: &PostgresStore,
    last: &server::Server,
    database: &str,
    disturb: impl FnOnce(),
) {
    let stop = AtomicBool::new(false);
    let acknowledged: u64 = std::thread::scope(|scope| {
        let writers: Vec<_> = (0..8)
            .map(|n| {
                let stop = &stop;
                scope.spawn(move || write_until(store, 1_000 + n, stop))
            })
            .collect();
        disturb();
        stop.store(true, Ordering::SeqCst);
        let all = writers.into_iter().map(|writer| writer.join().unwrap());
        all.sum()
    });
    let versions = last.sql(database, "SELECT sum(version) FROM records");
    let effects = last.sql(database, "SELECT count(*) FROM effects");
    assert_eq!(
        versions, effects,
        "each change has its effect, and no other"
    );
    assert!(versions.parse::<u64>().unwrap() >= acknowledged);
    assert!(acknowledged > 50, "the writers got on: {acknowledged}");
    assert_eq!(store.check_all().unwrap().listed, Vec::<String>::new());
}

#[test]
fn connections_ended_by_force_lose_nothing() {
    let Some(server) = server() else { return };
    nothing_is_lost_or_done_twice(server, |name| {
        for _ in 0..40 {
            let end = format!(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
                 WHERE datname = '{name}' AND random() < 0.5"
            );
            server.admin(&end);
            std::thread::sleep(Duration::from_millis(50));
        }
    });
}

#[test]
fn a_server_that_crashes_and_restarts_loses_nothing() {
    // A separate server, because the others' connections would break.
    let Some(server) = server::Server::start() else {
        return;
    };
    nothing_is_lost_or_done_twice(&server, |_| {
        for _ in 0..3 {
            std::thread::sleep(Duration::from_secs(2));
            server.crash();
            server.wait();
        }
        std::thread::sleep(Duration::from_secs(2));
    });
}

#[test]
fn a_standby_that_takes_over_has_everything_that_was_acknowledged() {
    let Some(primary) = server::Server::start() else {
        return;
    };
    let database = name(&primary.database());
    let standby = primary.standby();
    let url = format!(
        "postgres://delos@127.0.0.1:{},127.0.0.1:{}/{database}",
        primary.port(),
        standby.port()
    );
    let store = PostgresStore::open(&PostgresSettings::new(url.parse().unwrap())).unwrap();
    check_writers(&store, &standby, &database, || {
        std::thread::sleep(Duration::from_secs(3));
        primary.kill();
        std::thread::sleep(Duration::from_secs(1));
        standby.admin("SELECT pg_promote()");
        std::thread::sleep(Duration::from_secs(4));
    });
}
