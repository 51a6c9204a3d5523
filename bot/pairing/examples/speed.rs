//! Measures the time to pair each round: `cargo run --release -p pairing --example speed -- [PLAYERS] [TOURNAMENTS]`.

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Failure, Rates, Simulation};

const ROUNDS: usize = 9;

#[allow(clippy::print_stdout, reason = "the program's output")]
fn main() -> Result<(), Failure> {
    let numbers: Vec<usize> = std::env::args()
        .skip(1)
        .map(|text| text.parse())
        .collect::<Result<_, _>>()?;
    let players = numbers.first().copied().unwrap_or(256);
    let tournaments = numbers.get(1).copied().unwrap_or(10);
    let mut times = vec![Vec::new(); ROUNDS];
    let no_draws = Rates {
        draw: 0.0,
        ..Rates::FULL_ATTENDANCE
    };
    for seed in 0..tournaments {
        let rates = [Rates::REALISTIC, Rates::FULL_ATTENDANCE, no_draws][seed % 3];
        let mut simulation = Simulation::new(players, ROUNDS, rates, seed as u64)?;
        for times in &mut times {
            let (request, byes) = simulation.prepare()?;
            let start = Instant::now();
            let round = simulation.pair(&request)?;
            times.push(start.elapsed());
            simulation.play(&round, byes)?;
        }
    }
    println!("{players} entrants, {tournaments} tournaments: median and maximum per round");
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
