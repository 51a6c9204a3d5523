//! Health and backups of several processes on one database.

use std::collections::BTreeSet;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use app::store::Store as _;
use bot::admin::automatic_backups;
use bot::config::BackupConfig;
use bot::{health, monitoring};
use store::Database;
use store::leases::{Lease, Role};
use store::postgres::PostgresStore;

use crate::common::samples::{batch, game, opened};
use crate::common::server::database;
use crate::headless::until_true;

const NONE: BTreeSet<Lease> = BTreeSet::new();

#[test]
fn a_process_is_healthy_only_while_its_beats_are_accepted() {
    let Some(url) = database() else { return };
    let store = opened(&url);
    let leases = store.leases().unwrap();
    let why = health::check_beat(&*leases).unwrap_err();
    assert!(why.contains("not registered"), "{why}");
    assert!(leases.beat(&NONE).unwrap().is_none());
    assert!(health::check_beat(&*leases).is_err(), "it was not accepted");
    leases.register(Role::Thinker).unwrap();
    leases.beat(&NONE).unwrap().unwrap();
    assert_eq!(health::check_beat(&*leases), Ok(()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_process_with_the_first_shard_makes_backups() {
    let Some(url) = database() else { return };
    let stores = [(); 2].map(|()| Arc::new(opened(&url)));
    stores[0].commit(batch(0, game(1))).unwrap();
    for store in &stores {
        store.leases().unwrap().register(Role::Server).unwrap();
        store.leases().unwrap().agree_on_total(2).unwrap();
    }
    // The second process holds the first shard.
    let claimed = [1, 0].map(|n| stores[n].leases().unwrap().claim(1).unwrap()[0].lease);
    assert_eq!(claimed, [0, 1].map(Lease::Shard));
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
            tokio::spawn(automatic_backups::run(store, BackupConfig::default(), data))
        })
        .collect();
    until_true("a backup", || count(1) > 0).await;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(count(0), 0);
    running.iter().for_each(tokio::task::JoinHandle::abort);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_database_a_process_is_alive_and_measured_but_not_healthy() {
    let Some(url) = database() else { return };
    let store = Arc::new(opened(&url));
    store.leases().unwrap().register(Role::Server).unwrap();
    store.leases().unwrap().beat(&NONE).unwrap().unwrap();
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
