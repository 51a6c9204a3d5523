//! `datagen`: plays games of the engine against itself for `train/train.py`.

use clap::Parser;
use engine::parallel;
use engine::self_play::{SelfPlay, head};
use progress::Progress;
use rules_core::Variant;
use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;

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
    games: usize,
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
    let progress = Progress::of("datagen", arguments.games as u64);
    parallel::run(
        arguments.threads,
        arguments.games,
        || Ok(SelfPlay::new(arguments.variant, arguments.nodes)),
        |players, n| Ok(players.records(arguments.seed, n as u64)),
        |records| {
            file.write_all(&records)?;
            progress.advance(1);
            Ok(ControlFlow::Continue(()))
        },
    )
}
