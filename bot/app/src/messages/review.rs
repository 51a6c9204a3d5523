//! A finished game: what comes with it, and where it turned.

use rules_core::{Color, Game, Move};
use text::{Text, text};

use crate::messages::{move_number, strong};
use crate::model::record::{GameRecord, ReviewRecord, TurningPoint};

/// The engine was asked to go through a game.
pub fn review_asked() -> Text {
    text![
        "I am going through the game. The graph and the turning points will be added to its last board."
    ]
}

/// Where a game turned, one move on a line, or that it never did.
pub fn turning_points(game: &Game, review: &ReviewRecord) -> Text {
    if review.turns.is_empty() {
        return text!["Neither side made a big mistake."];
    }
    let lines = review
        .turns
        .iter()
        .filter_map(|turn| turning_point(game, turn));
    lines.fold(text![strong("Where the game turned")], Text::line)
}

fn turning_point(game: &Game, turn: &TurningPoint) -> Option<Text> {
    let played = *game.moves().get(usize::try_from(turn.ply).ok()?)?;
    let mut before = game.clone();
    while before.ply() > usize::try_from(turn.ply).ok()? {
        before.undo()?;
    }
    let best = before.read(&turn.best).ok()?;
    let mover = game.variant().color_name(before.turn());
    let percent = |thousandths: u16| (thousandths.min(1000) + 5) / 10;
    Some(text![
        format!("{} ", move_number(game, turn.ply)),
        strong(before.san(played)),
        format!(
            ": {mover}'s chances fell from {} to {} in 100. Better was ",
            percent(turn.before),
            percent(turn.after)
        ),
        strong(before.san(best)),
        "."
    ])
}

/// What the graph of a game is headed by.
pub fn graph_title(record: &GameRecord) -> String {
    let name = |color| record.seats[color].name();
    format!("{} – {}", name(Color::White), name(Color::Black))
}

/// A file with the moves of a game.
pub fn pgn_about() -> &'static str {
    "The game in PGN, to be kept or opened elsewhere"
}

/// What the engine thinks of a position that somebody asked about.
pub fn studied(game: &Game, verdict: &str, line: &[Move]) -> Text {
    /// Half-moves of the line that are told.
    const TOLD: usize = 6;
    let mut ahead = game.clone();
    let mut moves = Vec::new();
    for &mv in line.iter().take(TOLD) {
        let san = ahead.san(mv);
        let ply = u32::try_from(ahead.ply()).unwrap_or(0);
        let number = super::move_number(&ahead, ply);
        moves.push(if moves.is_empty() || !number.ends_with("..") {
            format!("{number} {san}")
        } else {
            san
        });
        if ahead.play(mv).is_err() {
            break;
        }
    }
    text![
        strong(game.variant().name()),
        format!(": I think that {verdict}. I would play "),
        strong(moves.join(" ")),
        ". (Only you see this.)"
    ]
}
