//! The engine behind the Universal Chess Interface.
// CITE: UCI. https://www.chessprogramming.org/UCI
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::bench;
use crate::limits::{SearchLimits, Stop};
use crate::search::{DEFAULT_TT_BYTES, SearchReport, Searcher};
use rules_core::{Color, Game, Position, Variant, perft_game};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Maximum of the option `Hash`, in MiB.
const MAX_HASH: usize = 4096;
/// Maximum of the option `MultiPV`.
const MAX_MULTI_PV: usize = 64;
/// Maximum of the option `Threads`.
const MAX_THREADS: usize = 64;
/// Time of a clock that is kept back for the answer to arrive.
const MOVE_OVERHEAD: Duration = Duration::from_millis(8);
/// Maximum depth of `go perft`.
const MAX_PERFT_DEPTH: u32 = 20;

/// Receives the answers; shared with the search thread.
#[derive(Clone)]
struct Output(Arc<Mutex<Box<dyn Write + Send>>>);

impl Output {
    fn send(&self, text: &str) {
        let mut out = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A closed pipe leaves no one to report the error to.
        let _ = writeln!(out, "{text}").and_then(|()| out.flush());
    }
}

struct UciEngine {
    output: Output,
    game: Game,
    multi_pv: usize,
    threads: usize,
    searcher: Arc<Mutex<Searcher>>,
    running: Option<(Stop, JoinHandle<()>)>,
}

/// Handles commands line by line until `quit` or the end of the input. A command that cannot be understood is answered with
/// `info string` and changes nothing.
pub fn serve(input: impl BufRead, output: Box<dyn Write + Send>) {
    let mut engine = UciEngine {
        output: Output(Arc::new(Mutex::new(output))),
        game: Game::new(Variant::Latrunculi),
        multi_pv: 1,
        threads: 1,
        searcher: Arc::new(Mutex::new(Searcher::new(DEFAULT_TT_BYTES))),
        running: None,
    };
    for line in input.split(b'\n') {
        let Ok(line) = line else { break };
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        if let Err(why) = engine.handle(&words) {
            engine.output.send(&format!("info string {why}"));
        }
    }
    engine.stop();
}

