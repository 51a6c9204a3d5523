//! Two programs that share a bot's servers on one PostgreSQL database. They distribute the shards without help, and
//! one takes over when the other stops or dies.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::common::server::database;
use crate::common::{Program, assert_says, next, next_board, server};
use crate::conversations::{code, next_saying};
use crate::program;
use playground::{Guild, Message, Playground, Reply, User, args};
use store::postgres::DatabaseUrl;

/// Returns a command that runs the program on a database.
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

/// Returns a function that starts one of two programs, each with a data folder of its own.
fn two_programs(pg: &Playground, url: &DatabaseUrl) -> impl Fn(usize) -> Program {
    let folders = [(); 2].map(|()| tempfile::tempdir().unwrap());
    move |number| {
        let process = delos(pg, url, folders[number].path(), &[]).spawn();
        Program(process.unwrap())
    }
}

/// Waits until each of two shards has one connection, after this many sessions in all.
async fn until_connected(pg: &Playground, identifies: usize) {
    let gateway = pg.gateway();
    let connected = || {
        let shards = gateway.connected_shards();
        (gateway.identifies() >= identifies && shards == [0, 1]).then_some(())
    };
    pg.until("both shards to be connected", connected).await;
}

/// Returns the first server, and one on the other shard. A server's shard depends on the millisecond in which it was created.
pub(crate) fn one_of_each_shard(pg: &Playground) -> [Guild; 2] {
    let first = pg.guild("");
    let shard = |server: &Guild| (server.id() >> 22) % 2;
    let mut others = (0..).map(|n| pg.guild(&format!("Island {n}")));
    let second = others.find(|other| shard(other) != shard(&first)).unwrap();
    [first, second]
}

async fn moves(server: &Guild, who: &User, text: &str, board: &Message) -> Message {
    let general = server.channel("general");
    let options = args! { "move": text, game: code(board) };
    who.at(&general).slash("move", options).await;
    next_board(&general, board).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_programs_share_the_servers_and_take_over_from_each_other() {
    let Some(url) = database() else { return };
    let pg = Playground::builder().real_time().start().await.unwrap();
    // Both programs together may start one session per five seconds. The playground reports violations.
    pg.gateway().advise_shards(2, 1);
    let servers = one_of_each_shard(&pg);
    let start = two_programs(&pg, &url);

    let first = start(0);
    until_connected(&pg, 2).await;
    pg.ready().await;
    let second = start(1);
    // One shard moves to it, in a new session.
    until_connected(&pg, 3).await;

    let [alice, bob] = ["alice", "bob"].map(|name| pg.user(name));
    let mut boards = Vec::new();
    for server in &servers {
        let general = server.channel("general");
        let terms = args! { game: "toto40", opponent: &bob, color: "white", time: "10+5" };
        alice.at(&general).slash("challenge", terms).await;
        // A welcome message may come first.
        let challenge = next_saying(&general, "bob").await;
        bob.at(&general).click(&challenge, "Accept").await;
        boards.push(next(&general).await);
    }
    assert!(!alice.dm().slash("games", ()).await.content().is_empty());

    // Killed: its shard is taken over when the lease expires.
    drop(first);
    until_connected(&pg, 4).await;
    for (server, board) in servers.iter().zip(&mut boards) {
        *board = moves(server, &alice, "Re5", board).await;
    }

    // Stopped in order: its shards are handed over at once.
    let third = start(0);
    until_connected(&pg, 5).await;
    second.signal("TERM");
    until_connected(&pg, 6).await;
    for (server, board) in servers.iter().zip(&boards) {
        moves(server, &bob, "Kf6", board).await;
    }
    drop(third);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_pause_costs_no_session_and_a_frozen_program_only_its_own() {
    let Some(url) = database() else { return };
    let database = crate::common::proxy::Proxy::start(server::server().unwrap().port());
    let url = database.url(url.to_string().rsplit('/').next().unwrap());
    let pg = Playground::builder().real_time().start().await.unwrap();
    pg.gateway().advise_shards(2, 2);
    let servers = one_of_each_shard(&pg);
    let start = two_programs(&pg, &url);
    let first = start(0);
    until_connected(&pg, 2).await;
    pg.ready().await;
    let _second = start(1);
    until_connected(&pg, 3).await;
    let alice = pg.user("alice");
    let answers = async |of: &Guild| {
        let general = of.channel("general");
        let asked = alice.at(&general).slash("games", ()).ack().await;
        let is_there = |reply: &Reply| !reply.content().is_empty();
        asked.until("an answer", is_there).await.content()
    };
    let goes_on = async || {
        for server in &servers {
            while answers(server).await.contains("can't save") {}
        }
    };
    goes_on().await;
    let begun = pg.gateway().identifies();

    // Longer than a lease: both stop answering.
    database.pause(true);
    tokio::time::sleep(Duration::from_secs(7)).await;
    for server in &servers {
        assert_says(answers(server).await, "can't save");
    }
    database.pause(false);
    goes_on().await;
    assert_eq!(pg.gateway().identifies(), begun, "no session begins anew");
    assert_eq!(pg.gateway().connected_shards(), [0, 1]);

    // Only this one misses its heartbeats. The other one holds its shard when it returns.
    tokio::time::sleep(Duration::from_secs(6)).await;
    first.signal("STOP");
    let taken = || (pg.gateway().identifies() > begun).then_some(());
    pg.until("the other one to take its shard", taken).await;
    first.signal("CONT");
    until_connected(&pg, begun + 1).await;
    goes_on().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_engine_moves_at_a_process_that_only_thinks() {
    let Some(url) = database() else { return };
    let pg = Playground::builder().real_time().start().await.unwrap();
    let folders = [tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap()];
    let serving = delos(&pg, &url, folders[0].path(), &["serve"]).spawn();
    let _serving = Program(serving.unwrap());
    pg.ready().await;
    let general = pg.channel("general");
    let alice = pg.user("alice");
    let play = args! { game: "toto40", level: 1, color: "black" };
    alice.slash("play", play).await;
    // A welcome message may come first.
    let board = next_saying(&general, "game `").await;
    pg.idle(Duration::from_secs(2)).await;
    assert!(!board.content().contains("it's your move"), "no one thinks");
    let mut thinking = delos(&pg, &url, folders[1].path(), &["think"]);
    let thinking = thinking.env_remove("DISCORD_TOKEN").spawn();
    let _thinking = Program(thinking.unwrap());
    crate::common::says(&board, "1.").await;
}

#[test]
fn a_process_that_only_thinks_needs_a_shared_database() {
    let folder = tempfile::tempdir().unwrap();
    let set = [("DELOS_DATA", "data")];
    let (status, _, said) = program::delos(folder.path(), &["think"], &set);
    assert_eq!(status, Some(1), "{said}");
    let words = "the data folder belongs to one process: set url in [store] to a PostgreSQL";
    assert_says(&said, words);
}
