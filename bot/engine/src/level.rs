//! Ten strengths of play, from one that a beginner beats to all the engine can do.

use crate::human::{Human, scramble};
use crate::limits::{SearchLimits, Stop};
use crate::score::Score;
use crate::table::MoveTag;
use crate::think::Searcher;
use rules_core::{Family, Game, Move, Variant};
use std::time::Duration;

/// A strength of play, 1 to 10.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Level(u8);

/// How a level plays. Weak levels look ahead little, misjudge, and do not think of everything, as people do; they never do anything
/// that looked bad to them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) depth: u32,
    pub(crate) nodes: u64,
    /// See [`Human::misjudgment`].
    pub(crate) misjudgment: i32,
    /// See [`Human::blindness`].
    pub(crate) blindness: u64,
    /// In how many of a thousand cases a move of one's own is not thought of.
    pub(crate) distraction: u64,
}

const fn settings(
    depth: u32,
    nodes: u64,
    misjudgment: i32,
    blindness: u64,
    distraction: u64,
) -> Settings {
    Settings {
        depth,
        nodes,
        misjudgment,
        blindness,
        distraction,
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

/// All the engine can do.
const FULL: Settings = settings(99, 1_000_000, 0, 0, 0);

/// Toto40. Found, like the other tables, by matches between neighbors, each meant to score 60 to 80 % against the one before; how they came
/// out is in the engine's README.
const TOTO40_LEVELS: [Settings; 10] = [
    settings(1, 400, 620, 875, 755),
    settings(1, 400, 370, 790, 605),
    settings(1, 600, 300, 695, 485),
    settings(2, 1_500, 235, 590, 370),
    settings(2, 1_800, 180, 475, 260),
    settings(2, 3_000, 130, 340, 170),
    settings(3, 3_500, 108, 285, 135),
    settings(3, 5_000, 82, 200, 80),
    settings(4, 7_000, 60, 135, 40),
    FULL,
];

/// Leap, where to see the opponent's captures but not what they force is worse than to see neither: no level looks ahead two half-moves.
const LEAP_LEVELS: [Settings; 10] = [
    settings(1, 400, 700, 900, 800),
    settings(1, 400, 370, 790, 605),
    settings(1, 600, 300, 695, 485),
    settings(3, 3_500, 123, 333, 166),
    settings(3, 3_500, 111, 294, 141),
    settings(3, 4_000, 99, 256, 116),
    settings(3, 4_700, 88, 218, 92),
    settings(3, 5_500, 75, 178, 66),
    settings(4, 7_000, 60, 135, 40),
    FULL,
];

/// The games whose kings are mated by orthodox men, where what is overlooked costs more.
const ORTHODOX_LEVELS: [Settings; 10] = [
    settings(1, 400, 620, 875, 755),
    settings(1, 400, 407, 803, 627),
    settings(1, 600, 309, 707, 500),
    settings(2, 1_500, 263, 649, 426),
    settings(2, 1_800, 196, 508, 291),
    settings(2, 3_000, 145, 377, 197),
    settings(3, 3_500, 129, 355, 179),
    settings(3, 5_000, 87, 218, 91),
    settings(4, 7_000, 60, 135, 40),
    FULL,
];

/// The time of any level, whatever the machine: no new depth is begun after the first, and the search ends at the second.
const TIMES: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(2));

/// Enough memory for the positions of the levels below the last.
const SMALL_TABLE: usize = 4 << 20;

impl Settings {
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

    /// How it plays a game. Depth and positions bound it, so that its strength is the same on every machine, and time for slow ones.
    fn settings(self, variant: Variant) -> &'static Settings {
        match variant.family() {
            Family::Toto40 => &TOTO40_LEVELS[self.place()],
            Family::Leap => &LEAP_LEVELS[self.place()],
            _ => &ORTHODOX_LEVELS[self.place()],
        }
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

/// The move of a level for the side to move; none only when the game is over. The same for the same game, level and seed, unless the
/// level's time runs out first. A number that is no level plays as the nearest one.
pub fn choose(game: &Game, level: u8, seed: u64) -> Option<Move> {
    let level = Level(level.clamp(1, 10));
    choose_within(game, level, &SearchLimits::default(), &Stop::new(), seed)
}

/// The same within further limits, of which the narrower holds: under load, an answer in time is a weaker one, not a late one. A stopped
/// search answers at once with the best move it knows.
pub fn choose_within(
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    seed: u64,
) -> Option<Move> {
    let mut searcher = Searcher::new(level.memory());
    choose_with(&mut searcher, game, level, within, stop, seed)
}

/// The same with a table that is kept; it is cleared first, and only as much of it used as the level needs.
pub fn choose_with(
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    seed: u64,
) -> Option<Move> {
    choose_scored(searcher, game, level, within, stop, seed).map(|(mv, _)| mv)
}

/// The same with what the level thinks of the position, for the side to move: it misjudges as it plays.
pub fn choose_scored(
    searcher: &mut Searcher,
    game: &Game,
    level: Level,
    within: &SearchLimits,
    stop: &Stop,
    seed: u64,
) -> Option<(Move, Score)> {
    searcher.clear_within(level.memory().min(useful(within)));
    let settings = level.settings(game.variant());
    scored_as(searcher, game, settings, within, stop, seed)
}

/// The move of a player with these settings, with whatever the table holds.
pub(crate) fn choose_as(
    searcher: &mut Searcher,
    game: &Game,
    settings: &Settings,
    within: &SearchLimits,
    stop: &Stop,
    seed: u64,
) -> Option<Move> {
    scored_as(searcher, game, settings, within, stop, seed).map(|(mv, _)| mv)
}

fn scored_as(
    searcher: &mut Searcher,
    game: &Game,
    settings: &Settings,
    within: &SearchLimits,
    stop: &Stop,
    seed: u64,
) -> Option<(Move, Score)> {
    searcher.multi_pv = 1;
    let weak = settings.misjudgment > 0 || settings.blindness > 0;
    searcher.human = weak.then_some(Human {
        seed: scramble(seed),
        misjudgment: settings.misjudgment,
        blindness: settings.blindness,
    });
    searcher.skipped = distractions(game, settings.distraction, seed);
    let limits = narrower(&settings.limits(), within);
    let report = searcher.search(game, &limits, stop, &mut |_| ());
    searcher.human = None;
    searcher.skipped.clear();
    report.best.map(|best| (best, report.score))
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
