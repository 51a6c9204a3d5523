#![doc = include_str!("../README.md")]
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "squares and directions are numbers below 64, and the casts stand where tables are made from them"
)]
#![expect(
    clippy::inline_always,
    reason = "the parts of the generator are meant to become one function for each game"
)]

// In reading order: what there is, how it moves, how a game runs, how people write it.
mod shape;

mod bitboard;
mod color;
mod role;

mod geometry;
mod rules;

mod games;
mod variant;

mod board;
mod position;

mod fen;
mod setup;

mod attack;
mod generate;
mod leto;
mod make;
mod perft;
mod sink;

mod describe;
mod moves;
mod outcome;

mod game;

mod movement;
mod reach;
mod san;

mod explain;
mod read;
mod whynot;

pub mod compiled;
pub mod pgn;

pub use bitboard::{Bitboard, Squares};
pub use color::{ByColor, Color};
pub use describe::{Description, Shift, ShiftKind};
pub use fen::FenError;
pub use game::{Game, IllegalMove, ReplayError};
pub use moves::{Move, MoveList, UciMove};
pub use outcome::{Claim, Outcome, Reason};
pub use perft::{perft, perft_game};
pub use position::Position;
pub use role::{Piece, Role};
pub use shape::{Shape, Square, SquareName};
pub use variant::{Family, UnknownVariant, Variant};
pub use whynot::{CastleObstacle, WhyNot};

pub(crate) use setup::Setup;
