//! A fixed set of searches, whose total of nodes is a checksum of the engine's behavior.

use crate::limits::{SearchLimits, Stop};
use crate::rng::{index, splitmix64};
use crate::search::Searcher;
use rules_core::{Game, Variant};
use std::fmt;
use std::time::{Duration, Instant};

const DEFAULT_DEPTH: u32 = 8;
/// Random plies before each of a variant's positions.
const OPENING_PLIES: [usize; 4] = [0, 8, 16, 30];
const OPENING_SEED: u64 = 40;
const TT_BYTES: usize = 4 << 20;

/// The result of a bench.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bench {
    /// The checksum.
    pub nodes: u64,
    /// Time taken.
    pub time: Duration,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.time.as_millis().max(1);
        let nps = u128::from(self.nodes) * 1000 / millis;
        write!(f, "{} nodes {nps} nps", self.nodes)
    }
}

/// Plays random moves from the start; fewer if the game ends.
pub(crate) fn random_game(variant: Variant, plies: usize, seed: u64) -> Game {
    let mut game = Game::new(variant);
    let mut state = seed;
    for _ in 0..plies {
        let moves = game.legal_moves();
        state = splitmix64(state);
        let Some(mv) = moves.get(index(state, moves.len())) else {
            break;
        };
        if game.outcome().is_some() || game.play(*mv).is_err() {
            break;
        }
    }
    game
}

/// Searches four positions of each variant to a depth (default 8), with fresh tables.
pub fn run(depth: Option<u32>) -> Bench {
    let started = Instant::now();
    let limits = SearchLimits::depth(depth.unwrap_or(DEFAULT_DEPTH));
    let mut searcher = Searcher::new(TT_BYTES);
    let mut nodes = 0;
    for variant in Variant::ALL {
        for plies in OPENING_PLIES {
            let game = random_game(variant, plies, OPENING_SEED);
            searcher.clear();
            let report = searcher.search(&game, &limits, &Stop::new(), &mut |_| ());
            nodes += report.nodes;
        }
    }
    Bench {
        nodes,
        time: started.elapsed(),
    }
}
