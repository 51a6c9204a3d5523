#![doc = include_str!("../README.md")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "squares and directions are numbers below 64, cast where tables are built from them"
)]
#![expect(
    clippy::inline_always,
    reason = "the parts of the move generator are meant to become one function per game"
)]

/// Expands to the name or id that it is given.
macro_rules! itself {
    ($name:literal) => {
        $name
    };
}

// In reading order: the board, the rules, a game, and its notation.
mod board;
mod moves;
mod outcome;

mod games;
mod position;
mod setup;
mod variant;

mod movegen;
mod perft;
pub mod variant_rules;

mod blunder;
mod game;

mod explain;
mod notation;
mod reading;

pub use blunder::Blunder;
pub use board::{Bitboard, ByColor, Color, Piece, Role, Shape, Square, SquareName, Squares};
pub use explain::{
    Attacker, BadOrigin, BadTarget, CastlingObstacle, Description, Directions, IllegalMove,
    MeantMovement, Missing, MoveError, MoveSyntaxError, Movement, MovementKind, PawnMovement,
    PawnSteps, PromotionSquares, RoleAt, Shift, ShiftKind, Throw,
};
pub use game::{Game, PlayError, ReplayError};
pub use games::{Family, ORTHODOX_ROLES, Variant};
pub use moves::{CastlingSide, Move, MoveList, UciMove};
pub use notation::fen::FenError;
pub use notation::pgn;
pub use outcome::{Claim, Outcome, Reason};
pub use perft::{perft, perft_game};
pub use position::Position;
pub use variant::UnknownVariant;
