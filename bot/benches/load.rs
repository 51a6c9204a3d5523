//! Thousands of games at once, played through the playground by the real program in a process of its own.
//!
//! `cargo bench -p bot --bench load` plays 1,000 games at 50 moves a second for five minutes and prints how long acknowledgements
//! and boards took, and what that cost; `-- --faults 20` lets a fifth of all requests fail meanwhile. `-- --help` has the rest.
//! That nothing was lost is checked in the end. Times are told, not judged: they are the machine's as much as the program's.

#![allow(clippy::unwrap_used, reason = "a measurement fails by a panic")]
#![allow(clippy::print_stdout, reason = "it tells what it measured")]
#![allow(
    clippy::cast_precision_loss,
    reason = "no figure is told with as many digits"
)]
#![allow(
    dead_code,
    reason = "the players and the program are shared with the test of kills"
)]

#[path = "../tests/kills/program.rs"]
mod program;
#[path = "../tests/kills/tables.rs"]
mod tables;
#[path = "../tests/kills/verdict.rs"]
mod verdict;

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use clap::Parser;
use playground::{BotEvent, Fault, Follower, Playground};

use program::Program;
use tables::Table;

#[derive(Parser, Debug)]
struct Plan {
    /// Games in progress at the same time
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Moves a second, over all games
    #[arg(long, default_value_t = 50.0)]
    rate: f64,
    /// How long it is measured, in seconds
    #[arg(long, default_value_t = 300)]
    seconds: u64,
    /// How many of a hundred requests fail: a third each with an error, with the connection cut, with the answer lost
    #[arg(long, default_value_t = 0)]
    faults: u8,
    /// What chance follows
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Half-moves after which a game is left and another begun.
const PLIES: usize = 60;
/// How often memory, disk and processor time are looked at.
const LOOK: Duration = Duration::from_secs(10);

/// Times of one kind.
#[derive(Default)]
struct Times(Vec<Duration>);

impl Times {
    fn at(&mut self, percent: usize) -> Duration {
        self.0.sort_unstable();
        let last = self.0.len().saturating_sub(1);
        self.0
            .get(last * percent / 100)
            .copied()
            .unwrap_or_default()
    }

    fn tell(&mut self, what: &str) {
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
    tables: Vec<Table>,
    by_channel: HashMap<u64, usize>,
    /// Tables at which somebody can do something, longest waiting first.
    ready: VecDeque<usize>,
    acknowledged: Times,
    shown: Times,
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
        let table = &mut self.tables[number];
        let (could, since) = (table.can_act(), table.since());
        if table.notice(happening) {
            self.shown.0.push(since.elapsed());
        }
        if table.is_over() {
            table.begin_again();
        }
        if table.can_act() && !could {
            self.ready.push_back(number);
        }
    }

    /// Lets people act so often, for so long.
    async fn run(&mut self, rate: f64, long: Duration, mut look: impl FnMut(&Self, Duration)) {
        let begun = Instant::now();
        let (mut acted, mut looked) = (0.0, Duration::ZERO);
        let mut tick = tokio::time::interval(Duration::from_millis(10));
        while begun.elapsed() < long {
            tokio::select! {
                biased;
                happening = self.follower.next() => self.notice(&happening),
                _ = tick.tick() => {
                    let passed = begun.elapsed();
                    // Who was not let in for want of a board does not crowd in later.
                    acted = f64::max(acted, passed.as_secs_f64() * rate - rate);
                    while acted < passed.as_secs_f64() * rate
                        && let Some(number) = self.ready.pop_front()
                    {
                        self.tables[number].act();
                        acted += 1.0;
                    }
                    if passed.saturating_sub(looked) >= LOOK {
                        looked = passed;
                        self.patience();
                        look(self, passed);
                    }
                }
            }
        }
    }

    fn patience(&mut self) {
        for (number, table) in self.tables.iter_mut().enumerate() {
            let could = table.can_act();
            table.lose_patience(self.connected);
            if table.can_act() && !could {
                self.ready.push_back(number);
            }
        }
    }

