//! `datagen`: plays games of the engine against itself for `train/train.py`.

use clap::Parser;
use engine::net::training_data::{SelfPlay, head};
use progress::Progress;
use rules_core::Variant;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Plays games and appends their quiet positions to a file.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Variant id, such as `leto`.
    variant: Variant,
    /// File to append to.
    out: PathBuf,
    /// Games to play.
    #[arg(long, default_value_t = 1000)]
    games: u64,
    /// Nodes per move.
    #[arg(long, default_value_t = 1000)]
    nodes: u64,
    /// Seed of the openings; a run that goes on where another ended needs a new one.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Concurrent games; changes only their order in the file.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> io::Result<()> {
    let arguments = Arguments::parse();
    let mut file = OpenOptions::new()
        .create(true)
        .append(true)
        .open(&arguments.out)?;
    let head = head(arguments.variant);
    if file.metadata()?.len() == 0 {
        file.write_all(&head)?;
    }
    let mut start = [0; 64];
    File::open(&arguments.out)?.read_exact(&mut start)?;
    if start != head {
        return Err(io::Error::other("the file has positions of another board"));
    }
    let file = Mutex::new(file);
    let next = AtomicU64::new(0);
    let progress = Progress::of("datagen", arguments.games);
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..arguments.threads.max(1))
            .map(|_| scope.spawn(|| work(&arguments, &file, &next, &progress)))
            .collect();
        workers.into_iter().try_for_each(|worker| {
            let ended = worker.join();
            ended.unwrap_or_else(|_| Err(io::Error::other("a player panicked")))
        })
    })
}

fn work(
    arguments: &Arguments,
    file: &Mutex<File>,
    next: &AtomicU64,
    progress: &Progress,
) -> io::Result<()> {
    let mut players = SelfPlay::new(arguments.variant, arguments.nodes);
    loop {
        let n = next.fetch_add(1, Ordering::Relaxed);
        if n >= arguments.games {
            return Ok(());
        }
        let records = players.records(arguments.seed, n);
        let mut file = file
            .lock()
            .map_err(|_| io::Error::other("a player panicked"))?;
        file.write_all(&records)?;
        progress.advance(1);
    }
}
