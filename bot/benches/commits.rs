//! Latency of a commit that changes one game, with one writer and with several, in a folder and on a PostgreSQL server.
//!
//! `cargo bench -p bot --bench commits -- --folder FOLDER`, on the disk to measure. The server starts in the same folder with
//! default settings. The stores take turns.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]

mod figures;
#[path = "../store/tests/it/server.rs"]
mod server;

use std::path::PathBuf;
use std::time::{Duration, Instant};

use app::store::{Batch, Key};
use app::{GameId, GameRecord, Level, Person, PlayerId, Seat, Timestamp, Venue};
use clap::Parser;
use figures::percentile;
use rules_core::{ByColor, Variant};
use server::Server;
use store::postgres::{DatabaseUrl, PostgresSettings, PostgresStore};
use store::{Database, SledStore};

#[derive(Parser, Debug)]
struct Plan {
    /// Folder of the data folder and the server
    #[arg(long, default_value = ".")]
    folder: PathBuf,
    /// A database on a running server, instead of a new server
    #[arg(long)]
    server: Option<DatabaseUrl>,
    /// Commits of each writer
    #[arg(long, default_value_t = 400)]
    commits: u64,
    /// Turns per store
    #[arg(long, default_value_t = 2)]
    rounds: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue::direct("test:room");
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned(); 50],
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

/// Changes one game repeatedly; returns the time of each commit.
fn change(store: &dyn Database, number: u64, commits: u64) -> Vec<Duration> {
    let mut game = game(number);
    let stored = store.get(&Key::Game(game.id)).unwrap();
    let first = stored.map_or(0, |stored| stored.version);
    let commit = |n: u64| {
        game.touched = Timestamp(n.cast_signed());
        let batch = Batch::write(n, game.clone());
        let begun = Instant::now();
        store.commit(batch).unwrap();
        begun.elapsed()
    };
    (first..first + commits).map(commit).collect()
}

fn measure(name: &str, store: &dyn Database, writers: u64, commits: u64) {
    let begun = Instant::now();
    let mut times: Vec<Duration> = std::thread::scope(|scope| {
        let start = |number| scope.spawn(move || change(store, number, commits));
        let threads: Vec<_> = (0..writers).map(start).collect();
        let times = threads.into_iter().map(|thread| thread.join().unwrap());
        times.flatten().collect()
    });
    let all = f64::from(u32::try_from(writers * commits).unwrap());
    let rate = all / begun.elapsed().as_secs_f64();
    let [p50, p99] = [50, 99].map(|percent| percentile(&mut times, percent));
    println!("{name:10} {writers:2} writers: p50 {p50:.2?}, p99 {p99:.2?}, {rate:.0} a second");
}

fn main() {
    let plan = Plan::parse();
    let folder = tempfile::tempdir_in(&plan.folder).unwrap();
    let sled = SledStore::open(folder.path()).unwrap();
    let place = plan.folder.canonicalize().unwrap();
    let started = match &plan.server {
        Some(_) => None,
        None => Server::start_in(&place, "fsync=on"),
    };
    let url = plan.server.or_else(|| Some(started.as_ref()?.database()));
    let postgres = url.map(|url| {
        let settings = PostgresSettings {
            connections: 32,
            ..PostgresSettings::new(url)
        };
        PostgresStore::open(&settings).unwrap()
    });
    for _ in 0..plan.rounds {
        for writers in [1, 8, 32] {
            measure("sled", &sled, writers, plan.commits);
            if let Some(postgres) = &postgres {
                measure("postgres", postgres, writers, plan.commits);
            }
        }
    }
}
