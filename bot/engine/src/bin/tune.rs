//! `tune`: tunes the numbers of the search by games of the engine against itself.

use clap::Parser as _;
use engine::arena::tuning::{TuningConfig, tune};
use progress::Progress;
use std::io::Write as _;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let config = TuningConfig::parse();
    let progress = Progress::of("tune", config.pairs as u64);
    tune(&config, &|tuning| {
        progress.advance(1);
        if tuning.played.is_multiple_of(100) || tuning.played == config.pairs {
            // A closed pipe does not end the tuning.
            let _ = writeln!(std::io::stdout(), "{tuning}");
        }
    })?;
    Ok(())
}
