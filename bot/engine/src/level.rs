//! Ten strengths of play, from one that a beginner beats to all the engine can do.

use crate::human::{Human, scramble};
use crate::limits::{SearchLimits, Stop};
use crate::table::MoveTag;
use crate::think::Searcher;
use rules_core::{Game, Move};
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

const LEVELS: [(&str, Settings); 10] = [
    ("Newcomer", settings(1, 400, 900, 950, 850)),
    ("Beginner", settings(1, 400, 300, 720, 500)),
    ("Casual", settings(1, 1_000, 200, 520, 320)),
    ("Hobbyist", settings(2, 2_000, 150, 400, 200)),
    ("Club player", settings(2, 4_000, 110, 280, 120)),
    ("Strong club player", settings(3, 6_000, 80, 190, 60)),
    ("Candidate", settings(4, 8_000, 55, 120, 30)),
    ("Expert", settings(5, 10_000, 30, 50, 0)),
    ("Master", settings(12, 15_000, 8, 0, 0)),
    ("Full strength", settings(99, 1_000_000, 0, 0, 0)),
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
        self.entry().0
    }

    fn entry(self) -> (&'static str, Settings) {
        LEVELS[usize::from(self.0.clamp(1, 10)) - 1]
    }

    /// Its limits: by depth and positions, so that its strength is the same on every machine, and by time for slow ones.
    pub fn limits(self) -> SearchLimits {
        self.entry().1.limits()
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
    searcher.clear_within(level.memory());
    choose_as(searcher, game, &level.entry().1, within, stop, seed)
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
    report.best
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
