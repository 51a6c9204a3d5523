//! The UCI engine as another program sees it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// Returns the answers of `delos-engine` to these lines.
fn talk<L: AsRef<[u8]>>(lines: &[L]) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_delos-engine"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut answer = String::new();
    for line in lines {
        let line: &[u8] = line.as_ref();
        input.write_all(line).unwrap();
        input.write_all(b"\n").unwrap();
        if line.starts_with(b"go depth") || line.starts_with(b"go nodes") {
            // The next command would stop the search.
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
fn the_last_info_counts_the_nodes_of_the_unfinished_iteration() {
    let answer = talk(&["position startpos", "go nodes 5000", "quit"]);
    let counts = answer.lines().filter_map(|line| {
        let mut words = line.split_whitespace().skip_while(|&word| word != "nodes");
        words.nth(1)?.parse().ok()
    });
    let counts: Vec<u64> = counts.collect();
    assert!(counts.is_sorted(), "{answer}");
    assert!((5_000..5_010).contains(counts.last().unwrap()), "{answer}");
}

#[test]
fn uci_lists_every_variant() {
    let answer = talk(&["uci", "isready", "quit"]);
    for variant in rules_core::Variant::ALL {
        assert!(answer.contains(&format!(" var {}", variant.id())));
    }
    assert!(answer.contains("uciok\nreadyok\n"));
}

#[test]
fn threads_are_an_option() {
    let set = "setoption name Threads value 2";
    let answer = talk(&["uci", set, "position startpos", "go depth 5", "quit"]);
    assert!(answer.contains("option name Threads type spin default 1"));
    assert!(answer.contains("depth 5 ") && !answer.contains("info string"));
}

#[test]
fn perft_counts_leaves() {
    let set = "setoption name UCI_Variant value latrunculi";
    let answer = talk(&[set, "position startpos", "go perft 3", "quit"]);
    assert!(answer.contains("\nNodes searched: 9142\n"), "{answer}");
}

#[test]
fn multi_pv_reports_as_many_lines_as_asked_for() {
    let answer = talk(&[
        "setoption name UCI_Variant value toto40",
        "setoption name MultiPV value 3",
        "position startpos moves d5d7",
        "go depth 5",
        "quit",
    ]);
    for part in ["depth 5 ", "multipv 3 ", "\nbestmove "] {
        assert!(answer.contains(part), "{answer}");
    }
}

#[test]
fn stop_ends_an_infinite_search() {
    let answer = talk(&["position startpos", "go infinite", "stop", "quit"]);
    assert!(answer.contains("bestmove "), "{answer}");
}

#[test]
fn an_endless_search_of_a_finished_game_waits_for_stop() {
    let answer = talk(&[
        "setoption name UCI_Variant value legan",
        "position fen 8/8/8/8/8/2k5/1q6/K7 w - - 0 1",
        "go infinite",
        "isready",
        "stop",
        "quit",
    ]);
    assert_eq!(answer, "readyok\nbestmove 0000\n");
}

#[test]
fn a_time_for_the_move_counts_beside_a_clock() {
    // Of that clock it would think for years.
    let go = "go nodes 1000000000000000 movetime 50 wtime 1000000000000000";
    let answer = talk(&["position startpos", go]);
    assert!(answer.contains("bestmove "), "{answer}");
}

#[test]
fn a_chain_that_the_list_of_moves_leaves_out_can_be_played() {
    let variant = rules_core::Variant::Leap64Multi;
    let answer = talk(&[
        format!("setoption name UCI_Variant value {}", variant.id()),
        "position fen 1k6/s1s1s1s1/8/s1S1s1s1/7K/s1s1s1s1/8/s1s1s1s1 w - - 0 1 \
         moves c5e5e7g7g5g3g1e1e3c3c1a1a3a5a7c7"
            .to_owned(),
        "d".to_owned(),
    ]);
    assert!(answer.starts_with("Fen: 1k6/2S5/"), "{answer}");
}

#[test]
fn a_line_that_is_not_text_is_reported() {
    let answer = talk(&[b"\xff".as_slice(), b"isready".as_slice()]);
    assert!(answer.starts_with("info string "), "{answer}");
    assert!(answer.ends_with("readyok\n"), "{answer}");
}

#[test]
fn unknown_commands_are_reported_and_change_nothing() {
    let answer = talk(&[
        "hello",
        "position startpos moves e2e5",
        "setoption name Colour value red",
        "go movetime soon",
        "go dpeth 5",
        "go searchmoves e2e4",
        "go perft 4000000000",
        "d",
        "quit",
    ]);
    assert_eq!(answer.matches("info string").count(), 7, "{answer}");
    assert!(!answer.contains("bestmove"), "{answer}");
    assert!(answer.contains("Fen: rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
}
