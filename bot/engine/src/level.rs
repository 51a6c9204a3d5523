//! Ten strengths of play, from one that a beginner beats to all the engine can do.

use crate::human::{Human, scramble};
use crate::ladder::{Ladder, Settings};
use crate::limits::{SearchLimits, Stop};
use crate::score::Score;
use crate::table::MoveTag;
use crate::think::Searcher;
use rules_core::{Game, Move};
use std::time::Duration;

/// A strength of play, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// What is thrown for a level's chances: the same dice, the same play.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Dice {
    /// For the whole game: how well it plays in it.
    pub game: u64,
    /// For the one move.
    pub turn: u64,
}

impl From<u64> for Dice {
    fn from(seed: u64) -> Self {
        Self {
            game: seed,
            turn: seed,
        }
    }
}

const NAMES: [&str; 10] = [
    "Newcomer",
    "Beginner",
    "Casual",
    "Hobbyist",
    "Club player",
    "Strong club player",
    "Candidate",
    "Expert",
    "Master",
    "Full strength",
];

/// The time of any level, whatever the machine: no new depth is begun after the first, and the search ends at the second.
const TIMES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(2));

/// Enough memory for the positions of the levels below the last.
const SMALL_TABLE: usize = 4 << 20;

impl Settings {
    /// Depth and positions bound a level, so that its strength is the same on every machine, and time for slow ones.
    fn limits(&self) -> SearchLimits {
        SearchLimits {
            depth: Some(self.depth),
            nodes: Some(self.nodes),
            time: Some(TIMES.1),
            soft_time: Some(TIMES.0),
        }
    }
}

impl Level {
    /// The one that a beginner beats.
    pub const LOWEST: Self = Self(1);
    /// Full strength.
    pub const HIGHEST: Self = Self(10);

    /// The level of this number, if there is one.
    pub fn new(number: u8) -> Option<Self> {
        (1..=10).contains(&number).then_some(Self(number))
    }

    /// All levels, weakest first.
    pub fn all() -> impl Iterator<Item = Self> {
        (1..=10).map(Self)
    }

    /// Its number, 1 to 10.
    pub fn number(self) -> u8 {
        self.0
    }

    /// What to call it in a list of opponents.
    pub fn name(self) -> &'static str {
        NAMES[self.place()]
    }

    fn place(self) -> usize {
        usize::from(self.0.clamp(1, 10)) - 1
    }

    /// Bytes of table that its searches make use of.
    pub fn memory(self) -> usize {
        if self == Self::HIGHEST {
            crate::think::DEFAULT_MEMORY
        } else {
            SMALL_TABLE
        }
    }
}

/// The move of a level for the side to move; none only when the game is over. The same for the same game, level and dice, unless the
/// level's time runs out first. A number that is no level plays as the nearest one.
pub fn choose(game: &Game, level: u8, dice: impl Into<Dice>) -> Option<Move> {
    let level = Level(level.clamp(1, 10));
    choose_within(game, level, &SearchLimits::default(), &Stop::new(), dice)
}

/// The same within further limits, of which the narrower holds: under load, an answer in time is a weaker one, not a late one. A stopped
/// search answers at once with the best move it knows.
pub fn choose_within(
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    dice: impl Into<Dice>,
) -> Option<Move> {
    let mut searcher = Searcher::new(level.memory());
    choose_with(&mut searcher, game, level, within, stop, dice)
}

/// The same with a table that is kept; it is cleared first, and only as much of it used as the level needs.
pub fn choose_with(
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    dice: impl Into<Dice>,
) -> Option<Move> {
    choose_scored(searcher, game, level, within, stop, dice).map(|(mv, _)| mv)
}

/// The same with what the level thinks of the position, for the side to move: it misjudges as it plays.
pub fn choose_scored(
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    dice: impl Into<Dice>,
) -> Option<(Move, Score)> {
    searcher.clear_within(level.memory().min(useful(within)));
    let ladder = Ladder::of(game.variant());
    choose_on(ladder, searcher, game, level, within, stop, dice.into())
}

/// The same on a ladder that may be another one than the game's, with whatever the table holds.
pub(crate) fn choose_on(
    ladder: &Ladder,
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    dice: Dice,
) -> Option<(Move, Score)> {
    let usual = ladder.on_the_day(level.number(), dice.game);
    let settings = if is_hasty(game, usual.haste, dice.turn) {
        ladder.rung(Ladder::GLANCE)
    } else {
        usual
    };
    searcher.multi_pv = 1;
    let weak = settings.misjudgment > 0 || settings.blindness > 0;
    searcher.human = weak.then_some(Human {
        seed: scramble(dice.turn),
        misjudgment: settings.misjudgment,
        blindness: settings.blindness,
    });
    searcher.skipped = distractions(game, settings.distraction, dice.turn);
    let limits = narrower(&settings.limits(), within);
    let report = searcher.search(game, &limits, stop, &mut |_| ());
    searcher.human = None;
    searcher.skipped.clear();
    report.best.map(|best| (best, report.score))
}

/// Whether this move is made at a glance.
fn is_hasty(game: &Game, haste: u64, seed: u64) -> bool {
    haste > 0 && scramble(scramble(seed) ^ game.position().hash()) % 1000 < haste
}

/// The moves that do not come to mind; at least one always does.
fn distractions(game: &Game, distraction: u64, seed: u64) -> Vec<Move> {
    let key = scramble(seed ^ game.position().hash());
    let moves = game.legal_moves();
    let mut skipped: Vec<Move> = moves
        .iter()
        .copied()
        .filter(|mv| scramble(key ^ MoveTag::of(mv).bits()) % 1000 < distraction)
        .collect();
    if skipped.len() == moves.len() {
        skipped.pop();
    }
    skipped
}

/// Bytes of table that a search within these limits can fill: more would only have to be cleared.
fn useful(within: &SearchLimits) -> usize {
    /// An entry for each position of a fast machine.
    const BYTES_A_MILLISECOND: u128 = 1_000 * 16;
    within.time.map_or(usize::MAX, |time| {
        usize::try_from(time.as_millis().max(1) * BYTES_A_MILLISECOND).unwrap_or(usize::MAX)
    })
}

fn narrower(a: &SearchLimits, b: &SearchLimits) -> SearchLimits {
    fn least<T: Ord>(a: Option<T>, b: Option<T>) -> Option<T> {
        match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        }
    }
    SearchLimits {
        depth: least(a.depth, b.depth),
        nodes: least(a.nodes, b.nodes),
        time: least(a.time, b.time),
        soft_time: least(a.soft_time, b.soft_time),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules_core::Variant;

    #[test]
    fn a_move_in_so_many_is_made_at_a_glance() {
        let game = Game::new(Variant::Leto);
        let count = |haste| {
            let hasty = (0..2_000).filter(|&seed| is_hasty(&game, haste, seed));
            hasty.count()
        };
        assert_eq!((count(0), count(1_000)), (0, 2_000));
        assert!(count(250).abs_diff(500) < 80, "{}", count(250));
    }
}
