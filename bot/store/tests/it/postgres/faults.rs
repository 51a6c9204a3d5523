use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use app::effect::{EffectId, Subject};
use app::store::{Batch, Contended, Index, Key, Quota, Store, StoreError};
use app::{GameRecord, Timestamp};
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};
use store::{Database as _, Posts as _};

use crate::proxy::{Cut, Proxy};
use crate::samples::{batch, game, name, opened, post, serving, show};
use crate::server::{self, database, server};

/// A store behind a proxy, with a game at version 1, and the address of its database.
fn behind_proxy() -> Option<(Proxy, PostgresStore, DatabaseUrl)> {
    let url = database()?;
    let proxy = Proxy::start(server()?.port());
    let settings = PostgresSettings::new(proxy.url(&name(&url)));
    let store = PostgresStore::open(&settings).unwrap();
    store.commit(batch(0, game(1))).unwrap();
    Some((proxy, store, url))
}

/// The game, changed at this time.
fn touched(at: u64) -> GameRecord {
    GameRecord {
        touched: Timestamp(i64::try_from(at).unwrap()),
        ..game(1)
    }
}

fn version(store: &PostgresStore, number: u64) -> u64 {
    let key = Key::Game(game(number).id);
    store.get(&key).unwrap().unwrap().version
}

#[test]
fn a_commit_whose_connection_breaks_is_done_once() {
    let Some((proxy, store, url)) = behind_proxy() else {
        return;
    };
    let direct = opened(&url);
    for (n, cut) in (1_u64..).zip([Cut::Answer, Cut::Request, Cut::Answer, Cut::Request]) {
        let change = Batch {
            outgoing: vec![show(&n.to_string(), game(1).id, n)],
            ..batch(n, touched(n))
        };
        proxy.cut(cut);
        assert_eq!(store.commit(change), Ok(()), "without its {cut:?}");
        assert_eq!(version(&direct, 1), n + 1, "once, without its {cut:?}");
        let n = usize::try_from(n).unwrap();
        assert_eq!(proxy.cuts(), n, "it was cut");
        assert_eq!(direct.outgoing(9).unwrap().len(), n);
    }
}

#[test]
fn a_new_record_whose_commit_breaks_is_there_once() {
    let Some((proxy, store, _)) = behind_proxy() else {
        return;
    };
    for (n, cut) in (2..).zip([Cut::Answer, Cut::Request]) {
        // The quota counts, too: the first attempt must not use up the second one's slot.
        let quota = Quota {
            index: Index::Ongoing,
            since: i64::MIN,
            below: usize::try_from(n).unwrap(),
        };
        let change = Batch {
            quotas: vec![quota],
            ..batch(0, game(n))
        };
        proxy.cut(cut);
        assert_eq!(store.commit(change), Ok(()), "without its {cut:?}");
        assert_eq!(version(&store, n), 1);
    }
    assert_eq!(proxy.cuts(), 2);
}

#[test]
fn a_lost_answer_to_a_refusal_is_still_a_refusal() {
    let Some((proxy, store, _)) = behind_proxy() else {
        return;
    };
    store.commit(batch(1, touched(7_000))).unwrap();
    let conflict = Err(StoreError::Conflict(Key::Game(game(1).id)));
    for cut in [Cut::Answer, Cut::Request] {
        proxy.cut(cut);
        let refused = store.commit(batch(1, touched(8_000)));
        assert_eq!(refused, conflict, "{cut:?}");
    }
    proxy.cut(Cut::Answer);
    // Version 1 may have been this one, and 2 has replaced it.
    let overtaken = store.commit(batch(0, touched(8_000)));
    assert!(
        matches!(overtaken, Err(StoreError::Unknown(_))),
        "{overtaken:?}"
    );
}

