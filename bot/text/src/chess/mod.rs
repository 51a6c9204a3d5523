//! Wording of the rules: names, moves, movement, illegal moves and endings.

mod check;
mod illegal_move;
mod move_words;
mod movement;
mod names;

pub use check::{in_check, side_in_check};
pub use illegal_move::{fen_error, move_error};
pub use move_words::{move_in_brief, move_in_words};
pub use movement::{movement, movement_in_brief};
pub use names::{
    claim, color_name, family_name, in_one_line, pieces, reason, role_name, role_plural,
    variant_name,
};
