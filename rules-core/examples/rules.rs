//! A command line for checks of the rules from outside.
//!
//! ```text
//! rules perft VARIANT DEPTH [FEN]            perft count
//! rules divide VARIANT DEPTH [FEN]           perft count of each first move, "move: n"
//! rules moves VARIANT [FEN]                  legal moves, one per line: UCI, tab, SAN
//! rules play VARIANT [--fen FEN] MOVE...     final FEN, outcome, reason, claim
//! rules random VARIANT N SEED                N random games as JSON lines
//! ```
//!
//! Errors are one line on standard error, with exit status 2.

use rules_core::{Color, Game, Move, MoveList, Outcome, Position, Variant, perft_game};
use serde_json::json;
use std::io::{self, Write};
use std::process::ExitCode;

const USAGE: &str = "usage: rules perft|divide VARIANT DEPTH [FEN] | moves VARIANT [FEN] | play VARIANT [--fen FEN] MOVE... | random VARIANT N SEED";

const MAX_DEPTH: u32 = 30;

/// Half-moves after which a random game stops.
const MAX_PLIES: usize = 300;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(text) => match io::stdout().lock().write_all(text.as_bytes()) {
            Ok(()) => ExitCode::SUCCESS,
            Err(_) => ExitCode::from(2),
        },
        Err(message) => {
            eprintln!("{}", message.replace('\n', " "));
            ExitCode::from(2)
        }
    }
}

fn run(words: &[&str]) -> Result<String, String> {
    let (command, variant, rest) = match words {
        [command, variant, rest @ ..] => (*command, variant.parse().map_err(text)?, rest),
        _ => return Err(USAGE.to_owned()),
    };
    match (command, rest) {
        ("perft", [depth, fen @ ..]) => Ok(format!(
            "{}\n",
            perft_game(&game(variant, fen)?, number(depth, MAX_DEPTH)?)
        )),
        ("divide", [depth, fen @ ..]) => divide(&game(variant, fen)?, number(depth, MAX_DEPTH)?),
        ("moves", fen) => Ok(moves(&game(variant, fen)?)),
        ("play", ["--fen", fen, moves @ ..]) => play(variant, Some(fen), moves),
        ("play", moves) => play(variant, None, moves),
        ("random", [games, seed]) => {
            let mut random = Random(seed.parse().map_err(|_| format!("invalid seed {seed:?}"))?);
            Ok((0..number(games, u32::MAX)?)
                .map(|_| random_game(variant, &mut random))
                .collect())
        }
        _ => Err(USAGE.to_owned()),
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn number(word: &str, most: u32) -> Result<u32, String> {
    word.parse()
        .ok()
        .filter(|number| *number <= most)
        .ok_or_else(|| format!("{word:?} is not a number up to {most}"))
}

/// Accepts a FEN as one argument or as its fields.
fn game(variant: Variant, fen: &[&str]) -> Result<Game, String> {
    let start = match fen {
        [] => variant.start(),
        fields => Position::from_fen(variant, &fields.join(" ")).map_err(text)?,
    };
    Ok(Game::from_position(start))
}

fn uci(game: &Game, mv: Move) -> String {
    mv.uci(game.variant().shape()).to_string()
}

fn sorted(game: &Game) -> MoveList {
    let mut moves = game.legal_moves();
    moves.sort_by_uci(game.variant().shape());
    moves
}

fn divide(game: &Game, depth: u32) -> Result<String, String> {
    let below = depth
        .checked_sub(1)
        .ok_or("divide needs a depth of 1 or more")?;
    let mut game = game.clone();
    let mut lines = String::new();
    for mv in sorted(&game) {
        game.play(mv).map_err(text)?;
        let nodes = perft_game(&game, below);
        game.undo();
        lines += &[uci(&game, mv), ": ".into(), nodes.to_string(), "\n".into()].concat();
    }
    Ok(lines)
}

fn moves(game: &Game) -> String {
    sorted(game)
        .into_iter()
        .map(|mv| [uci(game, mv), "\t".into(), game.san(mv), "\n".into()].concat())
        .collect()
}

fn winner(outcome: Option<Outcome>) -> &'static str {
    match outcome.map(|outcome| outcome.winner) {
        None => "ongoing",
        Some(None) => "draw",
        Some(Some(Color::White)) => "white",
        Some(Some(Color::Black)) => "black",
    }
}

fn play(variant: Variant, fen: Option<&str>, moves: &[&str]) -> Result<String, String> {
    let game = Game::replay(variant, fen, moves.iter().copied()).map_err(text)?;
    let outcome = game.outcome();
    let reason = outcome.map_or("ongoing", |outcome| outcome.reason.code());
    let claim = if game.claim().is_some() { "yes" } else { "no" };
    Ok(format!(
        "{}\noutcome: {}\nreason: {reason}\nclaim: {claim}\n",
        game.position(),
        winner(outcome)
    ))
}

/// `SplitMix64`: the same games for the same seed everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % (limit as u64)).unwrap_or(0)
    }
}

/// Plays one game and writes it as a line of JSON.
fn random_game(variant: Variant, random: &mut Random) -> String {
    let mut game = Game::new(variant);
    let mut fens = Vec::new();
    while game.ply() < MAX_PLIES && game.outcome().is_none() {
        let legal = sorted(&game);
        let mv = legal[random.below(legal.len())];
        if game.play(mv).is_err() {
            break;
        }
        fens.push(game.position().fen());
    }
    let moves: Vec<String> = game.moves().iter().map(|mv| uci(&game, *mv)).collect();
    let legal: Vec<String> = sorted(&game).into_iter().map(|mv| uci(&game, mv)).collect();
    format!(
        "{{\"variant\":\"{}\",\"moves\":{},\"fens\":{},\"legal\":{},\"outcome\":\"{}\"}}\n",
        variant.id(),
        json!(moves),
        json!(fens),
        json!(legal),
        winner(game.outcome()),
    )
}
