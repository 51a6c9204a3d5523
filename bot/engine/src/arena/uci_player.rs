//! Another engine as a player, by the Universal Chess Interface.

use crate::limits::SearchLimits;
use rules_core::{Game, Move, Variant};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

#[derive(Debug)]
pub(crate) struct UciPlayer {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    go: String,
}

impl UciPlayer {
    /// `command;Name=Value;Name=Value`: options are set in this order; `UCI_Variant` is set last unless it is among them.
    pub(crate) fn start(
        text: &str,
        variant: Variant,
        limits: &SearchLimits,
    ) -> Result<Self, String> {
        let mut parts = text.split(';');
        let command = parts.next().unwrap_or_default();
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("uci: wants a command")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| format!("{program}: {why}"))?;
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(format!("{program} has no pipes"));
        };
        let mut player = Self {
            child,
            input,
            output: BufReader::new(output),
            go: go(limits),
        };
        player.send("uci")?;
        player.wait_for("uciok")?;
        let mut chosen = false;
        for option in parts {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| format!("{option:?} is not Name=Value"))?;
            chosen |= name.eq_ignore_ascii_case("UCI_Variant");
            player.send(&format!("setoption name {name} value {value}"))?;
        }
        if !chosen {
            player.send(&format!(
                "setoption name UCI_Variant value {}",
                variant.id()
            ))?;
        }
        player.send("isready")?;
        player.wait_for("readyok")?;
        Ok(player)
    }

    fn send(&mut self, line: &str) -> Result<(), String> {
        writeln!(self.input, "{line}")
            .and_then(|()| self.input.flush())
            .map_err(|why| format!("engine: {why}"))
    }

    fn receive(&mut self) -> Result<String, String> {
        let mut line = String::new();
        match self.output.read_line(&mut line) {
            Ok(0) => Err("the engine has ended".to_owned()),
            Ok(_) => Ok(line),
            Err(why) => Err(format!("engine: {why}")),
        }
    }

    fn wait_for(&mut self, word: &str) -> Result<(), String> {
        while self.receive()?.trim() != word {}
        Ok(())
    }

    pub(crate) fn begin(&mut self, _game: &Game) -> Result<(), String> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("readyok")
    }

    /// The move, positions looked at and depth.
    pub(crate) fn think(&mut self, game: &Game) -> Result<(Option<Move>, u64, u64), String> {
        let shape = game.position().shape();
        let mut position = if *game.start() == game.variant().start() {
            "position startpos moves".to_owned()
        } else {
            format!("position fen {} moves", game.start())
        };
        for mv in game.moves() {
            let _ = write!(position, " {}", mv.uci(shape));
        }
        self.send(&position)?;
        let go = self.go.clone();
        self.send(&go)?;
        let (mut nodes, mut depth) = (0, 0);
        loop {
            let line = self.receive()?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |name: &str| {
                let at = words.iter().position(|&word| word == name)?;
                words.get(at + 1)?.parse::<u64>().ok()
            };
            match words.first() {
                Some(&"info") if !words.contains(&"string") => {
                    nodes = after("nodes").unwrap_or(nodes);
                    depth = after("depth").unwrap_or(depth);
                }
                Some(&"bestmove") => {
                    let best = words.get(1).copied().unwrap_or_default();
                    let moves = game.legal_moves();
                    let found = moves.iter().find(|mv| mv.uci(shape).to_string() == best);
                    return match found {
                        Some(mv) => Ok((Some(*mv), nodes, depth)),
                        None => Err(format!(
                            "the engine played {best:?}, not legal in {}",
                            game.position()
                        )),
                    };
                }
                _ => (),
            }
        }
    }
}

fn go(limits: &SearchLimits) -> String {
    let mut text = "go".to_owned();
    if let Some(depth) = limits.depth {
        let _ = write!(text, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(text, " nodes {nodes}");
    }
    if let Some(time) = limits.time {
        let _ = write!(text, " movetime {}", time.as_millis());
    }
    text
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        // The engine may be gone already; then there is nothing to end.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
