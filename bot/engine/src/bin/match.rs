//! `match`: two players, a number of games, and what the result says about their strength.

use clap::Parser;
use engine::SearchLimits;
use engine::arena::adjudication::Adjudication;
use engine::arena::player::{FORMS, Player};
use engine::arena::stats::Sprt;
use engine::arena::{Plan, Summary, run};
use rules_core::Variant;
use std::io::Write as _;
use std::time::Duration;

/// Plays a match between two players from balanced random openings, each opening twice with colors swapped.
#[derive(Debug, Parser)]
#[command(version, after_help = FORMS)]
struct Arguments {
    /// The rule set, by its id.
    variant: Variant,
    /// The player whose results are shown.
    first: String,
    /// Its opponent.
    second: String,
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: usize,
    /// Limit of each move, in milliseconds; if no limit is given, 100.
    #[arg(long)]
    movetime: Option<u64>,
    /// Limit of each move, in positions looked at.
    #[arg(long)]
    nodes: Option<u64>,
    /// Limit of each move, in half-moves ahead.
    #[arg(long)]
    depth: Option<u32>,
    /// Random half-moves at the beginning of each game.
    #[arg(long, default_value_t = 8)]
    opening: usize,
    /// Chooses the openings and the players' chances.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at the same time.
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Ends games when both players, unless they are UCI engines, have held them for decided (10 pawns) for four moves each or, after move 34,
    /// for equal (a fifth of a pawn) for eight.
    #[arg(long)]
    adjudicate: bool,
    /// Ends the match when it is decided whether the advantage is rather the first or the second, in Elo points.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"])]
    sprt: Option<Vec<f64>>,
    /// Shows the result so far after so many pairs of games.
    #[arg(long, default_value_t = 10)]
    every: usize,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments = Arguments::parse();
    let mut limits = SearchLimits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        time: arguments.movetime.map(Duration::from_millis),
        soft_time: None,
    };
    if limits == SearchLimits::default() {
        limits = SearchLimits::time(Duration::from_millis(100));
    }
    let plan = Plan {
        variant: arguments.variant,
        games: arguments.games,
        opening_plies: arguments.opening,
        seed: arguments.seed,
        threads: arguments.concurrency,
        adjudication: arguments.adjudicate.then_some(Adjudication::USUAL),
        sprt: match arguments.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some(Sprt { elo0, elo1 }),
            _ => None,
        },
    };
    let variant = arguments.variant;
    let make = || {
        Ok([
            Player::new(&arguments.first, variant, &limits)?,
            Player::new(&arguments.second, variant, &limits)?,
        ])
    };
    let every = 2 * arguments.every.max(1);
    let summary = run(&plan, &make, &|summary| {
        if summary.tally.games().is_multiple_of(every) {
            // A closed pipe is no reason to end the match.
            let _ = writeln!(std::io::stdout(), "{}", summary.tally);
        }
    })?;
    show(&arguments, &summary)?;
    Ok(())
}

fn show(arguments: &Arguments, summary: &Summary) -> std::io::Result<()> {
    let mut out = std::io::stdout();
    writeln!(
        out,
        "{}: {} against {}",
        arguments.variant.id(),
        arguments.first,
        arguments.second
    )?;
    writeln!(out, "{}", summary.tally)?;
    for (name, spent) in [&arguments.first, &arguments.second]
        .into_iter()
        .zip(&summary.spent)
    {
        let moves = spent.moves.max(1);
        writeln!(
            out,
            "{name}: {} moves, {:.1} ms and depth {} on average, {} positions a second",
            spent.moves,
            spent.time.as_secs_f64() * 1000.0 / f64::from(u32::try_from(moves).unwrap_or(u32::MAX)),
            spent.depths / moves,
            spent.speed(),
        )?;
    }
    writeln!(out, "ends: {:?}", summary.reasons)?;
    if let Some(&[elo0, elo1]) = arguments.sprt.as_deref() {
        let sprt = Sprt { elo0, elo1 };
        writeln!(
            out,
            "SPRT [{elo0}, {elo1}]: ratio {:.2} of ±2.94, {:?}",
            sprt.ratio(&summary.tally),
            sprt.verdict(&summary.tally)
        )?;
    }
    Ok(())
}
