//! Load test: thousands of concurrent games through the playground, with the real program in separate processes.
//!
//! `cargo bench -p bot --bench load` plays 1,000 games at 50 moves a second for five minutes, and prints the latency of
//! acknowledgments and boards, and the cost. `-- --faults 20` makes a fifth of all requests fail. `-- --store postgres
//! --processes 2 --delay-ms 0.5` runs two programs on a PostgreSQL server half a millisecond away. `-- --compare` measures one
//! store after the other and prints a table. `-- --help` lists all options. The test asserts that nothing is lost, but no times,
//! which depend on the machine.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]
#![allow(
    clippy::cast_precision_loss,
    reason = "figures are printed with few digits"
)]
#![allow(
    dead_code,
    reason = "players, program and server are shared with tests"
)]

#[path = "../figures/mod.rs"]
mod figures;
#[path = "../../tests/kills/invariants.rs"]
mod invariants;
mod network;
mod players;
#[path = "../../tests/kills/program.rs"]
mod program;
#[path = "../../tests/kills/scripted_game.rs"]
mod scripted_game;
#[path = "../../store/tests/it/server.rs"]
mod server;
mod setup;
mod usage;

use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use playground::Playground;

use figures::percentile;
use players::{Answers, Load};
use server::Server;
use setup::{Programs, Sample, Setup, Store};
use usage::mebibytes;

#[derive(Parser, Debug)]
pub(crate) struct Plan {
    /// Concurrent games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Moves per second in all games together
    #[arg(long, default_value_t = 50.0)]
    rate: f64,
    /// Duration of the measurement in seconds
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Store of the games
    #[arg(long, value_enum, default_value_t = Store::Sled)]
    store: Store,
    /// Programs that share a PostgreSQL server
    #[arg(long, default_value_t = 1)]
    processes: usize,
    /// Milliseconds added to each round trip to the server
    #[arg(long, default_value_t = 0.0)]
    delay_ms: f64,
    /// Measure sled, PostgreSQL with one process, PostgreSQL with two, and both again with the delay [default: 0.5 ms]
    #[arg(long)]
    compare: bool,
    /// Number of shards [default: 1 for one process, 4 for several processes or --compare]
    #[arg(long)]
    shards: Option<u64>,
    /// Folder of the data folders and the server [default: the system's temporary folder]
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Percentage of requests that fail: a third each with an error, a cut connection and a lost answer
    #[arg(long, default_value_t = 0)]
    faults: u8,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

impl Plan {
    fn setups(&self) -> Vec<Setup> {
        let delay = Duration::from_secs_f64(self.delay_ms / 1000.0);
        if self.compare {
            let half = Duration::from_micros(500);
            return Setup::all(if delay.is_zero() { half } else { delay });
        }
        let several = self.processes > 1 || !delay.is_zero();
        assert!(
            self.store == Store::Postgres || !several,
            "several processes and a delay need --store postgres"
        );
        vec![Setup {
            store: self.store,
            processes: self.processes,
            delay,
        }]
    }

    fn shards(&self) -> u64 {
        let several = self.compare || self.processes > 1;
        let usual = if several { 4 } else { 1 };
        self.shards.unwrap_or(usual).max(self.processes as u64)
    }

    fn folder(&self) -> PathBuf {
        let folder = self.folder.clone().unwrap_or_else(std::env::temp_dir);
        folder.canonicalize().unwrap()
    }
}

/// The measurements of one setup.
struct Outcome {
    setup: Setup,
    answers: Answers,
    before: Sample,
    after: Sample,
    /// Samples of the resident memory of all programs together.
    resident: Vec<u64>,
}

impl Outcome {
    /// Returns the processor time per board, in milliseconds.
    fn cpu(&self, of: impl Fn(Sample) -> Duration) -> f64 {
        let time = of(self.after).saturating_sub(of(self.before));
        time.as_secs_f64() * 1000.0 / self.boards()
    }

    fn boards(&self) -> f64 {
        self.answers.shown.len().max(1) as f64
    }

    fn print(&mut self) {
        print("acknowledged", &mut self.answers.acknowledged);
        print("board shown", &mut self.answers.shown);
        println!("not answered in time: {}", self.answers.unanswered);
        println!(
            "processor time per board: {:.2} ms for the programs, {:.2} ms for the database server, \
             {:.2} ms for playground and players, {:.2} ms for the delay",
            self.cpu(|sample| sample.programs.cpu_time),
            self.cpu(|sample| sample.database),
            self.cpu(|sample| sample.players),
            self.cpu(|sample| sample.network),
        );
        let written = self.after.disk_bytes as f64 - self.before.disk_bytes as f64;
        println!(
            "memory: {:.1} MiB at the start, {:.1} MiB at the end; disk: {:.0} bytes per board",
            mebibytes(self.resident.first().copied().unwrap_or(0)),
            mebibytes(self.resident.last().copied().unwrap_or(0)),
            written / self.boards()
        );
    }

