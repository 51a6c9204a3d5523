//! Leases where they depend on the server: starts, standbys, and tables of the program before.

use std::collections::BTreeSet;
use std::time::Duration;

use app::store::{Store as _, StoreError};
use store::Database;
use store::Secret;
use store::leases::{Lease, ProcessId, Role};
use store::postgres::{PostgresSettings, PostgresStore};
use text::Platform;

use crate::proxy::Proxy;
use crate::samples::{batch, game, name, opened, serving};
use crate::server::{self, database, server};

const NONE: BTreeSet<Lease> = BTreeSet::new();

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_waits_for_a_server_that_is_starting() {
    let Some(url) = database() else { return };
    let proxy = Proxy::start(server::server().unwrap().port());
    proxy.refuse(true);
    let settings = PostgresSettings::new(proxy.url(&name(&url)));
    let opening = tokio::spawn(PostgresStore::open_when_ready(
        settings,
        Duration::from_mins(1),
    ));
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!opening.is_finished(), "it waits");
    proxy.refuse(false);
    let store = opening.await.unwrap().unwrap();
    assert!(Database::is_empty(&store));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn permanent_errors_fail_at_once() {
    let Some(server) = server() else { return };
    // Longer than any test may take.
    let timeout = Duration::from_hours(24);
    let wrong = PostgresSettings {
        password: Some(Secret::from("wrong".to_owned())),
        ..PostgresSettings::new(server.url(server::GUARDED, "postgres"))
    };
    let nowhere = PostgresSettings::new(server.url("delos", "nowhere"));
    for (settings, words) in [(wrong, "DELOS_STORE_PASSWORD"), (nowhere, "createdb")] {
        let refused = PostgresStore::open_when_ready(settings, timeout).await;
        let text = refused.unwrap_err().to_string();
        assert!(text.contains(words), "{text}");
    }
}

#[test]
fn beats_go_on_while_a_standby_is_stalled_but_nothing_counts_as_reached() {
    let Some(primary) = server::Server::start() else {
        return;
    };
    let url = primary.database();
    let store = opened(&url);
    let leases = serving(&store, 1);
    leases.hear(Lease::Shard(0)).unwrap();
    // No commit is acknowledged from now on.
    let set = |names: &str| {
        let setting = format!("ALTER SYSTEM SET synchronous_standby_names = '{names}'");
        primary.admin(&setting);
        primary.admin("SELECT pg_reload_conf()");
        while primary.admin("SHOW synchronous_standby_names") != names {
            std::thread::sleep(Duration::from_millis(20));
        }
    };
    let shard = BTreeSet::from([Lease::Shard(0)]);
    set("ANY 1 (*)");
    for _ in 0..3 {
        assert!(leases.beat(&NONE).unwrap().is_some());
    }
    let beaten = leases.beat(&shard);
    assert!(
        matches!(beaten, Err(StoreError::Unavailable(_))),
        "{beaten:?}"
    );
    assert!(leases.beat(&NONE).unwrap().is_some(), "the lease goes on");
    set("");
    assert!(leases.beat(&shard).unwrap().is_some());
}

/// The tables as they were before everything that is leased was in one.
const SHARDS_AND_PLATFORMS: &str = concat!(
    include_str!("../../../src/postgres/migrations/0001_tables.sql"),
    include_str!("../../../src/postgres/migrations/0002_platforms.sql"),
    "
    INSERT INTO meta VALUES ('program', 'delos'), ('form', '1');
    INSERT INTO processes (program, serves, beat) VALUES ('0.1.0', true, now());
    INSERT INTO shards (shard, owner, epoch, heard) VALUES (0, 1, 7, now()), (1, NULL, 2, now() - interval '1 hour');
    INSERT INTO platforms (home, owner, epoch, heard, bookmark) VALUES (-1, 1, 3, now() - interval '2 hours', 's1');"
);

