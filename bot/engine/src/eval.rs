//! The search's knowledge of pieces and boards besides the net.

use crate::params::FIFTY_MOVES;
use crate::see::PieceValues;
use rules_core::{Position, Square, Variant};

/// Bound of evaluations, below the mate scores.
const MAX_EVAL: i32 = 20_000;
/// Above every exchange of pieces.
const KING_VALUE: i32 = 10_000;

/// Returns the values of pieces in centipawns, by slot: means of middlegame and endgame weights that were once tuned by Texel's method on
/// self-play. Of a role that a variant lacks, 1.
pub(crate) const fn piece_values(variant: Variant) -> &'static PieceValues {
    match variant {
        Variant::Leto => &[90, 269, 328, 415, 942, KING_VALUE, 214],
        Variant::LetoKwagga => &[93, 230, 330, 426, 952, KING_VALUE, 226],
        Variant::Legan => &[72, 260, 263, 393, 871, KING_VALUE, 1],
        Variant::Toto40 => &[123, 294, 324, 470, 1, KING_VALUE, 1],
        Variant::Leap => &[126, 346, 160, 174, 325, KING_VALUE, 1],
        Variant::LeapMulti => &[62, 307, 134, 144, 306, KING_VALUE, 1],
        Variant::LeapOptional => &[76, 303, 101, 129, 287, KING_VALUE, 1],
        Variant::Leap64 => &[99, 268, 114, 138, 280, KING_VALUE, 1],
        Variant::Leap64Multi => &[70, 284, 123, 136, 280, KING_VALUE, 1],
        Variant::Leap64Optional => &[81, 269, 95, 119, 262, KING_VALUE, 1],
        Variant::Latrunculi => &[91, 303, 460, 584, 840, KING_VALUE, 1],
    }
}

/// Draws an evaluation to zero: an advantage halves on the way to a draw.
// CITE: Fifty-move rule. https://www.chessprogramming.org/Fifty-move_Rule
pub(crate) fn fade(position: &Position, eval: i32) -> i32 {
    let clock = position.halfmove_clock().min(FIFTY_MOVES).cast_signed();
    let scale = 2 * FIFTY_MOVES.cast_signed();
    (eval * (scale - clock) / scale).clamp(-MAX_EVAL, MAX_EVAL)
}

/// Returns the square that is to Black what this one is to White, and the reverse: Black's setup is White's turned by 180 degrees in
/// Legan Chess and Toto40, and mirrored elsewhere.
pub(crate) fn flipped(variant: Variant, square: Square) -> Square {
    let shape = variant.shape();
    let file = shape.file(square);
    let file = match variant {
        Variant::Legan | Variant::Toto40 => shape.files() - 1 - file,
        _ => file,
    };
    let rank = shape.ranks() - 1 - shape.rank(square);
    shape.at(file, rank).unwrap_or(square)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Color;

    #[test]
    fn flipping_the_start_position_swaps_the_sides() {
        for variant in Variant::ALL {
            let start = variant.start();
            for color in Color::ALL {
                for square in start.side(color) {
                    let piece = start.piece_at(square).map(|piece| piece.role);
                    let other = start.piece_at(flipped(variant, square));
                    assert_eq!(other.map(|piece| piece.role), piece, "{}", variant.id());
                    assert_ne!(other.map(|piece| piece.color), Some(color));
                }
            }
        }
    }
}
