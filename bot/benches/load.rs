//! Load test: thousands of concurrent games through the playground, with the real program in its own process.
//!
//! `cargo bench -p bot --bench load` plays 1,000 games at 50 moves a second for five minutes, and prints the latency of
//! acknowledgments and boards, and the cost; with `-- --faults 20` a fifth of all requests fail. `-- --help` has more. It asserts
//! that nothing is lost, but no times: they depend on the machine.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]
#![allow(
    clippy::cast_precision_loss,
    reason = "figures are printed with few digits"
)]
#![allow(
    dead_code,
    reason = "players and program are shared with the test `kills`"
)]

#[path = "../tests/kills/invariants.rs"]
mod invariants;
#[path = "../tests/kills/program.rs"]
mod program;
#[path = "../tests/kills/scripted_game.rs"]
mod scripted_game;

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use bot::store::SledStore;
use clap::Parser;
use playground::{BotEvent, Fault, Follower, Playground};

use program::Program;
use scripted_game::ScriptedGame;

#[derive(Parser, Debug)]
struct Plan {
    /// Concurrent games
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Moves per second in all games together
    #[arg(long, default_value_t = 50.0)]
    rate: f64,
    /// Duration of the measurement in seconds
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// Percentage of requests that fail: a third each with an error, a cut connection and a lost answer
    #[arg(long, default_value_t = 0)]
    faults: u8,
    /// Seed of all random choices
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Half-moves after which a game is replaced by another.
const PLIES: usize = 60;
/// Between two readings of memory, disk and processor time.
const SAMPLE_INTERVAL: Duration = Duration::from_secs(10);

/// Durations of one kind.
#[derive(Default)]
struct Durations(Vec<Duration>);

impl Durations {
    fn at(&mut self, percent: usize) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        self.0
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }

    fn print(&mut self, what: &str) {
        println!(
            "{what:<16} {:>7} times   p50 {:>7.1?}   p95 {:>7.1?}   p99 {:>7.1?}   worst {:>7.1?}",
            self.0.len(),
            self.at(50),
            self.at(95),
            self.at(99),
            self.at(100)
        );
    }
}

struct Load {
    pg: Playground,
    follower: Follower,
    games: Vec<ScriptedGame>,
    by_channel: HashMap<u64, usize>,
    /// Games in which a person can act, longest waiting first.
    ready: VecDeque<usize>,
    acknowledged: Durations,
    shown: Durations,
    unanswered: usize,
    connected: Instant,
}

impl Load {
    fn notice(&mut self, happening: &BotEvent) {
        let channel = match happening {
            BotEvent::Answered(reply) | BotEvent::Unanswered(reply) => reply.channel(),
            BotEvent::Posted(message) | BotEvent::Edited(message) => message.channel(),
        };
        let Some(&number) = self.by_channel.get(&channel.id()) else {
            return;
        };
        match happening {
            BotEvent::Answered(reply) => {
                let took = reply.ack_ms().map(Duration::from_millis);
                self.acknowledged.0.extend(took);
            }
            BotEvent::Unanswered(_) => self.unanswered += 1,
            _ => {}
        }
        let game = &mut self.games[number];
        let (could_act, since) = (game.can_act(), game.since());
        if game.notice(happening) {
            self.shown.0.push(since.elapsed());
        }
        if game.is_over() {
            game.restart();
        }
        if game.can_act() && !could_act {
            self.ready.push_back(number);
        }
    }

    /// Lets people act at a rate for some time.
    async fn run(
        &mut self,
        rate: f64,
        duration: Duration,
        mut sample: impl FnMut(&Self, Duration),
    ) {
        let begun = Instant::now();
        let (mut acted, mut sampled) = (0.0, Duration::ZERO);
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        while begun.elapsed() < duration {
            tokio::select! {
                biased;
                happening = self.follower.next() => self.notice(&happening),
                _ = tick.tick() => {
                    let passed = begun.elapsed();
                    // Actions that were not possible in time are not made up for.
                    acted = f64::max(acted, passed.as_secs_f64() * rate - rate);
                    while acted < passed.as_secs_f64() * rate
                        && let Some(number) = self.ready.pop_front()
                    {
                        self.games[number].act();
                        acted += 1.0;
                    }
                    if passed.saturating_sub(sampled) >= SAMPLE_INTERVAL {
                        sampled = passed;
                        self.repeat_unanswered();
                        sample(self, passed);
                    }
                }
            }
        }
    }

    fn repeat_unanswered(&mut self) {
        for (number, game) in self.games.iter_mut().enumerate() {
            let could_act = game.can_act();
            game.repeat_unanswered(self.connected);
            if game.can_act() && !could_act {
                self.ready.push_back(number);
            }
        }
    }

    /// Waits until everything requested is done.
    async fn drain(&mut self) {
        while let Ok(happening) =
            tokio::time::timeout(Duration::from_secs(3), self.follower.next()).await
        {
            self.notice(&happening);
        }
    }
}

/// Size of a folder in bytes.
fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries
        .map(|entry| match entry.metadata() {
            Ok(data) if data.is_dir() => size(&entry.path()),
            Ok(data) => data.len(),
            Err(_) => 0,
        })
        .sum()
}

fn mebibytes(bytes: u64) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}

/// What a process uses.
#[derive(Clone, Copy)]
struct Usage {
    resident_bytes: u64,
    cpu_time: Duration,
}

