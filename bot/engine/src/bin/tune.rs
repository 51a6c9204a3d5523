//! `tune`: fits a variant's evaluation weights to self-play games and writes them to a file of `bot/engine/data`.

use clap::Parser;
use engine::tuner::{Start, TunerConfig, tune};
use progress::Progress;
use rules_core::Variant;
use std::io::Write as _;
use std::path::PathBuf;

/// Plays games of the engine against itself and fits the evaluation's weights to their results.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// Variant id, such as `leto`.
    variant: Variant,
    /// File to write.
    out: PathBuf,
    /// Games to play.
    #[arg(long, default_value_t = 1500)]
    games: usize,
    /// Nodes per move.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Seed of the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Passes of gradient descent over all positions.
    #[arg(long, default_value_t = 400)]
    passes: usize,
    /// Strength of the regularization towards the prior.
    #[arg(long, default_value_t = 2.0)]
    pull: f64,
    /// Starts from the prior instead of the built-in weights.
    #[arg(long)]
    from_prior: bool,
    /// Concurrent games; does not change the result.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let config = TunerConfig {
        variant: arguments.variant,
        games: arguments.games,
        nodes: arguments.nodes,
        seed: arguments.seed,
        passes: arguments.passes,
        pull: arguments.pull,
        start: if arguments.from_prior {
            Start::Prior
        } else {
            Start::BuiltIn
        },
        threads: arguments.threads,
    };
    let progress = Progress::of("tune", config.steps() as u64);
    let tuned = tune(&config, &|| progress.advance(1));
    drop(progress);
    let id = config.variant.id();
    let head = format!(
        "# Made by: cargo run --release -p engine --bin tune -- {id} bot/engine/data/{id}.weights \
         --games {} --nodes {} --seed {} --passes {} --pull {}{}\n\
         # {} positions; mean squared error in validation games {:.5} before, {:.5} after\n",
        config.games,
        config.nodes,
        config.seed,
        config.passes,
        config.pull,
        if arguments.from_prior {
            " --from-prior"
        } else {
            ""
        },
        tuned.positions,
        tuned.error_before,
        tuned.error_after,
    );
    std::fs::write(&arguments.out, format!("{head}{}", tuned.weights))?;
    write!(std::io::stdout(), "{head}")
}
