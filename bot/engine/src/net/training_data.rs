//! The file that a net is trained on.
//!
//! It starts with the square that is to Black what each of the 64 is to White, a byte each. Records of 68 bytes follow, of little-endian
//! 16-bit numbers: the features of the side to move in any order, filled up to 32 with [`FEATURES`]; the search's score in
//! centipawns, and the result, 0 to 2 half points, both for the side to move.

pub use crate::self_play::SelfPlay;

use super::{FEATURES, feature, relative};
use crate::rules::{SLOTS, SQUARES};
use crate::self_play::Labeled;
use rules_core::{Color, Position, Variant};

/// Pieces of a position, at most.
const MAX_PIECES: usize = 32;

impl SelfPlay {
    /// Plays the nth game of a seed and returns the records of its quiet positions.
    pub fn records(&mut self, seed: u64, n: u64) -> Vec<u8> {
        self.play(seed, n).iter().flat_map(record).collect()
    }
}

/// Returns the head of a variant's file.
pub fn head(variant: Variant) -> [u8; SQUARES] {
    relative(variant, Color::Black)
}

fn record(labeled: &Labeled) -> Vec<u8> {
    let Labeled {
        position,
        score,
        result,
    } = labeled;
    let (score, result) = match position.turn() {
        Color::White => (score.value(), *result),
        Color::Black => (-score.value(), 2 - result),
    };
    let mut numbers: Vec<usize> = features(position).take(MAX_PIECES).collect();
    numbers.resize(MAX_PIECES, FEATURES);
    let numbers = numbers.into_iter().filter_map(|it| i16::try_from(it).ok());
    let score = i16::try_from(score).unwrap_or(0);
    numbers
        .chain([score, result])
        .flat_map(i16::to_le_bytes)
        .collect()
}

/// Returns the features of the side to move.
pub(super) fn features(position: &Position) -> impl Iterator<Item = usize> {
    let side = position.turn();
    let relative = relative(position.variant(), side);
    let sets = Color::ALL
        .into_iter()
        .flat_map(|color| (0..SLOTS).map(move |slot| (color, slot)));
    sets.flat_map(move |(color, slot)| {
        let set = position.slot_set(color, slot).iter();
        set.map(move |square| feature(side == color, slot, usize::from(relative[square.index()])))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use rules_core::Game;

    #[test]
    fn score_and_result_are_those_of_the_side_to_move() {
        let mut game = Game::new(Variant::Legan);
        for (moves, expected) in [(0, [35_i16, 2]), (1, [-35, 0])] {
            for _ in 0..moves {
                game.play(game.legal_moves()[0]).unwrap();
            }
            let record = record(&Labeled {
                position: *game.position(),
                score: Score::centipawns(35),
                result: 2,
            });
            assert_eq!(record.len(), 2 * (MAX_PIECES + 2));
            assert_eq!(
                record[2 * MAX_PIECES..],
                expected.map(i16::to_le_bytes).concat()
            );
        }
    }

    #[test]
    fn equal_seeds_play_equal_games() {
        let play = |n| SelfPlay::new(Variant::Toto40, 50).records(1, n);
        assert!(!play(0).is_empty() && play(0) == play(0));
        assert_ne!(play(0), play(1));
    }
}
