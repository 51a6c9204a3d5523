//! Balanced random openings.

use crate::bench::random_game;
use crate::limits::{SearchLimits, Stop};
use crate::rng::splitmix64;
use crate::search::Searcher;
use rules_core::{Game, Variant};

/// Random openings to try.
const TRIES: u64 = 60;
/// Largest advantage in a balanced opening, in centipawns.
const MAX_ADVANTAGE: i32 = 60;
/// Nodes to judge an opening with.
const NODES: u64 = 4_000;

/// Returns a game of random plies that a short search finds balanced, or the most balanced one tried. Equal seeds, equal openings.
pub fn balanced(variant: Variant, plies: usize, seed: u64) -> Game {
    let mut searcher = Searcher::new(1 << 20);
    let mut best: Option<(i32, Game)> = None;
    for n in 0..TRIES {
        let game = random_game(variant, plies, splitmix64(seed ^ n << 48));
        if game.outcome().is_some() || game.ply() < plies {
            continue;
        }
        searcher.clear();
        let limits = SearchLimits::nodes(NODES);
        let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
        let advantage = report.score.value().abs();
        if best.as_ref().is_none_or(|(least, _)| advantage < *least) {
            best = Some((advantage, game));
        }
        if advantage <= MAX_ADVANTAGE {
            break;
        }
    }
    best.map_or_else(|| Game::new(variant), |(_, game)| game)
}
