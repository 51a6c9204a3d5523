//! The engine behind the Universal Chess Interface.

use crate::bench;
use crate::limits::{SearchLimits, Stop};
use crate::think::{DEFAULT_MEMORY, SearchReport, Searcher};
use rules_core::{Color, Game, Position, Variant, perft_game};
use std::fmt::Write as _;
use std::io::{BufRead, Write};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The most memory that the option `Hash` allows, in MiB.
const MAX_HASH: usize = 4096;
/// The most lines that the option `MultiPV` allows.
const MAX_LINES: usize = 64;
/// Time kept back for the way of the answer to whoever asked.
const OVERHEAD: Duration = Duration::from_millis(8);
/// Moves that a clock without a number of moves is thought to have to last for.
const MOVES_TO_GO: u32 = 28;

/// Where answers go; shared with the thread that searches.
type Out = Arc<Mutex<Box<dyn Write + Send>>>;

fn say(out: &Out, text: &str) {
    let mut out = out.lock().unwrap_or_else(PoisonError::into_inner);
    // Nobody is left to be told when the other end of the pipe is gone.
    let _ = writeln!(out, "{text}").and_then(|()| out.flush());
}

struct Engine {
    out: Out,
    game: Game,
    hash: usize,
    lines: usize,
    searcher: Arc<Mutex<Searcher>>,
    running: Option<(Stop, JoinHandle<()>)>,
}

/// Answers commands line by line until `quit` or the end of the input. Lines that cannot be understood are answered by `info string`
/// and change nothing.
pub fn serve(input: impl BufRead, out: Box<dyn Write + Send>) {
    let mut engine = Engine {
        out: Arc::new(Mutex::new(out)),
        game: Game::new(Variant::Latrunculi),
        hash: DEFAULT_MEMORY >> 20,
        lines: 1,
        searcher: Arc::new(Mutex::new(Searcher::new(DEFAULT_MEMORY))),
        running: None,
    };
    for line in input.lines() {
        let Ok(line) = line else { break };
        let mut words = line.split_whitespace();
        if words.next() == Some("quit") {
            break;
        }
        if let Err(why) = engine.obey(&line) {
            say(&engine.out, &format!("info string {why}"));
        }
    }
    engine.halt();
}

impl Engine {
    fn obey(&mut self, line: &str) -> Result<(), String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, rest)) = words.split_first() else {
            return Ok(());
        };
        match command {
            "uci" => self.introduce(),
            "isready" => say(&self.out, "readyok"),
            "ucinewgame" => {
                self.halt();
                self.with_searcher(Searcher::clear);
            }
            "setoption" => return self.set(rest),
            "position" => return self.position(rest),
            "go" => return self.go(rest),
            "stop" => self.halt(),
            "bench" => {
                self.halt();
                let depth = rest.first().and_then(|word| word.parse().ok());
                say(&self.out, &bench::run(depth).to_string());
            }
            "d" => say(&self.out, &format!("Fen: {}", self.game.position())),
            _ => return Err(format!("there is no command {command:?}")),
        }
        Ok(())
    }

    fn introduce(&self) {
        let mut text = format!(
            "id name Delos {}\nid author the Delos developers\n",
            env!("CARGO_PKG_VERSION")
        );
        let _ = writeln!(
            text,
            "option name Hash type spin default {} min 1 max {MAX_HASH}",
            DEFAULT_MEMORY >> 20
        );
        let _ = writeln!(
            text,
            "option name MultiPV type spin default 1 min 1 max {MAX_LINES}"
        );
        let _ = write!(
            text,
            "option name UCI_Variant type combo default {}",
            Variant::Latrunculi.id()
        );
        for variant in Variant::ALL {
            let _ = write!(text, " var {}", variant.id());
        }
        text.push_str("\nuciok");
        say(&self.out, &text);
    }

    fn set(&mut self, words: &[&str]) -> Result<(), String> {
        self.halt();
        let value_at = words.iter().position(|&word| word == "value");
        let (name, value) = words.split_at(value_at.unwrap_or(words.len()));
        let name = name.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let value = value.iter().skip(1).copied().collect::<Vec<_>>().join(" ");
        let number = || {
            value
                .parse::<usize>()
                .map_err(|_| format!("{name} wants a number"))
        };
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash = number()?.clamp(1, MAX_HASH);
                self.searcher = Arc::new(Mutex::new(Searcher::new(self.hash << 20)));
            }
            "multipv" => self.lines = number()?.clamp(1, MAX_LINES),
            "uci_variant" => {
                let variant: Variant = value.parse().map_err(|why| format!("{why}"))?;
                self.game = Game::new(variant);
                self.with_searcher(Searcher::clear);
            }
            _ => return Err(format!("there is no option {name:?}")),
        }
        Ok(())
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        self.halt();
        let variant = self.game.variant();
        let moves_at = words
            .iter()
            .position(|&word| word == "moves")
            .unwrap_or(words.len());
        let (start, moves) = words.split_at(moves_at);
        let mut game = match start {
            ["startpos"] => Game::new(variant),
            ["fen", fields @ ..] => {
                let fen = fields.join(" ");
                let position = Position::from_fen_lenient(variant, &fen)
                    .map_err(|why| format!("{fen:?}: {why}"))?;
                Game::from_position(position)
            }
            _ => return Err("position wants startpos or fen".to_owned()),
        };
        for text in moves.iter().skip(1) {
            let shape = variant.shape();
            let found = game
                .legal_moves()
                .into_iter()
                .find(|mv| mv.uci(shape).to_string() == *text);
            let Some(mv) = found else {
                return Err(format!("{text} is not legal after {}", game.position()));
            };
            game.play(mv).map_err(|why| format!("{text}: {why}"))?;
        }
        self.game = game;
        Ok(())
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        self.halt();
        if let ["perft", depth, ..] = words {
            let depth = depth.parse().map_err(|_| "perft wants a depth")?;
            self.perft(depth);
            return Ok(());
        }
        let limits = read_limits(words, self.game.turn())?;
        let stop = Stop::new();
        let (searcher, game) = (Arc::clone(&self.searcher), self.game.clone());
        let (out, switch, lines) = (Arc::clone(&self.out), stop.clone(), self.lines);
        let thread = std::thread::spawn(move || {
            let mut searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            searcher.multi_pv = lines;
            let shape = game.position().shape();
            let mut told = 0;
            let report = searcher.search(&game, &limits, &switch, &mut |report| {
                told = report.nodes;
                say(&out, &info(&game, report));
            });
            // What was looked at in a depth that was not finished counts too.
            if report.nodes > told && !report.lines.is_empty() {
                say(&out, &info(&game, &report));
            }
            let best = report.best.map(|mv| mv.uci(shape).to_string());
            let best = best.unwrap_or_else(|| "0000".to_owned());
            let reply = report.pv.get(1).map(|mv| mv.uci(shape).to_string());
            match reply {
                Some(reply) => say(&out, &format!("bestmove {best} ponder {reply}")),
                None => say(&out, &format!("bestmove {best}")),
            }
        });
        self.running = Some((stop, thread));
        Ok(())
    }

    fn perft(&self, depth: u32) {
        let started = Instant::now();
        let nodes = if depth == 0 {
            1
        } else {
            let mut total = 0;
            let mut game = self.game.clone();
            let shape = game.position().shape();
            for mv in &game.legal_moves() {
                if game.play(*mv).is_ok() {
                    let nodes = perft_game(&game, depth - 1);
                    total += nodes;
                    say(&self.out, &format!("{}: {nodes}", mv.uci(shape)));
                    game.undo();
                }
            }
            total
        };
        let time = started.elapsed();
        say(
            &self.out,
            &format!("\nNodes searched: {nodes}\ninfo string {time:.3?}"),
        );
    }

    /// Ends a search that is under way and waits for its last word.
    fn halt(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            stop.stop();
            // A search that panicked has said so on the standard error output.
            let _ = thread.join();
        }
    }

    fn with_searcher(&self, change: impl FnOnce(&mut Searcher)) {
        change(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner));
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.halt();
    }
}