fn usage(process: u32) -> Usage {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let resident = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))
        .and_then(|line| line.split_whitespace().next())
        .and_then(|number| number.parse::<u64>().ok())
        .unwrap_or(0);
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = stat.rsplit(')').next().unwrap_or_default();
    // Fields 14 and 15, counted from the process's name: user and system time in hundredths of a second.
    let ticks: u64 = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum();
    Usage {
        resident_bytes: resident * 1024,
        cpu_time: Duration::from_millis(ticks * 10),
    }
}

/// What the program and the test use at one moment.
#[derive(Clone, Copy)]
struct Sample {
    program: Usage,
    test: Usage,
    disk_bytes: u64,
}

impl Sample {
    fn take(program: &Program, data: &Path) -> Self {
        Self {
            program: usage(program.id()),
            test: usage(std::process::id()),
            disk_bytes: size(data),
        }
    }
}

impl Load {
    fn new(plan: &Plan, pg: Playground) -> Self {
        let games: Vec<_> = (0..plan.games)
            .map(|n| ScriptedGame::between_people(&pg, n, PLIES, plan.seed))
            .collect();
        Self {
            follower: pg.follow(),
            by_channel: games
                .iter()
                .map(|game| game.channel.id())
                .zip(0..)
                .collect(),
            ready: (0..plan.games).collect(),
            pg,
            games,
            acknowledged: Durations::default(),
            shown: Durations::default(),
            unanswered: 0,
            connected: Instant::now(),
        }
    }

    /// Begins the games: challenges, their acceptance, and the first moves of some.
    async fn open_games(&mut self, plan: &Plan) {
        let duration = 2.5 * plan.games as f64 / (2.0 * plan.rate);
        let duration = Duration::from_secs_f64(duration).max(Duration::from_secs(5));
        self.run(2.0 * plan.rate, duration, |_, _| {}).await;
        self.drain().await;
        self.acknowledged = Durations::default();
        self.shown = Durations::default();
        self.unanswered = 0;
        let began = self.games.iter().filter(|game| game.id.is_some()).count();
        println!("{began} games in progress");
    }

    fn inject_faults(&self, plan: &Plan) {
        let (share, seed) = (plan.faults / 3, plan.seed);
        let everywhere = || Fault::on("*");
        let lost = everywhere().drop_response();
        self.pg.inject(everywhere().status(503).chance(share, seed));
        self.pg.inject(everywhere().cut().chance(share, seed + 1));
        self.pg
            .inject(lost.chance(plan.faults - 2 * share, seed + 2));
    }

    fn report(&mut self, before: Sample, after: Sample, resident: &[u64]) {
        let boards = self.shown.0.len().max(1) as f64;
        let cpu_per_board = |before: Usage, after: Usage| {
            let time = after.cpu_time.saturating_sub(before.cpu_time);
            time.as_secs_f64() * 1000.0 / boards
        };
        self.acknowledged.print("acknowledged");
        self.shown.print("board shown");
        println!("not answered in time: {}", self.unanswered);
        println!(
            "processor time per board: {:.2} ms for the program, {:.2} ms for playground and players",
            cpu_per_board(before.program, after.program),
            cpu_per_board(before.test, after.test)
        );
        println!(
            "memory: {:.1} MiB at the start, {:.1} MiB at the end; disk: {:.0} bytes per board",
            mebibytes(resident.first().copied().unwrap_or(0)),
            mebibytes(resident.last().copied().unwrap_or(0)),
            (after.disk_bytes as f64 - before.disk_bytes as f64) / boards
        );
    }
}

async fn measure(plan: &Plan) {
    let pg = Playground::builder().real_time().start().await.unwrap();
    if plan.faults > 0 {
        // Requests are repeated when an answer is lost, and late when a request is delayed.
        pg.expect("one-ack");
        pg.expect("ack-3s");
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let mut program = Program::spawn(&pg, &data, &log, "warn", None);
    program.ready(&pg).await;
    let mut load = Load::new(plan, pg);
    load.open_games(plan).await;
    if plan.faults > 0 {
        load.inject_faults(plan);
    }
    println!("measuring for {} s", plan.seconds);
    let before = Sample::take(&program, &data);
    let mut resident = Vec::new();
    let sample = |load: &Load, passed: Duration| {
        let now = usage(program.id()).resident_bytes;
        resident.push(now);
        println!(
            "{:>5} s  {:>6} boards  memory {:>6.1} MiB  disk {:>6.1} MiB",
            passed.as_secs(),
            load.shown.0.len(),
            mebibytes(now),
            mebibytes(size(&data))
        );
    };
    load.run(plan.rate, Duration::from_secs(plan.seconds), sample)
        .await;
    let after = Sample::take(&program, &data);
    load.pg.clear_faults();
    load.drain().await;
    load.report(before, after, &resident);

    program.terminate();
    let (status, last_line) = program.wait().await;
    assert_eq!(status, Some(0), "{last_line}");
    invariants::assert_nothing_lost(&SledStore::open(&data).unwrap(), &load.games);
    println!("nothing that was shown is lost");
}

fn main() {
    let plan = Plan::parse();
    println!("{plan:?}");
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(measure(&plan));
    // Stops even if a connection lingers.
    runtime.shutdown_background();
}
