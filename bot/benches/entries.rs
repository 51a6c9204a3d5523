//! 256 people join one tournament at once, through several processes on one PostgreSQL server.
//!
//! `cargo bench -p bot --bench entries`; `-- --processes 1` and other options change the setup. Each process runs eight commands
//! concurrently, like the bot. The benchmark asserts that no one is refused, but no times.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]
#![allow(
    clippy::cast_precision_loss,
    reason = "figures are printed with few digits"
)]

#[path = "../tests/it/common/entries.rs"]
mod entries;
mod figures;
#[path = "../store/tests/it/server.rs"]
mod server;

use std::fmt::Write as _;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use app::{Failure, Refusal, TournamentId};
use clap::Parser;
use store::postgres::DatabaseUrl;

use entries::Door;
use figures::percentile;
use server::Server;

/// Commands that each process runs concurrently.
const THREADS: usize = 8;

#[derive(Parser, Debug)]
struct Plan {
    /// People who join
    #[arg(long, default_value_t = 256)]
    people: usize,
    /// Processes that they use
    #[arg(long, default_value_t = 4)]
    processes: usize,
    /// Number of tournaments
    #[arg(long, default_value_t = 3)]
    rounds: usize,
    /// Folder of the server [default: the system's temporary folder]
    #[arg(long)]
    folder: Option<PathBuf>,
    /// Run as one of the processes
    #[arg(long, hide = true, requires_all = ["database", "tournament"])]
    number: Option<usize>,
    #[arg(long, hide = true)]
    database: Option<DatabaseUrl>,
    #[arg(long, hide = true)]
    tournament: Option<TournamentId>,
    #[arg(long, hide = true)]
    bench: bool,
}

/// The report of one process, or of all together.
#[derive(Default)]
struct Report {
    /// Latency of each command.
    took: Vec<Duration>,
    /// Time from the common start to each command's end.
    done: Vec<Duration>,
    refused: usize,
    trips: u64,
    conflicts: u64,
    held: u64,
}

/// Runs as one process: waits for a line, enters its share of people, and prints a report.
fn take_part(plan: &Plan, number: usize, tournament: TournamentId, url: DatabaseUrl) {
    let door = Door::open(url, 16);
    door.warm_up(tournament, THREADS);
    println!("ready");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    let begun = Instant::now();
    let next = AtomicUsize::new(number);
    let enter = || {
        let mut lines = String::new();
        loop {
            let person = next.fetch_add(plan.processes, Ordering::Relaxed);
            if person >= plan.people {
                return lines;
            }
            let asked = Instant::now();
            let word = match door.enter(tournament, person) {
                Ok(()) => "entered",
                Err(Failure::Refused(Refusal::Busy)) => "busy",
                Err(other) => panic!("{other:?}"),
            };
            let [took, done] = [asked, begun].map(|since| since.elapsed().as_micros());
            writeln!(lines, "{word} {took} {done}").unwrap();
        }
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|_| scope.spawn(enter)).collect();
        for thread in threads {
            print!("{}", thread.join().unwrap());
        }
    });
    let counts = &door.counts;
    let [trips, conflicts, held] =
        [&counts.trips, &counts.conflicts, &counts.held].map(|count| count.load(Ordering::Relaxed));
    println!("counted {trips} {conflicts} {held}");
}

impl Report {
    fn read(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        let what = words.next().unwrap();
        let numbers: Vec<u64> = words.map(|word| word.parse().unwrap()).collect();
        match (what, &*numbers) {
            ("counted", &[trips, conflicts, held]) => {
                self.trips += trips;
                self.conflicts += conflicts;
                self.held += held;
            }
            (word, &[took, done]) => {
                self.took.push(Duration::from_micros(took));
                self.done.push(Duration::from_micros(done));
                self.refused += usize::from(word == "busy");
            }
            _ => panic!("{line}"),
        }
    }

    fn print(&mut self) {
        let people = self.took.len();
        let [p50, p99, worst] = [50, 99, 100].map(|percent| percentile(&mut self.took, percent));
        let [half_in, all_in] = [50, 100].map(|percent| percentile(&mut self.done, percent));
        let each = |count: u64| count as f64 / people as f64;
        println!(
            "{people} people: {} refused; a command p50 {p50:.1?}, p99 {p99:.1?}, worst {worst:.1?}; since the start p50 \
             {half_in:.1?}, all in after {all_in:.1?}; {:.1} round trips, {:.2} conflicts and {:.2} turns waited for an entry",
            self.refused,
            each(self.trips),
            each(self.conflicts),
            each(self.held),
        );
    }
}

/// Starts one of the processes, and waits until it is ready.
fn process(
    plan: &Plan,
    number: usize,
    tournament: TournamentId,
    url: &DatabaseUrl,
) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--people", &plan.people.to_string()])
        .args(["--processes", &plan.processes.to_string()])
        .args(["--number", &number.to_string()])
        .args(["--database", &url.to_string()])
        .args(["--tournament", &tournament.to_string()])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "ready\n");
    (child, output)
}

fn main() {
    let plan = Plan::parse();
    if let Some(number) = plan.number {
        let (url, tournament) = (plan.database.clone().unwrap(), plan.tournament.unwrap());
        take_part(&plan, number, tournament, url);
        return;
    }
    println!("{plan:?}");
    assert!(plan.people <= 256, "a tournament takes 256 people");
    let folder = plan.folder.clone().unwrap_or_else(std::env::temp_dir);
    let server = Server::start_in(&folder.canonicalize().unwrap(), "fsync=on");
    let server = server.expect("PostgreSQL is installed");
    for _ in 0..plan.rounds {
        let url = server.database();
        let door = Door::open(url.clone(), 1);
        let tournament = door.announce();
        let mut processes: Vec<_> = (0..plan.processes)
            .map(|number| process(&plan, number, tournament, &url))
            .collect();
        for (child, _) in &mut processes {
            child.stdin.as_mut().unwrap().write_all(b"go\n").unwrap();
        }
        let mut report = Report::default();
        for (mut child, output) in processes {
            output.lines().for_each(|line| report.read(&line.unwrap()));
            assert!(child.wait().unwrap().success());
        }
        report.print();
        assert_eq!(report.refused, 0, "refused as busy");
        assert_eq!(door.entrants(tournament), plan.people);
        drop(door);
        server.drop(&url);
    }
}
