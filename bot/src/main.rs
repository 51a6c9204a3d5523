//! Reads the command line, does what it asks, and says how it ended.

use std::io::stdout;
use std::process::ExitCode;

use bot::cli::{self, Cli};
use clap::Parser;

/// Gives back what threads that come and go have freed: with glibc's own, memory grew for as long as it was watched.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let outcome = cli::execute(&Cli::parse(), &mut stdout().lock());
    if let Err(failure) = &outcome {
        eprintln!("delos: {failure}");
    }
    cli::status(&outcome)
}
