//! Pairs random tournaments here and with another pairing program, and says where the two differ.
//!
//! `cargo run --release -p pairing --example compare -- PROGRAM TOURNAMENTS [PLAYERS]`
//!
//! PROGRAM is bbpPairings, or any program that takes `--dutch FILE -p` for a file in TRF(x) and prints the pairs. Both
//! pair every round from the same file; the tournament goes on with the rounds of this crate. A difference leaves its file
//! behind in the temporary directory.

#[path = "../tests/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Failure, Rates, Simulation};
use pairing::export::trf::{self, Heading};
use pairing::swiss::{PairingError, SwissRound};
use pairing::{Round, Slot};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

#[derive(Default)]
struct Tally {
    rounds: u32,
    same: u32,
    only_colors: u32,
    here: Duration,
    there: Duration,
}

fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, tournaments, rest @ ..] = arguments.as_slice() else {
        return Err("usage: compare PROGRAM TOURNAMENTS [PLAYERS]".into());
    };
    let players: Option<usize> = rest.first().map(|text| text.parse()).transpose()?;
    let mut tally = Tally::default();
    for seed in 0..tournaments.parse()? {
        let mut rng = SmallRng::seed_from_u64(seed);
        let size = players.unwrap_or_else(|| 5 + rng.random_range(0_usize..=195).pow(2) / 195);
        let rounds = rng.random_range(3..=9).min(size - 1);
        let rates = if seed % 2 == 0 {
            Rates::REALISTIC
        } else {
            Rates::NONE
        };
        let mut simulation = Simulation::new(size, rounds, rates, seed)?;
        for number in 1..=rounds {
            let (request, byes) = simulation.prepare()?;
            let begun = Instant::now();
            let here = simulation.pair(&request);
            tally.here += begun.elapsed();
            let file = std::env::temp_dir().join(format!("compare-{seed}-{number}.trf"));
            std::fs::write(&file, prepared(&simulation, &request.present, &byes)?)?;
            let begun = Instant::now();
            let there = Command::new(program)
                .arg("--dutch")
                .arg(&file)
                .arg("-p")
                .output()?;
            tally.there += begun.elapsed();
            let there = String::from_utf8(there.stdout)?;
            if judge(&mut tally, &here, &there) {
                std::fs::remove_file(&file)?;
            } else {
                report(&file.display().to_string(), &here, &there);
            }
            let Ok(round) = here else { break };
            simulation.play(&round, byes)?;
        }
    }
    report_tally(&tally);
    Ok(())
}

/// The file of a tournament in which only those are left to be paired who are present.
fn prepared(
    simulation: &Simulation,
    present: &[pairing::Seed],
    byes: &[Slot],
) -> Result<String, Failure> {
    let mut history = simulation.history.clone();
    let mut slots = byes.to_vec();
    for seed in history.seeds() {
        let named = byes
            .iter()
            .any(|slot| matches!(slot, Slot::Bye { seed: other, .. } if *other == seed));
        if !named && !present.contains(&seed) {
            slots.push(Slot::Bye {
                seed,
                bye: pairing::Bye::ZeroPoint,
            });
        }
    }
    history.add_round(Round::new(slots)?)?;
    let heading = Heading {
        name: "Comparison",
        kind: "Individual: Swiss-System",
        rounds: simulation.rounds,
        initial: simulation.initial,
        ranks: &[],
    };
    Ok(trf::write(&history, &heading))
}

/// White, black; a bye has no black.
fn seats(round: &SwissRound) -> BTreeSet<(u16, u16)> {
    let games = round
        .pairings
        .iter()
        .map(|(game, _)| (game.white.number(), game.black.number()));
    games
        .chain(round.bye.map(|bye| (bye.seed.number(), 0)))
        .collect()
}

fn read(printed: &str) -> Option<BTreeSet<(u16, u16)>> {
    let mut numbers = printed.split_whitespace().map(str::parse::<u16>);
    let pairs = numbers.next()?.ok()?;
    (0..pairs)
        .map(|_| Some((numbers.next()?.ok()?, numbers.next()?.ok()?)))
        .collect()
}

fn without_colors(seats: &BTreeSet<(u16, u16)>) -> BTreeSet<(u16, u16)> {
    seats
        .iter()
        .map(|&(one, two)| (one.min(two), one.max(two)))
        .collect()
}

/// Whether both say the same.
fn judge(tally: &mut Tally, here: &Result<SwissRound, PairingError>, there: &str) -> bool {
    tally.rounds += 1;
    let same = match (here, read(there)) {
        (Ok(here), Some(there)) => {
            let here = seats(here);
            if here != there && without_colors(&here) == without_colors(&there) {
                tally.only_colors += 1;
            }
            here == there
        }
        (Err(_), None) => true,
        _ => false,
    };
    tally.same += u32::from(same);
    same
}

#[allow(clippy::print_stdout, reason = "a program that prints its findings")]
fn report(file: &str, here: &Result<SwissRound, PairingError>, there: &str) {
    println!("{file}");
    match (here, read(there)) {
        (Ok(here), Some(there)) => {
            let here = seats(here);
            println!("  here  {:?}", here.difference(&there).collect::<Vec<_>>());
            println!("  there {:?}", there.difference(&here).collect::<Vec<_>>());
        }
        (Ok(_), None) => println!("  there is no pairing there: {there}"),
        (Err(error), _) => println!("  no pairing here: {error}"),
    }
}

#[allow(clippy::print_stdout, reason = "a program that prints its findings")]
fn report_tally(tally: &Tally) {
    println!(
        "{} rounds, {} the same, {} with other colors only; {:?} here, {:?} there with its start and the file",
        tally.rounds, tally.same, tally.only_colors, tally.here, tally.there
    );
}
