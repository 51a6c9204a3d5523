//! Compares this crate with another pairing program on random tournaments.
//!
//! `cargo run --release -p pairing --example compare -- PROGRAM TOURNAMENTS [PLAYERS]`
//!
//! PROGRAM is bbpPairings, or any program that takes `--dutch FILE -p` with a TRF(x) file and prints the pairs. Both pair
//! every round from the same file; the tournament continues with this crate's pairing. The file of a difference is kept
//! in the temporary directory.

#[path = "../tests/it/common/mod.rs"]
mod common;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use common::{Failure, Rates, Simulation};
use pairing::export::trf::{self, Heading};
use pairing::swiss::{PairingError, SwissRound};
use pairing::{Bye, Round, Seed, Slot};
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};

#[derive(Default)]
struct Totals {
    rounds: u32,
    identical: u32,
    different_colors_only: u32,
    our_time: Duration,
    their_time: Duration,
}

/// The seeds of White and Black of each game; Black is 0 for the bye.
type Games = BTreeSet<(u16, u16)>;

#[allow(clippy::print_stdout, reason = "the program's output")]
fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [program, tournaments, rest @ ..] = arguments.as_slice() else {
        return Err("usage: compare PROGRAM TOURNAMENTS [PLAYERS]".into());
    };
    let players: Option<usize> = rest.first().map(|text| text.parse()).transpose()?;
    let mut totals = Totals::default();
    for seed in 0..tournaments.parse()? {
        compare_tournament(program, players, seed, &mut totals)?;
    }
    println!(
        "{} rounds, {} identical, {} different in colors only; {:?} here, {:?} there including startup and files",
        totals.rounds,
        totals.identical,
        totals.different_colors_only,
        totals.our_time,
        totals.their_time
    );
    Ok(())
}

fn compare_tournament(
    program: &str,
    players: Option<usize>,
    seed: u64,
    totals: &mut Totals,
) -> Result<(), Failure> {
    let mut rng = SmallRng::seed_from_u64(seed);
    let size = players.unwrap_or_else(|| 5 + rng.random_range(0_usize..=195).pow(2) / 195);
    let rounds = rng.random_range(3..=9).min(size - 1);
    let rates = if seed.is_multiple_of(2) {
        Rates::REALISTIC
    } else {
        Rates::FULL_ATTENDANCE
    };
    let mut simulation = Simulation::new(size, rounds, rates, seed)?;
    for number in 1..=rounds {
        let (request, byes) = simulation.prepare()?;
        let start = Instant::now();
        let ours = simulation.pair(&request);
        totals.our_time += start.elapsed();
        let file = std::env::temp_dir().join(format!("compare-{seed}-{number}.trf"));
        std::fs::write(&file, report(&simulation, &request.present, &byes)?)?;
        let start = Instant::now();
        let output = Command::new(program)
            .arg("--dutch")
            .arg(&file)
            .arg("-p")
            .output()?;
        totals.their_time += start.elapsed();
        let theirs = String::from_utf8(output.stdout)?;
        let our_games = ours.as_ref().ok().map(games);
        if totals.add(our_games.as_ref(), parse(&theirs).as_ref()) {
            std::fs::remove_file(&file)?;
        } else {
            print_difference(&file, &ours, &theirs);
        }
        let Ok(round) = ours else { break };
        simulation.play(&round, byes)?;
    }
    Ok(())
}

/// A report whose last round holds only byes: for those requested and for everyone absent.
fn report(simulation: &Simulation, present: &[Seed], byes: &[Slot]) -> Result<String, Failure> {
    let mut history = simulation.history.clone();
    let mut slots = byes.to_vec();
    for seed in history.seeds() {
        let has_bye = byes
            .iter()
            .any(|slot| matches!(slot, Slot::Bye { seed: other, .. } if *other == seed));
        if !has_bye && !present.contains(&seed) {
            slots.push(Slot::Bye {
                seed,
                bye: Bye::ZeroPoint,
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

fn games(round: &SwissRound) -> Games {
    let games = round.pairings.iter();
    games
        .map(|(game, _)| (game.white.number(), game.black.number()))
        .chain(round.bye.map(|seed| (seed.number(), 0)))
        .collect()
}

/// Parses the output of the other program; `None` if it found no pairing.
fn parse(output: &str) -> Option<Games> {
    let mut numbers = output.split_whitespace().map(str::parse::<u16>);
    let pairs = numbers.next()?.ok()?;
    (0..pairs)
        .map(|_| Some((numbers.next()?.ok()?, numbers.next()?.ok()?)))
        .collect()
}

fn without_colors(games: &Games) -> Games {
    games
        .iter()
        .map(|&(one, two)| (one.min(two), one.max(two)))
        .collect()
}

impl Totals {
    /// Counts a round, and returns whether both results are identical.
    fn add(&mut self, ours: Option<&Games>, theirs: Option<&Games>) -> bool {
        self.rounds += 1;
        let is_identical = ours == theirs;
        let same_pairs = ours.map(without_colors) == theirs.map(without_colors);
        self.identical += u32::from(is_identical);
        self.different_colors_only += u32::from(same_pairs && !is_identical);
        is_identical
    }
}

#[allow(clippy::print_stdout, reason = "the program's output")]
fn print_difference(file: &Path, ours: &Result<SwissRound, PairingError>, theirs: &str) {
    println!("{}", file.display());
    match (ours, parse(theirs)) {
        (Ok(ours), Some(theirs)) => {
            let ours = games(ours);
            println!("  here  {:?}", ours.difference(&theirs).collect::<Vec<_>>());
            println!("  there {:?}", theirs.difference(&ours).collect::<Vec<_>>());
        }
        (Ok(_), None) => println!("  no pairing there: {theirs}"),
        (Err(error), _) => println!("  no pairing here: {error}"),
    }
}