    fn row(&mut self) -> String {
        let times = |times: &mut [Duration]| {
            let [p50, p99] = [50, 99].map(|percent| percentile(times, percent).as_secs_f64());
            format!("{:.0} / {:.0}", p50 * 1000.0, p99 * 1000.0)
        };
        let acknowledged = times(&mut self.answers.acknowledged);
        let shown = times(&mut self.answers.shown);
        format!(
            "| {} | {} | {acknowledged} | {shown} | {:.2} | {:.2} | {:.2} | {:.2} | {:.0} | {} |",
            self.setup,
            self.answers.shown.len(),
            self.cpu(|sample| sample.programs.cpu_time),
            self.cpu(|sample| sample.database),
            self.cpu(|sample| sample.players),
            self.cpu(|sample| sample.network),
            mebibytes(self.resident.last().copied().unwrap_or(0)),
            self.answers.unanswered
        )
    }
}

fn print(what: &str, times: &mut [Duration]) {
    let [p50, p95, p99, worst] = [50, 95, 99, 100].map(|percent| percentile(times, percent));
    println!(
        "{what:<16} {:>7} times   p50 {p50:>7.1?}   p95 {p95:>7.1?}   p99 {p99:>7.1?}   worst {worst:>7.1?}",
        times.len()
    );
}

async fn measure(plan: &Plan, setup: Setup, server: Option<&Server>) -> Outcome {
    println!("\n{setup}");
    let pg = Playground::builder().real_time().start().await.unwrap();
    if plan.faults > 0 {
        // An acknowledgment is late when its request is delayed.
        pg.expect("ack-3s");
    }
    let shards = plan.shards();
    if shards > 1 {
        pg.gateway().advise_shards(shards, shards);
    }
    let scratch = tempfile::tempdir_in(plan.folder()).unwrap();
    let server = server.filter(|_| setup.store == Store::Postgres);
    let programs = Programs::start(setup, server, &pg, shards, scratch.path()).await;
    let mut load = Load::new(plan, pg);
    load.open_games(plan).await;
    if plan.faults > 0 {
        load.inject_faults(plan);
    }
    println!("measuring for {} s", plan.seconds);
    let before = programs.sample();
    let mut resident = Vec::new();
    let sample = |load: &Load, passed: Duration| {
        let now = programs.usage().resident_bytes;
        resident.push(now);
        println!(
            "{:>5} s  {:>6} boards  memory {:>6.1} MiB",
            passed.as_secs(),
            load.answers.shown.len(),
            mebibytes(now),
        );
    };
    load.run(plan.rate, Duration::from_secs(plan.seconds), sample)
        .await;
    let after = programs.sample();
    load.pg.clear_faults();
    load.drain().await;
    let mut outcome = Outcome {
        setup,
        answers: std::mem::take(&mut load.answers),
        before,
        after,
        resident,
    };
    outcome.print();

    let (store, database) = programs.stop().await;
    invariants::assert_nothing_lost(&*store, &load.games);
    println!("nothing that was shown is lost");
    drop(store);
    if let Some((server, url)) = database {
        server.drop(&url);
    }
    outcome
}

fn main() {
    let plan = Plan::parse();
    println!("{plan:?}");
    let setups = plan.setups();
    let needs_server = setups.iter().any(|setup| setup.store == Store::Postgres);
    // As in production, commits survive a power cut.
    let server = needs_server.then(|| Server::start_in(&plan.folder(), "fsync=on"));
    let server = server.map(|server| server.expect("PostgreSQL is installed"));
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    let mut rows = Vec::new();
    for setup in setups {
        let measured = Box::pin(measure(&plan, setup, server.as_ref()));
        rows.push(runtime.block_on(measured).row());
    }
    println!(
        "\nTimes in ms, p50 / p99; processor time in ms a board.\n\n\
         | | boards | acknowledged | board shown | CPU: programs | database | playground, players | delay | MiB | unanswered |\n\
         | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n{}",
        rows.join("\n")
    );
    // Stops even if a connection lingers.
    runtime.shutdown_background();
}
