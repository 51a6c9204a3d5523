//! The time of a commit: one game changed, by one writer or by several at a time.
//!
//! `cargo bench -p bot --bench commits -- --folder FOLDER`, on the disk to measure.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]

use std::path::PathBuf;
use std::time::{Duration, Instant};

use app::store::{Batch, Key, Store as _, Write};
use app::{GameId, GameRecord, Level, Person, PlayerId, RoomId, Seat, Timestamp, Venue};
use bot::store::SledStore;
use clap::Parser;
use rules_core::{ByColor, Variant};

#[derive(Parser, Debug)]
struct Plan {
    /// Where to put the data folder
    #[arg(long, default_value = ".")]
    folder: PathBuf,
    /// Commits of each writer
    #[arg(long, default_value_t = 400)]
    commits: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

fn game(number: u64) -> GameRecord {
    let seats = ByColor {
        white: Seat::Person(Person::new(PlayerId::new("test:ann"), "Ann")),
        black: Seat::Engine(Level::LOWEST),
    };
    let venue = Venue {
        room: RoomId::new("test:room"),
        server: None,
    };
    let (id, began) = (GameId::draw(number, 0), Timestamp(1_000));
    GameRecord {
        moves: vec!["h1h2".to_owned(); 50],
        ..GameRecord::new(id, Variant::Toto40, seats, venue, began)
    }
}

/// Changes a game of its own again and again.
fn change(store: &SledStore, number: u64, commits: u64) -> Vec<Duration> {
    let mut game = game(number);
    let stored = store.get(&Key::Game(game.id)).unwrap();
    let first = stored.map_or(0, |stored| stored.version);
    let commit = |n: u64| {
        game.touched = Timestamp(n.cast_signed());
        let write = Write {
            expected: n,
            record: game.clone().into(),
        };
        let batch = Batch {
            writes: vec![write],
            ..Batch::default()
        };
        let begun = Instant::now();
        store.commit(batch).unwrap();
        begun.elapsed()
    };
    (first..first + commits).map(commit).collect()
}

fn main() {
    let plan = Plan::parse();
    let folder = tempfile::tempdir_in(&plan.folder).unwrap();
    let store = SledStore::open(folder.path()).unwrap();
    for writers in [1, 16] {
        let mut times: Vec<Duration> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..writers)
                .map(|number| {
                    scope.spawn({
                        let store = &store;
                        move || change(store, number, plan.commits)
                    })
                })
                .collect();
            threads
                .into_iter()
                .flat_map(|thread| thread.join().unwrap())
                .collect()
        });
        times.sort_unstable();
        println!(
            "{writers} writers: p50 {:.2?}, p99 {:.2?}",
            times[times.len() / 2],
            times[times.len() * 99 / 100]
        );
    }
}
