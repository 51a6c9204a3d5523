//! Reads the command line, does what it asks, and says how it ended.

use std::io::stdout;
use std::process::ExitCode;

use bot::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    let outcome = cli::execute(&Cli::parse(), &mut stdout().lock());
    if let Err(failure) = &outcome {
        eprintln!("delos: {failure}");
    }
    cli::status(&outcome)
}
