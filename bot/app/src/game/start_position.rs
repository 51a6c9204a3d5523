//! Positions that people set up.

use rules_core::{Game, Position, Variant};

use crate::protocol::refusal::Refusal;

/// The most legal moves of a position to begin from. In Leap Chess with multiple captures a position can be made up that has
/// a hundred thousand; in games from the rule sets' own starts a few dozen are usual.
const MOST_MOVES: usize = 500;

/// A game from a position that somebody made up, if it can be played from there.
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
