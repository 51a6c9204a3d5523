//! Leases of several processes, where they depend on the server: startup, standbys, and old tables.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use app::store::{Store as _, StoreError};
use bot::admin::automatic;
use bot::config::BackupConfig;
use bot::{health, monitoring};
use store::Database;
use store::Secret;
use store::leases::{Lease, ProcessId, Role};
use store::postgres::{PostgresSettings, PostgresStore};

use super::{batch, game, name, opened};
use crate::common::proxy::Proxy;
use crate::common::server;

const NONE: BTreeSet<Lease> = BTreeSet::new();

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_program_waits_for_a_server_that_is_starting() {
    let Some(url) = server::database() else {
        return;
    };
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
async fn what_waiting_does_not_help_against_fails_at_once() {
    let Some(server) = server::server() else {
        return;
    };
    // Longer than any test.
    let patience = Duration::from_hours(24);
    let wrong = PostgresSettings {
        password: Some(Secret::from("wrong".to_owned())),
        ..PostgresSettings::new(server.url(server::GUARDED, "postgres"))
    };
    let refused = PostgresStore::open_when_ready(wrong, patience).await;
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("DELOS_STORE_PASSWORD"), "{text}");
    let nowhere = PostgresSettings::new(server.url("delos", "nowhere"));
    let refused = PostgresStore::open_when_ready(nowhere, patience).await;
    let text = refused.unwrap_err().to_string();
    assert!(text.contains("createdb"), "{text}");
}

