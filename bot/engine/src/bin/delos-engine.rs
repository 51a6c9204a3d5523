//! `delos-engine`: a UCI engine for all variants. `delos-engine bench [DEPTH]` prints the behavior checksum.

use std::io::Write as _;

const USAGE: &str = "\
Usage: delos-engine                starts a UCI engine on standard input and output
       delos-engine bench [DEPTH]  searches a fixed set of positions and prints nodes and speed";

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = std::io::stdout();
    match words.as_slice() {
        [] => {
            engine::uci::serve(std::io::stdin().lock(), Box::new(out));
            Ok(())
        }
        ["bench"] => writeln!(out, "{}", engine::bench::run(None)),
        ["bench", depth] if let Ok(depth) = depth.parse() => {
            writeln!(out, "{}", engine::bench::run(Some(depth)))
        }
        ["--help" | "-h"] => writeln!(out, "{USAGE}"),
        _ => {
            writeln!(std::io::stderr(), "{USAGE}")?;
            std::process::exit(2);
        }
    }
}