#[test]
fn an_outcome_is_unknown_only_if_the_commit_may_have_been_written() {
    let Some((proxy, store, url)) = behind_proxy() else {
        return;
    };
    let direct = opened(&url);
    let commit = |expected| store.commit(batch(expected, touched(7_000)));
    proxy.refuse(true);
    proxy.cut(Cut::Answer);
    let begun = Instant::now();
    let done = commit(1);
    assert!(matches!(done, Err(StoreError::Unknown(_))), "{done:?}");
    let waited = begun.elapsed();
    assert!(
        waited > Duration::from_secs(5),
        "for the server: {waited:?}"
    );
    assert_eq!(version(&direct, 1), 2, "it was done");
    let unsent = commit(2);
    assert!(
        matches!(unsent, Err(StoreError::Unavailable(_))),
        "{unsent:?}"
    );
    assert!(store.get(&Key::Game(game(1).id)).is_err());
    proxy.refuse(false);
    assert_eq!(version(&store, 1), 2);
    assert_eq!(commit(2), Ok(()), "it works by itself");
    assert_eq!(store.broken(), None);
}

#[test]
fn a_read_whose_connection_breaks_is_repeated() {
    let Some((proxy, store, _)) = behind_proxy() else {
        return;
    };
    for cut in [Cut::Answer, Cut::Request] {
        proxy.cut(cut);
        assert_eq!(version(&store, 1), 1, "{cut:?}");
    }
    assert_eq!(proxy.cuts(), 2);
}

#[test]
fn a_post_whose_connection_breaks_is_recorded_for_its_sender() {
    let Some((proxy, store, _)) = behind_proxy() else {
        return;
    };
    serving(&store, 1);
    let (id, subject) = (game(1).id, Subject::Game(game(1).id));
    let change = Batch {
        outgoing: (0..3).map(|n| show(&n.to_string(), id, n)).collect(),
        ..batch(1, game(1))
    };
    store.commit(change).unwrap();
    for (n, cut) in [None, Some(Cut::Answer), Some(Cut::Request)]
        .into_iter()
        .enumerate()
    {
        let post = post(format!("discord:{n}"), "discord:7");
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
    let Some((proxy, store, _)) = behind_proxy() else {
        return;
    };
    let contended = Contended::Record(Key::Game(game(1).id));
    // The first prepares the connection's statements.
    for (n, cut) in (1..).zip([Cut::Never, Cut::Answer, Cut::Request]) {
        let held = store.hold(&contended, &mut |held| {
            proxy.cut(cut);
            let done = held.commit(batch(n, touched(n)));
            assert_eq!(done, Ok(()), "without its {cut:?}");
        });
        assert_eq!(held, Ok(()));
        assert_eq!(version(&store, 1), n + 1);
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
    let tries = server.sql(&name(&url), "SELECT last_value FROM tries");
    assert_eq!(tries, "15");
    let always = "CREATE OR REPLACE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        RAISE EXCEPTION 'no' USING ERRCODE = TG_ARGV[0]; END $$";
    server.sql(&name(&url), always);
    let done = store.commit(batch(6, record));
    assert!(matches!(done, Err(StoreError::Unavailable(_))), "{done:?}");
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
        let stored = || {
            let found = (0..200).find_map(|_| {
                let found = store.get(&key).ok();
                if found.is_none() {
                    std::thread::sleep(Duration::from_millis(100));
                }
                found
            });
            let stored = found.expect("it comes back");
            stored.map_or(0, |stored| stored.version)
        };
        match store.commit(change) {
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
    let stop = &AtomicBool::new(false);
    let acknowledged: u64 = std::thread::scope(|scope| {
        let write = |n: u64| scope.spawn(move || write_until(store, 1_000 + n, stop));
        let writers: Vec<_> = (0..8).map(write).collect();
        disturb();
        stop.store(true, Ordering::SeqCst);
        let all = writers.into_iter().map(|writer| writer.join().unwrap());
        all.sum()
    });
    let versions = last.sql(database, "SELECT sum(version) FROM records");
    let effects = last.sql(database, "SELECT count(*) FROM effects");
    assert_eq!(versions, effects, "each change has its effect");
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
