//! Which limit a Discord bot like Delos reaches first, second and third as it joins more servers, by a simulation of its busiest
//! hour. `cargo run --release -p capacity`; `--help` lists what is assumed and measured.

#![allow(clippy::print_stdout, reason = "the tables are the program's output")]

mod costs;
mod limits;
mod play;
mod simulation;
mod station;
mod table;

use clap::Parser;

use costs::{Costs, Hour, Machines, People};

/// Numbers of servers in the tables.
const SERVERS: [u64; 7] = [100, 1000, 10_000, 100_000, 180_000, 500_000, 1_000_000];

/// Simulates the busiest hour of a bot, and prints tables in Markdown.
#[derive(Parser, Clone, Debug)]
struct Plan {
    #[command(flatten)]
    people: People,
    #[command(flatten)]
    costs: Costs,
    #[command(flatten)]
    machines: Machines,
    /// Simulates this many moves a second alone, to compare with a measurement
    #[arg(long, value_name = "RATE")]
    at: Option<f64>,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

fn main() {
    let plan = Plan::parse();
    if let Some(rate) = plan.at {
        table::one_rate(&plan, rate);
        return;
    }
    for hour in [Hour::Usual, Hour::Busy] {
        table::loads(&plan, hour);
        table::limits(&plan, hour);
    }
    table::starts(&plan);
}
