//! Ten playing strengths from one engine. A weak player searches less, misjudges positions, overlooks moves and sometimes moves in
//! haste, as people do; it never plays what looked bad to it.

mod ladder;

use crate::levels::{Handicap, Ladder};
use crate::limits::{SearchLimits, Stop};
use crate::rng::{chance, splitmix64};
use crate::score::Score;
use crate::search::human::HumanError;
use crate::search::{DEFAULT_TT_BYTES, Searcher};
use crate::tt::PackedMove;
use rules_core::{Blunder, Game, Move, Reason, Variant};

/// A playing strength that users choose, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// Transposition table of the levels below the highest, whose searches are small.
const SMALL_TT_BYTES: usize = 4 << 20;

impl Level {
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// Returns the level with this number, 1 to 10.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// Returns the bytes of transposition table that its searches use.
    pub fn tt_bytes(self) -> usize {
        if self == Self::HIGHEST {
            DEFAULT_TT_BYTES
        } else {
            SMALL_TT_BYTES
        }
    }
}

/// Seeds of a handicapped player's errors. Equal seeds, equal play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Seeds {
    /// Decides how well it plays throughout a game.
    pub game: u64,
    /// Decides the errors of one move.
    pub turn: u64,
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
        let own_limits = SearchLimits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            ..SearchLimits::default()
        };
        let report = searcher.search(game, &own_limits.and(limits), stop, &mut |_| ());
        searcher.human = None;
        searcher.excluded.clear();
        report.best.map(|best| (best, report.score))
    }

    /// Returns the root moves that are overlooked, never all of them.
    fn overlooked_root_moves(&self, game: &Game, seed: u64) -> Vec<Move> {
        let key = splitmix64(seed ^ game.position().hash());
        let moves = game.legal_moves();
        let blunders = if self.root_blindness > 0 && is_opening_of_toto40(game) {
            game.blunders(&moves)
        } else {
            Vec::new()
        };
        let mut blunders = blunders.into_iter();
        let loses = |_: &Move| blunders.next().flatten().is_some_and(loses_by_a_rule);
        let (mut overlooked, mut others): (Vec<_>, Vec<_>) = moves.iter().copied().partition(loses);
        if others.is_empty() {
            std::mem::swap(&mut overlooked, &mut others);
        }
        let is_overlooked = |mv: &Move| {
            let key = splitmix64(key ^ PackedMove::of(mv).bits());
            chance(key, self.root_blindness)
        };
        // One move is always seen.
        let most = others.len().saturating_sub(1);
        overlooked.extend(others.into_iter().filter(is_overlooked).take(most));
        overlooked
    }

    fn is_hasty(&self, game: &Game, seed: u64) -> bool {
        let hash = game.position().hash();
        self.haste > 0 && chance(splitmix64(splitmix64(seed) ^ hash), self.haste)
    }
}

/// Whether this is the opening of a game of Toto40, in which even weak levels see where a turn must end.
fn is_opening_of_toto40(game: &Game) -> bool {
    game.variant() == Variant::Toto40 && game.position().fullmove_number() < 6
}

/// Whether a move leaves the fighting line, or lets the king be captured.
fn loses_by_a_rule(blunder: Blunder) -> bool {
    blunder.reply.is_none() || blunder.reason == Reason::KingCaptured
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays the first five moves of both sides at this level; returns how many lost at once although another move didn't.
    fn blunders_in_an_opening(searcher: &mut Searcher, level: Level, seed: u64) -> usize {
        let mut game = Game::new(Variant::Toto40);
        let mut blunders = 0;
        for turn in 0..10 {
            let seeds = Seeds {
                game: seed,
                turn: splitmix64(seed) ^ turn,
            };
            let limits = SearchLimits::default();
            let chosen = choose_move(searcher, &game, level, &limits, &Stop::new(), seeds);
            let Some((mv, _)) = chosen else { break };
            let loses = |mv: &Move| game.blunders(&[*mv])[0].is_some_and(loses_by_a_rule);
            let is_forced = game.legal_moves().iter().all(loses);
            blunders += usize::from(!is_forced && loses(&mv));
            game.play(mv).unwrap();
        }
        blunders
    }

    #[test]
    fn a_beginners_opponent_does_not_lose_toto40_by_a_rule_before_move_six() {
        let mut searcher = Searcher::new(1 << 20);
        for seed in 0..100 {
            for level in [Level(1), Level(2), Level(3)] {
                let blunders = blunders_in_an_opening(&mut searcher, level, seed);
                assert_eq!(blunders, 0, "{level:?} in game {seed}");
            }
        }
    }

    #[test]
    fn haste_is_a_chance_in_permille() {
        let game = Game::new(Variant::Leto);
        let count = |haste| {
            let handicap = Handicap {
                haste,
                ..Ladder::of(Variant::Leto).rung(Level::HIGHEST)
            };
            let is_hasty = |seed: &u64| handicap.is_hasty(&game, *seed);
            (0..2_000).filter(is_hasty).count()
        };
        assert_eq!((count(0), count(1_000)), (0, 2_000));
        assert!(count(250).abs_diff(500) < 80, "{}", count(250));
    }
}