#[test]
fn beats_go_on_while_a_standby_is_stalled_but_nothing_counts_as_reached() {
    let Some(primary) = server::Server::start() else {
        return;
    };
    let url = primary.database();
    let store = opened(&url);
    let leases = store.leases();
    leases.register(Role::Server).unwrap();
    leases.agree_on_total(1).unwrap();
    leases.claim(1).unwrap();
    leases.hear(Lease::Shard(0)).unwrap();
    // From now on, no commit is acknowledged.
    primary.admin("ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (*)'");
    primary.admin("SELECT pg_reload_conf()");
    let is_set = || primary.admin("SHOW synchronous_standby_names") == "ANY 1 (*)";
    while !is_set() {
        std::thread::sleep(Duration::from_millis(20));
    }
    for _ in 0..3 {
        assert!(leases.beat(&NONE).unwrap().is_some());
    }
    let reached = leases.beat(&BTreeSet::from([Lease::Shard(0)]));
    assert!(
        matches!(reached, Err(StoreError::Unavailable(_))),
        "{reached:?}"
    );
    assert!(leases.beat(&NONE).unwrap().is_some(), "the lease goes on");
    primary.admin("ALTER SYSTEM SET synchronous_standby_names = ''");
    primary.admin("SELECT pg_reload_conf()");
    while is_set() {
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(
        leases
            .beat(&BTreeSet::from([Lease::Shard(0)]))
            .unwrap()
            .is_some()
    );
}

/// The tables before all leases were in one.
const SHARDS_AND_PLATFORMS: &str = concat!(
    include_str!("../../../store/src/postgres/migrations/0001_tables.sql"),
    include_str!("../../../store/src/postgres/migrations/0002_platforms.sql"),
    "
    INSERT INTO meta VALUES ('program', 'delos'), ('form', '1'), ('rows', '2');
    INSERT INTO processes (program, serves, beat) VALUES ('0.1.0', true, now());
    INSERT INTO shards (shard, owner, epoch, heard) VALUES (0, 1, 7, now()), (1, NULL, 2, now() - interval '1 hour');
    INSERT INTO platforms (home, owner, epoch, heard, bookmark) VALUES (-1, 1, 3, now() - interval '2 hours', 's1');"
);

#[test]
fn leases_of_the_former_tables_go_on() {
    let Some(url) = server::database() else {
        return;
    };
    server::server()
        .unwrap()
        .sql(&name(&url), SHARDS_AND_PLATFORMS);
    for _ in 0..2 {
        let leases = opened(&url).leases();
        let shards = leases.shards().unwrap();
        let held = shards.iter().map(|state| (state.owner, state.epoch));
        assert_eq!(
            held.collect::<Vec<_>>(),
            [(Some(ProcessId(1)), 7), (None, 2)]
        );
        let matrix = leases.matrix().unwrap().unwrap();
        assert_eq!((matrix.owner, matrix.epoch), (Some(ProcessId(1)), 3));
        assert_eq!(leases.bookmark().unwrap().as_deref(), Some("s1"));
        let hours = |lease| leases.absence(lease).unwrap().unwrap().as_secs() / 3600;
        assert_eq!((hours(Lease::Shard(1)), hours(Lease::Matrix)), (1, 2));
    }
}

#[test]
fn a_process_is_healthy_only_while_its_beats_are_accepted() {
    let Some(url) = server::database() else {
        return;
    };
    let store = opened(&url);
    let leases = store.leases();
    let why = health::check_beat(&*leases).unwrap_err();
    assert!(why.contains("not registered"), "{why}");
    assert!(leases.beat(&NONE).unwrap().is_none());
    assert!(health::check_beat(&*leases).is_err(), "it was not accepted");
    leases.register(Role::Thinker).unwrap();
    leases.beat(&NONE).unwrap().unwrap();
    assert_eq!(health::check_beat(&*leases), Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_processes_the_one_with_the_first_shard_makes_backups() {
    let Some(url) = server::database() else {
        return;
    };
    let stores = [(); 2].map(|()| Arc::new(opened(&url)));
    stores[0].commit(batch(0, game(1))).unwrap();
    for store in &stores {
        store.leases().register(Role::Server).unwrap();
        store.leases().agree_on_total(2).unwrap();
    }
    // The second process holds the first shard.
    assert_eq!(
        stores[1].leases().claim(1).unwrap()[0].lease,
        Lease::Shard(0)
    );
    assert_eq!(
        stores[0].leases().claim(1).unwrap()[0].lease,
        Lease::Shard(1)
    );
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let count = |of: usize| {
        std::fs::read_dir(folders[of].path().join("backups")).map_or(0, Iterator::count)
    };
    let running: Vec<_> = stores
        .iter()
        .zip(&folders)
        .map(|(store, folder)| {
            let store: Arc<dyn Database> = Arc::<PostgresStore>::clone(store);
            let data = folder.path().to_owned();
            tokio::spawn(automatic::run(store, BackupConfig::default(), data))
        })
        .collect();
    while count(1) == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(count(0), 0);
    running.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_database_a_process_is_alive_and_measured_but_not_healthy() {
    let Some(url) = server::database() else {
        return;
    };
    let store = Arc::new(opened(&url));
    store.leases().register(Role::Server).unwrap();
    store.leases().beat(&NONE).unwrap().unwrap();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("alive"), health::now().to_string()).unwrap();
    let free = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = free.local_addr().unwrap();
    drop(free);
    let ask = async |path: &str| {
        let client = reqwest::Client::builder().no_proxy().build().unwrap();
        let answer = loop {
            // It takes a moment to listen.
            let sent = client.get(format!("http://{address}{path}")).send().await;
            if let Ok(answer) = sent {
                break answer;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        };
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    let asking = async {
        assert_eq!(ask("/health").await, (200, "healthy\n".to_owned()));
        assert!(ask("/metrics").await.1.contains("delos_games_ongoing 0"));
        store.shut_down();
        assert_eq!(ask("/health").await.0, 503);
        assert_eq!(ask("/alive").await.0, 200);
        let (status, text) = ask("/metrics").await;
        assert_eq!(status, 200);
        assert!(text.contains("delos_leases_held"), "{text}");
        assert!(!text.contains("delos_games_ongoing"), "{text}");
    };
    let served: Arc<dyn Database> = Arc::<PostgresStore>::clone(&store);
    tokio::select! {
        ended = monitoring::serve(address, served, folder.path()) => panic!("{ended:?}"),
        () = asking => {}
    }
}
