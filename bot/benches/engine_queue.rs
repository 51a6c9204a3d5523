//! Many games that all wait for the engine at once, at the real program in a process of its own.
//!
//! `cargo bench -p bot --bench waiting` lets 200 games begin within four seconds, each with the engine's move, keeps asking for something else meanwhile, and prints how
//! long acknowledgements and moves took; a number after `--` is the engine's level. Times are told, not judged: they are the machine's as
//! much as the program's. A move that comes after its deadline is a line of the program's log.

#![allow(clippy::unwrap_used, reason = "a measurement fails by a panic")]
#![allow(clippy::print_stdout, reason = "it tells what it measured")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::{Duration, Instant};

use common::{Stage, next};
use playground::args;
use tokio::task::JoinSet;

const GAMES: usize = 200;
/// So many games of each person, who may have no more than 50 at a time.
const EACH: usize = 20;
/// Time from the beginning of one game to that of the next: far less than the engine would like to think.
const BETWEEN: Duration = Duration::from_millis(20);
/// How often something else is asked meanwhile.
const PAUSE: Duration = Duration::from_millis(100);

fn tell(what: &str, mut millis: Vec<u64>) {
    millis.sort_unstable();
    let last = millis.len().saturating_sub(1);
    let at = |percent: usize| millis.get(last * percent / 100).copied().unwrap_or(0);
    println!(
        "{what:<40} {:>4} times   p50 {} ms   p95 {} ms   worst {} ms",
        millis.len(),
        at(50),
        at(95),
        at(100)
    );
}

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let level: u8 = std::env::args()
        .skip(1)
        .find_map(|word| word.parse().ok())
        .unwrap_or(10);
    let stage = Stage::empty().await;
    let _program = stage.spawn().await;
    let games = ["latrunculi", "legan", "leto", "toto40", "leap"];
    let mut playing = JoinSet::new();
    for n in 0..GAMES {
        let channel = stage.pg.channel(&format!("table{n}"));
        let person = stage.pg.user(&format!("person{}", n / EACH)).at(&channel);
        let game = games[n % games.len()];
        let begins = BETWEEN * u32::try_from(n).unwrap();
        playing.spawn(async move {
            tokio::time::sleep(begins).await;
            let asked = Instant::now();
            let reply = person
                .slash(
                    "play",
                    args! { game: game, level: i32::from(level), color: "black" },
                )
                .ack()
                .await;
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
            () = tokio::time::sleep(PAUSE) => {
                let reply = visitor.slash("games", args! {}).ack().await;
                meanwhile.extend(reply.ack_ms());
            }
        }
    }
    println!(
        "{GAMES} games begun within {:?}, all with the engine at level {level} to move",
        BETWEEN * u32::try_from(GAMES).unwrap()
    );
    tell("acknowledgement of /play", begun);
    tell("acknowledgement of /games meanwhile", meanwhile);
    tell("from /play to the move on the board", moved);
}
