//! A store with a million finished games: how large it is, how soon the program is ready on it, how long look-ups take.
//!
//! `cargo bench -p bot --bench million`; `-- --games 100000` is sooner done, and `-- --keep FOLDER` leaves the data folder there.

#![allow(clippy::unwrap_used, reason = "a measurement fails by a panic")]
#![allow(clippy::print_stdout, reason = "it tells what it measured")]
#![allow(
    dead_code,
    reason = "players and program are shared with the test of kills"
)]

#[path = "../tests/kills/program.rs"]
mod program;
#[path = "../tests/kills/tables.rs"]
mod tables;

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use app::PlayerId;
use app::store::{Index, Page, Store as _};
use bot::store::SledStore;
use clap::Parser;
use playground::Playground;
use rules_core::{Game, Variant};
use serde_json::json;

use program::Program;
use tables::{Dice, script};

#[derive(Parser, Debug)]
struct Plan {
    /// Finished games
    #[arg(long, default_value_t = 1_000_000)]
    games: usize,
    /// People who played them
    #[arg(long, default_value_t = 20_000)]
    people: usize,
    /// Where the data folder is left; it is removed if this is left out
    #[arg(long)]
    keep: Option<PathBuf>,
    #[arg(long, hide = true)]
    bench: bool,
}

/// Half-moves of a game: as many as people play.
const PLIES: usize = 60;
/// Different games; the others have the same moves.
const DIFFERENT: usize = 300;

/// The code of the game of this number, in the letters of codes.
fn code(number: usize) -> String {
    let letters = b"0123456789abcdefghjkmnpqrstvwxyz";
    let letter = |place: usize| char::from(letters[(number >> (5 * place)) & 31]);
    (0..6).rev().map(letter).collect()
}

fn person(number: usize) -> String {
    format!("discord:{}", 100_000_000_000_000_000 + number)
}

/// Writes a backup in which so many games are over.
fn write(plan: &Plan, file: &Path) -> u64 {
    let mut dice = Dice(7);
    let all: Vec<_> = (0..DIFFERENT)
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
        let (variant, moves, loser) = &all[number % DIFFERENT];
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
        let value = json!({"s": bot::store::SCHEMA, "v": moves.len() + 2, "r": {"game": game}});
        let line = json!({"in": "records", "key": format!("1{}", code(number)), "value": value});
        writeln!(out, "{line}").unwrap();
    }
    writeln!(out, "{}", json!({"end": plan.games})).unwrap();
    out.flush().unwrap();
    moves_written
}

fn size(folder: &Path) -> u64 {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries
        .map(|entry| match entry.metadata().unwrap() {
            data if data.is_dir() => size(&entry.path()),
            data => data.len(),
        })
        .sum()
}

fn main() {
    let plan = Plan::parse();
    println!("{plan:?}");
    let scratch = tempfile::tempdir().unwrap();
    let data = plan
        .keep
        .clone()
        .unwrap_or_else(|| scratch.path().join("data"));
    let file = scratch.path().join("million.jsonl");
    let moves = write(&plan, &file);
    let lines = fs::metadata(&file).unwrap().len();
    println!(
        "{} games of {} moves on average",
        plan.games,
        moves / plan.games as u64
    );

    let begun = Instant::now();
    let mut input = BufReader::new(File::open(&file).unwrap());
    let count = SledStore::restore(&data, &mut input).unwrap();
    println!("restored in {:.1?}", begun.elapsed());
    assert_eq!(count, plan.games as u64);

    let begun = Instant::now();
    let store = SledStore::open(&data).unwrap();
    println!("opened in {:.2?}", begun.elapsed());
    let each = |bytes: u64| bytes / plan.games as u64;
    println!(
        "{} bytes a game in the store, {} in a backup",
        each(size(&data)),
        each(lines)
    );
    let mut times: Vec<Duration> = (0..2000)
        .map(|n| {
            let index = Index::FinishedOf(PlayerId::new(person(n * plan.people / 2000)));
            let begun = Instant::now();
            for (_, key) in store.list(&index, Page::last(10)).unwrap() {
                store.get(&key).unwrap().unwrap();
            }
            begun.elapsed()
        })
        .collect();
    times.sort_unstable();
    println!(
        "a person's last ten games: p50 {:.2?}, p99 {:.2?}",
        times[times.len() / 2],
        times[times.len() * 99 / 100]
    );
    drop(store);
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(ready(&data, &scratch.path().join("log")));
    runtime.shutdown_background();
}

/// How long the program takes from its start until it is connected.
async fn ready(data: &Path, log: &Path) {
    let pg = Playground::builder().real_time().start().await.unwrap();
    for attempt in 1..=3 {
        let begun = Instant::now();
        let mut program = Program::spawn(&pg, data, log);
        program.ready(&pg).await;
        println!("ready in {:.2?} (start {attempt})", begun.elapsed());
        program.terminate();
        let (status, words) = program.end().await;
        assert_eq!(status, Some(0), "{words}");
    }
}