#[test]
fn leases_of_the_former_tables_go_on() {
    let Some(server) = server() else { return };
    let (url, new) = (server.database(), server.database());
    drop(opened(&new));
    // The index rows are those of today: only the leases are from before.
    let rows = server.sql(&name(&new), "SELECT value FROM meta WHERE key = 'rows'");
    let former = format!("{SHARDS_AND_PLATFORMS} INSERT INTO meta VALUES ('rows', '{rows}');");
    server.sql(&name(&url), &former);
    // Two programs start at once.
    let both = std::thread::scope(|scope| {
        let other = scope.spawn(|| opened(&url));
        [opened(&url), other.join().unwrap()]
    });
    for store in &both {
        let leases = store.leases().unwrap();
        let shards = leases.shards().unwrap();
        let held = shards.iter().map(|state| (state.owner, state.epoch));
        let held: Vec<_> = held.collect();
        assert_eq!(held, [(Some(ProcessId(1)), 7), (None, 2)]);
        let matrix = leases.whole(Platform::Matrix).unwrap().unwrap();
        assert_eq!((matrix.owner, matrix.epoch), (Some(ProcessId(1)), 3));
        assert_eq!(leases.bookmark().unwrap().as_deref(), Some("s1"));
        let hours = |lease| leases.contact(lease).unwrap().absence().unwrap().as_secs() / 3600;
        assert_eq!((hours(Lease::Shard(1)), hours(Lease::MATRIX)), (1, 2));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_waits_for_a_server_whose_connections_are_all_in_use() {
    let Some(url) = database() else { return };
    let server = server::server().unwrap();
    let name = name(&url);
    server.admin(&format!(
        "CREATE ROLE crowded LOGIN CONNECTION LIMIT 0; ALTER DATABASE {name} OWNER TO crowded"
    ));
    let settings = PostgresSettings::new(server.url("crowded", &name));
    let error = PostgresStore::open(&settings).unwrap_err().to_string();
    assert!(error.contains("no more connections"), "{error}");
    let opening = PostgresStore::open_when_ready(settings, Duration::from_mins(1));
    let opening = tokio::spawn(opening);
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert!(!opening.is_finished(), "it waits");
    server.admin("ALTER ROLE crowded CONNECTION LIMIT 2");
    let store = opening.await.unwrap().unwrap();
    // Fewer than this program would open.
    std::thread::scope(|scope| {
        let commit = |n| store.commit(batch(0, game(n)));
        let commits = [1, 2, 3, 4, 5, 6, 7, 8].map(|n| scope.spawn(move || commit(n)));
        for done in commits {
            assert_eq!(done.join().unwrap(), Ok(()));
        }
    });
}

#[test]
fn a_beat_counts_only_while_no_one_locks_out_commits() {
    let Some(url) = database() else { return };
    let server = server::server().unwrap();
    let store = opened(&url);
    let leases = store.leases().unwrap();
    leases.register(Role::Server).unwrap();
    for table in ["records", "messages"] {
        let locked = format!("BEGIN; LOCK TABLE {table} IN SHARE MODE; SELECT pg_sleep(60)");
        std::thread::scope(|scope| {
            scope.spawn(|| server.try_sql(&name(&url), &locked));
            let holders = format!(
                "SELECT pid FROM pg_locks WHERE relation = '{table}'::regclass AND mode = 'ShareLock'"
            );
            let holder = (0..500).find_map(|_| {
                std::thread::sleep(Duration::from_millis(20));
                Some(server.sql(&name(&url), &holders)).filter(|pid| !pid.is_empty())
            });
            let beaten = leases.beat(&NONE);
            server.admin(&format!("SELECT pg_terminate_backend({})", holder.unwrap()));
            assert!(
                matches!(beaten, Err(StoreError::Unavailable(_))),
                "{beaten:?}"
            );
        });
        assert!(leases.beat(&NONE).unwrap().is_some(), "{table}");
    }
}

#[test]
fn a_beat_says_whether_the_server_has_no_room_and_no_one_is_heard_then() {
    let Some(url) = database() else { return };
    let (server, store) = (server::server().unwrap(), opened(&url));
    let leases = serving(&store, 1);
    let open = BTreeSet::from([Lease::Shard(0)]);
    let full = "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
        RAISE EXCEPTION 'no space' USING ERRCODE = '53100'; END $$; \
        CREATE TRIGGER full_disk BEFORE INSERT ON records FOR EACH ROW EXECUTE FUNCTION full_disk()";
    server.sql(&name(&url), full);
    assert!(!leases.beat(&open).unwrap().unwrap().is_full);
    let heard = leases.contact(Lease::Shard(0)).unwrap().heard;
    let done = store.commit(batch(0, game(1)));
    assert!(matches!(done, Err(StoreError::Unavailable(_))), "{done:?}");
    assert!(leases.beat(&open).unwrap().unwrap().is_full);
    assert_eq!(leases.contact(Lease::Shard(0)).unwrap().heard, heard);
    server.sql(&name(&url), "DROP TRIGGER full_disk ON records");
    store.commit(batch(0, game(1))).unwrap();
    assert!(!leases.beat(&open).unwrap().unwrap().is_full);
    assert!(leases.contact(Lease::Shard(0)).unwrap().heard > heard);
}

#[test]
fn a_process_is_no_other_one_on_a_database_that_was_restored() {
    let [Some(before), Some(after)] = [database(), database()] else {
        return;
    };
    let [one, other] = [before, after].map(|url| {
        let store = opened(&url);
        store.leases().unwrap().register(Role::Server).unwrap()
    });
    assert_ne!(one, other);
}
