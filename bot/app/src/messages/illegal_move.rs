//! Why a move was refused.

use rules_core::{Game, MoveError, Square};
use text::{Message, Text, msg};

/// The most moves that are listed.
const LISTED: usize = 30;

/// Why a text is not a legal move, and what the piece that was meant can do instead.
pub fn why_not(game: &Game, why: &MoveError) -> Text {
    Text::from(text::chess::move_error(why)).line(instead(game, why.piece()))
}

fn instead(game: &Game, meant: Option<Square>) -> Message {
    let Some((square, piece)) = meant.and_then(|at| Some((at, game.position().piece_at(at)?)))
    else {
        return msg!("game-see-move-button");
    };
    let piece = super::piece_on(piece, &game.variant().shape().name(square).to_string());
    let moves: Vec<_> = game
        .legal_moves()
        .iter()
        .filter(|mv| mv.from() == square)
        .take(LISTED)
        .map(|&mv| game.san(mv))
        .collect();
    if moves.is_empty() {
        return msg!("game-piece-stuck", piece = piece);
    }
    msg!("game-piece-moves", piece = piece, moves = moves.join(", "))
}
