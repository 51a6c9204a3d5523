//! How long a Swiss round takes to pair: `cargo run --release -p pairing --example speed -- [PLAYERS] [TOURNAMENTS]`.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Rates, Simulation};

const ROUNDS: usize = 9;

#[allow(
    clippy::print_stdout,
    reason = "a program that prints what it measured"
)]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let players = numbers.first().copied().unwrap_or(256);
    let tournaments = numbers.get(1).copied().unwrap_or(10);
    let mut times = vec![Vec::new(); ROUNDS];
    let no_draws = Rates {
        draw: 0.0,
        ..Rates::NONE
    };
    for seed in 0..tournaments {
        let rates = [Rates::REALISTIC, Rates::NONE, no_draws][seed % 3];
        let mut simulation = Simulation::new(players, ROUNDS, rates, seed as u64)?;
        for times in &mut times {
            let (request, byes) = simulation.prepare()?;
            let begun = Instant::now();
            let round = simulation.pair(&request)?;
            times.push(begun.elapsed());
            simulation.play(&round, byes)?;
        }
    }
    println!("{players} entrants, {tournaments} tournaments: median and longest of each round");
    for (number, times) in times.iter_mut().enumerate() {
        times.sort_unstable();
        let longest: Duration = times.last().copied().unwrap_or_default();
        println!(
            "round {}: {:?}, {longest:?}",
            number + 1,
            times[times.len() / 2]
        );
    }
    Ok(())
}