impl UciEngine {
    fn handle(&mut self, words: &[&str]) -> Result<(), String> {
        let Some((&command, arguments)) = words.split_first() else {
            return Ok(());
        };
        match command {
            "uci" => self.output.send(&introduction()),
            "isready" => self.output.send("readyok"),
            "ucinewgame" => {
                self.stop();
                lock(&self.searcher).clear();
            }
            "setoption" => return self.set_option(arguments),
            "position" => return self.set_position(arguments),
            "go" => return self.go(arguments),
            "stop" => self.stop(),
            "bench" => {
                self.stop();
                let depth = arguments.first().and_then(|word| word.parse().ok());
                self.output.send(&bench::run(depth).to_string());
            }
            "d" => self.output.send(&format!("Fen: {}", self.game.position())),
            _ => return Err(format!("unknown command {command:?}")),
        }
        Ok(())
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let value_at = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(value_at.unwrap_or(words.len()));
        let name = name.get(1..).unwrap_or_default().join(" ");
        let value = value.get(1..).unwrap_or_default().join(" ");
        let number = || {
            value
                .parse::<usize>()
                .map_err(|_| format!("{name} needs a number"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let tt_bytes = number()?.clamp(1, MAX_HASH) << 20;
                self.searcher = Arc::new(Mutex::new(Searcher::new(tt_bytes)));
            }
            "multipv" => self.multi_pv = number()?.clamp(1, MAX_MULTI_PV),
            "threads" => self.threads = number()?.clamp(1, MAX_THREADS),
            "uci_variant" => {
                let variant: Variant = value.parse().map_err(|why| format!("{why}"))?;
                self.game = Game::new(variant);
                lock(&self.searcher).clear();
            }
            _ => return Err(format!("unknown option {name:?}")),
        }
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        let variant = self.game.variant();
        let moves_at = words.iter().position(|&word| word == "moves");
        let (start, moves) = words.split_at(moves_at.unwrap_or(words.len()));
        let mut game = match start {
            ["startpos"] => Game::new(variant),
            ["fen", fields @ ..] => {
                let fen = fields.join(" ");
                let position = Position::from_fen_lenient(variant, &fen)
                    .map_err(|why| format!("{fen:?}: {why}"))?;
                Game::from_position(position)
            }
            _ => return Err("position needs startpos or fen".to_owned()),
        };
        for text in moves.iter().skip(1) {
            let mv = game
                .read(text)
                .map_err(|why| format!("{text}: {why} in {}", game.position()))?;
            game.play(mv).map_err(|why| format!("{text}: {why}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        self.stop();
        if let ["perft", depth, ..] = words {
            let depth = depth.parse::<u32>().ok();
            let depth = depth.filter(|&depth| depth <= MAX_PERFT_DEPTH);
            let why = || format!("perft needs a depth up to {MAX_PERFT_DEPTH}");
            self.perft(depth.ok_or_else(why)?);
            return Ok(());
        }
        let limits = parse_limits(words, self.game.turn())?;
        let stop = Stop::new();
        let (searcher, game) = (Arc::clone(&self.searcher), self.game.clone());
        let (output, search_stop) = (self.output.clone(), stop.clone());
        let (multi_pv, threads) = (self.multi_pv, self.threads);
        let thread = std::thread::spawn(move || {
            let mut searcher = lock(&searcher);
            searcher.multi_pv = multi_pv;
            searcher.set_threads(threads);
            search_and_report(&mut searcher, &game, &limits, &search_stop, &output);
        });
        self.running = Some((stop, thread));
        Ok(())
    }

    // CITE: Perft. https://www.chessprogramming.org/Perft
    fn perft(&self, depth: u32) {
        let started = Instant::now();
        let mut game = self.game.clone();
        let shape = game.position().shape();
        // At depth 0 the position itself is the only leaf.
        let mut nodes = u64::from(depth == 0);
        for mv in &game.legal_moves() {
            if depth > 0 && game.play(*mv).is_ok() {
                let count = perft_game(&game, depth - 1);
                nodes += count;
                self.output.send(&format!("{}: {count}", mv.uci(shape)));
                game.undo();
            }
        }
        let time = started.elapsed();
        self.output.send(&format!(
            "\nNodes searched: {nodes}\ninfo string {time:.3?}"
        ));
    }

    /// Stops a running search and waits for its `bestmove`.
    fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            stop.stop();
            // A panic has been reported on standard error.
            let _ = thread.join();
        }
    }
}

fn lock(searcher: &Mutex<Searcher>) -> MutexGuard<'_, Searcher> {
    searcher.lock().unwrap_or_else(PoisonError::into_inner)
}

fn introduction() -> String {
    let version = env!("CARGO_PKG_VERSION");
    let hash = DEFAULT_TT_BYTES >> 20;
    let mut text = format!(
        "id name Delos {version}\n\
         id author the Delos developers\n\
         option name Hash type spin default {hash} min 1 max {MAX_HASH}\n\
         option name Threads type spin default 1 min 1 max {MAX_THREADS}\n\
         option name MultiPV type spin default 1 min 1 max {MAX_MULTI_PV}\n\
         option name UCI_Variant type combo default {}",
        Variant::Latrunculi.id()
    );
    for variant in Variant::ALL {
        let _ = write!(text, " var {}", variant.id());
    }
    text.push_str("\nuciok");
    text
}

fn search_and_report(
    searcher: &mut Searcher,
    game: &Game,
    limits: &SearchLimits,
    stop: &Stop,
    output: &Output,
) {
    let mut reported_nodes = 0;
    let report = searcher.search(game, limits, stop, &mut |report| {
        reported_nodes = report.nodes;
        output.send(&info(game, report));
    });
    // The nodes of an unfinished iteration count as well.
    if report.nodes > reported_nodes && !report.lines.is_empty() {
        output.send(&info(game, &report));
    }
    // An endless search may end by itself, but the answer to it must not come before `stop`.
    while *limits == SearchLimits::default() && !stop.is_stopped() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let shape = game.position().shape();
    let best = report.best.map(|mv| mv.uci(shape).to_string());
    let mut answer = format!("bestmove {}", best.as_deref().unwrap_or("0000"));
    if let Some(reply) = report.pv.get(1) {
        let _ = write!(answer, " ponder {}", reply.uci(shape));
    }
    output.send(&answer);
}

/// Parses the arguments of `go`.
fn parse_limits(words: &[&str], turn: Color) -> Result<SearchLimits, String> {
    let mut given = BTreeMap::new();
    let mut words = words.iter().copied();
    while let Some(name) = words.next() {
        match name {
            "infinite" | "ponder" => (),
            "depth" | "nodes" | "movetime" | "wtime" | "btime" | "winc" | "binc" | "movestogo" => {
                let number = words.next().unwrap_or_default();
                given.entry(name).or_insert(number);
            }
            _ => return Err(format!("go does not know {name:?}")),
        }
    }
    let number = |name: &str| -> Result<Option<u64>, String> {
        let Some(text) = given.get(name) else {
            return Ok(None);
        };
        // Clocks may be negative.
        let value: i64 = text
            .parse()
            .map_err(|_| format!("{name} needs a number, not {text:?}"))?;
        Ok(Some(u64::try_from(value).unwrap_or(0)))
    };
    let depth = number("depth")?;
    let limits = SearchLimits {
        depth: depth.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: number("nodes")?,
        time: number("movetime")?.map(Duration::from_millis),
        soft_time: None,
    };
    let (clock, increment) = match turn {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    let Some(remaining) = number(clock)? else {
        return Ok(limits);
    };
    let moves_to_go = number("movestogo")?.and_then(|moves| u32::try_from(moves).ok());
    let remaining = Duration::from_millis(remaining).saturating_sub(MOVE_OVERHEAD);
    let increment = Duration::from_millis(number(increment)?.unwrap_or(0));
    Ok(limits.and(&SearchLimits::of_clock(remaining, increment, moves_to_go)))
}

/// Returns an `info` line for each principal variation.
fn info(game: &Game, report: &SearchReport) -> String {
    let shape = game.position().shape();
    let millis = report.time.as_millis().max(1);
    let nps = u128::from(report.nodes) * 1000 / millis;
    let mut text = String::new();
    for (n, line) in report.lines.iter().enumerate() {
        if n > 0 {
            text.push('\n');
        }
        let _ = write!(
            text,
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {nps} hashfull {} time {millis} pv",
            report.depth,
            report.seldepth,
            n + 1,
            line.score,
            report.nodes,
            report.hashfull,
        );
        for mv in &line.moves {
            let _ = write!(text, " {}", mv.uci(shape));
        }
    }
    text
}
