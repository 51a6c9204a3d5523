//! Many games that wait for the engine at once, in the real program's own process.
//!
//! `cargo bench -p bot --bench engine_queue` starts 200 games within four seconds, each with the engine to move, sends other
//! commands at the same time, and prints the latency of acknowledgments and moves. A number after `--` sets the engine's level.
//! It asserts no times, which depend on the machine. The program logs each move that misses its deadline.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]

#[path = "../tests/it/common/mod.rs"]
mod common;
mod figures;

use std::time::{Duration, Instant};

use common::{Stage, next};
use figures::percentile;
use playground::args;
use tokio::task::JoinSet;

const GAMES: usize = 200;
/// Games per person. The limit is 50.
const GAMES_PER_PERSON: usize = 20;
/// Time between the starts of two games: far less than the engine's thinking time.
const START_INTERVAL: Duration = Duration::from_millis(20);
/// Time between other commands.
const COMMAND_INTERVAL: Duration = Duration::from_millis(100);

fn print(what: &str, mut millis: Vec<u64>) {
    let [p50, p95, worst] = [50, 95, 100].map(|percent| percentile(&mut millis, percent));
    println!(
        "{what:<40} {:>4} times   p50 {p50} ms   p95 {p95} ms   worst {worst} ms",
        millis.len()
    );
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let level = std::env::args().skip(1).find_map(|word| word.parse().ok());
    let level: u8 = level.unwrap_or(10);
    let stage = Stage::empty().await;
    let _program = stage.spawn().await;
    let games = ["latrunculi", "legan", "leto", "toto40", "leap"];
    let mut playing = JoinSet::new();
    for n in 0..GAMES {
        let channel = stage.pg.channel(&format!("table{n}"));
        let name = format!("person{}", n / GAMES_PER_PERSON);
        let person = stage.pg.user(&name).at(&channel);
        let game = games[n % games.len()];
        let begins = START_INTERVAL * u32::try_from(n).unwrap();
        playing.spawn(async move {
            tokio::time::sleep(begins).await;
            let asked = Instant::now();
            let how = args! { game: game, level: i32::from(level), color: "black" };
            let reply = person.slash("play", how).ack().await;
            let board = next(&channel).await;
            while !board.content().contains("**1. ") {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
            (reply.ack_ms().unwrap(), asked.elapsed())
        });
    }
    let visitor = stage.pg.user("visitor");
    let (mut begun, mut moved, mut meanwhile) = (Vec::new(), Vec::new(), Vec::new());
    while moved.len() < GAMES {
        tokio::select! {
            biased;
            Some(played) = playing.join_next() => {
                let (acknowledged, shown) = played.unwrap();
                begun.push(acknowledged);
                moved.push(u64::try_from(shown.as_millis()).unwrap());
            }
            () = tokio::time::sleep(COMMAND_INTERVAL) => {
                let reply = visitor.slash("games", args! {}).ack().await;
                meanwhile.extend(reply.ack_ms());
            }
        }
    }
    println!(
        "{GAMES} games begun within {:?}, all with the engine at level {level} to move",
        START_INTERVAL * u32::try_from(GAMES).unwrap()
    );
    print("acknowledgment of /play", begun);
    print("acknowledgment of /games meanwhile", meanwhile);
    print("from /play to the move on the board", moved);
}
