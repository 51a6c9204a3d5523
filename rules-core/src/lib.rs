//! The rules of the five games: shapes, squares, positions, moves, notation, game record.

mod attack;
mod bitboard;
mod board;
mod color;
mod describe;
mod explain;
mod fen;
mod game;
mod games;
mod generate;
mod geometry;
mod leto;
mod make;
mod movement;
mod moves;
mod outcome;
mod perft;
pub mod pgn;
mod position;
mod reach;
mod read;
mod role;
mod rules;
mod san;
mod shape;
mod variant;
mod whynot;

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

pub(crate) use fen::Setup;
