//! `mine`: mines puzzles from games of the engine against itself or of people, and confirms mined ones by larger searches.

use clap::{Parser, Subcommand};
use engine::parallel;
use engine::puzzle_miner::{Effort, Mined, Miner, MiningTally, read_game};
use progress::Progress;
use rules_core::Variant;
use std::convert::Infallible;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Mines puzzles. They are printed one per line: variant | FEN before the mistake | moves in UCI | effort, optionally
/// followed by `| continuation`.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
    /// Depth to which the players search, in plies.
    #[arg(long, default_value_t = 3, global = true)]
    depth: u32,
    /// Nodes of the search that finds candidates.
    #[arg(long, default_value_t = 1_500, global = true)]
    first: u64,
    /// Nodes of the searches that make a line.
    #[arg(long, default_value_t = 100_000, global = true)]
    second: u64,
    /// Nodes of the searches that confirm a line.
    #[arg(long, default_value_t = 1_000_000, global = true)]
    third: u64,
    /// Memory of each large transposition table, in MiB.
    #[arg(long, default_value_t = 16, global = true)]
    hash: usize,
    /// Threads; all cores if it is missing.
    #[arg(long, global = true)]
    threads: Option<NonZeroUsize>,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Mines games.
    Find {
        /// Variant id, such as `leto`.
        variant: Variant,
        /// Seed of the first game; each has the next one.
        #[arg(long, default_value_t = 1)]
        seed: usize,
        /// Games, at most.
        #[arg(long, default_value_t = 1_000)]
        games: usize,
        /// Seconds after which no game begins.
        #[arg(long, default_value_t = u64::MAX)]
        seconds: u64,
    },
    /// Mines games that were played.
    From {
        /// Games, one a line: variant | FEN | moves in UCI, as `delos puzzles --games` prints them.
        file: PathBuf,
    },
    /// Prints the puzzles of a file that the third search confirms.
    Confirm {
        /// Puzzles as they are printed.
        file: PathBuf,
    },
    /// Prints the puzzles of a file with what they win, in another order if there are several threads.
    Point {
        /// Puzzles as they are printed.
        file: PathBuf,
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let began = Instant::now();
    let tally = match &arguments.command {
        &Command::Find {
            variant,
            seed,
            games,
            seconds,
        } => {
            let end = began.checked_add(Duration::from_secs(seconds));
            side_by_side(&arguments, games, |miner, n| {
                let is_late = end.is_some_and(|end| Instant::now() >= end);
                (!is_late).then(|| miner.mine(variant, (seed + n) as u64))
            })
        }
        Command::From { file } => {
            let text = std::fs::read_to_string(file)?;
            let games: Result<Vec<_>, _> = text.lines().map(read_game).collect();
            let games = games?;
            side_by_side(&arguments, games.len(), |miner, n| {
                Some(miner.mine_played(&games[n]))
            })
        }
        Command::Confirm { file } => {
            let mined = puzzles(file)?;
            side_by_side(&arguments, mined.len(), |miner, n| {
                let confirmed = miner.confirm(&mined[n]);
                let tally = MiningTally {
                    lines: 1,
                    confirmed: u64::from(confirmed.is_some()),
                    ..MiningTally::default()
                };
                Some((confirmed.into_iter().collect(), tally))
            })
        }
        Command::Point { file } => {
            let mined = puzzles(file)?;
            side_by_side(&arguments, mined.len(), |miner, n| {
                let mut puzzle = mined[n].clone();
                puzzle.point = miner.point(&puzzle).unwrap_or_default();
                Some((vec![puzzle], MiningTally::default()))
            })
        }
    };
    let seconds = began.elapsed().as_secs();
    writeln!(std::io::stderr(), "{tally:?} in {seconds} s")?;
    Ok(())
}

fn puzzles(file: &Path) -> Result<Vec<Mined>, Box<dyn std::error::Error>> {
    let text = std::fs::read_to_string(file)?;
    let mined: Result<_, _> = text.lines().map(str::parse).collect();
    Ok(mined?)
}

/// Does a number of jobs on all threads, prints what they find, and adds up their tallies. They end once a job is `None`.
fn side_by_side(
    arguments: &Arguments,
    jobs: usize,
    job: impl Fn(&mut Miner, usize) -> Option<(Vec<Mined>, MiningTally)> + Sync,
) -> MiningTally {
    let effort = Effort {
        depth: arguments.depth,
        first: arguments.first,
        second: arguments.second,
        third: arguments.third,
    };
    let cores = || std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let threads = arguments.threads.unwrap_or_else(cores);
    let progress = Progress::of("mine", jobs as u64);
    let mut sum = MiningTally::default();
    let Ok(()) = parallel::run(
        threads.get(),
        jobs,
        || Ok::<_, Infallible>(Miner::new(effort, arguments.hash << 20)),
        |miner, n| Ok(job(miner, n)),
        |found| {
            let Some((puzzles, tally)) = found else {
                return Ok(ControlFlow::Break(()));
            };
            progress.advance(1);
            let mut out = std::io::stdout().lock();
            for puzzle in puzzles {
                // A closed pipe does not end the tally.
                let _ = writeln!(out, "{puzzle}");
            }
            sum += tally;
            Ok(ControlFlow::Continue(()))
        },
    );
    sum
}
