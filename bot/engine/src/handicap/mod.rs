//! Ten playing strengths from one engine. A weak player searches less, misjudges positions, overlooks moves and sometimes moves in
//! haste, as people do; it never plays what looked bad to it.

pub(crate) mod ladder;
mod level;

pub use level::Level;

use crate::limits::{SearchLimits, Stop};
use crate::rng::{chance, splitmix64};
use crate::score::Score;
use crate::search::Searcher;
use crate::search::human::HumanError;
use crate::tt::PackedMove;
use ladder::Ladder;
use rules_core::{Game, Move};
use std::time::Duration;

/// Seeds of a handicapped player's errors. Equal seeds, equal play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seeds {
    /// Decides how well it plays throughout a game.
    pub game: u64,
    /// Decides the errors of one move.
    pub turn: u64,
}

/// Time limits of every level, on slow machines: elsewhere depth and nodes end the search, so that strength does not depend on the
/// machine.
const SOFT_TIME: Duration = Duration::from_secs(1);
const HARD_TIME: Duration = Duration::from_secs(2);

/// How a handicapped player plays. All chances are in permille.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Handicap {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// See [`HumanError::eval_noise`].
    pub(crate) eval_noise: u32,
    /// See [`HumanError::blindness`].
    pub(crate) blindness: u32,
    /// Chance of overlooking a move at the root.
    pub(crate) root_blindness: u32,
    /// Chance of moving in haste: as level [`Ladder::HASTY_LEVEL`].
    pub(crate) haste: u32,
}

/// Returns a level's move and its score for the side to move, which may be misjudged; `None` only if the game is over.
///
/// The tables are cleared first. `limits` apply besides the level's own: under load the answer is weaker, not late. A stopped search
/// returns the best move so far. Equal calls return equal moves unless time runs out.
pub fn choose_move(
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    limits: &SearchLimits,
    stop: &Stop,
    seeds: Seeds,
) -> Option<(Move, Score)> {
    searcher.clear_and_limit_tt(level.tt_bytes().min(tt_bytes_within(limits)));
    let handicap = Ladder::of(game.variant()).handicap(game, level, seeds);
    handicap.choose_move(searcher, game, limits, stop, seeds.turn)
}

/// Returns the bytes of transposition table that a search can fill within its time. Clearing more would waste time.
fn tt_bytes_within(limits: &SearchLimits) -> usize {
    /// A fast machine searches 1,000 nodes in a millisecond, of 16 bytes each.
    const BYTES_PER_MILLISECOND: u128 = 1_000 * 16;
    limits.time.map_or(usize::MAX, |time| {
        usize::try_from(time.as_millis().max(1) * BYTES_PER_MILLISECOND).unwrap_or(usize::MAX)
    })
}

impl Handicap {
    /// Searches with this handicap, without clearing the searcher's tables.
    pub(crate) fn choose_move(
        &self,
        searcher: &mut Searcher,
        game: &Game,
        limits: &SearchLimits,
        stop: &Stop,
        seed: u64,
    ) -> Option<(Move, Score)> {
        let errs = self.eval_noise > 0 || self.blindness > 0;
        searcher.multi_pv = 1;
        searcher.human = errs.then_some(HumanError {
            seed: splitmix64(seed),
            eval_noise: i32::try_from(self.eval_noise).unwrap_or(i32::MAX),
            blindness: self.blindness,
        });
        searcher.excluded = self.overlooked_root_moves(game, seed);
        let report = searcher.search(game, &self.limits().and(limits), stop, &mut |_| ());
        searcher.human = None;
        searcher.excluded.clear();
        report.best.map(|best| (best, report.score))
    }

    fn limits(&self) -> SearchLimits {
        SearchLimits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            time: Some(HARD_TIME),
            soft_time: Some(SOFT_TIME),
        }
    }

    /// Returns the root moves that are overlooked, never all of them.
    fn overlooked_root_moves(&self, game: &Game, seed: u64) -> Vec<Move> {
        let key = splitmix64(seed ^ game.position().hash());
        let moves = game.legal_moves();
        let mut overlooked: Vec<Move> = moves
            .iter()
            .copied()
            .filter(|mv| {
                chance(
                    splitmix64(key ^ PackedMove::of(mv).bits()),
                    self.root_blindness,
                )
            })
            .collect();
        if overlooked.len() == moves.len() {
            overlooked.pop();
        }
        overlooked
    }

    /// Whether the move in this position is made in haste.
    fn is_hasty(&self, game: &Game, seed: u64) -> bool {
        let hash = game.position().hash();
        self.haste > 0 && chance(splitmix64(splitmix64(seed) ^ hash), self.haste)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Variant;

    #[test]
    fn haste_is_a_chance_in_permille() {
        let game = Game::new(Variant::Leto);
        let count = |haste| {
            let handicap = Handicap {
                haste,
                ..Ladder::of(Variant::Leto).rung(Level::HIGHEST)
            };
            (0..2_000)
                .filter(|&seed| handicap.is_hasty(&game, seed))
                .count()
        };
        assert_eq!((count(0), count(1_000)), (0, 2_000));
        assert!(count(250).abs_diff(500) < 80, "{}", count(250));
    }
}
