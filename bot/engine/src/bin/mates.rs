//! `mates`: makes and checks the suite of forced wins. `mates find VARIANT COUNT SEED` prints puzzles, `mates verify FILE...` proves each
//! line of these files by trying everything.

use engine::proof::{Puzzle, find_puzzles, shortest_win};
use std::io::Write as _;

/// Positions that the proof of one puzzle may take.
const BUDGET: u64 = 200_000_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = std::io::stdout();
    match words.as_slice() {
        ["find", variant, count, seed] => {
            for puzzle in find_puzzles(variant.parse()?, count.parse()?, seed.parse()?) {
                writeln!(out, "{puzzle}")?;
            }
        }
        ["verify", files @ ..] => {
            let mut proved = 0;
            for file in files {
                let text = std::fs::read_to_string(file)?;
                for line in text.lines().filter(|line| !line.starts_with('#')) {
                    let puzzle = Puzzle::read(line)?;
                    let shortest = shortest_win(&puzzle.position, puzzle.moves, BUDGET)?;
                    if shortest != Some(puzzle.moves) {
                        return Err(format!("{line}: {shortest:?} by trying everything").into());
                    }
                    proved += 1;
                }
            }
            writeln!(out, "{proved} puzzles proved")?;
        }
        _ => return Err("usage: mates find VARIANT COUNT SEED | mates verify FILE...".into()),
    }
    Ok(())
}
