//! Start positions that can't be used.

use rules_core::FenError;

use crate::{Message, msg};

/// Why a FEN is not a position of a game, as a sentence.
pub fn fen_error(error: &FenError) -> Message {
    match error {
        FenError::Fields { expected, .. } => msg!("position-fields", expected = *expected),
        FenError::Ranks { expected, found } => {
            msg!("position-ranks", expected = *expected, found = *found)
        }
        FenError::Rank { rank } => msg!("position-rank", rank = *rank),
        FenError::Piece(letter) => msg!("position-piece", letter = letter.to_string()),
        FenError::Turn(text) => msg!("position-turn", text = text.clone()),
        FenError::Rights(text) => msg!("position-rights", text = text.clone()),
        FenError::EnPassant(text) => msg!("position-en-passant", text = text.clone()),
        FenError::Counter(text) => msg!("position-counter", text = text.clone()),
        FenError::RightWithoutPieces(right) => {
            msg!("position-right-without-pieces", right = right.to_string())
        }
        FenError::EnPassantWithoutPawn(square) => {
            msg!(
                "position-en-passant-without-pawn",
                square = square.to_string()
            )
        }
        FenError::Kings(_) => msg!("position-kings"),
        FenError::TooManyPieces(_) => msg!("position-too-many-pieces"),
        FenError::PawnPlace(square) => msg!("position-pawn", square = square.to_string()),
        FenError::WrongSection(square) => {
            msg!("position-wrong-section", square = square.to_string())
        }
        FenError::OpponentInCheck(_) => msg!("position-opponent-in-check"),
    }
}
