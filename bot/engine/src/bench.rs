//! A fixed set of searches whose total of positions stands for the engine's behaviour: a change that should not change play leaves it.

use crate::human::scramble;
use crate::limits::{SearchLimits, Stop};
use crate::think::Searcher;
use rules_core::{Game, Variant};
use std::fmt;
use std::time::{Duration, Instant};

const DEPTH: u32 = 8;
/// Random half-moves before each of a rule set's positions.
const OPENINGS: [usize; 4] = [0, 8, 16, 30];
const MEMORY: usize = 4 << 20;

/// What a bench has counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bench {
    /// Positions looked at: the checksum.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl fmt::Display for Bench {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millis = self.time.as_millis().max(1);
        write!(
            f,
            "{} nodes {} nps",
            self.nodes,
            u128::from(self.nodes) * 1000 / millis
        )
    }
}

/// A game after some moves chosen without thought, the same ones for the same seed; shorter when the game ends.
pub(crate) fn random_game(variant: Variant, plies: usize, seed: u64) -> Game {
    let mut game = Game::new(variant);
    let mut state = seed;
    for _ in 0..plies {
        let moves = game.legal_moves();
        state = scramble(state);
        let Some(mv) = moves.get(pick(state, moves.len())) else {
            break;
        };
        if game.outcome().is_some() || game.play(*mv).is_err() {
            break;
        }
    }
    game
}

/// One of `len` places, none of which is nought only when there are none.
pub(crate) fn pick(state: u64, len: usize) -> usize {
    let len = u64::try_from(len).unwrap_or(1).max(1);
    usize::try_from(state % len).unwrap_or(0)
}

/// Searches four positions of each rule set to a depth (8 if none is given), each with an empty table.
pub fn run(depth: Option<u32>) -> Bench {
    let started = Instant::now();
    let limits = SearchLimits::depth(depth.unwrap_or(DEPTH));
    let mut searcher = Searcher::new(MEMORY);
    let mut nodes = 0;
    for variant in Variant::ALL {
        for plies in OPENINGS {
            let game = random_game(variant, plies, 40);
            searcher.clear();
            nodes += searcher
                .search(&game, &limits, &Stop::new(), &mut |_| ())
                .nodes;
        }
    }
    Bench {
        nodes,
        time: started.elapsed(),
    }
}
