//! `delos-engine`: a UCI program for all rule sets. `delos-engine bench [depth]` prints the behaviour checksum and ends.

use std::io::Write as _;

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    match arguments.next().as_deref() {
        None => {
            engine::uci::serve(std::io::stdin().lock(), Box::new(std::io::stdout()));
            Ok(())
        }
        Some("bench") => {
            let depth = arguments.next().and_then(|depth| depth.parse().ok());
            writeln!(std::io::stdout(), "{}", engine::bench::run(depth))
        }
        Some(other) => {
            writeln!(
                std::io::stderr(),
                "there is no {other:?}: start without arguments for UCI, or with `bench [depth]`"
            )?;
            std::process::exit(2);
        }
    }
}
