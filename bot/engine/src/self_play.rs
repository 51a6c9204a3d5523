//! Games of the engine against itself, as training data.

use crate::bench::random_game;
use crate::limits::{SearchLimits, Stop};
use crate::rng::splitmix64;
use crate::score::Score;
use crate::search::Searcher;
use rules_core::{Color, Game, Position, Variant};

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

/// A quiet position of a game.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Labeled {
    pub(crate) position: Position,
    /// The search's score, for White.
    pub(crate) score: Score,
    /// The game's result for White, in half points.
    pub(crate) result: i16,
}

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

    /// Plays the nth game of a seed from a random opening and returns its quiet positions.
    pub(crate) fn play(&mut self, seed: u64, n: u64) -> Vec<Labeled> {
        let plies = OPENING_PLIES + n % OPENING_PLIES;
        let plies = usize::try_from(plies).unwrap_or(0);
        let mut game = random_game(self.variant, plies, splitmix64(seed ^ n << 20));
        self.searcher.clear();
        let mut positions: Vec<Labeled> = Vec::new();
        let mut won_plies = 0;
        let result = loop {
            if let Some(result) = result_by_rules(&game) {
                break result;
            }
            let report = (self.searcher).search(&game, &self.limits, &Stop::new(), &mut |_| ());
            let Some(best) = report.best else { break 1 };
            let position = *game.position();
            let score = match position.turn() {
                Color::White => report.score,
                Color::Black => -report.score,
            };
            if score.value().abs() > WIN_SCORE {
                won_plies += 1;
            } else {
                won_plies = 0;
            }
            if won_plies >= WIN_PLIES {
                break if score.value() > 0 { 2 } else { 0 };
            }
            if game.play(best).is_err() {
                break 1;
            }
            if is_quiet(&position, game.position()) && score.mate_in().is_none() {
                positions.push(Labeled {
                    position,
                    score,
                    result: 1,
                });
            }
        };
        for position in &mut positions {
            position.result = result;
        }
        positions
    }
}

/// Returns White's half points if the game is over or drawn by its length.
fn result_by_rules(game: &Game) -> Option<i16> {
    if let Some(outcome) = game.outcome() {
        return Some(match outcome.winner {
            Some(Color::White) => 2,
            Some(Color::Black) => 0,
            None => 1,
        });
    }
    (game.ply() >= MAX_PLIES || game.claim().is_some()).then_some(1)
}

fn is_quiet(position: &Position, next: &Position) -> bool {
    !position.is_check()
        && !next.is_check()
        && next.occupied().len() == position.occupied().len()
        && position.halfmove_clock() < MAX_SAMPLE_CLOCK
}
