//! Costly commands sent at once to the real program, in its own process.
//!
//! `cargo bench -p bot --bench costly` sends 400 of `/analyze` and `/challenge` with positions of millions of legal turns, then 400
//! light commands. It prints how many were acknowledged and answered, the latency, and the program's peak memory. It asserts
//! no times, which depend on the machine.

#![allow(clippy::unwrap_used, reason = "a panic fails the benchmark")]
#![allow(clippy::print_stdout, reason = "the benchmark prints its results")]

#[path = "../tests/it/common/mod.rs"]
mod common;
mod figures;

use std::time::{Duration, Instant};

use common::Stage;
use figures::percentile;
use playground::args;

const COMMANDS: usize = 400;
const PEOPLE: usize = 20;
/// Rules and positions.
const POSITIONS: [(&str, &str); 4] = [
    (
        "leap64-multi",
        "1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1",
    ),
    (
        "leap64-multi",
        "1k5K/s1s1sn2/8/s1S1s1s1/8/s1s1s1s1/8/s1s1s1s1 w - - 0 1",
    ),
    (
        "leap64-multi",
        "k7/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 b - - 0 1",
    ),
    (
        "leap-multi",
        "*4*/2D3/K2a2/ad1ada/adddsa/2a3/3k2/*4* w - - 0 1",
    ),
];
/// Time limit of an answer.
const PATIENCE: Duration = Duration::from_mins(2);

#[tokio::main(flavor = "multi_thread", worker_threads = 2)]
async fn main() {
    let stage = Stage::empty().await;
    let program = stage.spawn().await;
    let before = program.peak_memory();
    for kind in ["costly", "light"] {
        let begun = Instant::now();
        let replies: Vec<_> = (0..COMMANDS)
            .filter_map(|n| {
                let person = stage.pg.user(&format!("person{}", n % PEOPLE));
                let (rules, position) = POSITIONS[n / 2 % POSITIONS.len()];
                let action = match (kind, n % 2) {
                    ("light", _) => person.slash("games", ()),
                    (_, 0) => person.slash("analyze", args! { position: position, rules: rules }),
                    _ => person.slash("challenge", args! { start: position, game: rules }),
                };
                action.send().ok()
            })
            .collect();
        let is_answered = |reply: &&playground::Reply| {
            let steps = reply.steps();
            steps.iter().any(|step| step != "deferral")
        };
        let mut answered = 0;
        while answered < replies.len() && begun.elapsed() < PATIENCE {
            tokio::time::sleep(Duration::from_millis(50)).await;
            answered = replies.iter().filter(is_answered).count();
        }
        let acks = replies.iter().filter_map(playground::Reply::ack_ms);
        let mut acks: Vec<u64> = acks.collect();
        let [median, worst] = [50, 100].map(|percent| percentile(&mut acks, percent));
        let in_time = acks.iter().filter(|&&ms| ms < 3000).count();
        println!(
            "{COMMANDS} {kind} commands at once: {in_time} acknowledged within 3 s (median {median} ms, worst {worst} ms), {answered} \
             answered within {:.1?}",
            begun.elapsed(),
        );
    }
    let [before, after] = [before, program.peak_memory()].map(|kib| kib >> 10);
    println!("greatest memory: {before} MiB before, {after} MiB after");
}
