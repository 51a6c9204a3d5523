//! Two programs that share the servers of one bot on one PostgreSQL database: they distribute the shards by themselves, and
//! one takes over what the other leaves, however that ends.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use std::path::Path;
use std::process::{Child, Command, Stdio};

use bot::config::DatabaseUrl;
use common::{next, next_board, server};
use playground::{Guild, Playground, args};

/// The program on a database.
fn delos(pg: &Playground, url: &DatabaseUrl, data: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_delos"));
    command
        .args(arguments)
        .envs(pg.env())
        .env("DELOS_STORE", url.to_string())
        .env("DELOS_DATA", data)
        .env("DELOS_LOG", "warn")
        .stdin(Stdio::null());
    command
}

/// A process, killed on drop.
struct Running(Child);

impl Running {
    fn signal(&self, name: &str) {
        let id = self.0.id().to_string();
        let kill = Command::new("kill").args(["-s", name, &id]).status();
        assert!(kill.unwrap().success());
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Waits until each of two shards has one connection, after so many sessions began in all.
async fn until_connected(pg: &Playground, identifies: usize) {
    let gateway = pg.gateway();
    pg.until("both shards to be connected", || {
        (gateway.identifies() >= identifies && gateway.connected_shards() == [0, 1]).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_share_the_servers_and_take_over_from_each_other() {
    let Some(url) = server::database() else {
        return;
    };
    let pg = Playground::builder().real_time().start().await.unwrap();
    // One session in five seconds, over both programs: the playground reports a violation.
    pg.gateway().advise_shards(2, 1);
    // Which shard a server is of depends on the millisecond in which it was made.
    let first = pg.guild("");
    let of = |server: &Guild| (server.id() >> 22) % 2;
    let mut others = (0..100).map(|n| pg.guild(&format!("Island {n}")));
    let second = others.find(|other| of(other) != of(&first)).unwrap();
    drop(others);
    let servers = [first, second];
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let start = |number: usize| {
        let process = delos(&pg, &url, folders[number].path(), &[]).spawn();
        Running(process.unwrap())
    };

    let first = start(0);
    until_connected(&pg, 2).await;
    pg.ready().await;
    let second = start(1);
    // One of the shards moves to it, in a new session.
    until_connected(&pg, 3).await;

    let [alice, bob] = ["alice", "bob"].map(|name| pg.user(name));
    let mut boards = Vec::new();
    for server in &servers {
        let general = server.channel("general");
        let terms = args! { game: "toto40", opponent: &bob, color: "white", time: "10+5" };
        alice.at(&general).slash("challenge", terms).await;
        let challenge = loop {
            // A welcome may come first.
            let message = next(&general).await;
            if message
                .buttons()
                .iter()
                .any(|button| button.label == "Accept")
            {
                break message;
            }
        };
        bob.at(&general).click(&challenge, "Accept").await;
        boards.push(next(&general).await);
    }
    assert!(!alice.dm().slash("games", ()).await.content().is_empty());

    // Without a word: its shard is taken over when its lease ends.
    drop(first);
    until_connected(&pg, 4).await;
    for (server, board) in servers.iter().zip(&mut boards) {
        let general = server.channel("general");
        let moves = args! { "move": "Re5", game: code(board) };
        alice.at(&general).slash("move", moves).await;
        *board = next_board(&general, board).await;
    }

    // In good order: what it has is handed over to another one at once.
    let third = start(0);
    until_connected(&pg, 5).await;
    second.signal("TERM");
    until_connected(&pg, 6).await;
    for (server, board) in servers.iter().zip(&mut boards) {
        let general = server.channel("general");
        let moves = args! { "move": "Kf6", game: code(board) };
        bob.at(&general).slash("move", moves).await;
        next_board(&general, board).await;
    }
    pg.assert_clean();
    drop(third);
}

/// The game's code on a board.
fn code(board: &playground::Message) -> String {
    let content = board.content();
    let rest = content.split("game `").nth(1).unwrap();
    rest.split('`').next().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_moves_at_a_process_that_only_thinks() {
    let Some(url) = server::database() else {
        return;
    };
    let pg = Playground::builder().real_time().start().await.unwrap();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let serving = delos(&pg, &url, folders[0].path(), &["serve"]).spawn();
    let _serving = Running(serving.unwrap());
    pg.ready().await;
    let general = pg.channel("general");
    let alice = pg.user("alice");
    let play = args! { game: "toto40", level: 1, color: "black" };
    alice.slash("play", play).await;
    let board = loop {
        // A welcome may come first.
        let message = next(&general).await;
        if message.content().contains("game `") {
            break message;
        }
    };
    pg.idle(std::time::Duration::from_secs(2)).await;
    assert!(!board.content().contains("it's your move"), "no one thinks");
    let thinking = delos(&pg, &url, folders[1].path(), &["think"])
        .env_remove("DISCORD_TOKEN")
        .spawn();
    let _thinking = Running(thinking.unwrap());
    common::says(&board, "1.").await;
}

#[test]
fn a_process_that_only_thinks_needs_a_shared_database() {
    let folder = tempfile::tempdir().unwrap();
    let refused = Command::new(env!("CARGO_BIN_EXE_delos"))
        .arg("think")
        .env_clear()
        .env("DELOS_DATA", folder.path().join("data"))
        .current_dir(folder.path())
        .output()
        .unwrap();
    let said = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(1), "{said}");
    assert!(
        said.contains(
            "the data folder belongs to one process: set url in [store] to a PostgreSQL database"
        ),
        "{said}"
    );
}
