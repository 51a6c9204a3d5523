//! Why a move was refused, and first words to those who are new to a game.

use rules_core::{Game, Square, Variant, WhyNot};
use text::{Text, text};

use crate::messages::strong;

/// The most moves that are listed.
const LISTED: usize = 30;

/// Why a text is no move, and what the piece that was meant can do.
pub fn why_not(game: &Game, why: &WhyNot, meant: Option<Square>) -> Text {
    let reason = text![why.to_string()];
    let Some((square, piece)) = meant.and_then(|at| Some((at, game.position().piece_at(at)?)))
    else {
        return reason.line(text!["\"Move\" lists every piece that can move."]);
    };
    let name = super::piece_on(piece, &game.variant().shape().name(square).to_string());
    let moves: Vec<_> = game
        .legal_moves()
        .iter()
        .filter(|mv| mv.from() == square)
        .take(LISTED)
        .map(|&mv| game.san(mv))
        .collect();
    if moves.is_empty() {
        return reason.line(text![strong(name), " cannot move at the moment."]);
    }
    reason.line(text![
        strong(name),
        " can make these moves: ",
        moves.join(", "),
        ". The board marks them."
    ])
}

/// A word on the first board of somebody's first game of that kind.
pub fn first_game(variant: Variant) -> Text {
    text![format!(
        "New to {}? \"Rules\" shows it in pictures, \"Move\" lists all moves.",
        variant.family().name()
    )]
}
