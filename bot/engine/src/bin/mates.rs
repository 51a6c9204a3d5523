//! `mates`: finds and verifies the puzzles in `tests/data/mates`.

use clap::{Parser, Subcommand};
use engine::mate_solver::{Puzzle, find_puzzles, shortest_win};
use rules_core::Variant;
use std::io::Write as _;
use std::path::PathBuf;

/// Nodes to verify one puzzle with.
const BUDGET: u64 = 200_000_000;

/// Finds and verifies puzzles with a forced win.
#[derive(Debug, Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Searches self-play games for puzzles and prints them.
    Find {
        /// Variant id, such as `leto`.
        variant: Variant,
        /// Puzzles to find.
        count: usize,
        /// Seed of the games.
        seed: u64,
    },
    /// Verifies by exhaustive search that each puzzle takes as many moves as its file says.
    Verify {
        /// Files of puzzles, one a line: variant | moves | FEN.
        files: Vec<PathBuf>,
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut out = std::io::stdout();
    match Arguments::parse().command {
        Command::Find {
            variant,
            count,
            seed,
        } => {
            for puzzle in find_puzzles(variant, count, seed) {
                writeln!(out, "{puzzle}")?;
            }
        }
        Command::Verify { files } => {
            let mut verified = 0;
            for file in files {
                let text = std::fs::read_to_string(file)?;
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    verify(line)?;
                    verified += 1;
                }
            }
            writeln!(out, "{verified} puzzles verified")?;
        }
    }
    Ok(())
}

fn verify(line: &str) -> Result<(), String> {
    let puzzle: Puzzle = line.parse()?;
    match shortest_win(&puzzle.position, puzzle.moves, BUDGET)? {
        Some(moves) if moves == puzzle.moves => Ok(()),
        Some(moves) => Err(format!("{line}: won in {moves}")),
        None => Err(format!("{line}: not won in {}", puzzle.moves)),
    }
}
