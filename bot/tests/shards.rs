//! Two processes that share the servers of one bot, each with its shard and data folder.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use app::ServerId;
use app::store::{Index, Page, Store as _};
use bot::store::SledStore;
use common::next;
use playground::{Guild, Playground, args};

/// The program with one of `total` shards.
fn delos(pg: &Playground, data: &Path, shard: usize, total: usize) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_delos"));
    command
        .envs(pg.env())
        .env("DELOS_DATA", data)
        .env("DELOS_LOG", "warn")
        .env("DELOS_SHARDS_FIRST", shard.to_string())
        .env("DELOS_SHARDS_LAST", shard.to_string())
        .env("DELOS_SHARDS_TOTAL", total.to_string())
        .stdin(Stdio::null());
    command
}

/// A process, killed on drop.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Number of challenges on a server, according to a data folder.
fn challenges(data: &Path, server: &Guild) -> usize {
    let store = SledStore::open(data).unwrap();
    let made = Index::ChallengesMadeIn(ServerId::new(format!("discord:{}", server.id())));
    store.list(&made, Page::first(10)).unwrap().len()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_server_is_served_by_the_process_with_its_shard() {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let servers = [pg.guild(""), pg.guild("The Other Island")];
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let mut running = Vec::new();
    for (shard, folder) in folders.iter().enumerate() {
        let process = delos(&pg, folder.path(), shard, 2).spawn().unwrap();
        running.push(Running(process));
        let connected = || (pg.gateway().identifies() == shard + 1).then_some(());
        pg.until("a process to identify", connected).await;
        pg.ready().await;
    }

    let alice = pg.user("alice");
    for server in &servers {
        let general = server.channel("general");
        let asked = alice
            .at(&general)
            .slash("challenge", args! { game: "toto40" });
        asked.await;
        let challenge = next(&general).await;
        assert!(challenge.content().contains("Toto40"));
    }
    // Direct messages belong to no server and come to the first shard.
    let answer = alice.dm().slash("games", ()).await;
    assert!(!answer.content().is_empty());
    pg.idle(std::time::Duration::from_millis(300)).await;
    drop(running);

    let home = servers
        .each_ref()
        .map(|server| usize::try_from((server.id() >> 22) % 2).unwrap());
    assert_ne!(home[0], home[1], "the servers are of two shards");
    for (server, home) in servers.iter().zip(home) {
        assert_eq!(challenges(folders[home].path(), server), 1);
        assert_eq!(challenges(folders[1 - home].path(), server), 0);
    }

    let refused = delos(&pg, folders[0].path(), 0, 3).output().unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2), "{said}");
    assert!(
        said.contains("is for shards 0 to 0 of 2, but the configuration says shards 0 to 0 of 3"),
        "{said}"
    );
}
