//! The engine behind its interface, as another program sees it.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// What `delos-engine` answers to these lines.
fn talk(lines: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_delos-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    for line in lines {
        writeln!(input, "{line}").unwrap();
        if line.starts_with("go depth") || line.starts_with("go nodes") {
            // The next command would end the search.
            let before = answer.len();
            while !answer.split_at(before).1.contains("bestmove") {
                assert!(output.read_line(&mut answer).unwrap() > 0, "{answer}");
            }
        }
    }
    drop(input);
    output.read_to_string(&mut answer).unwrap();
    child.wait().unwrap();
    answer
}

#[test]
fn the_last_word_of_a_search_counts_the_positions_of_the_depth_that_was_not_finished() {
    let answer = talk(&["position startpos", "go nodes 5000", "quit"]);
    let counts = answer.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "nodes");
        words.nth(1)?.parse::<u64>().ok()
    });
    let counts: Vec<u64> = counts.collect();
    assert!(counts.is_sorted(), "{answer}");
    assert!((5_000..5_010).contains(counts.last().unwrap()), "{answer}");
}

#[test]
fn it_introduces_itself_with_every_rule_set() {
    let answer = talk(&["uci", "isready", "quit"]);
    for variant in rules_core::Variant::ALL {
        assert!(answer.contains(&format!(" var {}", variant.id())));
    }
    assert!(answer.contains("uciok\nreadyok\n"));
}

#[test]
fn it_counts_move_sequences() {
    let set = "setoption name UCI_Variant value latrunculi";
    let answer = talk(&[set, "position startpos", "go perft 3", "quit"]);
    assert!(answer.contains("\nNodes searched: 9142\n"), "{answer}");
}

#[test]
fn it_gives_as_many_lines_as_asked_for_and_a_best_move() {
    let answer = talk(&[
        "setoption name UCI_Variant value toto40",
        "setoption name MultiPV value 3",
        "position startpos moves d5d7",
        "go depth 5",
        "quit",
    ]);
    assert!(
        answer.contains("depth 5 ") && answer.contains("multipv 3 "),
        "{answer}"
    );
    assert!(answer.contains("\nbestmove "), "{answer}");
}

#[test]
fn a_search_without_end_is_ended_by_stop() {
    let answer = talk(&["position startpos", "go infinite", "stop", "quit"]);
    assert!(answer.contains("bestmove "), "{answer}");
}

#[test]
fn nonsense_is_answered_and_changes_nothing() {
    let answer = talk(&[
        "hello",
        "position startpos moves e2e5",
        "setoption name Colour value red",
        "go movetime soon",
        "d",
        "quit",
    ]);
    assert_eq!(answer.matches("info string").count(), 4, "{answer}");
    assert!(answer.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}
