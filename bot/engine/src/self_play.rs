//! Games of the engine against itself, and the file of their positions that a net is trained on.
//!
//! It starts with the square that is to Black what each of the 64 is to White, a byte each. Records of 68 bytes follow, of little-endian
//! 16-bit numbers: the features of the side to move in any order, filled up to 32 with [`FEATURES`]; the search's score in
//! centipawns, and the result, 0 to 2 half points, both for the side to move.

use crate::bench::random_game;
use crate::limits::{SearchLimits, Stop};
use crate::net::{FEATURES, feature, relative};
use crate::rng::splitmix64;
use crate::rules::{SLOTS, SQUARES};
use crate::score::Score;
use crate::search::Searcher;
use rules_core::{Color, Position, Variant};

/// Pieces of a position, at most.
const MAX_PIECES: usize = 32;

// Hand-picked.

/// Minimum random plies of an opening. Games cycle through as many lengths.
const OPENING_PLIES: u64 = 5;
/// Games of this many plies are drawn.
const MAX_PLIES: usize = 240;
/// Score, in centipawns, above which a ply counts towards [`WIN_PLIES`].
const WIN_SCORE: i32 = 1_200;
/// Consecutive plies above [`WIN_SCORE`] that win a game.
const WIN_PLIES: usize = 6;
/// Positions from this half-move clock on make no progress and are not sampled.
const MAX_SAMPLE_CLOCK: u32 = 40;
const TT_BYTES: usize = 2 << 20;

/// A player of games against itself. Equal arguments, equal games.
#[derive(Debug)]
pub struct SelfPlay {
    variant: Variant,
    limits: SearchLimits,
    searcher: Searcher,
}

impl SelfPlay {
    /// Plays with a number of nodes a move.
    pub fn new(variant: Variant, nodes: u64) -> Self {
        Self {
            variant,
            limits: SearchLimits::nodes(nodes),
            searcher: Searcher::new(TT_BYTES),
        }
    }

    /// Plays the nth game of a seed from a random opening and returns the records of its quiet positions.
    pub fn records(&mut self, seed: u64, n: u64) -> Vec<u8> {
        let plies = OPENING_PLIES + n % OPENING_PLIES;
        let plies = usize::try_from(plies).unwrap_or(0);
        let mut game = random_game(self.variant, plies, splitmix64(seed ^ n << 20));
        self.searcher.clear();
        let mut quiet = Vec::new();
        let mut won_plies = 0;
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() >= MAX_PLIES || game.claim().is_some() {
                break None;
            }
            let report = (self.searcher).search(&game, &self.limits, &Stop::new(), &mut |_| ());
            let Some(best) = report.best else { break None };
            let (position, score) = (*game.position(), report.score);
            let is_decided = score.value().abs() > WIN_SCORE;
            won_plies = if is_decided { won_plies + 1 } else { 0 };
            if won_plies >= WIN_PLIES {
                let turn = position.turn();
                break Some(if score.value() > 0 { turn } else { !turn });
            }
            if game.play(best).is_err() {
                break None;
            }
            if is_quiet(&position, game.position()) && score.mate_in().is_none() {
                quiet.push((position, score));
            }
        };
        let records = quiet.iter();
        records
            .flat_map(|(position, score)| record(position, *score, winner))
            .collect()
    }
}

fn is_quiet(position: &Position, next: &Position) -> bool {
    !position.is_check()
        && !next.is_check()
        && next.occupied().len() == position.occupied().len()
        && position.halfmove_clock() < MAX_SAMPLE_CLOCK
}

/// Returns the head of a variant's file.
pub fn head(variant: Variant) -> [u8; SQUARES] {
    relative(variant, Color::Black)
}

/// Encodes a position of a game with its score for the side to move.
fn record(position: &Position, score: Score, winner: Option<Color>) -> Vec<u8> {
    let mut numbers: Vec<usize> = features(position).take(MAX_PIECES).collect();
    numbers.resize(MAX_PIECES, FEATURES);
    let numbers = numbers.into_iter().filter_map(|it| i16::try_from(it).ok());
    let score = i16::try_from(score.value()).unwrap_or(0);
    let result = match winner {
        None => 1,
        Some(winner) if winner == position.turn() => 2,
        Some(_) => 0,
    };
    numbers
        .chain([score, result])
        .flat_map(i16::to_le_bytes)
        .collect()
}

/// Returns the features of the side to move.
pub(crate) fn features(position: &Position) -> impl Iterator<Item = usize> {
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
    use rules_core::Game;

    #[test]
    fn score_and_result_are_those_of_the_side_to_move() {
        let mut game = Game::new(Variant::Legan);
        for (moves, expected) in [(0, [35_i16, 2]), (1, [35, 0])] {
            for _ in 0..moves {
                game.play(game.legal_moves()[0]).unwrap();
            }
            let score = Score::centipawns(35);
            let record = record(game.position(), score, Some(Color::White));
            assert_eq!(record.len(), 2 * (MAX_PIECES + 2));
            let expected = expected.map(i16::to_le_bytes).concat();
            assert_eq!(record[2 * MAX_PIECES..], expected);
        }
    }

    #[test]
    fn equal_seeds_play_equal_games() {
        let play = |n| SelfPlay::new(Variant::Toto40, 50).records(1, n);
        assert!(!play(0).is_empty() && play(0) == play(0));
        assert_ne!(play(0), play(1));
    }
}
