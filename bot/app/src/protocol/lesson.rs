//! Lessons and positions in them, as controls name them.

use std::fmt;

use lessons::{Lesson, Step, Theme, course, puzzles, themes};
use rules_core::{Family, Game, Move};

use crate::model::Day;
use crate::model::record::preferences::choice;
use crate::protocol::MoveText;

choice! {
    /// A theme of puzzles that someone can ask for: those that there are.
    PuzzleTheme {
        Win = "win",
        Throw = "throw",
        Chain = "chain",
        Promotion = "promotion",
    }
}

impl PuzzleTheme {
    /// The theme of a solution; `None` if no puzzle has it.
    pub fn of(theme: Theme) -> Option<Self> {
        match theme {
            Theme::WinIn(_) => Some(Self::Win),
            Theme::Throw => Some(Self::Throw),
            Theme::Pull => None,
            Theme::Chain => Some(Self::Chain),
            Theme::Promotion => Some(Self::Promotion),
        }
    }

    /// Whether a game has a puzzle with it, besides this one.
    pub(crate) fn is_of(self, family: Family, besides: Option<LessonId>) -> bool {
        let mut puzzles = LessonId::puzzles_of(family).filter(|puzzle| Some(*puzzle) != besides);
        puzzles.any(|puzzle| puzzle.themes().contains(&self))
    }
}

/// A lesson of a game's course, or a puzzle of that game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonId {
    family: Family,
    is_puzzle: bool,
    /// Within the course, or among the puzzles.
    number: usize,
}

impl LessonId {
    /// The lessons of a game, in the order to learn them.
    pub fn all_of(family: Family) -> impl Iterator<Item = Self> {
        (0..course(family).len()).map(move |number| Self {
            family,
            is_puzzle: false,
            number,
        })
    }

    pub fn puzzles_of(family: Family) -> impl Iterator<Item = Self> {
        (0..puzzles(family).len()).map(move |number| Self {
            family,
            is_puzzle: true,
            number,
        })
    }

    /// The puzzle of a day. The games take turns; Monday's is among the easiest seventh of its game, Sunday's among the hardest. A
    /// puzzle comes back after more than five years.
    pub fn of_day(day: Day) -> Self {
        let games = Family::ALL;
        // Each game meets each weekday once in so many days.
        let round = 7 * games.len();
        let days = day.0.unsigned_abs() as usize;
        let mut all: Vec<_> = Self::puzzles_of(games[days % games.len()]).collect();
        all.sort_by_key(|puzzle| puzzle.lesson().rating);
        let seventh = |n: usize| n * all.len() / 7;
        let weekday = usize::from(day.weekday());
        let (from, to) = (seventh(weekday), seventh(weekday + 1));
        all[from + days / round % (to - from)]
    }

    /// A puzzle's number in its game, from one; `None` for a lesson.
    pub fn puzzle_number(self) -> Option<u16> {
        let number = u16::try_from(self.number + 1).ok();
        number.filter(|_| self.is_puzzle)
    }

    /// The themes of a puzzle's solution, the rarest kinds first.
    pub(crate) fn themes(self) -> Vec<PuzzleTheme> {
        let themes = themes(LessonPosition::first(self).step()).into_iter();
        themes.filter_map(PuzzleTheme::of).rev().collect()
    }

    pub fn family(self) -> Family {
        self.family
    }

    /// What it consists of.
    pub fn lesson(self) -> &'static Lesson {
        let all = if self.is_puzzle { puzzles } else { course };
        &all(self.family)[self.number]
    }
}

/// Such as `leto-throw`, or `leto-p12` for a puzzle.
impl fmt::Display for LessonId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.family.id(), self.lesson().id)
    }
}

impl LessonId {
    /// Reads a lesson from an address, or from where it is stored.
    pub(super) fn read(text: &str) -> Option<Self> {
        let (family, id) = text.split_once('-')?;
        let family = family.parse().ok()?;
        let mut all = Self::all_of(family).chain(Self::puzzles_of(family));
        all.find(|lesson| lesson.lesson().id == id)
    }
}

