//! The engine behind its interface, as another program sees it.

#![allow(
    clippy::unwrap_used,
    reason = "a test's helpers may panic like the test"
)]

use std::io::Write;
use std::process::{Command, Stdio};

/// What `delos-engine` answers to these lines.
fn talk(lines: &[&str]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_delos-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    for line in lines {
        writeln!(input, "{line}").unwrap();
        if line.starts_with("go depth") || line.starts_with("go nodes") {
            // The next command would end the search.
            std::thread::sleep(std::time::Duration::from_millis(1_500));
        }
    }
    drop(input);
    String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap()
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
