//! Openings that give both sides about the same chances.

use crate::bench::random_game;
use crate::human::scramble;
use crate::limits::{SearchLimits, Stop};
use crate::think::Searcher;
use rules_core::{Game, Variant};

/// How many random openings are tried for a balanced one.
const TRIES: u64 = 60;
/// How much better a side may be, in hundredths of a pawn.
const BALANCED: i32 = 60;
/// Positions looked at to judge an opening.
const NODES: u64 = 4_000;

/// A game of so many random half-moves after which a short search finds both sides about equal; the same for the same seed. If no
/// such game turns up, the most equal of those tried.
pub fn balanced(variant: Variant, plies: usize, seed: u64) -> Game {
    let mut searcher = Searcher::new(1 << 20);
    let mut best: Option<(i32, Game)> = None;
    for n in 0..TRIES {
        let game = random_game(variant, plies, scramble(seed ^ n << 48));
        if game.outcome().is_some() || game.ply() < plies {
            continue;
        }
        searcher.clear();
        let report = searcher.search(
            &game,
            &SearchLimits::nodes(NODES),
            &Stop::new(),
            &mut |_| (),
        );
        let tilt = report.score.value().abs();
        if best.as_ref().is_none_or(|(least, _)| tilt < *least) {
            best = Some((tilt, game));
        }
        if tilt <= BALANCED {
            break;
        }
    }
    best.map_or_else(|| Game::new(variant), |(_, game)| game)
}
