//! A store with a million finished games: its size, the time until the program is ready, and the latency of queries.
//!
//! `cargo bench -p bot --bench large_store`; `-- --games 100000` is faster, and `-- --keep FOLDER` keeps the data folder.
//! `-- --cut`, as root on Linux, also cuts the power of a disk.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]
#![allow(
    dead_code,
    reason = "players and program are shared with the test `kills`"
)]

#[path = "../tests/kills/disk.rs"]
mod disk;
mod figures;
#[path = "../tests/kills/program.rs"]
mod program;
#[path = "../tests/kills/scripted_game.rs"]
mod scripted_game;

use std::fs::{self, File};
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Instant;

use app::PlayerId;
use app::store::{Batch, Index, Key, Page, Store as _};
use clap::Parser;
use playground::Playground;
use rules_core::{Game, Variant};
use serde_json::json;
use store::SledStore;

use disk::Disk;
use figures::{code, percentile, size, times};
use program::Program;
use scripted_game::{Dice, script};

#[derive(Parser, Debug)]
struct Plan {
    /// Finished games
    #[arg(long, default_value_t = 1_000_000)]
    games: usize,
    /// Their players
    #[arg(long, default_value_t = 20_000)]
    people: usize,
    /// Folder to keep the data in [default: removed]
    #[arg(long)]
    keep: Option<PathBuf>,
    /// Also cut the power (as root)
    #[arg(long, conflicts_with = "keep")]
    cut: bool,
    /// Change games in this data folder until killed
    #[arg(long, hide = true)]
    change: Option<PathBuf>,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Half-moves of a typical game.
const PLIES: usize = 60;
/// Distinct games; the others repeat their moves.
const DISTINCT: usize = 300;
/// Games changed before a kill: the work of several weeks.
const CHANGED: usize = 100_000;

fn person(number: usize) -> String {
    format!("discord:{}", 100_000_000_000_000_000 + number)
}

/// Writes a backup with finished games; returns the number of moves.
fn write(plan: &Plan, file: &Path) -> u64 {
    let mut dice = Dice(7);
    let all: Vec<_> = (0..DISTINCT)
        .map(|n| {
            let variant = Variant::ALL[n % Variant::ALL.len()];
            let moves = script(variant, PLIES, &mut dice);
            let game = Game::replay(variant, None, moves.iter().map(String::as_str)).unwrap();
            (variant, moves, game.turn())
        })
        .collect();
    let mut out = BufWriter::new(File::create(file).unwrap());
    let head = json!({"delos": 1, "program": env!("CARGO_PKG_VERSION"), "scope": "all"});
    writeln!(out, "{head}").unwrap();
    let mut moves_written = 0;
    for number in 0..plan.games {
        let (variant, moves, loser) = &all[number % DISTINCT];
        moves_written += moves.len() as u64;
        let white = dice.roll(plan.people);
        let black = (white + 1 + dice.roll(plan.people - 1)) % plan.people;
        let seat = |n: usize| json!({"person": {"id": person(n), "name": format!("person {n}")}});
        let began = 1_700_000_000_000 + 60_000 * number as u64;
        let game = json!({
            "id": code(number), "variant": variant.id(), "moves": moves,
            "seats": {"white": seat(white), "black": seat(black)},
            "venue": {"room": format!("discord:{}", 200_000 + number % 500), "server": "discord:300000"},
            "began": began, "touched": began + 3_600_000,
            "result": {"winner": !*loser, "end": "resignation", "at": began + 3_600_000},
        });
        let value = json!({"s": store::SCHEMA, "v": moves.len() + 2, "r": {"game": game}});
        let line = json!({"in": "records", "key": format!("1{}", code(number)), "value": value});
        writeln!(out, "{line}").unwrap();
    }
    writeln!(out, "{}", json!({"end": plan.games})).unwrap();
    out.flush().unwrap();
    moves_written
}

/// Rewrites random games as fast as possible, prints when it is done, and waits for its kill.
fn change(plan: &Plan, folder: &Path) {
    let store = SledStore::open(folder).unwrap();
    let mut dice = Dice(11);
    for _ in 0..CHANGED.min(plan.games) / 100 {
        let writes = (0..100).map(|_| {
            let key = Key::Game(code(dice.roll(plan.games)).parse().unwrap());
            let stored = store.get(&key).unwrap().unwrap();
            app::store::Write::new(stored.version, stored.record)
        });
        let mut writes: Vec<_> = writes.collect();
        writes.sort_by_key(|write| write.record.key());
        writes.dedup_by_key(|write| write.record.key());
        store.commit(Batch::writing(writes)).unwrap();
    }
    println!("changed");
    loop {
        std::thread::park();
    }
}

/// Starts a process that has changed games in this data folder and still has it open.
fn changer(plan: &Plan, data: &Path) -> Child {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--games", &plan.games.to_string(), "--change"])
        .arg(data)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut line = String::new();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut line).unwrap();
    assert_eq!(line, "changed\n");
    child
}

fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// Evicts these files from the page cache, as after a power cut.
fn evict(folder: &Path) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            evict(&path);
        }
        // A killed program leaves its socket behind.
        if !path.is_file() {
            continue;
        }
        let input = format!("if={}", path.display());
        let done = Command::new("dd")
            .args([&input, "iflag=nocache", "count=0", "status=none"])
            .status();
        assert!(done.unwrap().success(), "dd {input}");
    }
}

fn main() {
    let plan = Plan::parse();
    if let Some(folder) = &plan.change {
        change(&plan, folder);
    }
    println!("{plan:?}");
    let scratch = tempfile::tempdir().unwrap();
    let disk = plan
        .cut
        .then(|| Disk::new(scratch.path(), 64 + plan.games as u64 / 100));
    let data = match (&disk, &plan.keep) {
        (Some(disk), _) => disk.data(),
        (None, Some(keep)) => keep.clone(),
        (None, None) => scratch.path().join("data"),
    };
    fill(&plan, scratch.path(), &data);
    measure_queries(&plan, &data);
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(measure_starts(&plan, scratch.path(), disk.as_ref(), &data));
    runtime.shutdown_background();
}

/// Creates the store from a backup.
fn fill(plan: &Plan, scratch: &Path, data: &Path) {
    let file = scratch.join("million.jsonl");
    let moves = write(plan, &file);
    let lines = fs::metadata(&file).unwrap().len();
    let average = moves / plan.games as u64;
    println!("{} games of {average} moves on average", plan.games);
    let begun = Instant::now();
    let mut input = BufReader::new(File::open(&file).unwrap());
    let count = SledStore::restore(data, &mut input).unwrap();
    println!("restored in {:.1?}", begun.elapsed());
    assert_eq!(count, plan.games as u64);
    let each = |bytes: u64| bytes / plan.games as u64;
    let (stored, written) = (each(size(data)), each(lines));
    println!("{stored} bytes a game in the store, {written} in a backup");
    fs::remove_file(&file).unwrap();
}

/// Measures the time to open the store, and queries of people's last games.
fn measure_queries(plan: &Plan, data: &Path) {
    let begun = Instant::now();
    let store = SledStore::open(data).unwrap();
    println!("opened in {:.2?}", begun.elapsed());
    let mut times = times(2000, |n| {
        let index = Index::FinishedOf(PlayerId::new(person(n * plan.people / 2000)));
        for (_, key) in store.list(&index, Page::last(10)).unwrap() {
            store.get(&key).unwrap().unwrap();
        }
    });
    let [p50, p99] = [50, 99].map(|percent| percentile(&mut times, percent));
    println!("a person's last ten games: p50 {p50:.2?}, p99 {p99:.2?}");
}

/// Measures the time until the program is connected: after an orderly stop, after a kill under load, and after a power cut.
async fn measure_starts(plan: &Plan, scratch: &Path, disk: Option<&Disk>, data: &Path) {
    let pg = Playground::builder().real_time().start().await.unwrap();
    let log = scratch.join("log");
    for attempt in 1..=3 {
        ready(&pg, data, &log, &format!("start {attempt}")).await;
    }
    kill(changer(plan, data));
    ready(&pg, data, &log, "killed after changing games").await;
    kill(changer(plan, data));
    evict(data);
    let when = "killed after changing games, with a cold cache";
    ready(&pg, data, &log, when).await;
    if let Some(disk) = disk {
        let child = changer(plan, data);
        disk.cut();
        kill(child);
        disk.unmount();
        evict(scratch);
        disk.mount("rw");
        ready(&pg, data, &log, "power cut after changing games").await;
    }
}

async fn ready(pg: &Playground, data: &Path, log: &Path, when: &str) {
    let begun = Instant::now();
    let mut program = Program::spawn(pg, data, log, "warn", None);
    program.ready(pg).await;
    println!("ready in {:.2?} ({when})", begun.elapsed());
    program.terminate();
    let (status, last_line) = program.wait().await;
    assert_eq!(status, Some(0), "{last_line}");
}