/// A position in a lesson. Controls hold all of it: nothing about an unfinished lesson is stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LessonPosition {
    /// The lesson.
    pub lesson: LessonId,
    /// Number of its step, from zero.
    step: usize,
    /// Wrong moves in the lesson, at most [`Self::MOST_MISSES`].
    misses: u8,
    /// Whether one of them was in this step.
    pub missed_here: bool,
    /// Whether the person asked for a puzzle of this theme, which tells them what to look for. Someone who forges it changes their own
    /// rating alone.
    pub(crate) by_theme: bool,
    /// The person's moves in this step in UCI form, divided by commas. A move that they try may be the last.
    moves: MoveText,
}

impl LessonPosition {
    /// Wrong moves after which more cost no more stars.
    const MOST_MISSES: u8 = 3;

    pub fn first(lesson: LessonId) -> Self {
        Self {
            lesson,
            step: 0,
            misses: 0,
            missed_here: false,
            by_theme: false,
            moves: MoveText::new(),
        }
    }

    /// The position, of a puzzle that the person asked for by theme or not.
    pub(crate) fn by_theme(self, by_theme: bool) -> Self {
        Self { by_theme, ..self }
    }

    /// The first position of the next step; `None` after the last one.
    pub(crate) fn next_step(self) -> Option<Self> {
        let step = self.step + 1;
        (step < self.lesson.lesson().steps.len()).then(|| Self {
            step,
            missed_here: false,
            moves: MoveText::new(),
            ..self
        })
    }

    /// The position after another move of the person; `None` if a control can't hold it.
    pub(crate) fn after(self, game: &Game, mv: Move) -> Option<Self> {
        let uci = mv.uci(game.variant().shape()).to_string();
        let mut moves = self.moves;
        if !moves.is_empty() {
            moves.try_push(',').ok()?;
        }
        moves.try_push_str(&uci).ok()?;
        Some(Self { moves, ..self })
    }

    pub(crate) fn missed(self) -> Self {
        Self {
            misses: Self::MOST_MISSES.min(self.misses + 1),
            missed_here: true,
            ..self
        }
    }

    /// The position in which the last move is tried, and that move.
    pub(crate) fn tried(self) -> Option<(Self, MoveText)> {
        let moves = self.moves.as_str();
        let (before, tried) = moves.rsplit_once(',').unwrap_or(("", moves));
        let moves = MoveText::from(before).ok()?;
        let tried = MoveText::from(tried).ok()?;
        (!tried.is_empty()).then_some((Self { moves, ..self }, tried))
    }

    pub(crate) fn step(self) -> &'static Step {
        &self.lesson.lesson().steps[self.step]
    }

    /// Number of the step, from one.
    pub(crate) fn number(self) -> usize {
        self.step + 1
    }

    /// The person's moves in this step, in UCI form.
    pub(crate) fn moves(&self) -> impl Iterator<Item = &str> {
        self.moves.split(',').filter(|uci| !uci.is_empty())
    }

    /// The stars of a lesson that is finished in this position.
    pub(crate) fn stars(self) -> u8 {
        match self.misses {
            0 => 3,
            1 | 2 => 2,
            _ => 1,
        }
    }
}

/// Such as `leto-throw.1.2h.e2e4,d4d5`: lesson, step, misses with an `h` if one was here and a `t` if asked for by theme, moves.
impl fmt::Display for LessonPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let here = if self.missed_here { "h" } else { "" };
        let theme = if self.by_theme { "t" } else { "" };
        let (lesson, step, misses) = (self.lesson, self.step, self.misses);
        write!(f, "{lesson}.{step}.{misses}{here}{theme}")?;
        if self.moves.is_empty() {
            return Ok(());
        }
        write!(f, ".{}", self.moves)
    }
}

impl LessonPosition {
    pub(super) fn read(text: &str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        let (lesson, step, misses) = (parts.next()?, parts.next()?, parts.next()?);
        let moves = parts.next().unwrap_or_default();
        let without_theme = misses.strip_suffix('t');
        let misses = without_theme.unwrap_or(misses);
        let counted = misses.strip_suffix('h');
        let position = Self {
            lesson: lesson.parse().ok()?,
            step: step.parse().ok()?,
            misses: counted.unwrap_or(misses).parse().ok()?,
            missed_here: counted.is_some(),
            by_theme: without_theme.is_some(),
            moves: MoveText::from(moves).ok()?,
        };
        let is_uci = |c: char| c.is_ascii_alphanumeric() || c == ',';
        let is_one = position.step < position.lesson.lesson().steps.len()
            && position.misses <= Self::MOST_MISSES
            && moves.chars().all(is_uci);
        is_one.then_some(position)
    }
}
