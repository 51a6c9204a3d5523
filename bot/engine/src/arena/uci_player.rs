//! Another engine as a player, through UCI.

use super::player::ChosenMove;
use crate::limits::SearchLimits;
use crate::score::Score;
use rules_core::{Game, Variant};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

#[derive(Debug)]
pub(super) struct UciPlayer {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// The command that starts a search.
    go: String,
}

impl UciPlayer {
    /// Starts `command;Name=Value;Name=Value`. Options are set in this order, and `UCI_Variant` last unless it is among them.
    pub(super) fn start(
        text: &str,
        variant: Variant,
        limits: &SearchLimits,
    ) -> Result<Self, String> {
        let mut parts = text.split(';');
        let command = parts.next().unwrap_or_default();
        let mut words = command.split_whitespace();
        let program = words.next().ok_or("uci: needs a command")?;
        let mut process = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|why| format!("{program}: {why}"))?;
        let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
            return Err(format!("{program} has no pipes"));
        };
        let mut player = Self {
            process,
            input,
            output: BufReader::new(output),
            go: go_command(limits),
        };
        player.send("uci")?;
        player.wait_for("uciok")?;
        let mut sets_variant = false;
        for option in parts {
            let (name, value) = option
                .split_once('=')
                .ok_or_else(|| format!("{option:?} is not Name=Value"))?;
            sets_variant |= name.eq_ignore_ascii_case("UCI_Variant");
            player.set_option(name, value)?;
        }
        if !sets_variant {
            player.set_option("UCI_Variant", variant.id())?;
        }
        player.send("isready")?;
        player.wait_for("readyok")?;
        Ok(player)
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), String> {
        self.send(&format!("setoption name {name} value {value}"))
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

    pub(super) fn start_game(&mut self) -> Result<(), String> {
        self.send("ucinewgame")?;
        self.send("isready")?;
        self.wait_for("readyok")
    }

    pub(super) fn choose_move(&mut self, game: &Game) -> Result<ChosenMove, String> {
        self.send(&position_command(game))?;
        let go = self.go.clone();
        self.send(&go)?;
        let (mut nodes, mut depth, mut score) = (0, 0, None);
        loop {
            let line = self.receive()?;
            let words: Vec<&str> = line.split_whitespace().collect();
            let after = |name: &str| {
                let at = words.iter().position(|&word| word == name)?;
                words.get(at + 1).copied()
            };
            let number_after = |name: &str| after(name)?.parse().ok();
            let reported = || {
                let kind = after("score")?;
                Score::from_uci(kind, after(kind)?.parse().ok()?)
            };
            match words.first() {
                Some(&"info") if !words.contains(&"string") => {
                    nodes = number_after("nodes").unwrap_or(nodes);
                    depth = number_after("depth").unwrap_or(depth);
                    score = reported().or(score);
                }
                Some(&"bestmove") => {
                    let best = words.get(1).copied().unwrap_or_default();
                    let shape = game.position().shape();
                    let moves = game.legal_moves();
                    let mv = moves.iter().find(|mv| mv.uci(shape).to_string() == best);
                    let mv = mv.ok_or_else(|| {
                        format!("the engine played {best:?}, illegal in {}", game.position())
                    })?;
                    return Ok(ChosenMove {
                        mv: *mv,
                        score,
                        nodes,
                        depth,
                    });
                }
                _ => (),
            }
        }
    }
}

fn position_command(game: &Game) -> String {
    let shape = game.position().shape();
    let mut command = if *game.start() == game.variant().start() {
        "position startpos moves".to_owned()
    } else {
        format!("position fen {} moves", game.start())
    };
    for mv in game.moves() {
        let _ = write!(command, " {}", mv.uci(shape));
    }
    command
}

fn go_command(limits: &SearchLimits) -> String {
    let mut command = "go".to_owned();
    if let Some(depth) = limits.depth {
        let _ = write!(command, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(command, " nodes {nodes}");
    }
    if let Some(time) = limits.time {
        let _ = write!(command, " movetime {}", time.as_millis());
    }
    command
}

impl Drop for UciPlayer {
    fn drop(&mut self) {
        // The engine may have ended already.
        let _ = self.send("quit");
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
