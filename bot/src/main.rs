//! The program `delos`.

use std::io::stdout;
use std::process::ExitCode;

use bot::cli::{self, Cli};
use clap::Parser;

/// With glibc's allocator, memory grew for as long as it was measured: short-lived threads draw the boards.
#[cfg(all(target_os = "linux", feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

fn main() -> ExitCode {
    let outcome = cli::execute(&Cli::parse(), &mut stdout().lock());
    if let Err(error) = &outcome {
        eprintln!("delos: {error}");
    }
    cli::status(&outcome)
}
