//! `tune`: finds a rule set's weights from games of the engine against itself and writes them to a file of `bot/engine/data`.

use clap::Parser;
use engine::tuning::{Plan, tune};
use rules_core::Variant;
use std::io::Write as _;
use std::path::PathBuf;

/// Plays games of the engine against itself and fits the evaluation's weights to their results.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    /// The rule set, by its id.
    variant: Variant,
    /// The file to write.
    out: PathBuf,
    /// Games to play.
    #[arg(long, default_value_t = 1500)]
    games: usize,
    /// Positions looked at for each move of these games.
    #[arg(long, default_value_t = 1500)]
    nodes: u64,
    /// Chooses the openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Passes over all positions.
    #[arg(long, default_value_t = 400)]
    passes: usize,
    /// How strongly weights are held at the starting guess.
    #[arg(long, default_value_t = 2.0)]
    pull: f64,
    /// Play and begin with the starting guess instead of the weights in use.
    #[arg(long)]
    from_prior: bool,
    /// Games at the same time; does not change the result.
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

fn main() -> std::io::Result<()> {
    let arguments = Arguments::parse();
    let plan = Plan {
        variant: arguments.variant,
        games: arguments.games,
        nodes: arguments.nodes,
        seed: arguments.seed,
        passes: arguments.passes,
        pull: arguments.pull,
        from_prior: arguments.from_prior,
        threads: arguments.threads,
    };
    let tuned = tune(&plan);
    let id = plan.variant.id();
    let head = format!(
        "# Made by: cargo run --release -p engine --bin tune -- {id} bot/engine/data/{id}.weights \
         --games {} --nodes {} --seed {} --passes {} --pull {}{}\n\
         # {} positions; mean squared error in unseen games {:.5} before, {:.5} after\n",
        plan.games,
        plan.nodes,
        plan.seed,
        plan.passes,
        plan.pull,
        if plan.from_prior { " --from-prior" } else { "" },
        tuned.positions,
        tuned.error_before,
        tuned.error_after,
    );
    std::fs::write(&arguments.out, format!("{head}{}", tuned.weights))?;
    write!(std::io::stdout(), "{head}")
}
