//! The real program under load, killed at random moments. Nothing that was shown is lost, nothing is posted twice, and
//! the final state is the same as without disruptions.
//!
//! Without arguments this is a short test. `cargo test --release -p bot --test kills -- --kills 200 --tables 40 --plies 40` takes
//! some minutes. `--cuts 50 --disks 4`, as root on Linux, adds power cuts, and disks that fill up, fail, or become read-only.
//! `--tables 0 --expiring 0 --players 64 --rounds 9 --kills 40` plays only a large tournament.
//!
//! `--processes 4` runs four programs on one PostgreSQL server, which the test starts.
//! `--freezes 20 --restarts 20 --network-cuts 10` adds disruptions that only several programs survive without a pause, and prints
//! how long shards waited for another program.

#![allow(clippy::unwrap_used, reason = "a panic fails the test")]
#![allow(clippy::print_stdout, reason = "the test reports its progress")]

mod disk;
mod disruption;
mod expiring;
mod invariants;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod program;
#[path = "../../store/tests/it/proxy.rs"]
mod proxy;
mod run;
#[allow(dead_code, reason = "the load benchmark uses more of it")]
mod scripted_game;
#[path = "../../store/tests/it/server.rs"]
mod server;
mod storage;
mod takeover;
mod tournament;
mod tournament_game;
mod tournament_state;

use std::time::Instant;

use clap::Parser;

use disruption::disruptions;
use run::Run;
use scripted_game::Dice;

#[derive(Parser, Debug, Clone)]
struct Plan {
    /// Number of kills
    #[arg(long, default_value_t = 6)]
    kills: usize,
    /// Number of power cuts (as root)
    #[arg(long, default_value_t = 0)]
    cuts: usize,
    /// Number of disk failures: full, failed and read-only in turn (as root)
    #[arg(long, default_value_t = 0)]
    disks: usize,
    /// Games between people; each five of them add one with the engine
    #[arg(long, default_value_t = 5)]
    tables: usize,
    /// Entrants of a Swiss tournament; 0 for none
    #[arg(long, default_value_t = 7)]
    players: usize,
    /// Rounds of the tournament
    #[arg(long, default_value_t = 3)]
    rounds: u8,
    /// Half-moves of each game
    #[arg(long, default_value_t = 12)]
    plies: usize,
    /// Number of programs; several of them share a PostgreSQL server
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// Number of suspensions that outlast a program's leases
    #[arg(long, default_value_t = 0)]
    freezes: usize,
    /// Number of restarts of the database server
    #[arg(long, default_value_t = 0)]
    restarts: usize,
    /// Number of times a program loses its connections to the database server
    #[arg(long, default_value_t = 0)]
    network_cuts: usize,
    /// Challenges and clocks that expire during the run
    #[arg(long, default_value_t = 5)]
    expiring: usize,
    /// Seed of all random choices [default: from the clock]
    #[arg(long)]
    seed: Option<u64>,
    /// The test filter of `cargo test`; one that isn't part of "kills" skips this test
    filter: Option<String>,
    #[arg(long, hide = true)]
    list: bool,
}

impl Plan {
    fn uses_server(&self) -> bool {
        self.processes > 1
    }

    /// Whether one of the kills hits the program that runs the tournament, halfway through it.
    fn kills_in_tournament(&self) -> bool {
        self.kills > 0 && self.players > 0
    }
}

fn main() {
    let plan = Plan::parse();
    if plan.list
        || plan
            .filter
            .as_ref()
            .is_some_and(|name| !"kills".contains(name))
    {
        return;
    }
    if plan.uses_server() && server::server().is_none() {
        // It has printed the reason.
        return;
    }
    let seed = plan.seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap();
        u64::from(now.subsec_nanos()) % 1_000_000
    });
    println!("{plan:?}, seed {seed}: repeat it with --seed {seed}");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(both(&plan, seed));
}

async fn both(plan: &Plan, seed: u64) {
    // Without a disk of its own, and with no disruption planned.
    let undisturbed_plan = Plan {
        cuts: 0,
        disks: 0,
        ..plan.clone()
    };
    let begun = Instant::now();
    let mut undisturbed = Run::new(&undisturbed_plan, seed).await;
    undisturbed.play(Vec::new(), &mut Dice(seed)).await;
    let moves = undisturbed.shown;
    let expected = undisturbed.finish().await;
    println!(
        "without disruptions: {moves} boards in {:.0?}",
        begun.elapsed()
    );

    let begun = Instant::now();
    let mut dice = Dice(seed);
    let planned = disruptions(plan, moves, &mut dice);
    let mut run = Run::new(plan, seed).await;
    run.spares_tournament = plan.kills_in_tournament();
    run.play(planned, &mut dice).await;
    let (shown, counts) = (run.shown, run.counts.clone());
    let found = run.finish().await;
    for (game, expected) in &expected.games {
        assert_eq!(&found.games[game], expected, "game {game}, seed {seed}");
    }
    assert_eq!(found.games.len(), expected.games.len());
    assert_eq!(found.tournament, expected.tournament, "seed {seed}");
    println!(
        "with disruptions: {shown} boards in {:.0?}; {counts:?}",
        begun.elapsed()
    );
    if let Some(takeovers) = found.takeovers {
        print!("until another program took over:\n{takeovers}");
    }
    println!("nothing lost, nothing posted twice, all as without disruptions");
}