/// The words after `go`.
fn read_limits(words: &[&str], turn: Color) -> Result<SearchLimits, String> {
    let number = |name: &str| -> Result<Option<u64>, String> {
        let Some(at) = words.iter().position(|&word| word == name) else {
            return Ok(None);
        };
        // A clock may have run below nought.
        let text = words.get(at + 1).copied().unwrap_or_default();
        let value: i64 = text
            .parse()
            .map_err(|_| format!("{name} wants a number, not {text:?}"))?;
        Ok(Some(u64::try_from(value).unwrap_or(0)))
    };
    let mut limits = SearchLimits {
        depth: number("depth")?.map(|depth| u32::try_from(depth).unwrap_or(u32::MAX)),
        nodes: number("nodes")?,
        time: number("movetime")?.map(|time| Duration::from_millis(time).saturating_sub(OVERHEAD)),
        soft_time: None,
    };
    let (clock, increment) = match turn {
        Color::White => ("wtime", "winc"),
        Color::Black => ("btime", "binc"),
    };
    if let Some(clock) = number(clock)? {
        let clock = Duration::from_millis(clock).saturating_sub(OVERHEAD);
        let increment = Duration::from_millis(number(increment)?.unwrap_or(0));
        let moves = number("movestogo")?.and_then(|moves| u32::try_from(moves).ok());
        let moves = moves.unwrap_or(MOVES_TO_GO).clamp(1, MOVES_TO_GO) + 1;
        let share = clock / moves + increment * 3 / 4;
        limits.soft_time = Some(share.min(clock / 2));
        limits.time = Some((share * 4).min(clock / 2));
    }
    Ok(limits)
}

/// The `info` lines of a depth.
fn info(game: &Game, report: &SearchReport) -> String {
    let shape = game.position().shape();
    let millis = report.time.as_millis().max(1);
    let mut text = String::new();
    for (n, line) in report.lines.iter().enumerate() {
        if n > 0 {
            text.push('\n');
        }
        let _ = write!(
            text,
            "info depth {} seldepth {} multipv {} score {} nodes {} nps {} hashfull {} time {millis} pv",
            report.depth,
            report.selective_depth,
            n + 1,
            line.score,
            report.nodes,
            u128::from(report.nodes) * 1000 / millis,
            report.table_use,
        );
        for mv in &line.moves {
            let _ = write!(text, " {}", mv.uci(shape));
        }
    }
    text
}