    /// Lets everything that was asked for come to its end.
    async fn settle(&mut self) {
        while let Ok(happening) =
            tokio::time::timeout(Duration::from_secs(3), self.follower.next()).await
        {
            self.notice(&happening);
        }
    }
}

/// Bytes of all files in a folder.
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

/// Resident bytes and processor time of a process.
fn cost(process: u32) -> (u64, Duration) {
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
    (resident * 1024, Duration::from_millis(ticks * 10))
}

async fn measure(plan: &Plan) {
    let pg = Playground::builder().real_time().start().await.unwrap();
    if plan.faults > 0 {
        // Whose answer was lost asks again; who is held up too long is late.
        pg.expect("one-ack");
        pg.expect("ack-3s");
    }
    let folder = tempfile::tempdir().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let mut program = Program::spawn(&pg, &data, (&log, "warn"));
    program.ready(&pg).await;
    let tables: Vec<_> = (0..plan.games)
        .map(|n| Table::new(&pg, n, false, PLIES, plan.seed))
        .collect();
    let mut load = Load {
        follower: pg.follow(),
        by_channel: tables
            .iter()
            .map(|table| table.channel.id())
            .zip(0..)
            .collect(),
        ready: (0..plan.games).collect(),
        pg,
        tables,
        acknowledged: Times::default(),
        shown: Times::default(),
        unanswered: 0,
        connected: Instant::now(),
    };
    // Challenges and their acceptance, and the first moves of some.
    let opening = Duration::from_secs_f64(2.5 * plan.games as f64 / (2.0 * plan.rate))
        .max(Duration::from_secs(5));
    load.run(2.0 * plan.rate, opening, |_, _| {}).await;
    load.settle().await;
    load.acknowledged = Times::default();
    load.shown = Times::default();
    load.unanswered = 0;
    let share = plan.faults / 3;
    if plan.faults > 0 {
        let everywhere = || Fault::on("*");
        load.pg
            .inject(everywhere().status(503).chance(share, plan.seed));
        load.pg
            .inject(everywhere().cut().chance(share, plan.seed + 1));
        load.pg.inject(
            everywhere()
                .drop_response()
                .chance(plan.faults - 2 * share, plan.seed + 2),
        );
    }
    let began = load
        .tables
        .iter()
        .filter(|table| table.id.is_some())
        .count();
    println!(
        "{began} games in progress; measuring for {} s",
        plan.seconds
    );
    let before = (cost(program.id()), cost(std::process::id()), size(&data));
    let mut resident = Vec::new();
    let look = |load: &Load, passed: Duration| {
        let now = cost(program.id()).0;
        resident.push(now);
        println!(
            "{:>5} s  {:>6} boards  memory {:>6.1} MiB  disk {:>6.1} MiB",
            passed.as_secs(),
            load.shown.0.len(),
            mebibytes(now),
            mebibytes(size(&data))
        );
    };
    load.run(plan.rate, Duration::from_secs(plan.seconds), look)
        .await;
    let after = (cost(program.id()), cost(std::process::id()), size(&data));
    load.pg.clear_faults();
    load.settle().await;

    let boards = load.shown.0.len();
    let each = |time: Duration| time.as_secs_f64() * 1000.0 / boards.max(1) as f64;
    load.acknowledged.tell("acknowledged");
    load.shown.tell("board shown");
    println!("not answered in time: {}", load.unanswered);
    println!(
        "processor time for each board: {:.2} ms the program, {:.2} ms playground and players",
        each(after.0.1.saturating_sub(before.0.1)),
        each(after.1.1.saturating_sub(before.1.1))
    );
    println!(
        "memory: {:.1} MiB at first, {:.1} MiB in the end; disk: {:.0} bytes for each board",
        mebibytes(resident.first().copied().unwrap_or(0)),
        mebibytes(resident.last().copied().unwrap_or(0)),
        (after.2 as f64 - before.2 as f64) / boards.max(1) as f64
    );
    program.terminate();
    let (status, words) = program.end().await;
    assert_eq!(status, Some(0), "{words}");
    verdict::nothing_told_is_lost(&data, folder.path(), &load.tables, |_| {});
    println!("nothing that anybody was told is lost");
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
    // So that a plain run by `cargo bench` ends even if a connection lingers.
    runtime.shutdown_background();
}
