//! Set-up positions.

use rules_core::{Game, Position, Variant};

use crate::protocol::refusal::Refusal;

/// Maximum number of legal moves in a set-up position, three times as many as in any test vector. Random play reaches 158, with
/// chains of captures. A constructed position may have millions.
const MOST_MOVES: usize = 500;

/// A game from this FEN, if it can be played.
pub(crate) fn playable(variant: Variant, fen: &str) -> Result<Game, Refusal> {
    let position = Position::from_fen(variant, fen).map_err(Refusal::BadStart)?;
    let game = Game::from_position(position);
    if game.outcome().is_some() {
        return Err(Refusal::StartIsOver);
    }
    if game.legal_moves().len() > MOST_MOVES {
        return Err(Refusal::StartTooWide);
    }
    Ok(game)
}
