//! `match`: plays two players against each other and estimates the difference in Elo.

use clap::Parser;
use engine::SearchLimits;
use engine::arena::adjudication::Adjudication;
use engine::arena::player::{PLAYER_HELP, Player};
use engine::arena::stats::{LLR_BOUND, Sprt};
use engine::arena::{MatchConfig, MatchSummary, play_match};
use progress::Progress;
use rules_core::Variant;
use std::io::Write as _;
use std::time::Duration;

/// Plays a match between two players. Each balanced random opening is played twice with colors swapped.
#[derive(Debug, Parser)]
#[command(version, after_help = PLAYER_HELP)]
struct Arguments {
    /// Variant id, such as `leto`.
    variant: Variant,
    /// Player whose results are shown.
    first: String,
    /// Its opponent.
    second: String,
    /// Games to play.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Milliseconds per move; 100 if no limit is given.
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes per move.
    #[arg(long)]
    nodes: Option<u64>,
    /// Search depth in plies.
    #[arg(long)]
    depth: Option<u32>,
    /// Random plies at the start of each game.
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Seed of the openings and players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Concurrent games.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Ends a game as won when both players report 10 pawns for 4 moves each, and from move 34 on as drawn when both report at most
    /// 0.2 pawns for 8 moves each.
    #[arg(long)]
    adjudicate: bool,
    /// Ends the match when a sequential probability ratio test accepts either advantage, in Elo points.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"])]
    sprt: Option<Vec<f64>>,
    /// Pairs of games between two progress lines.
    #[arg(long, default_value_t = 10)]
    every: usize,
}

impl Arguments {
    fn sprt(&self) -> Option<Sprt> {
        match self.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1 }),
            _ => None,
        }
    }

    fn limits(&self) -> SearchLimits {
        let limits = SearchLimits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.movetime.map(Duration::from_millis),
            soft_time: None,
        };
        if limits == SearchLimits::default() {
            SearchLimits::time(Duration::from_millis(100))
        } else {
            limits
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let (variant, limits) = (arguments.variant, arguments.limits());
    let config = MatchConfig {
        variant,
        games: arguments.games,
        opening_plies: arguments.opening,
        seed: arguments.seed,
        threads: arguments.concurrency,
        adjudication: arguments.adjudicate.then_some(Adjudication::DEFAULT),
        sprt: arguments.sprt(),
    };
    let make_players = || {
        Ok([
            Player::new(&arguments.first, variant, &limits)?,
            Player::new(&arguments.second, variant, &limits)?,
        ])
    };
    let every = 2 * arguments.every.max(1);
    let progress = Progress::of("match", config.games as u64);
    let summary = play_match(&config, &make_players, &|summary| {
        progress.reach(summary.tally.games() as u64);
        if summary.tally.games().is_multiple_of(every) {
            // A closed pipe does not end the match.
            let _ = writeln!(std::io::stdout(), "{}", summary.tally);
        }
    })?;
    drop(progress);
    print_summary(&arguments, &summary)?;
    Ok(())
}

fn print_summary(arguments: &Arguments, summary: &MatchSummary) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    let [first, second] = [&arguments.first, &arguments.second];
    let variant = arguments.variant.id();
    writeln!(out, "{variant}: {first} against {second}")?;
    writeln!(out, "{}", summary.tally)?;
    for (name, usage) in [first, second].into_iter().zip(&summary.usage) {
        let moves = usage.moves.max(1);
        let millis = usage.time.as_secs_f64() * 1000.0;
        writeln!(
            out,
            "{name}: {} moves, {:.1} ms and depth {} on average, {} nodes per second",
            usage.moves,
            millis / f64::from(u32::try_from(moves).unwrap_or(u32::MAX)),
            usage.depths / moves,
            u128::from(usage.nodes) * 1_000_000 / usage.time.as_micros().max(1),
        )?;
    }
    writeln!(out, "ends: {:?}", summary.reasons)?;
    if let Some(sprt) = arguments.sprt() {
        let Sprt { elo0, elo1 } = sprt;
        writeln!(
            out,
            "SPRT [{elo0}, {elo1}]: LLR {:.2} of ±{LLR_BOUND:.2}, {:?}",
            sprt.llr(&summary.tally),
            sprt.verdict(&summary.tally)
        )?;
    }
    Ok(())
}
