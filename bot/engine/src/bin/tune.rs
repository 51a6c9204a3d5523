//! `tune`: tunes the numbers of the search by games of the engine against itself.

use clap::Parser;
use engine::arena::tuning::{TuningConfig, tune};
use progress::Progress;
use rules_core::Variant;
use std::io::Write as _;

/// Tunes the numbers in `src/params.rs` and prints them.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Variant ids, such as `latrunculi legan leto`.
    #[arg(required = true)]
    variants: Vec<Variant>,
    /// Pairs of games to play.
    #[arg(long, default_value_t = 5_000)]
    pairs: u32,
    /// Nodes per move.
    #[arg(long, default_value_t = 4_000)]
    nodes: u64,
    /// Seed of the openings and perturbations.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Concurrent games.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let config = TuningConfig {
        variants: arguments.variants,
        pairs: arguments.pairs,
        nodes: arguments.nodes,
        seed: arguments.seed,
        threads: arguments.threads,
    };
    let progress = Progress::of("tune", config.pairs.into());
    tune(&config, &|tuning| {
        progress.advance(1);
        if tuning.played().is_multiple_of(100) || tuning.played() == config.pairs {
            // A closed pipe does not end the tuning.
            let _ = writeln!(std::io::stdout(), "{tuning}");
        }
    })?;
    Ok(())
}
